/**
 * Names the files that can be asked for. Names only: whoever wants to know them loads no emitter.
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
