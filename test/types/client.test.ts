/** The types of the client of the service: inputs, responses, events, errors. Checked by `npm run types`. */
import { describe, expectTypeOf, it } from 'vitest';
import { createApi, type Api } from '../../generated/service/api.ts';
import {
  createAgent,
  createClient,
  executeAgent,
  followExecutionEvents,
  followProductEvents,
  getAgent,
  isErrorOf,
  ok,
  paginateAgents,
  type ApiErrorOf,
  type Auth,
  type Client,
  type Credential,
  type EventSequence,
  type ExecuteAgentStreamResult,
  type GetAgentResult,
  type ListAgentsInput,
  type Pages,
  type Success,
} from '../../generated/service/client.ts';
import type {
  Agent,
  AgentPage,
  AgentSummary,
  ErrorBody,
  ExecuteRequest,
  ExecutionResult,
  ExecutionStreamEvent,
  ProductEventOccurrence,
  ProductEventPage,
} from '../../generated/service/types.ts';

/** Stands for a client; nothing here runs. */
declare const client: Client;
declare const body: ExecuteRequest;
const path = { id: 'agent_1' };

/** Takes code that only the compiler reads. */
function typed(_code: () => unknown): void {}

describe('a response', () => {
  it('is distinguished by its status', () => {
    expectTypeOf<Extract<GetAgentResult, { status: 200 }>['body']>().toEqualTypeOf<Agent>();
    expectTypeOf<Extract<GetAgentResult, { status: 404 }>['body']>().toEqualTypeOf<ErrorBody>();
    expectTypeOf<Extract<GetAgentResult, { status: 401 }>['headers']>().toEqualTypeOf<{
      readonly 'WWW-Authenticate'?: string;
    }>();
    expectTypeOf<Extract<GetAgentResult, { status: 418 }>>().toBeNever();
  });

  it('is a success after ok, and an error otherwise', () => {
    expectTypeOf<Success<GetAgentResult>['status']>().toEqualTypeOf<200>();
    expectTypeOf<ApiErrorOf<GetAgentResult>['status']>().not.toExtend<200>();
    typed(async () => {
      expectTypeOf(ok(await createAgent(client, { body: { name: 'a' } })).body).toEqualTypeOf<Agent>();
    });
  });

  it('has the statuses of its operation in an error', () => {
    typed((error: unknown = null) => {
      if (!isErrorOf(error, 'getAgent')) return;
      expectTypeOf(error.operationId).toBeString();
      if (error.status === 404) expectTypeOf(error.body).toEqualTypeOf<ErrorBody>();
    });
  });
});

describe('an input', () => {
  it('is optional when the operation requires nothing', () => {
    expectTypeOf<Api['listAgents']>().toBeCallableWith();
    expectTypeOf<Parameters<Api['listAgents']>[0]>().toEqualTypeOf<ListAgentsInput | undefined>();
    expectTypeOf<NonNullable<ListAgentsInput['query']>['limit']>().toEqualTypeOf<string | undefined>();
  });

  it('is required when the operation requires something', () => {
    typed(() => {
      // @ts-expect-error the path is missing
      void getAgent(client);
      // @ts-expect-error an id is a text
      void getAgent(client, { path: { id: 1 } });
      // @ts-expect-error an agent has a name
      void createAgent(client, { body: {} });
    });
  });

  it('has a credential for each scheme, or a function that gets it', () => {
    expectTypeOf<Auth['apiKey']>().toEqualTypeOf<Credential | undefined>();
    expectTypeOf(createClient).parameter(0).toHaveProperty('auth');
    expectTypeOf(createApi).returns.toEqualTypeOf<Api>();
  });
});

describe('a stream', () => {
  it('yields events that are typed by their names', () => {
    typed(async () => {
      for await (const event of followExecutionEvents(client, { path: { ...path, executionId: 'e' } })) {
        expectTypeOf(event).toEqualTypeOf<ExecutionStreamEvent>();
        if (event.type === 'text_delta') expectTypeOf(event.delta).toBeString();
        if (event.type === 'approval_start') expectTypeOf(event.approvalId).toBeString();
        // @ts-expect-error nothing is called so
        if (event.type === 'text_dleta') return;
      }
    });
  });

  it('or a single response depends on the body', () => {
    typed(async () => {
      const streamed = executeAgent(client, { path, body: { ...body, streamResponse: true } });
      expectTypeOf(streamed).toEqualTypeOf<EventSequence<ExecutionStreamEvent, ExecuteAgentStreamResult>>();
      const whole = await executeAgent(client, { path, body: { ...body, streamResponse: false } });
      expectTypeOf(ok(whole).body).toEqualTypeOf<ExecutionResult>();
    });
  });
});

it('a list is iterated by items or by pages', () => {
  expectTypeOf(paginateAgents).returns.toEqualTypeOf<Pages<AgentSummary, AgentPage>>();
  expectTypeOf(followProductEvents).returns.toEqualTypeOf<Pages<ProductEventOccurrence, ProductEventPage>>();
  typed(() =>
    followProductEvents(
      client,
      {},
      { onGap: (page) => expectTypeOf(page).toEqualTypeOf<ProductEventPage>() },
    ),
  );
});
