/** Assembles the code of a library: each schema in a separate scope, so that its code does not depend on the others. */
import type { JsonSchema } from '../../json/documents.ts';
import type { TextCache } from '../emitter.ts';
import { type CompileMode, compileSchema, UncompilableError } from './compile.ts';
import { validatorName } from './reference-keyword.ts';
import type { Library } from './registry.ts';

export interface CompiledModule {
  /** TypeScript with one `const $id: Validator = …` for each schema, and one list of all exports of the library. */
  readonly code: string;
  /** Why a schema could not be compiled, by its id; its validator accepts anything. */
  readonly uncompilable: ReadonlyMap<string, string>;
}

/**
 * Compiles a library; schemas that several exports share are compiled once. No name of a document is declared as
 * written, so none shadows a name that the code uses.
 *
 * Shape: the code needs `Validator`, `formats` and the functions of `runtime/schema-functions.ts` in scope.
 */
export function compileModule(library: Library, mode: CompileMode, texts: TextCache): CompiledModule {
  const uncompilable = new Map<string, string>();
  const validators: string[] = [];
  for (const [id, schema] of library.schemas) {
    const task = { schema, usesUnevaluated: library.usesUnevaluated, mode };
    const written = texts.recall('validators', nameTask(task), () => runTask(task));
    const isUncompilable = written.startsWith(UNCOMPILABLE);
    if (isUncompilable) uncompilable.set(id, written.slice(UNCOMPILABLE.length));
    validators.push(printValidator(id, isUncompilable ? ACCEPT_ANYTHING : written));
  }
  const exports = [...library.exports].map(([name, id]) => `  ${validatorName(id)} as ${name},\n`);
  return { code: [...validators, `export {\n${exports.join('')}};`].join('\n'), uncompilable };
}

/** Marks a cached text that is a reason rather than code. */
const UNCOMPILABLE = '!';

const ACCEPT_ANYTHING = 'function validate0() { return true; }\nvalidate0.evaluated = {};';

/** One schema to compile, independent of the thread. */
export interface CompileTask {
  readonly schema: JsonSchema;
  readonly usesUnevaluated: boolean;
  readonly mode: CompileMode;
}

/** Returns a key with everything that the result of a task depends on. */
export function nameTask({ schema, usesUnevaluated, mode }: CompileTask): string {
  return JSON.stringify([mode, usesUnevaluated, schema]);
}

/** Compiles a schema; returns its code, or the marked reason why it can't be compiled. */
export function runTask({ schema, usesUnevaluated, mode }: CompileTask): string {
  try {
    return compileSchema(schema, usesUnevaluated, mode);
  } catch (error) {
    if (error instanceof UncompilableError) return `${UNCOMPILABLE}${error.message}`;
    throw error;
  }
}

/** Prints a validator in such a way that a bundler can drop it when it is not used. */
function printValidator(id: string, code: string): string {
  return `const ${validatorName(id)}: Validator = /* @__PURE__ */ (() => {\n${code}\nreturn validate0;\n})();`;
}
