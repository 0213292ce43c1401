/**
 * Checks that are compiled in this process, each on first use, so that a description with thousands of schemas is
 * ready immediately.
 */
import { compileFunction } from 'node:vm';
import { allFormats } from '../../../templates/runtime/formats/rare-formats.ts';
import type { SchemaError } from '../../../templates/runtime/problem.ts';
import { schemaCheck, type Check, type Validator } from '../../../templates/runtime/schema-check.ts';
import * as schemaFunctions from '../../../templates/runtime/schema-functions.ts';
import type { CheckDecl } from '../../model/contract-model.ts';
import { withAnyOf } from '../../schema/validators/tagged-schema.ts';
import type { Transform } from '../../schema/walk.ts';
import { compileSchema, UncompilableError, type CompileMode } from './compile.ts';
import { validatorName } from './reference-keyword.ts';
import type { Library } from './registry.ts';

/** The scope of compiled code, besides the validators that it refers to. */
const compiledScope = { formats: allFormats, ...schemaFunctions };

/** A validator as compiled code sees it. */
interface CompiledValidator extends Validator {
  /** The properties and items that it evaluates; only read if the library uses `unevaluatedProperties`. */
  evaluated?: unknown;
}

/** Returns a function that creates the check of a declaration; nothing is compiled before a check is used. */
export function createLazyChecks(library: Library): (declaration: CheckDecl) => Check<unknown> {
  const first = new LazyValidators(library, 'first');
  const all = new LazyValidators(library, 'all');
  const findErrors = (name: string, value: unknown): readonly SchemaError[] => {
    const validate = all.named(name);
    return validate(value) ? [] : (validate.errors ?? []);
  };
  const loadFinder = () => Promise.resolve(findErrors);
  return ({ name, pointer }) => schemaCheck(name, pointer, first.named(name), loadFinder);
}

/** Returns a function that returns whether a value passes a check in which several alternatives of a `oneOf` may match. */
export function createLooseChecks(library: Library): (name: string, value: unknown) => boolean {
  const validators = new LazyValidators(library, 'first', withAnyOf);
  return (name, value) => validators.named(name)(value);
}

class LazyValidators {
  readonly #library: Library;
  readonly #mode: CompileMode;
  readonly #prepare: Transform;
  readonly #known = new Map<string, CompiledValidator>();

  constructor(library: Library, mode: CompileMode, prepare: Transform = (schema) => schema) {
    this.#library = library;
    this.#mode = mode;
    this.#prepare = prepare;
  }

  /** Returns the validator of an exported name. */
  named(name: string): CompiledValidator {
    const id = this.#library.exports.get(name);
    if (id === undefined) throw new Error(`There is no check ${name}.`);
    return this.#of(id);
  }

  #of(id: string): CompiledValidator {
    const existing = this.#known.get(id);
    if (existing !== undefined) return existing;
    const validator = createDeferred(() => this.#compile(id));
    this.#known.set(id, validator);
    return validator;
  }

  #compile(id: string): CompiledValidator {
    const schema = this.#prepare(this.#library.schemas.get(id) ?? true);
    try {
      const code = compileSchema(schema, this.#library.usesUnevaluated, this.#mode);
      const scope: Readonly<Record<string, unknown>> = { ...compiledScope, ...this.#referredIn(code) };
      const create = compileFunction(`${code}\nreturn validate0;`, Object.keys(scope)) as Create;
      return create(...Object.values(scope));
    } catch (error) {
      if (error instanceof UncompilableError) return acceptAnything;
      throw error;
    }
  }

  /** Returns the validators that compiled code may refer to, by their names in the code. */
  #referredIn(code: string): Readonly<Record<string, CompiledValidator>> {
    const ids = new Set(Array.from(code.matchAll(/\$([\w$]+)/g), ([, id = '']) => id));
    const present = [...ids].filter((id) => this.#library.schemas.has(id));
    return Object.fromEntries(present.map((id) => [validatorName(id), this.#of(id)]));
  }
}

type Create = (...scope: readonly unknown[]) => CompiledValidator;

const acceptAnything: CompiledValidator = Object.assign(() => true, { evaluated: {} });

/** Creates a validator that is compiled when it is first called. */
function createDeferred(compile: () => CompiledValidator): CompiledValidator {
  let compiled: CompiledValidator | null = null;
  const load = (): CompiledValidator => (compiled ??= compile());
  return Object.defineProperties((value: unknown) => load()(value), {
    errors: { get: () => load().errors },
    evaluated: { get: () => load().evaluated },
  });
}
