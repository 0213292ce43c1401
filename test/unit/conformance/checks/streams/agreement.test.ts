/** The events of one run agree: S26 to S28. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { checkEvents, problemsOf, run } from './support.ts';

interface Row {
  readonly name: string;
  readonly events: string;
  readonly end: string;
  readonly problem?: string;
}

const tables = parse(readFileSync(join(import.meta.dirname, 'agreement.yaml'), 'utf8')) as Readonly<
  Record<'accepted' | 'reported', readonly Row[]>
>;

function findings(inner: string, end = ''): readonly string[] {
  return problemsOf(checkEvents(run(`execution_start ${inner} execution_complete{"seq":99${end}}`)));
}

describe('a run is accepted that', () => {
  it.each(tables.accepted)('$name', ({ events, end }) => {
    expect(findings(events, end).filter((problem) => /S2[678]/.test(problem))).toEqual([]);
  });
});

describe('a run is reported that', () => {
  it.each(tables.reported)('$name', ({ events, end, problem }) => {
    expect(findings(events, end)).toEqual([problem]);
  });
});
