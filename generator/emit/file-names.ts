/**
 * The names of the files that can be requested. Names only: reading them loads no emitter.
 */

/** The files of a target that have a template, in the order of their creation. */
export const templatedNames = [
  'types.ts',
  'json-types.ts',
  'conversions.ts',
  'events.ts',
  'operations.ts',
  'server.ts',
  'handler.ts',
  'webhooks.ts',
  'client.ts',
  'api.ts',
  'manifest.ts',
  'samples.ts',
  'arbitraries.ts',
  'provenance.ts',
  'paths.ts',
  'tanstack.ts',
  'msw.ts',
  'index.ts',
] as const;

/** The files of the validators, which have a separate emitter. */
export const validatorNames = [
  'validators.ts',
  'validators-code.ts',
  'explain.ts',
  'explain-code.ts',
] as const;

/** The name that selects the runtime. */
export const RUNTIME = 'runtime';

/** The name that selects the reference documentation. */
export const DOCS = 'docs';

/** All names that can be requested. */
export const fileNames: readonly string[] = [...templatedNames, ...validatorNames, RUNTIME, DOCS];

/** The files that each file may import. */
const needs: Readonly<Record<string, readonly string[]>> = {
  'types.ts': ['json-types.ts'],
  'conversions.ts': [RUNTIME],
  'events.ts': ['types.ts'],
  'operations.ts': ['validators.ts', RUNTIME],
  'server.ts': ['types.ts', RUNTIME],
  'handler.ts': ['operations.ts', 'server.ts', 'validators.ts', RUNTIME],
  'webhooks.ts': ['types.ts', 'validators.ts', RUNTIME],
  'client.ts': ['conversions.ts', 'types.ts', RUNTIME],
  'api.ts': ['client.ts', 'types.ts', RUNTIME],
  'samples.ts': ['server.ts', 'types.ts', RUNTIME],
  'arbitraries.ts': ['samples.ts', RUNTIME],
  'provenance.ts': [RUNTIME],
  'paths.ts': ['types.ts'],
  'msw.ts': ['samples.ts', 'server.ts', RUNTIME],
  'tanstack.ts': ['client.ts', 'types.ts', RUNTIME],
  'index.ts': ['events.ts', 'server.ts', 'types.ts'],
  'validators.ts': ['explain.ts', 'types.ts', 'validators-code.ts', RUNTIME],
  'validators-code.ts': [RUNTIME],
  'explain.ts': ['explain-code.ts', RUNTIME],
  'explain-code.ts': [RUNTIME],
};

/**
 * Adds the files that the requested ones need: their imports, and for the server interfaces the handler that calls
 * them. Shape: each name once.
 */
export function withNeeded(names: readonly string[]): readonly string[] {
  const all = new Set(names.includes('server.ts') ? [...names, 'handler.ts'] : names);
  for (const name of all) for (const needed of needs[name] ?? []) all.add(needed);
  return [...all];
}
