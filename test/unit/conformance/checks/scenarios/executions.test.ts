/**
 * The checks of runs, on the mock: they pass, and notice what they are there for.
 */
import { describe, expect, it } from 'vitest';
import { executionsSuite } from '../../../../../conformance/checks/scenarios/suites.ts';
import {
  editing,
  editingEvents,
  replacing,
  rowsOf,
  swapping,
  type Fields,
  type LieRow,
} from './support/tell-lies.ts';
import { describeOutcome, tellOnMock, type Mutation } from './support/tell-on-mock.ts';

describe('on the mock', () => {
  it.each(executionsSuite.checks.map(({ id, title }) => [id, title]))('%s passes: %s', async (id) => {
    expect(describeOutcome(await tellOnMock(executionsSuite, id))).toBe('pass');
  });
});

const execute = /^POST \/v1\/agents\/[^/]+\/execute$/;
const history = /^GET \/v1\/agents\/[^/]+\/executions(\?|$)/;
const byId = /executions\?executionId=/;
const byParent = /executions\?parentExecutionId=/;
const detail = /^GET \/v1\/agents\/[^/]+\/executions\/[^/]+$/;
const calls = /\/tool-calls$/;
const call = /\/tool-calls\/[^/]+$/;

const order = { orderId: 'order_1042', total: 129.9, currency: 'EUR', parcelId: 'parcel_77' };

const mutations: readonly LieRow[] = [
  [
    'RUN01',
    'calls a failed run completed',
    () => replacing(execute, '"status":"failed"', '"status":"completed"'),
  ],
  [
    'RUN01',
    'calls a paused run completed',
    () => replacing(execute, '"status":"paused"', '"status":"completed"'),
  ],
  ['RUN01', 'calls a failure a success', () => setting(execute, 'success', true), 'warn'],
  ['RUN01', 'ends streams otherwise than results', () => failingStreams(), 'warn'],
  ['RUN02', 'does not find a run by its id', () => setting(byId, 'data', [])],
  ['RUN02', 'takes no notice of the id', () => listingEverything()],
  ['RUN03', 'keeps no final output', () => withoutText()],
  ['RUN03', 'keeps the final output elsewhere', () => setting(detail, 'finalOutput', null), 'warn'],
  ['RUN03', 'shows the detail of another run', () => setting(detail, 'executionId', 'exec_another')],
  ['RUN03', 'keeps no configuration of the loop', () => setting(detail, 'loopConfig', undefined), 'warn'],
  ['RUN04', 'lists the outputs', () => setting(calls, 'last', { outputResult: order })],
  ['RUN04', 'lists the outputs as text', () => setting(calls, 'last', { output: JSON.stringify(order) })],
  [
    'RUN04',
    'names calls otherwise than the events',
    () => setting(calls, 'data', [{ id: 'call_x' }]),
    'warn',
  ],
  ['RUN05', 'forgets the output of a call', () => setting(call, 'outputResult', null)],
  ['RUN05', 'forgets the input of a call', () => setting(call, 'inputParameters', {})],
  ['RUN06', 'finds no run below another', () => setting(byParent, 'data', [])],
  ['RUN06', 'looks only at its own agent', () => setting(byId, 'data', [])],
  ['RUN06', 'lists a run below itself', () => belowItself()],
  ['RUN07', 'skips a run behind a page', () => skippingOne()],
  [
    'RUN08',
    'resolves an agent without versions to one',
    () => setting(execute, 'agentTargetResolution', 'version'),
  ],
  [
    'RUN08',
    'names a version that is not there',
    () => setting(execute, 'agentVersionId', 'aver_none'),
    'warn',
  ],
  ['RUN08', 'names an alias that nobody has asked for', () => setting(execute, 'alias', 'live'), 'warn'],
  ['RUN09', 'names another version', () => setting(execute, 'agentVersionId', 'aver_another')],
  ['RUN09', 'names no version', () => setting(execute, 'agentVersionId', undefined), 'warn'],
  [
    'RUN10',
    'runs another version than the one named',
    () => setting(execute, 'agentVersionId', 'aver_another'),
  ],
  ['RUN10', 'names another alias', () => setting(execute, 'alias', 'another')],
];

