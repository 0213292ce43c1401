/** Compiles normalized schemas into code, one at a time, with Ajv. The only file that sets the compiler's options. */
import { createRequire } from 'node:module';
import type CodegenModule from 'ajv/dist/compile/codegen/index.js';
import type AjvModule from 'ajv/dist/core.js';
import { _, type CodeKeywordDefinition, type Options, type Vocabulary } from 'ajv/dist/core.js';
import type { JsonObject, JsonSchema } from '../../json/documents.ts';
import { companions, keywords } from './keywords.ts';
import { numberFormats, stringFormats } from '../../schema/validators/known-formats.ts';
import { objectKeywords } from './object-keywords.ts';
import { callReference } from './reference-keyword.ts';
import { rewriteOwnPropertyChecks, rewritePaths, replaceRequires, tidyCode } from './rewrite-code.ts';
import { messageOf } from '../../../templates/runtime/json/value.ts';

/** Whether validators stop at the first error, or find all of them. */
export type CompileMode = 'first' | 'all';

/** Signals a schema that the compiler does not support. */
export class UncompilableError extends Error {}

// Why: tools treat the default import of a CommonJS module differently; `require` works the same in all of them.
const require = createRequire(import.meta.url);
const { default: Ajv } = require('ajv/dist/core.js') as typeof AjvModule;
const { default: vocabularies } = require('ajv/dist/vocabularies/draft2020.js') as { default: Vocabulary[] };
const { ValueScope } = require('ajv/dist/compile/codegen/index.js') as typeof CodegenModule;

/** The vocabulary of 2020-12 without the meta-schema, which normalized schemas no longer need. */
class Compiler extends Ajv {
  override _addVocabularies(): void {
    super._addVocabularies();
    for (const vocabulary of vocabularies)
      this.addVocabulary(vocabulary.map((keyword) => objectKeywords.get(keyword) ?? keyword));
  }

  /** Prints the constants and the function of one schema, numbered from 0. */
  print(schema: JsonSchema): string {
    Object.assign(this, { scope: new ValueScope({ scope: {}, es5: false, lines: true }) });
    const { source } = runCompiler(() => this.compile(toObject(schema)));
    if (source === undefined) throw new Error('The compiler keeps no source.');
    const constants = this.scope.scopeCode(source.scopeValues).toString();
    const evaluated =
      source.evaluated === undefined ? '' : `\nvalidate0.evaluated = ${source.evaluated.toString()};`;
    return `${constants}${source.validateCode}${evaluated}`;
  }
}

/**
 * Returns a boolean schema as an object. Why: the compiler has a special message for `false`; the one for `not` is
 * better.
 */
function toObject(schema: JsonSchema): JsonObject {
  if (typeof schema === 'object') return schema;
  return schema ? {} : { not: {} };
}

/**
 * Compiles one schema on its own.
 *
 * Shape: statements of which the last one declares `validate0`; a `$ref` calls the function named by `validatorName`;
 * the imports of `validators-code.ts` must be in scope. The text depends only on the arguments.
 * Errors: throws UncompilableError when the schema can't be compiled.
 */
export function compileSchema(schema: JsonSchema, usesUnevaluated: boolean, mode: CompileMode): string {
  const isLarge = JSON.stringify(schema).length > MAX_OPTIMIZED_LENGTH;
  const code = compilerFor({ usesUnevaluated, mode, isLarge }).print(schema);
  return tidyCode(replaceRequires(rewritePaths(rewriteOwnPropertyChecks(code))));
}

/** Units: characters of a schema whose code is optimized. Why: that takes quadratic time for nested conditions. */
const MAX_OPTIMIZED_LENGTH = 20_000;

interface CompilerUse {
  readonly usesUnevaluated: boolean;
  readonly mode: CompileMode;
  readonly isLarge: boolean;
}

const compilers = new Map<string, Compiler>();

function compilerFor(use: CompilerUse): Compiler {
  const key = Object.values(use).join(' ');
  const compiler = compilers.get(key) ?? createCompiler(use);
  compilers.set(key, compiler);
  return compiler;
}

function createCompiler({ usesUnevaluated, mode, isLarge }: CompilerUse): Compiler {
  const options: Options = {
    allErrors: mode === 'all',
    ownProperties: true,
    // Why: an inlined reference is no faster and makes the module larger.
    inlineRefs: false,
    messages: false,
    // Schemas are normalized: we have already reported what strict mode would find.
    strict: false,
    strictNumbers: true,
    loopRequired: Infinity,
    meta: false,
    validateSchema: false,
    next: true,
    unevaluated: usesUnevaluated,
    logger: false,
    addUsedSchema: false,
    code: {
      source: true,
      esm: true,
      lines: true,
      formats: _`formats`,
      process: () => NOTHING,
      optimize: isLarge ? false : 1,
    },
  };
  const compiler = new Compiler(options);
  const own = [...keywords, reference];
  for (const { keyword } of own as readonly { keyword: string }[]) compiler.removeKeyword(keyword);
  for (const keyword of [...companions, ...own]) compiler.addKeyword(keyword);
  // Why: only names and types matter here; the compiled code takes the functions from the runtime.
  for (const name of stringFormats) compiler.addFormat(name, () => true);
  for (const name of numberFormats) compiler.addFormat(name, { type: 'number', validate: () => true });
  return compiler;
}

/**
 * The code that the compiler turns into a function in this process, where it is never called.
 *
 * Why: it would otherwise parse all the code that it has just written.
 */
const NOTHING = 'return function () {}';

const reference: CodeKeywordDefinition = { keyword: '$ref', schemaType: 'string', code: callReference };

/** Runs the compiler and converts its errors, which are always about a schema. */
function runCompiler<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw new UncompilableError(messageOf(error));
  }
}
