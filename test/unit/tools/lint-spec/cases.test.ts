/** Every file in `cases/` has documents for the rule it is named after, each with the messages of that rule. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { lintFixture, lintText } from './lint-text.ts';

/** Shape: a `fixture`, a whole `document`, an `operation` at a `path` with the `rest` of the root, or component `schemas`. */
interface Case {
  readonly name: string;
  readonly fixture?: string;
  readonly document?: object;
  readonly operation?: object;
  readonly path?: string;
  readonly rest?: object;
  readonly schemas?: object;
  readonly messages?: readonly string[];
}

const folder = join(import.meta.dirname, 'cases');
const rules = readdirSync(folder).map((file) => file.replace('.yaml', ''));

function readCases(rule: string): readonly Case[] {
  return parse(readFileSync(join(folder, `${rule}.yaml`), 'utf8')) as readonly Case[];
}

function documentOf({ document, operation, path = '/v1/auth/me', rest, schemas }: Case): string {
  const paths = operation === undefined ? {} : { [path]: { get: operation } };
  const root = document ?? { paths, components: { schemas }, ...rest };
  return stringify({ openapi: '3.1.1', info: { title: 'Small', version: '1.0.0' }, ...root });
}

describe.each(rules)('contract/%s', (rule) => {
  it.each(readCases(rule))('$name', async (row) => {
    const { fixture, messages = [] } = row;
    const found = fixture === undefined ? lintText(rule, documentOf(row)) : lintFixture(rule, fixture);
    expect(await found).toEqual(messages);
  });
});

describe('the rules of the plugin', () => {
  const lintSpec = join(import.meta.dirname, '../../../../tools/lint-spec');

  it('are all enabled and tested', async () => {
    const config = await loadConfig({ configPath: join(lintSpec, 'redocly.yaml') });
    const plugin = config.plugins.find(({ id }) => id === 'contract');
    const sets = [plugin?.rules?.oas3, plugin?.rules?.async3];
    const names = new Set(sets.flatMap((set) => Object.keys(set ?? {})));
    const written = parse(readFileSync(join(lintSpec, 'redocly.yaml'), 'utf8')) as { rules: object };
    const enabled = Object.keys(written.rules).filter((name) => name.startsWith('contract/'));
    expect(new Set(enabled)).toEqual(names);
    expect(new Set(rules.map((rule) => `contract/${rule}`))).toEqual(names);
  });
});
