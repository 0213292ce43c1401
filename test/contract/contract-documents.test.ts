/** The single-file descriptions: fresh, readable by other tools, and served by the mock with its own address. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { createMock } from '../../mock/index.ts';
import { bundleSpec } from '../../tools/build/bundle-spec.ts';

const project = path.join(import.meta.dirname, '../..');

interface Description {
  readonly openapi?: string;
  readonly asyncapi?: string;
  readonly servers: unknown;
  readonly paths: Readonly<Record<string, unknown>>;
}

it.each(['openapi', 'asyncapi'] as const)('the files of %s in spec/dist are fresh', async (name) => {
  for (const [file, text] of await bundleSpec(name))
    expect(await readFile(path.join(project, file), 'utf8'), `${file}: run npm run generate`).toBe(text);
});

it('no reference of a single file leads to another file', async () => {
  for (const name of ['openapi', 'asyncapi'])
    for (const ending of ['json', 'yaml']) {
      const text = await readFile(path.join(project, `spec/dist/${name}.${ending}`), 'utf8');
      const references = [...text.matchAll(/\$ref"?: ["']?([^"'\s]+)/g)].map(([, reference]) => reference);
      expect(references.length).toBeGreaterThan(100);
      expect(references.filter((reference) => !reference?.startsWith('#/'))).toEqual([]);
    }
});

it('openapi-typescript reads the single file', async () => {
  const text = await readFile(path.join(project, 'spec/dist/openapi.json'), 'utf8');
  const types = astToString(await openapiTypescript(text));
  expect(types).toContain('"/v1/agents/{id}/execute": {');
});

it.each([
  ['', 'http://mock.test:4010'],
  ['/w/other', 'http://mock.test:4010/w/other'],
])(
  'the mock serves the description at %s/openapi.json with the address that was asked',
  async (prefix, url) => {
    const mock = await createMock();
    await mock.createWorld({ id: 'other' });
    const json = await mock.fetch(`http://mock.test:4010${prefix}/openapi.json`);
    expect(json.headers.get('content-type')).toBe('application/json');
    const description = (await json.json()) as Description;
    expect(description.openapi).toBe('3.1.1');
    expect(description.servers).toEqual([{ url, description: 'This mock.' }]);
    expect(Object.keys(description.paths)).toContain('/v1/agents');
    const yaml = await mock.fetch(`http://mock.test:4010${prefix}/openapi.yaml`);
    expect(yaml.headers.get('content-type')).toBe('application/yaml');
    expect(parse(await yaml.text())).toEqual(description);
    await mock.close();
  },
);

it('the mock serves the description of the events with its own server', async () => {
  const mock = await createMock();
  await mock.createWorld({ id: 'other' });
  const json = await mock.fetch('http://mock.test:4010/w/other/asyncapi.json');
  const description = (await json.json()) as Description;
  expect(description.servers).toEqual({
    mock: { host: 'mock.test:4010', protocol: 'http', pathname: '/w/other', description: 'This mock.' },
  });
  const yaml = await mock.fetch('http://mock.test:4010/w/other/asyncapi.yaml');
  expect(parse(await yaml.text())).toEqual(description);
  await mock.close();
});

it('HEAD gets the headers alone, and another method is told that there is no such path', async () => {
  const mock = await createMock();
  const head = await mock.fetch('http://mock.test/openapi.json', { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
  const post = await mock.fetch('http://mock.test/openapi.json', { method: 'POST' });
  expect(post.status).toBe(404);
  await mock.close();
});
