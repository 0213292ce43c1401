/** One interface, two origins: a contract from generated code, and one that is read from a description at run time. */
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Contract } from '../../../contract/contract.ts';
import { createGeneratedContract } from '../../../contract/generated-contract.ts';
import { shapes } from '../../../generated/service/arbitraries.ts';
import { description } from '../../../generated/service/handler.ts';
import { manifest } from '../../../generated/service/manifest.ts';
import * as provenance from '../../../generated/service/provenance.ts';
import { checks } from '../../../generated/service/validators.ts';
import { loadContract } from '../../../generator/load/load-contract.ts';
import type { Diagnostic } from '../../../generator/diagnostics/diagnostics.ts';

const generated = createGeneratedContract({
  manifest,
  description,
  checks,
  shapes,
  loadSamples: () => import('../../../generated/service/samples.ts'),
  provenance,
});

let read: Contract;
let diagnostics: readonly Diagnostic[];

beforeAll(async () => {
  const folder = path.resolve(import.meta.dirname, '../../..');
  const loaded = await loadContract({
    folder,
    openapi: 'spec/openapi.yaml',
    asyncapi: ['spec/asyncapi.yaml'],
  });
  if (loaded.contract === null) throw new Error(JSON.stringify(loaded.diagnostics));
  read = loaded.contract;
  diagnostics = loaded.diagnostics;
});

describe.each([
  ['from generated code', () => generated],
  ['read from its description', () => read],
])('a contract %s', (_, contract) => {
  it('validates a value, and explains the problem of an invalid one', async () => {
    const { checks: own } = contract();
    const check = own['AgentCreate'];
    expect(check?.check({ name: 'Refund helper' })).toBe(true);
    expect(check?.firstProblem({ name: 1 })).toMatchObject({ code: 'INVALID_TYPE', path: 'name' });
    expect(await check?.explain({ name: 1, agentType: 'robot' })).toMatchObject([
      { path: 'name', code: 'INVALID_TYPE' },
      { path: 'agentType', code: 'INVALID_ENUM' },
    ]);
  });

  it('has a valid sample for each check', async () => {
    const { samples } = (await contract().loadSamples()) as { samples: Record<string, unknown> };
    const invalid = Object.entries(contract().checks).filter(([name, check]) => !check.check(samples[name]));
    expect(invalid.map(([name]) => name)).toEqual([]);
  });

  it('validates an event of a stream by its type', async () => {
    const { check, tag } = contract().service.streams['ExecutionStreamEvent'] ?? {};
    const { events } = (await contract().loadSamples()) as unknown as { events: Record<string, unknown[]> };
    expect(tag).toBe('type');
    expect(events['ExecutionStreamEvent']?.every((event) => check?.check(event))).toBe(true);
    expect(check?.check({ type: 'unknown' })).toBe(false);
  });

  it('has the check of each type of event', () => {
    const { check } = contract().service.streams['ExecutionStreamEvent'] ?? {};
    expect([...(check?.cases?.keys() ?? [])]).toEqual(contract().unions['ExecutionStreamEvent']?.types);
    expect(check?.cases?.get('await')?.name).toBe(contract().checks['_await']?.name);
  });

  it('has no check, sample or shape for a name that objects inherit', async () => {
    const { samples } = await contract().loadSamples();
    expect(Object.hasOwn(contract().checks, 'toString')).toBe(false);
    expect(Object.hasOwn(samples, 'constructor')).toBe(false);
    expect(Object.hasOwn(contract().shapes.schemas, '__proto__')).toBe(false);
  });
});

describe('the contract that is read', () => {
  it('describes the service like generated code', () => {
    expect(plain(read.service)).toEqual(plain(generated.service));
    expect(read.unions).toEqual(generated.unions);
    expect(read.servers).toEqual(generated.servers);
    expect(read.extensions).toEqual(generated.extensions);
    expect(Object.keys(read.checks)).toEqual(Object.keys(generated.checks));
  });

  it('has links and tests without a mistake', () => {
    expect(diagnostics.filter(({ severity }) => severity !== 'info')).toEqual([]);
  });

  it('has the same links and tests', () => {
    expect(read.links).toEqual(generated.links);
    expect(read.tests).toEqual(generated.tests);
  });

  it('has the same provenance and shapes', () => {
    expect(read.provenance).toEqual(generated.provenance);
    expect(read.places).toEqual(generated.places);
    for (const [name, shape] of Object.entries(generated.shapes.schemas))
      expect(read.shapes.schemas[name]).toEqual(shape);
    for (const [name, shape] of Object.entries(generated.shapes.checks))
      expect(read.shapes.checks[name]).toEqual(shape);
  });

  it('has the same samples', async () => {
    const [own, other] = await Promise.all([read.loadSamples(), generated.loadSamples()]);
    expect({ ...own.samples }).toEqual({ ...other.samples });
    expect({ ...own.events }).toEqual({ ...other.events });
    expect({ ...own.operationSamples }).toEqual({ ...other.operationSamples });
  });
});

/** Returns data in which each check is replaced by its name and position. */
function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, inner: unknown) =>
      key === 'check' && typeof inner === 'object' && inner !== null && 'pointer' in inner
        ? `${String((inner as { name?: unknown }).name)} ${String(inner.pointer)}`
        : inner,
    ),
  );
}
