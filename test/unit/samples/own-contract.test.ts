/** The samples and arbitraries of our own contracts, against their validators. */
import { assert, property, sample } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arbitraries as platformArbitraries } from '../../../generated/control-agent-platform/arbitraries.ts';
import { arbitraries as controlArbitraries } from '../../../generated/control/arbitraries.ts';
import { samples as platformSamples } from '../../../generated/control-agent-platform/samples.ts';
import { samples as controlSamples } from '../../../generated/control/samples.ts';
import { checks as platformChecks } from '../../../generated/control-agent-platform/validators.ts';
import { checks as controlChecks } from '../../../generated/control/validators.ts';
import { arbitraries } from '../../../generated/service/arbitraries.ts';
import { events, operationSamples, samples } from '../../../generated/service/samples.ts';
import { checks, validateExecutionStreamEvent } from '../../../generated/service/validators.ts';
import { executionStreamEventTypes } from '../../../generated/service/events.ts';
import { operations } from '../../../generated/service/operations.ts';
import { manifest } from '../../../generated/service/manifest.ts';
import { checkResponse } from '../../../templates/runtime/check-response.ts';
import type { Arbitraries } from '../../../templates/runtime/arbitraries/create.ts';
import type { SchemaCheck } from '../../../templates/runtime/schema-check.ts';

type Checks = Readonly<Record<string, SchemaCheck>>;
type Source = Readonly<Record<string, Arbitraries<unknown>>>;

const contracts = [
  ['service', checks, arbitraries, samples],
  ['control', controlChecks, controlArbitraries, controlSamples],
  ['control-agent-platform', platformChecks, platformArbitraries, platformSamples],
] as readonly (readonly [string, Checks, Source, object])[];

/** Seeded, so that failures are reproducible. */
const RUNS = { numRuns: 25, seed: 7 };

describe.each(contracts)('%s', (_name, all, source, values) => {
  test('has a sample for every check, which the check accepts', () => {
    expect(Object.keys(values).sort()).toEqual(Object.keys(all).sort());
    const rejected = Object.entries(values).filter(([name, value]) => all[name]?.check(value) !== true);
    expect(rejected).toEqual([]);
  });

  test.each(Object.keys(all))('%s accepts valid values and rejects those with a fault', (name) => {
    const check = all[name]!;
    const { valid, invalid } = source[name]!;
    assert(
      property(valid, (value) => {
        expect(check.check(value), `${JSON.stringify(value)}: ${check.firstProblem(value)?.message}`).toBe(
          true,
        );
      }),
      RUNS,
    );
    if (invalid === null) {
      expect(check.check({ anything: 1 }) && check.check('x') && check.check(null)).toBe(true);
      return;
    }
    assert(
      property(invalid, (fault) => {
        expect(
          check.check(fault.value),
          `${fault.path} ${fault.problem}: ${JSON.stringify(fault.value)}`,
        ).toBe(false);
      }),
      RUNS,
    );
  });
});

/** Those with only one value, and those whose rules only a validator supports. */
const constants = [
  ...['UnauthorizedBody', 'SleepPolicyNever', 'RegistrationAnonymous'],
  ...['ToolOutputs', 'SandboxMutationRequest'],
];

test('arbitraries vary, except for a few', () => {
  const names = Object.entries(arbitraries as Source)
    .filter(([, { valid }]) => {
      const made = sample(valid, { numRuns: 40, seed: 1 }).map((value) => JSON.stringify(value));
      return new Set(made).size === 1;
    })
    .map(([name]) => name);
  expect(names.filter((name) => !name.endsWith('Request') || constants.includes(name)).sort()).toEqual(
    constants.toSorted(),
  );
});

test.each(operations.map((operation) => [operation.id, operation] as const))(
  'the samples of operations %s match it',
  (id, operation) => {
    const { request, responses } = operationSamples[id];
    const values = {
      path: request.path,
      query: request.query,
      header: request.headers,
      cookie: request.cookies,
    };
    for (const { name, in: place, required, check } of operation.parameters) {
      const group = values[place] as Readonly<Record<string, unknown>>;
      if (required || Object.hasOwn(group, name)) expect(check.check(group[name])).toBe(true);
    }
    const bodyCheck = operation.body?.content[0]?.check;
    if (bodyCheck !== undefined && bodyCheck !== null) expect(bodyCheck.check(request.body)).toBe(true);

    const declared = operation.responses.map(({ status, mediaType }) => `${status} ${mediaType}`);
    const sampled = responses.map(({ status, contentType }) => `${status} ${contentType}`);
    expect(sampled.map((each) => each.replace('application/octet-stream', '*/*'))).toEqual(declared);
    for (const { status, contentType, headers, body } of responses) {
      const named = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
      );
      expect(checkResponse(operation, { status, contentType, headers: named, body })).toBeNull();
    }
  },
);

test('there is a sample of every event', () => {
  expect(events.ExecutionStreamEvent.map(({ type }) => type)).toEqual([...executionStreamEventTypes]);
  expect(events.ExecutionStreamEvent.filter((event) => !validateExecutionStreamEvent.check(event))).toEqual(
    [],
  );
  expect(events.ExecutionStreamEvent).toHaveLength(manifest.counts.events);
});
