/**
 * Loads compiled checks into the process that compiled them, for steps that validate values during generation.
 */
import { compileFunction } from 'node:vm';
import { allFormats } from '../../../templates/runtime/formats/rare-formats.ts';
import * as schemaFunctions from '../../../templates/runtime/schema-functions.ts';

/** Returns whether the check of that name accepts a value. */
export type Accepts = (check: string, value: unknown) => boolean;

type Verdict = (value: unknown) => boolean;

/** The scope that the text of compiled checks requires. */
const surroundings = { formats: allFormats, ...schemaFunctions };

/**
 * Loads the text of compiled checks into this process.
 *
 * Shape: the imports of the text are ignored; a check that does not exist accepts nothing.
 */
export function loadChecks(code: string): Accepts {
  const [body = '', list = ''] = code.replaceAll(/^import [^;]*;$/gm, '').split(/^export \{$/m);
  const exported = [...list.matchAll(/^ {2}([\w$]+) as ([\w$]+),$/gm)];
  const plain = body.replaceAll(/^const (\$[\w$]+): Validator = /gm, 'const $1 = ');
  const run = compileFunction(
    `${plain}\nreturn new Map([${exported.map(([, local = '', name = '']) => `['${name}', ${local}]`).join(', ')}]);`,
    Object.keys(surroundings),
  ) as (...values: unknown[]) => ReadonlyMap<string, Verdict>;
  const verdicts = run(...Object.values(surroundings));
  return (check, value) => verdicts.get(check)?.(value) ?? false;
}
