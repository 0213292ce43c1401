/** Loads compiled checks into the process that compiled them, for steps that validate values during generation. */
import { compileFunction } from 'node:vm';
import { allFormats } from '../../../templates/runtime/formats/rare-formats.ts';
import { problemsFrom } from '../../../templates/runtime/problem.ts';
import type { Validator } from '../../../templates/runtime/schema-check.ts';
import * as schemaFunctions from '../../../templates/runtime/schema-functions.ts';

export interface LoadedChecks {
  /** Returns whether a check accepts a value; one that does not exist accepts nothing. */
  readonly accepts: (check: string, value: unknown) => boolean;
  /** Returns the first problem of a value, as a clause; `null` if it has none. */
  readonly problemOf: (check: string, value: unknown) => string | null;
}

/** The scope that the text of compiled checks requires. */
const globals = { formats: allFormats, ...schemaFunctions };

/** Loads the text of compiled checks into this process. Shape: the imports of the text are ignored. */
export function loadChecks(code: string): LoadedChecks {
  const [body = '', list = ''] = code.replaceAll(/^import [^;]*;$/gm, '').split(/^export \{$/m);
  const exported = [...list.matchAll(/^ {2}([\w$]+) as ([\w$]+),$/gm)];
  const plain = body.replaceAll(/^const (\$[\w$]+): Validator = /gm, 'const $1 = ');
  const run = compileFunction(
    `${plain}\nreturn new Map([${exported.map(([, local = '', name = '']) => `['${name}', ${local}]`).join(', ')}]);`,
    Object.keys(globals),
  ) as (...values: unknown[]) => ReadonlyMap<string, Validator>;
  const verdicts = run(...Object.values(globals));
  return {
    accepts: (check, value) => verdicts.get(check)?.(value) ?? false,
    problemOf: (check, value) => {
      const verdict = verdicts.get(check);
      if (verdict === undefined || verdict(value)) return null;
      const [problem] = problemsFrom(verdict.errors ?? [], '', value);
      return problem?.message.replace(/^body /, 'it ') ?? null;
    },
  };
}
