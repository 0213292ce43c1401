/**
 * Loads compiled checks into the process that compiled them, for whoever tries values while files are being made.
 */
import { compileFunction } from 'node:vm';
import { allFormats } from '../../../templates/runtime/rare-formats.ts';
import {
  characterCount,
  deepEqual,
  hasUniqueItems,
  isMultipleOf,
} from '../../../templates/runtime/schema-functions.ts';

/** Says whether a value fits the check of that name. */
export type Accepts = (check: string, value: unknown) => boolean;

type Verdict = (value: unknown) => boolean;

/** What the text of compiled checks refers to. */
const surroundings = { formats: allFormats, characterCount, deepEqual, hasUniqueItems, isMultipleOf };

/**
 * Loads the text of compiled checks into this process.
 *
 * Shape: a check that does not exist accepts nothing.
 */
export function loadChecks(code: string): Accepts {
  const names: string[] = [];
  const body = code.replaceAll(/^export const ([\w$]+): Validator = /gm, (_line, name: string) => {
    names.push(name);
    return `const ${name} = `;
  });
  const run = compileFunction(
    `${body}\nreturn new Map([${names.map((name) => `['${name}', ${name}]`).join(', ')}]);`,
    Object.keys(surroundings),
  ) as (...values: unknown[]) => ReadonlyMap<string, Verdict>;
  const verdicts = run(...Object.values(surroundings));
  return (check, value) => verdicts.get(check)?.(value) ?? false;
}
