/**
 * The rules of `.dependency-cruiser.js` report a forbidden import. `npm run deps` applies them to the whole project.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import type { ICruiseOptions, IForbiddenRuleType } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { afterEach, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

interface Configuration {
  readonly forbidden: IForbiddenRuleType[];
  readonly options: Omit<ICruiseOptions, 'tsConfig'>;
}

async function violations(folders: string[]): Promise<string[]> {
  const file: string = '../../.dependency-cruiser.js';
  const { default: configuration } = (await import(file)) as { default: Configuration };
  const { output } = await cruise(
    folders,
    {
      ...configuration.options,
      tsConfig: {},
      baseDir: root,
      ruleSet: { forbidden: configuration.forbidden },
      validate: true,
    },
    {},
    { tsConfig: extractTSConfig(join(root, 'tsconfig.json')) },
  );
  if (typeof output === 'string') throw new Error(output);
  return output.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
}

describe('the folders', () => {
  const planted = join(root, 'mock/kernel/planted');
  afterEach(() => rmSync(planted, { recursive: true, force: true }));

  it('are reported when they import something else', async () => {
    mkdirSync(planted);
    writeFileSync(
      join(planted, 'wrong.ts'),
      "import { layout } from '../../domain/store.ts';\nexport const wrong = layout;\n",
    );
    expect(await violations(['mock/kernel/planted'])).toEqual([
      'imports of mock/kernel/: mock/kernel/planted/wrong.ts → mock/domain/store.ts',
    ]);
  }, 60_000);
});
