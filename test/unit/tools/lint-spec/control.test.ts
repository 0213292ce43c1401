import { join } from 'node:path';
import { bundle, createConfig } from '@redocly/openapi-core';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  childNode,
  isObject,
  rootNode,
  type JsonObject,
  type DocumentNode,
} from '../../../../tools/trace/contract/document.ts';
import { listOperations } from '../../../../tools/trace/contract/operations.ts';

const documents = new Map<string, DocumentNode>();

beforeAll(async () => {
  for (const name of ['control', 'control-agent-platform']) {
    const ref = join(import.meta.dirname, `../../../../spec/${name}/openapi.yaml`);
    const result = await bundle({ ref, config: await createConfig({}) });
    documents.set(name, rootNode(result.bundle.parsed as JsonObject));
  }
});

function documentOf(name: string): DocumentNode {
  const document = documents.get(name);
  if (document === undefined) throw new Error(`${name} is not read.`);
  return document;
}

function propertiesOf(schema: string): JsonObject {
  return (
    childNode(documentOf('control-agent-platform'), 'components', 'schemas', schema, 'properties')?.value ??
    {}
  );
}

describe.each(['control', 'control-agent-platform'])('%s', (name) => {
  it('declares for each operation whether it exists in every world', () => {
    const odd = listOperations(documentOf(name)).filter(({ key, node }) => {
      const atRoot = /^\w+ \/_mock\/(?:health|worlds)/.test(key);
      return node.value['x-world'] !== (atRoot ? 'root' : 'each');
    });
    expect(odd.map(({ key }) => key)).toEqual([]);
  });

  it('documents 403 for forbidden callers, and 404 for unknown worlds', () => {
    for (const { key, node, responses } of listOperations(documentOf(name))) {
      expect([...responses.keys()], key).toContain('403');
      const statuses = [...responses.keys()];
      if (node.value['x-world'] === 'each')
        expect(statuses.includes('404') || statuses.includes('default'), key).toBe(true);
    }
  });

  it('documents 400 for each operation with a request body', () => {
    for (const { key, node, responses } of listOperations(documentOf(name))) {
      if (!isObject(node.value['requestBody'])) continue;
      expect([...responses.keys()], key).toContain('400');
    }
  });
});

it.each([
  ['SandboxDeploymentFields', 'SandboxDeployment', ['blockReason']],
  ['SandboxCountersFields', 'SandboxCounters', []],
  ['SandboxPolicyFields', 'SandboxPolicy', []],
  ['SandboxProfileFields', 'SandboxProfile', []],
])(
  'the fields of a sandbox deployment that can be set %s has the properties of %s, with the same types and values',
  (fields, record, added) => {
    const settable = propertiesOf(fields);
    const recorded = propertiesOf(record);
    expect(
      Object.keys(settable)
        .filter((name) => !added.includes(name))
        .sort(),
    ).toEqual(Object.keys(recorded).sort());
    for (const [name, property] of Object.entries(recorded)) {
      const own = settable[name];
      if (!isObject(property) || !isObject(own) || property['type'] === undefined) continue;
      expect({ name, type: own['type'], enum: own['enum'] }).toEqual({
        name,
        type: property['type'],
        enum: property['enum'],
      });
    }
  },
);
