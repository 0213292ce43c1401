import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

/** Time, timers, randomness and crypto come through ports everywhere in the mock but in its adapters and hosts. */
const hiddenInputs = ['Date', 'setTimeout', 'setInterval', 'setImmediate', 'crypto'].map((name) => ({
  name,
  message:
    'Take it through a port (mock/kernel/ports.ts); only mock/adapters, mock/hosts and mock/logs touch it.',
}));

export default defineConfig(
  {
    ignores: [
      'generated/**',
      'dist/**',
      'dist-mock/**',
      'node_modules/**',
      'test/golden/*/expected/**',
      'test/**/fixtures/**/*.ts',
    ],
  },
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.json', './console/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      // Why off: each takes an eighth of the linter's time. The compiler allows no enums, and classes here have private
      // fields, which no other object has.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true } }],
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportAllDeclaration', message: 'Name what you export.' },
        {
          selector: 'MemberExpression[object.name="Math"][property.name="random"]',
          message: 'Use the Random port.',
        },
      ],
    },
  },
  {
    // Joins the clients of two contracts, whose names change with them.
    files: ['control/client.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['mock/**/*.ts'],
    ignores: ['mock/adapters/**', 'mock/hosts/**', 'mock/logs/**'],
    rules: { 'no-restricted-globals': ['error', ...hiddenInputs] },
  },
  {
    // No text of a description, a request or a response takes more than linear time.
    files: ['{chat,cli,conformance,console,contract,control,generator,mock,templates}/**/*.{ts,tsx}'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': 'error',
      'regexp/no-super-linear-move': ['error', { ignorePartial: false, ignoreSticky: true }],
    },
  },
  {
    files: ['**/*.js', '**/*.mjs'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { globals: { console: 'readonly', process: 'readonly', URL: 'readonly' } },
  },
  {
    files: ['templates/docs/*.js'],
    languageOptions: {
      globals: { document: 'readonly', location: 'readonly', addEventListener: 'readonly' },
    },
  },
  {
    files: ['docs/.vitepress/**/*.js', 'docs/public/*.js'],
    rules: { 'no-undef': 'off' },
  },
  {
    // Why here: in a project that copies the runtime, a comment for a rule that is off there would be reported.
    files: ['templates/runtime/client/{bind,tanstack}.ts'],
    rules: {
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      '@typescript-eslint/no-invalid-void-type': 'off',
    },
  },
  {
    // The port of randomness, without a comment for the same reason.
    files: ['templates/runtime/client/timing.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: [
      '*.config.ts',
      '*.config.js',
      '.dependency-cruiser.js',
      'docs/.vitepress/**',
      // What Storybook, Playwright and the mock load.
      'examples/**',
      'tools/build/page/*.ts',
      'tools/lint-spec/plugin/*.mjs',
    ],
    rules: { 'no-restricted-exports': 'off' },
  },
  {
    // Why: the rules with types take a minute for the tests. The compiler checks their types, and a promise that is not
    // awaited and rejects makes the test run fail.
    files: ['test/**/*.ts', 'test/**/*.tsx', 'examples/**'],
    extends: [tseslint.configs.disableTypeChecked],
    rules: { 'no-undef': 'off' },
  },
  {
    files: ['test/**/*.ts', 'tools/bench/**/*.ts', 'examples/**/*.test.tsx'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
);