describe('with a defect', () => {
  it.each(rowsOf(mutations))('$id notices a service that $says', async ({ id, mutation, verdict }) => {
    const outcome = await tellOnMock(executionsSuite, id, { mutation: mutation() });
    expect(outcome.verdict, describeOutcome(outcome)).toBe(verdict);
  });
});

describe('no false alarm', () => {
  it.each([
    ['RUN05', 'writes payloads as text', () => asTexts()],
    ['RUN05', 'hides a parameter from the stream', () => hiding()],
    ['RUN03', 'does not tell the final output in its events', () => editingEvents(execute, withoutOutput)],
  ] as const)('%s lets a service pass that %s', async (id, _, mutation) => {
    expect(describeOutcome(await tellOnMock(executionsSuite, id, { mutation: mutation() }))).toBe('pass');
  });

  it.each([
    ['RUN04', 'calls no tool', editingEvents(execute, (event) => (isOfTool(event) ? null : event))],
    ['RUN05', 'names calls otherwise', swapping(call, 200, 404)],
    [
      'RUN06',
      'names runs otherwise',
      editing(byParent, ({ data }) => ({ data: (data as []).map(() => ({ run: 1 })) })),
    ],
    ['RUN08', 'does not tell the resolution', setting(execute, 'agentTargetResolution', undefined)],
    ['RUN10', 'knows no alias under this name', setting(execute, 'agentTargetResolution', 'legacy-live-row')],
  ])('%s is skipped for a service that %s', async (id, _, mutation) => {
    expect((await tellOnMock(executionsSuite, id, { mutation })).verdict).toBe('skip');
  });
});

function setting(line: RegExp, member: string, value: unknown): Mutation {
  return editing(line, (body) => ({ ...body, [member]: value }));
}

/** Streams end with an error, and results as they should. */
function failingStreams(): Mutation {
  const failing = editingEvents(execute, (event) =>
    event['type'] === 'execution_complete' ? { ...event, success: false, outcome: 'error' } : event,
  );
  return (request, tell) =>
    (request.body as Fields | undefined)?.['streamResponse'] === false ? tell() : failing(request, tell);
}

/** Every page of the history has all runs that were ever started. */
function listingEverything(): Mutation {
  const ids = new Set<string>();
  const note = editingEvents(execute, (event) => {
    ids.add(String(event['executionId']));
    return event;
  });
  const list = editing(history, (body) => ({
    ...body,
    data: [...ids].map((executionId) => ({ executionId })),
  }));
  return (request, tell) => list(request, () => note(request, tell));
}

function belowItself(): Mutation {
  return editing(byParent, (body, { path }) => ({
    ...body,
    data: [{ executionId: new URLSearchParams(path.split('?')[1]).get('parentExecutionId') }],
  }));
}

function skippingOne(): Mutation {
  return editing(/executions\?.*cursor=/, ({ data, ...rest }) => ({
    ...rest,
    data: (data as unknown[]).slice(1),
  }));
}

function asTexts(): Mutation {
  return editing(call, ({ inputParameters, outputResult, ...rest }) => ({
    ...rest,
    inputParameters: JSON.stringify(inputParameters),
    outputResult: JSON.stringify(outputResult),
  }));
}

/** The parameter is left out of the events, and is in the record. */
function hiding(): Mutation {
  return editingEvents(execute, (event) => {
    const parameters = event['parameters'] as Fields | undefined;
    if (parameters?.['query'] === undefined) return event;
    return { ...event, parameters: { limit: 1 }, hiddenParameterNames: ['query'] };
  });
}

/** The detail has neither the final output nor what the iterations said. */
function withoutText(): Mutation {
  return editing(detail, (body) => ({ ...body, finalOutput: null, iterationDetails: [] }));
}

function withoutOutput({ finalOutput: _, ...event }: Fields): Fields {
  return event;
}

function isOfTool({ type }: Fields): boolean {
  return String(type).startsWith('tool_');
}
