/** The traits of requests of the Agent Platform beyond its contract. */
import { isObject } from '../../../templates/runtime/json/value.ts';
import type { ContractOperation } from '../../../contract/operations.ts';
import { operationSamples } from '../../../generated/service/samples.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { TestEnvironment } from '../../model/test-environment.ts';
import { createRequestBuilder, readSampleRequests } from '../../requests/base-request.ts';
import { type Texts } from '../../requests/request-form.ts';
import type { KnownParts, RequestTraits } from '../../requests/request-traits.ts';
import { agentPlatformContract } from '../contract.ts';
import { platformQueries } from './query-traits.ts';

export const platformRequests: RequestTraits = {
  profileOf: (schemes) => (schemes.includes('apiKey') ? 'full' : 'session'),
  partsOf,
  isForNewcomers: ({ tag }) => tag === 'Registration',
  queries: platformQueries,
  rejections: {
    unauthorized: { error: 'Unauthorized', facts: ['F-5-010', 'F-7-004'] },
    forbidden: { error: 'Insufficient permissions', facts: ['F-5-011', 'F-7-006'] },
    unauthorizedIsNoPermission: ['F-5-010', 'F-5-011'],
  },
};

export const platformBuilder = createRequestBuilder(
  agentPlatformContract,
  platformRequests,
  readSampleRequests(operationSamples),
);

export const { baseOf } = platformBuilder;

function partsOf(operation: ContractOperation, environment: TestEnvironment): KnownParts {
  const { clientSession, runs } = environment;
  const runner = operation.id === 'executeAgent' ? runs['text']?.agentId : undefined;
  const origin = clientSession?.origin ?? null;
  const parameters: Texts = {
    ...(runner === undefined ? {} : { id: runner }),
    ...(origin === null ? {} : { Origin: origin }),
  };
  const body = runBody(operation, environment);
  return {
    parameters,
    headers: operation.stream?.parameter == null ? [] : Object.entries(runs['text']?.headers ?? {}),
    ...(body === undefined ? {} : { body }),
    properties: sessionProperty(operation, environment),
  };
}

/** Returns the body of a run from the template of a plain run. */
function runBody({ id }: ContractOperation, { runs, clientSession }: TestEnvironment): JsonValue | undefined {
  const runTemplate = runs['text'];
  if (runTemplate === undefined) return undefined;
  const messages = [{ role: 'user', content: runTemplate.message }];
  const properties = runTemplate.body as Readonly<Record<string, JsonValue>>;
  if (id === 'executeAgent') return { ...properties, messages };
  if (id === 'dispatchRun') return { ...properties, agent: { agentId: runTemplate.agentId }, messages };
  if (id === 'chatClientSession' && clientSession !== null) return { messages };
  return undefined;
}

/** Returns the session for a body without one. Why: a configured body has the session of its records. */
function sessionProperty(
  { id, extensions }: ContractOperation,
  { bodies, clientSession }: TestEnvironment,
): Readonly<Record<string, JsonValue>> {
  const auth = extensions['x-auth'];
  const isSession = isObject(auth) && auth['kind'] === 'client-session';
  if (!isSession || clientSession === null) return {};
  const body = bodies[id] as JsonValue | undefined;
  return isObject(body) && body['sessionId'] !== undefined ? {} : { sessionId: clientSession.sessionId };
}
