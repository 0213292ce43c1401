/** Services whose behavior the source permits: a scenario check passes, or is skipped if the response is inconclusive. */
import { describe, expect, it } from 'vitest';
import type { Level } from '../../../../../conformance/model/check.ts';
import { defaultConfig } from '../../../../../conformance/config/config.ts';
import type { Driver } from '../../../../../conformance/driver/driver.ts';
import type {
  Abilities,
  PlatformSession,
} from '../../../../../conformance/agent-platform/driver/abilities.ts';
import { findMock } from '../../../../../conformance/agent-platform/driver/mock-driver.ts';
import { runConformance } from '../../../../../conformance/index.ts';
import type { OperationId } from '../../../../../conformance/agent-platform/contract.ts';
import { createFetch } from '../../../../../mock/hosts/fetch.ts';
import { createMock } from '../../../../../mock/index.ts';
import {
  composeMutations,
  perWorld,
  type Mutation,
} from '../../../../../tools/selftest/mutations/mutation.ts';
import { rejectBodies } from '../../../../../tools/selftest/mutations/request-mutations.ts';
import {
  changeStatus,
  editJson,
  fieldsOf,
  jsonResponse,
  mapResponse,
  respondWith,
  type Fields,
} from '../../../../../tools/selftest/mutations/response-mutations.ts';
import { replaceTexts } from '../../../../../tools/selftest/mutations/scenario-mutations.ts';
import { repeatResponse } from '../../../../../tools/selftest/mutations/stateful-mutations.ts';
import { editEvents, editListed } from '../../../../../tools/selftest/mutations/stream-mutations.ts';

type Row = readonly [check: string, description: string, mutation: Mutation];

const accepted: readonly Row[] = [
  ['AGENT02', 'fills in defaults of a configuration', editJson(returned('getAgent'), fillConfig)],
  ['AGENT04', 'updates the time of the last change', set('getAgent', 'updatedAt', '2030-01-01T00:00:00Z')],
  ['AGENT17', 'exports only the names of sub-agents', replaceText('exportAgentRuntime', 'Nested at', 'Is')],
  ['AGENT20', 'adds properties to a card', set('fetchAgentCard', 'fetchedAt', '2030-01-01T00:00:00Z')],
  ['APPR06', 'has the code in `error`', editJson({ operation: 'approveAgentExecution' }, codeAsError)],
  ['APPR09', 'has no stream to follow', status('followExecutionEvents', 200, 404)],
  [
    'CLIENT05',
    'returns the same result again',
    repeatResponse(returned('approveClientExecution'), firstMessage),
  ],
  ['CLIENT19', 'rejects unknown properties', rejectProperty('approveClientExecution', 'parameters')],
  [
    'LOCAL03',
    'accepts outputs by the name of the tool',
    rejectBodies(call('resumeAgentExecution'), hasCallId),
  ],
  ['LOCAL06', 'returns 400 for an unknown run', status('resumeAgentExecution', 404, 400)],
  ['RUN03', 'has no final output in its events', editRuns((event) => without(event, 'finalOutput'))],
  ['RUN05', 'writes payloads as text', editJson(returned('getExecutionToolCall'), payloadsAsText)],
  ['RUN05', 'hides a parameter from the stream', editRuns(hideQuery)],
];

describe('a service that', () => {
  it.each(accepted)('%s: %s, passes', async (check, _, mutation) => {
    expect(await run(check, { mutation })).toBe('pass');
  });
});

