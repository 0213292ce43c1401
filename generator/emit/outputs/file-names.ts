/** The names of the files that can be requested. */
import { outputs } from './registry.ts';

/** The files of a target that have a template, in the order of their creation. */
export const templatedNames: readonly string[] = outputs.map(({ path }) => path);

/** The name that selects the runtime. */
export const RUNTIME = 'runtime';

/** The name that selects the reference documentation. */
export const DOCS = 'docs';

/** The files of the validators, which have a separate emitter, and what they may import. */
const validatorFiles: Readonly<Record<string, readonly string[]>> = {
  'validators.ts': ['explain.ts', 'types.ts', 'validators-code.ts', RUNTIME],
  'validators-code.ts': [RUNTIME],
  'explain.ts': ['explain-code.ts', RUNTIME],
  'explain-code.ts': [RUNTIME],
};

/** The files of the validators. */
export const validatorNames: readonly string[] = Object.keys(validatorFiles);

/** All names that can be requested. */
export const fileNames: readonly string[] = [...templatedNames, ...validatorNames, RUNTIME, DOCS];

const needs = new Map([
  ...outputs.map(({ path, imports }) => [path as string, imports] as const),
  ...Object.entries(validatorFiles),
]);

/**
 * Adds the files that the requested ones need: their imports, and for the server interfaces the handler that calls
 * them. Shape: each name once.
 */
export function withNeeded(names: readonly string[]): readonly string[] {
  const all = new Set(names.includes('server.ts') ? [...names, 'handler.ts'] : names);
  for (const name of all) for (const needed of needs.get(name) ?? []) all.add(needed);
  return [...all];
}
