/** Bodies of XML have the types of their schemas; without a library for XML, client and server reject them. */
import { expect, it } from 'vitest';
import { readDocument, runGenerated } from './support/generated-project.ts';

const openapi = readDocument('xml');

const program = `
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApi } from './api/api.ts';
import { createServiceHandler, type ServiceHandlers } from './api/handler.ts';
import { attachService } from './api/runtime/node.ts';
import { addPet, createClient, getPet } from './api/client.ts';
import type { BothBody, Pet } from './api/index.ts';

const xml = {
  parse: (text: string): unknown => ({ id: Number(/<id>(.*)<\\/id>/.exec(text)?.[1]) }),
  write: (value: unknown) => \`<Pet><id>\${(value as Pet).id}</id></Pet>\`,
};
const errors: string[] = [];
const handlers: ServiceHandlers<null, Record<never, never>> = {
  addPet: ({ body }) => ({ status: 200, body: { id: body.id + 1 } }),
  getPet: () => ({ status: 200, body: { id: 3 } }),
  both: ({ body }) => ({ status: 200, contentType: 'application/json', body: { id: body.a.length } }),
  text: () => ({ status: 200, bytes: new Uint8Array(0) }),
};
const handle = createServiceHandler(handlers, { context: () => null, authenticate: {}, xml, onError: (error) => errors.push(String(error)) });
const plain = createServiceHandler(handlers, { context: () => null, authenticate: {}, onError: (error) => errors.push(String(error)) });

async function listen(handler: typeof handle): Promise<{ baseUrl: string; close: () => void }> {
  const server = createServer();
  attachService(server, handler, { onError: () => undefined });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return { baseUrl: \`http://127.0.0.1:\${(server.address() as AddressInfo).port}\`, close: () => server.close() };
}

const messageOf = (error: unknown): string => (error as Error).message;
const [first, second] = [await listen(handle), await listen(plain)];
const body: BothBody = { a: 'four' };
const withXml = createClient({ baseUrl: first.baseUrl, xml });
const result = {
  added: (await addPet(withXml, { body: { id: 1 } })).body,
  unwritten: await addPet(createClient(first), { body: { id: 1 } }).catch(messageOf),
  unread: await getPet(createClient(first)).catch(messageOf),
  broken: await addPet(createClient({ ...first, xml: { ...xml, parse: () => { throw new Error('no'); } } }), { body: { id: 1 } }).catch(messageOf),
  refused: await addPet(createClient({ baseUrl: second.baseUrl, xml }), { body: { id: 1 } }),
  invalid: (await addPet(withXml, { body: { id: 1.5 } })).status,
  both: (await createApi(second).both({ body })).body,
  failed: (await fetch(\`\${second.baseUrl}/pets\`)).status,
  errors,
};
const { status, body: problem } = result.refused;
process.stdout.write(JSON.stringify({ ...result, refused: [status, JSON.stringify(problem).includes('body was sent as application/xml, which this server does not read')] }));
first.close();
second.close();
`;

it('XML is typed, and needs a codec', { timeout: 60_000 }, async () => {
  const missing = (call: string): string => `it is XML, and ${call} got no \`xml: { parse, write }\``;
  expect(await runGenerated(openapi, {}, program)).toEqual({
    added: { id: 2 },
    both: { id: 4 },
    unwritten: `addPet: the body can't be written: ${missing('createClient')}`,
    unread: `getPet returned 200 with a body that can't be read (${missing('createClient')})`,
    broken: "addPet returned 200 with a body that can't be read (no)",
    refused: [400, true],
    invalid: 400,
    failed: 500,
    errors: [`Error: The body can't be written: ${missing('createServiceHandler')}`],
  });
});
