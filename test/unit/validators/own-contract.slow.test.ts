/** The compiled contract of the service against the examples of the contract. */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { checks as platformChecks } from '../../../generated/control-agent-platform/validators.ts';
import { checks as controlChecks } from '../../../generated/control/validators.ts';
import { checks, validateExecutionStreamEvent } from '../../../generated/service/validators.ts';
import { executionStreamEventTypes } from '../../../generated/service/events.ts';
import type { SchemaCheck } from '../../../templates/runtime/schema-check.ts';
import { generate } from '../../../generator/pipeline.ts';
import { readConfig } from '../../../generator/options/config.ts';

const root = resolve(import.meta.dirname, '../../..');

const contracts: readonly (readonly [string, Readonly<Record<string, SchemaCheck>>])[] = [
  ['service', checks],
  ['control', controlChecks],
  ['control-agent-platform', platformChecks],
];

test.each(contracts)('%s explains exactly the values that it rejects', async (_, all) => {
  const shown = Object.values(all).flatMap((check) =>
    examplesIn(check.pointer).map((value) => ({ check, value })),
  );

  for (const { check, value } of shown) {
    expect(await check.explain(value)).toEqual([]);
    const wrong = withoutOneProperty(value);
    expect((await check.explain(wrong)).length > 0).toBe(!check.check(wrong));
  }
});

test('events are distinguished by their type', () => {
  for (const type of executionStreamEventTypes)
    expect(validateExecutionStreamEvent.firstProblem({ type })?.message).not.toMatch(/^type/);
  expect(validateExecutionStreamEvent.firstProblem({ type: 'text_detla' })).toMatchObject({
    code: 'INVALID_ENUM',
    path: 'type',
    suggestion: 'Did you mean text_delta?',
  });
});

test('our contracts have no warnings', async () => {
  const options = await readConfig(resolve(root, 'backlot.config.yaml'), () => undefined);
  const nowhere = {
    read: () => Promise.resolve(null),
    list: () => Promise.resolve([]),
    commit: () => Promise.resolve(),
  };
  const { diagnostics } = await generate(options!, nowhere, 'compare');
  expect(diagnostics.filter(({ severity }) => severity !== 'info').map(({ message }) => message)).toEqual([]);
});

/** Reads the examples next to a schema. */
function examplesIn(pointer: string): readonly unknown[] {
  const [file = '', path = ''] = pointer.split('#');
  if (!existsSync(resolve(root, file))) return [];
  let node: unknown = documents.get(file) ?? parse(readFileSync(resolve(root, file), 'utf8'));
  documents.set(file, node);
  for (const step of path.split('/').filter((name) => name !== ''))
    node = (node as Record<string, unknown> | undefined)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')];
  const examples = (node as { examples?: unknown } | undefined)?.examples;
  return Array.isArray(examples) ? examples : [];
}

const documents = new Map<string, unknown>();

function withoutOneProperty(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  const [first, ...others] = Object.entries(value);
  return first === undefined ? undefined : Object.fromEntries(others);
}
