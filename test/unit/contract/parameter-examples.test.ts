/** Requests are sampled with the examples of their parameters. */
import { expect, it } from 'vitest';
import { loadResources } from '../../../generator/load/load-resources.ts';

const region = (shown: string) =>
  `{ name: region, in: query, required: true, schema: { type: string, pattern: '^[a-z]+-[a-z]+$' }, ${shown} }`;

const description = (shown: string) => `
openapi: 3.1.0
info: { title: Regions, version: 1.0.0 }
paths:
  /stations:
    get:
      operationId: listStations
      parameters: [${region(shown)}]
      responses: { '204': { description: None. } }
`;

it.each([
  ['an example', 'example: eu-west', 'eu-west'],
  ['the first of several', 'examples: { far: { value: us-east }, near: { value: eu-west } }', 'us-east'],
  ['a valid one', 'examples: { bad: { value: Far }, near: { value: eu-west } }', 'eu-west'],
])('as %s', async (_, shown, expected) => {
  const { contract } = await loadResources({
    openapi: 'regions.yaml',
    texts: new Map([['regions.yaml', description(shown)]]),
    asyncapi: [],
    overlays: [],
    resources: null,
    folder: import.meta.dirname,
    access: { isRemoteAllowed: false, folders: [] },
  });
  const samples = await contract?.loadSamples();
  expect(samples?.operationSamples).toMatchObject({
    listStations: { request: { query: { region: expected } } },
  });
});