const skipped: readonly Row[] = [
  ['AGENT01', 'creates no agents', respondWith(call('createAgent'), 402, { error: 'No' })],
  ['AGENT08', 'creates no agents', respondWith(call('createAgent'), 402, { error: 'No' })],
  ['AGENT03', 'returns no type', set('getAgent', 'agentType', undefined)],
  ['AGENT05', 'returns no configuration', set('getAgent', 'config', undefined)],
  ['AGENT10', 'returns no id', set('addAgentCapability', 'id', undefined)],
  ['AGENT12', 'returns no text in a version', replaceText('getAgentVersion', 'first wording', '')],
  ['AGENT27', 'has no policies', status('getTokenAudiencePolicy', 200, 403)],
  [
    'AGENT29',
    'has another form of pages',
    editJson(returned('listAgents'), ({ data }) => ({ agents: data })),
  ],
  ['APPR01', 'does not ask in this run', editRuns(completeInstead)],
  ['APPR02', 'has other property names for a decision', status('approveAgentExecution', 200, 400)],
  ['APPR07', 'has other property names for a decision', reject('approveAgentExecution')],
  ['APPR09', 'has no timeout in its events', editRuns((event) => without(event, 'timeout'))],
  ['BATCH07', 'has no batches in its plan', status('submitFlowBatch', 200, 402)],
  ['LOCAL03', 'has other property names for an output', reject('resumeAgentExecution')],
  ['LOCAL06', 'has other property names for an output', reject('resumeAgentExecution')],
  ['RUN04', 'calls no tool', editRuns((event) => (String(event['type']).startsWith('tool_') ? null : event))],
  ['RUN05', 'has other ids for calls', status('getExecutionToolCall', 200, 404)],
  [
    'RUN06',
    'has other ids for runs',
    editJson(returned('listAgentExecutions'), () => ({ data: [{ run: 1 }] })),
  ],
  ['RUN08', 'does not report the resolution', set('executeAgent', 'agentTargetResolution', undefined)],
  ['RUN10', 'has no such alias', set('executeAgent', 'agentTargetResolution', 'legacy-live-row')],
  ...['03', '04', '05', '06', '07', '11', '12', '13', '14', '15', '16', '19', '20'].map((number): Row => [
    `CLIENT${number}`,
    'binds runs to sessions in another way',
    respondWith(call('approveClientExecution'), 403, { error: 'This execution belongs to another session' }),
  ]),
  ...['REG01', 'REG07', 'REG10', 'REG20', 'REG22'].map((check): Row => [
    check,
    'limits registrations',
    mapResponse(call('registerAgent'), () => {
      const response = jsonResponse(429, { error: 'Later' });
      return { ...response, headers: { ...response.headers, 'retry-after': '60' } };
    }),
  ]),
];

describe('a service that', () => {
  it.each(skipped)('%s: %s, is skipped', async (check, _, mutation) => {
    expect(await run(check, { mutation })).toMatch(/^skip/);
  });
});

describe('with fewer abilities or below its level, a check', () => {
  const noFeed = ['makeProductEvent', 'advance', 'makeKey'] as const;
  const noSession = ['makeClientSession'] as const;

  it.each([
    ...['SANDBOX02', 'SANDBOX04'].map((check) => [check, ['makeDeployment']] as const),
    ...['02', '03', '04', '06', '07', '08', '17', '30'].map((number) => [`EVENT${number}`, noFeed] as const),
    ...['01', '03', '06', '11', '12', '14'].map((number) => [`CLIENT${number}`, noSession] as const),
  ])('%s uses the records of the test environment', async (check, missing) => {
    expect(await run(check, { without: missing })).toBe('pass');
  });

  it('reports which ability it lacks', async () => {
    const skip = 'skip; The driver does not implement ';
    expect(await run('EVENT14', { without: noFeed })).toBe(`${skip}\`makeProductEvent\`.`);
    expect(await run('APPR09', { without: ['advance'] })).toBe(`${skip}\`advance\`.`);
  });

  it.each(['CLIENT01', 'CLIENT13', 'CLIENT15', 'CLIENT20'])(
    '%s uses runs that a driver starts',
    async (check) => {
      expect(await run(check, { prepare: startTurnsByDriver })).toBe('pass');
    },
  );

  it.each(['SANDBOX02', 'BATCH03'])(
    '%s sends no destructive requests below the level destructive',
    async (check) => {
      expect(await run(check, { level: 'stateful' })).toMatch(/^skip/);
    },
  );
});

interface Options {
  readonly mutation?: Mutation;
  readonly level?: Level;
  /** Abilities that the driver does not have. */
  readonly without?: readonly (keyof Abilities)[];
  readonly prepare?: (session: PlatformSession, fetch: typeof globalThis.fetch) => PlatformSession;
}

