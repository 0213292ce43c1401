/** Programs and documents that use the installed package. */

/** Imports modules whole, so that every type in them is checked. */
export function useAll(specifiers: readonly string[]): string {
  return specifiers.map((each, i) => `import * as m${i} from '${each}';\nvoid m${i};\n`).join('');
}

/** Uses the client, the mock, the samples and the types of the package. */
export const example = `
import type { TemplateViews } from 'backlot';
import { createClient, executeAgent, getAgent, isOk } from 'backlot/client';
import { createServiceHandler, type ServiceHandlers } from 'backlot/handler';
import { createMock } from 'backlot/mock';
import { listen } from 'backlot/mock/node';
import { samples } from 'backlot/samples';
import type { Agent } from 'backlot/types';

const mock = await createMock();
const server = await listen(mock.handle, { host: '127.0.0.1', port: 0 });
const client = createClient({ baseUrl: server.url, auth: { apiKey: 'rt_live_dev' }, fetch: mock.fetch });
const answer = await getAgent(client, { path: { id: 'agent_support' } });
if (isOk(answer)) {
  const agent: Agent = answer.body;
  console.log(agent.name);
}
void [executeAgent, samples, createServiceHandler];
await server.close();
export type Header = TemplateViews['client.ts']['header'];
export type Some = Pick<ServiceHandlers<null, never>, 'getAgent'>;
`;

/** The example with generated code that imports the runtime from the package. */
export const lightExample = example.replaceAll(
  /'backlot\/(client|handler|samples|types)'/g,
  "'./light/$1.ts'",
);

/** Writes an OpenAPI document with one operation, whose response has a property of the given type. */
export function description(type: string): string {
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Notes', version: '1' },
    paths: {
      '/note': {
        get: {
          operationId: 'getNote',
          responses: {
            '200': {
              description: 'A note',
              content: {
                'application/json': { schema: { type: 'object', properties: { size: { type } } } },
              },
            },
          },
        },
      },
    },
  });
}
