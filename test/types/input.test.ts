/**
 * What the compiler accepts as a request: documented properties, checked at every depth. Checked by
 * `npm run types`.
 */
import { describe, expectTypeOf, it } from 'vitest';
import {
  createAgent,
  executeAgent,
  type Client,
  type CreateAgentInput,
} from '../../generated/service/client.ts';
import type { AgentCreate, ExecuteRequest } from '../../generated/service/types.ts';
import type { Input } from '../../templates/runtime/client/input.ts';

declare const client: Client;
const path = { id: 'agent_1' };

/** Takes code that only the compiler reads. */
function typed(_code: () => unknown): void {}

describe('a request', () => {
  it('lists its properties, so that a misspelt one does not compile', () => {
    typed(() => [
      // @ts-expect-error neither property is documented
      executeAgent(client, { path, body: { mesages: [], streamRespons: false } }),
      // @ts-expect-error an optional property is misspelt
      executeAgent(client, { path, body: { messages: [], streamRespons: false } }),
      // @ts-expect-error a property inside is misspelt
      executeAgent(client, { path, body: { messages: [], options: { streamRespons: false } } }),
      // @ts-expect-error a property in a list is misspelt
      executeAgent(client, { path, body: { messages: [{ role: 'user', content: 'Hi', nme: 'x' }] } }),
      // @ts-expect-error a property of an object that is sent and answered is misspelt
      createAgent(client, { body: { name: 'a', descripton: 'b' } }),
    ]);
  });

  it('accepts other properties from a value that is declared with the documented type', () => {
    const body: ExecuteRequest = { messages: [], streamResponse: false, later: true };
    typed(() => executeAgent(client, { path, body }));
    typed(() => createAgent(client, { body: { name: 'a', later: true } as AgentCreate }));
  });

  it('accepts undefined for an optional property, not for a required one', () => {
    const maybe = undefined as string | undefined;
    typed(() => createAgent(client, { body: { name: 'a', description: maybe } }));
    // @ts-expect-error the name is required
    typed(() => createAgent(client, { body: { name: maybe } }));
    type Nested = { readonly inside: { readonly text?: string; readonly list?: string[] } };
    expectTypeOf<{ inside: { text: string | undefined; list: undefined } }>().toExtend<Input<Nested>>();
  });

  it('accepts interfaces and readonly arrays', () => {
    interface Message {
      readonly role: 'user';
      readonly content: string;
    }
    interface Transaction {
      name: string;
      readonly capabilities: readonly { readonly name: string }[];
      config: Settings;
    }
    interface Settings {
      systemPrompt: string;
    }
    const tx = (value: Transaction): CreateAgentInput['body'] => value;
    expectTypeOf(tx).returns.toExtend<CreateAgentInput['body']>();
    const messages: readonly Message[] = [{ role: 'user', content: 'Hi' }];
    typed(() => executeAgent(client, { path, body: { messages, streamResponse: false } }));
  });

  it('keeps maps open, and does not accept an array as a map', () => {
    typed(() => createAgent(client, { body: { name: 'a', config: { anything: [1] } } }));
    // @ts-expect-error a list is no map
    typed(() => createAgent(client, { body: { name: 'a', config: [] } }));
  });
});

describe('the type of an input', () => {
  it('keeps tags, tuples, optional properties and unknown values', () => {
    type Documented =
      | ({ kind: 'a'; pair: [number, string[]]; rest?: unknown } & { [name: string]: unknown })
      | { kind: 'b'; counts: { [name: string]: number } };
    expectTypeOf<Input<Documented>>().toEqualTypeOf<
      | {
          readonly kind: 'a';
          readonly pair: readonly [number, readonly string[]];
          readonly rest?: unknown;
        }
      | { readonly kind: 'b'; readonly counts: { readonly [name: string]: number } }
    >();
  });

  it('joins the parts of an allOf', () => {
    type Documented = { id: string } & { [name: string]: unknown } & { tag: 'x' };
    expectTypeOf<Input<Documented>>().toEqualTypeOf<{ readonly id: string; readonly tag: 'x' }>();
  });

  it('follows types that contain themselves', () => {
    type Tree = { children: Tree[] } & { [name: string]: unknown };
    type List = List[];
    expectTypeOf<{ readonly children: readonly [] }>().toExtend<Input<Tree>>();
    expectTypeOf<readonly [readonly []]>().toExtend<Input<List>>();
  });
});
