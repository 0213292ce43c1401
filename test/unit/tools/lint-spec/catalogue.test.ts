import { join } from 'node:path';
import { readdir, readFile } from 'node:fs/promises';
import { loadConfig, parseYaml } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';

const spec = join(import.meta.dirname, '../../../../tools/lint-spec');

async function ruleNames(): Promise<readonly string[]> {
  const config = await loadConfig({ configPath: join(spec, 'redocly.yaml') });
  const plugin = config.plugins.find(({ id }) => id === 'contract');
  const sets = [plugin?.rules?.oas3, plugin?.rules?.async3];
  return [...new Set(sets.flatMap((rules) => Object.keys(rules ?? {})))].sort();
}

describe('the rules of the plugin', () => {
  it('are all enabled', async () => {
    const config = parseYaml(await readFile(join(spec, 'redocly.yaml'), 'utf8')) as {
      rules: Record<string, unknown>;
    };
    const on = Object.keys(config.rules).filter((name) => name.startsWith('contract/'));
    expect(on.sort()).toEqual(await ruleNames());
  });

  it('are all tested', async () => {
    const files = (await readdir(import.meta.dirname)).filter((file) => file.endsWith('.test.ts'));
    const texts = await Promise.all(files.map((file) => readFile(join(import.meta.dirname, file), 'utf8')));
    const tested = texts.flatMap((text) =>
      [...text.matchAll(/describe\('(contract\/[\w-]+)'/g)].map((match) => match[1]),
    );
    expect(tested.sort()).toEqual(await ruleNames());
  });
});
