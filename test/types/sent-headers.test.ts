/** Required headers that the configuration of a client sends need not be repeated in a call. */
import { expectTypeOf, it } from 'vitest';
import { openClient, type Client } from '../../templates/runtime/client/client.ts';
import type { InputWithSent } from '../../templates/runtime/client/input.ts';

interface ListInput {
  readonly headers: { readonly revision: string; readonly trace?: string };
}
type Given<Of> = Of extends Client<infer Sent> ? InputWithSent<ListInput, Sent> : never;

const baseUrl = 'http://127.0.0.1';

it('lets a call leave out the headers that the client sends, in any case', () => {
  const client = openClient({ baseUrl, headers: { Revision: '1' } });
  expectTypeOf<Record<never, never>>().toExtend<Given<typeof client>>();
  const asynchronous = openClient({ baseUrl, headers: () => Promise.resolve({ revision: '1' }) });
  expectTypeOf<Record<never, never>>().toExtend<Given<typeof asynchronous>>();
  expectTypeOf(asynchronous).toExtend<Client>();
  expectTypeOf(client).toExtend<Client>();
});

it('requires them if the client may not send them', () => {
  const client = openClient({ baseUrl, headers: { revision: process.env['REVISION'] } });
  expectTypeOf<Given<typeof client>>().toEqualTypeOf<ListInput>();
  expectTypeOf(client).toExtend<Client>();
  expectTypeOf<Given<Client>>().toEqualTypeOf<ListInput>();
});
