/** Generated code passes the recommended rules of linters, so that projects need no exceptions for it. */
import path from 'node:path';
import js from '@eslint/js';
import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { expect, it } from 'vitest';
import { runCase } from '../../golden/support/golden-case.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const recommended = [js.configs.recommended, ...tseslint.configs.recommended] as Linter.Config[];
const config = recommended.map((each) => ({ ...each, files: ['**/*.ts'] }));

/** Texts that have no problem: the cases have files of the runtime in common. */
const clean = new Set<string>();

it.each(['client', 'streams', 'openapi-3.0'])(
  'the output of the case %s has no problem under the recommended rules of ESLint',
  async (name) => {
    const { files } = await runCase(path.join(root, 'test/golden', name));
    const linter = new Linter();
    const problems = [...files]
      .filter(([file, text]) => file.endsWith('.ts') && !clean.has(text))
      .flatMap(([file, text]) =>
        linter
          .verify(text, config, { filename: file })
          .map(({ line, ruleId, message }) => `${file}:${line} ${ruleId ?? ''} ${message}`),
      );
    expect(problems).toEqual([]);
    for (const text of files.values()) clean.add(text);
  },
  120_000,
);

it('validators import only what they use', async () => {
  const { files } = await runCase(path.join(root, 'test/golden/query-method'));
  const text = files.get('validators-code.ts') ?? '';
  const [, imported = ''] = /import \{([^}]*)\} from '\.\/runtime\/validation/.exec(text) ?? [];
  const body = text.slice(text.indexOf('const '));
  const unused = imported
    .split(',')
    .map((each) => each.trim().replace(/^(?:type )?.* as /, ''))
    .filter((each) => each !== '' && !body.includes(each));
  expect(unused).toEqual([]);
});