/** Removes the template of runs in a session: the driver starts them. */
function startTurnsByDriver(session: PlatformSession, fetch: typeof globalThis.fetch): PlatformSession {
  const { environment, abilities } = session;
  const { endUserGate, ...runs } = environment.runs;
  const startClientTurn: Abilities['startClientTurn'] = async ({
    session: { sessionId, origin },
    approver,
  }) => {
    const template = approver === 'owner' ? runs['ownerGate'] : endUserGate;
    const response = await fetch(`${environment.baseUrl}/v1/agents/${template?.agentId ?? ''}/execute`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${environment.credentials['full'] ?? ''}`,
        origin: origin ?? '',
        ...template?.headers,
      },
      body: JSON.stringify({
        messages: [{ role: 'user', content: 'Hello' }],
        streamResponse: false,
        sessionId,
      }),
    });
    return response.json();
  };
  return { ...session, environment: { ...environment, runs }, abilities: { ...abilities, startClientTurn } };
}

/** Runs one check on a mock with a mutation. Shape: its verdict, with the reason and the findings. */
async function run(
  check: string,
  {
    mutation = (serve) => serve,
    level = 'destructive',
    without = [],
    prepare = (session) => session,
  }: Options,
) {
  const baseUrl = 'http://mock.test';
  const mock = await createMock({ baseUrl });
  const found = await findMock({ baseUrl, fetch: mock.fetch, seed: 1, controlToken: null });
  if (found === null) throw new Error('The mock does not respond.');
  const driver: Driver = {
    ...found,
    async setUp() {
      const session = await found.setUp();
      const abilities = Object.entries(session.abilities).filter(
        ([name]) => !without.includes(name as never),
      );
      return prepare({ ...session, abilities: Object.fromEntries(abilities) }, mock.fetch);
    },
  };
  const fetch = createFetch(
    perWorld(mutation)(async (request) => mock.handle(request, 'process')),
    baseUrl,
  );
  const config = { ...defaultConfig, only: [check], level };
  const { outcomes } = await runConformance({ baseUrl, config, fetch, driver });
  await mock.close();
  return outcomes
    .filter((outcome) => outcome.check === check)
    .map(({ verdict, reason, findings }) =>
      [verdict, reason, ...findings.map(({ message }) => message)].filter(Boolean).join('; '),
    )
    .join('\n');
}

function call(operation: OperationId): { readonly operation: OperationId } {
  return { operation };
}

function returned(operation: OperationId) {
  return { operation, status: 2 } as const;
}

function status(operation: OperationId, from: number, to: number): Mutation {
  return changeStatus({ operation, status: from }, to);
}

function reject(operation: OperationId): Mutation {
  return respondWith({ operation }, 400, { error: 'Validation failed' });
}

function rejectProperty(operation: OperationId, name: string): Mutation {
  return rejectBodies({ operation }, (body) => name in body);
}

function set(operation: OperationId, name: string, value: unknown): Mutation {
  return editJson(returned(operation), (body) => ({ ...body, [name]: value }));
}

function replaceText(operation: OperationId, from: string, to: string): Mutation {
  return editJson(returned(operation), (body) => replaceTexts(body, from, to));
}

/** Edits the events of runs that `executeAgent` starts, streamed or not; `null` drops one. */
function editRuns(edit: (event: Fields) => Fields | null): Mutation {
  return composeMutations(
    editListed(returned('executeAgent'), (events) => events.flatMap((event) => edit(event) ?? [])),
    editEvents(returned('executeAgent'), (frame) => {
      const value = edit(frame.value);
      return value === null ? [] : [{ ...frame, event: String(value['type']), value }];
    }),
  );
}

function without(event: Fields, name: string): Fields {
  const { [name]: _, ...rest } = event;
  return rest;
}

function completeInstead(event: Fields): Fields {
  return event['type'] === 'approval_start' ? { ...event, type: 'execution_complete', success: true } : event;
}

function hideQuery(event: Fields): Fields {
  if (fieldsOf(event['parameters'])['query'] === undefined) return event;
  return { ...event, parameters: { limit: 1 }, hiddenParameterNames: ['query'] };
}

function payloadsAsText({ inputParameters, outputResult, ...rest }: Fields): Fields {
  return {
    ...rest,
    inputParameters: JSON.stringify(inputParameters),
    outputResult: JSON.stringify(outputResult),
  };
}

function fillConfig(body: Fields): Fields {
  return { ...body, config: { ...fieldsOf(body['config']), addedDefault: true } };
}

function codeAsError({ code, ...body }: Fields): Fields {
  return code === undefined ? body : { error: code };
}

function hasCallId({ toolOutputs }: Fields): boolean {
  return Object.keys(fieldsOf(toolOutputs)).some((key) => key.startsWith('call_'));
}

function firstMessage(_: unknown, body: string): string | null {
  return fieldsOf(JSON.parse(body))['assistantMessageId'] === 'msg_backlot_check' ? 'first' : null;
}
