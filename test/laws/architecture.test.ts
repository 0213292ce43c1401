/**
 * The rules of `.dependency-cruiser.js` report a forbidden import. `npm run deps` applies them to the whole project.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import type { ICruiseOptions, IForbiddenRuleType } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { afterAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

interface Configuration {
  readonly forbidden: IForbiddenRuleType[];
  readonly options: Omit<ICruiseOptions, 'tsConfig'>;
}

async function violations(folders: string[], baseDir: string): Promise<string[]> {
  const file: string = '../../.dependency-cruiser.js';
  const { default: configuration } = (await import(file)) as { default: Configuration };
  const { output } = await cruise(
    folders,
    {
      ...configuration.options,
      tsConfig: {},
      baseDir,
      ruleSet: { forbidden: configuration.forbidden },
      validate: true,
    },
    {},
    { tsConfig: extractTSConfig(join(root, 'tsconfig.json')) },
  );
  if (typeof output === 'string') throw new Error(output);
  return output.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
}

describe('a forbidden import', () => {
  const copy = mkdtempSync(join(tmpdir(), 'backlot-imports-'));
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it('is reported with its rule and location', async () => {
    for (const folder of ['mock/kernel', 'mock/agent-platform/domain'])
      mkdirSync(join(copy, folder), { recursive: true });
    writeFileSync(join(copy, 'mock/agent-platform/domain/store.ts'), 'export const store = 1;\n');
    writeFileSync(
      join(copy, 'mock/kernel/wrong.ts'),
      "import { store } from '../agent-platform/domain/store.ts';\nexport const wrong = store;\n",
    );
    expect(await violations(['mock/kernel'], copy)).toEqual([
      'imports of mock/kernel/: mock/kernel/wrong.ts → mock/agent-platform/domain/store.ts',
    ]);
  }, 60_000);
});
