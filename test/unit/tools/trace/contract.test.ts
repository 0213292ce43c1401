import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listFindings } from '../../../../tools/trace/report.ts';
import { runTrace } from '../../../../tools/trace/run-trace.ts';

const project = join(import.meta.dirname, '../../../..');

it('the contract of the service has every fact of the source, and nothing without provenance', async () => {
  const trace = await runTrace(project);
  expect(listFindings(trace)).toEqual([]);
  expect(trace.facts.length).toBeGreaterThanOrEqual(1506);
  expect(trace.facts.filter(({ resolution }) => !resolution.ok)).toEqual([]);
});
