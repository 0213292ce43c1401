/** What the compiler lets a handler of the service read and return. Checked by `npm run types`. */
import { describe, expectTypeOf, it } from 'vitest';
import {
  createPartialServiceHandler,
  createServiceHandler,
  eventStream,
  type Authenticators,
  type Callers,
  type Credentials,
  type ServiceHandlers,
} from '../../generated/service/handler.ts';
import type { ServeRequest } from '../../generated/service/handler.ts';
import type {
  ExecuteAgentHandlerResponse,
  GetAgentHandlerResponse,
  Handlers,
  ListAgentsRequest,
} from '../../generated/service/server.ts';
import type { Agent, ExecutionStreamEvent } from '../../generated/service/types.ts';

interface Account {
  readonly organization: string;
}

interface Identified {
  readonly apiKey: Account;
  readonly sessionToken: { readonly user: string };
  readonly signedUrlSig: true;
  readonly signedUrlExp: true;
}

type All = ServiceHandlers<{ readonly now: number }, Identified>;
declare const agent: Agent;
declare const events: AsyncIterable<ExecutionStreamEvent>;

describe('a request', () => {
  it('has its values by location, with the types of their schemas', () => {
    expectTypeOf<ListAgentsRequest['query']['limit']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Parameters<All['getAgent']>[0]['path']['id']>().toBeString();
    expectTypeOf<Parameters<All['createAgent']>[0]['body']['name']>().toBeString();
    expectTypeOf<Parameters<All['getAgent']>[0]['body']>().toBeUndefined();
  });

  it('has the results of the authenticators for its caller', () => {
    type Caller = Callers<Identified>['getAgent'];
    expectTypeOf<Caller['apiKey']>().toEqualTypeOf<Account | undefined>();
    expectTypeOf<Extract<Caller, { apiKey: Account }>['sessionToken']>().toEqualTypeOf<undefined>();
    expectTypeOf<Parameters<All['getAgent']>[1]['context']>().toEqualTypeOf<{ readonly now: number }>();
    expectTypeOf<Parameters<All['getAgent']>[1]['signal']>().toEqualTypeOf<AbortSignal>();
  });

  it('has credentials in the form of their scheme', () => {
    expectTypeOf<Credentials['apiKey']>().toEqualTypeOf<{ readonly token: string }>();
    expectTypeOf<keyof Authenticators<Identified>>().toEqualTypeOf<keyof Credentials>();
  });
});

describe('a response', () => {
  it('is one that the description declares', () => {
    expectTypeOf<{ status: 200; body: Agent }>().toExtend<GetAgentHandlerResponse>();
    expectTypeOf<{ status: 404; body: { error: string } }>().toExtend<GetAgentHandlerResponse>();
    expectTypeOf<{ status: 204 }>().not.toExtend<GetAgentHandlerResponse>();
    expectTypeOf<{ status: 200; body: { id: string } }>().not.toExtend<GetAgentHandlerResponse>();
    // A 401 describes how to authenticate.
    expectTypeOf<{ status: 401; body: { error: 'Unauthorized' } }>().not.toExtend<GetAgentHandlerResponse>();
  });

  it('of a stream contains only events of the stream', () => {
    const streamed = { status: 200 as const, contentType: 'text/event-stream' as const };
    const typed = (): ExecuteAgentHandlerResponse => ({ ...streamed, stream: eventStream(events) });
    expectTypeOf(typed).returns.toEqualTypeOf<ExecuteAgentHandlerResponse>();
    const other = async function* () {
      yield await Promise.resolve({ type: 'unknown' as const });
    };
    // @ts-expect-error no event of the stream is called so
    const wrong = (): ExecuteAgentHandlerResponse => ({ ...streamed, stream: eventStream(other()) });
    expectTypeOf(wrong).toBeFunction();
  });
});

it('a server has a handler for every operation, unless it is created for some', () => {
  expectTypeOf<keyof All>().toEqualTypeOf<keyof Handlers<unknown>>();
  const one: Pick<All, 'getAgent'> = { getAgent: () => ({ status: 200, body: agent }) };
  expectTypeOf(one).not.toExtend<All>();
  expectTypeOf(createPartialServiceHandler<{ readonly now: number }, Identified>)
    .parameter(0)
    .toExtend<Partial<All>>();
  expectTypeOf(createServiceHandler).returns.toEqualTypeOf<ServeRequest>();
});
