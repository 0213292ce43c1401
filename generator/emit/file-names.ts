/**
 * The names of the files that can be requested. Names only: reading them loads no emitter.
 */

/** The files of a target that have a template, in the order they are made. */
export const templatedNames = [
  'types.ts',
  'events.ts',
  'operations.ts',
  'server.ts',
  'handler.ts',
  'client.ts',
  'api.ts',
  'manifest.ts',
  'samples.ts',
  'arbitraries.ts',
  'provenance.ts',
  'index.ts',
] as const;

/** The files that the validators are made of; they are printed by their own emitter. */
export const validatorNames = [
  'validators.ts',
  'validators-code.ts',
  'explain.ts',
  'explain-code.ts',
] as const;

/** What the runtime is called where files are asked for by name. */
export const RUNTIME = 'runtime';

/** What the reference is called where files are asked for by name. */
export const DOCS = 'docs';

/** Everything that can be asked for. */
export const fileNames: readonly string[] = [...templatedNames, ...validatorNames, RUNTIME, DOCS];

/** What each file may import. */
const needs: Readonly<Record<string, readonly string[]>> = {
  'events.ts': ['types.ts'],
  'operations.ts': ['validators.ts', RUNTIME],
  'server.ts': ['types.ts', RUNTIME],
  'handler.ts': ['operations.ts', 'server.ts', 'validators.ts', RUNTIME],
  'client.ts': ['types.ts', RUNTIME],
  'api.ts': ['client.ts', 'types.ts', RUNTIME],
  'samples.ts': ['server.ts', 'types.ts', RUNTIME],
  'arbitraries.ts': ['samples.ts', RUNTIME],
  'provenance.ts': [RUNTIME],
  'index.ts': ['events.ts', 'server.ts', 'types.ts'],
  'validators.ts': ['explain.ts', 'types.ts', 'validators-code.ts', RUNTIME],
  'validators-code.ts': [RUNTIME],
  'explain.ts': ['explain-code.ts', RUNTIME],
  'explain-code.ts': [RUNTIME],
};

/**
 * Adds to the files that were asked for what they can't be used without: what they import, and to the interfaces of a server
 * what calls their handlers. Shape: each name once.
 */
export function withNeeded(names: readonly string[]): readonly string[] {
  const all = new Set(names.includes('server.ts') ? [...names, 'handler.ts'] : names);
  for (const name of all) for (const needed of needs[name] ?? []) all.add(needed);
  return [...all];
}
