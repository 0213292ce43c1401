/**
 * Compiles admitted schemas into the text of one module, with Ajv standalone.
 * The only place that knows the compiler's options.
 */
import { createRequire } from 'node:module';
import type AjvModule from 'ajv/dist/core.js';
import { _, type Options, type Vocabulary } from 'ajv/dist/core.js';
import type { JsonSchema } from '../../documents.ts';
import { companions, keywords } from './keywords.ts';
import { numberFormats, stringFormats } from './known-formats.ts';
import type { Library } from './library.ts';
import { askOwnFirst, replaceRequires } from './own-first.ts';
import { tidyModule } from './tidy-module.ts';

/** Whether validators stop at the first error, or find all of them. */
export type CompileMode = 'first' | 'all';

/** Signals a schema that the compiler does not take. */
export class UncompilableError extends Error {}

// Why: tools disagree about the default import of a CommonJS module; `require` means the same to all of them.
const require = createRequire(import.meta.url);
const { default: Ajv } = require('ajv/dist/core.js') as typeof AjvModule;
const { default: vocabularies } = require('ajv/dist/vocabularies/draft2020.js') as { default: Vocabulary[] };
const { default: standaloneCode } = require('ajv/dist/standalone/index.js') as { default: StandaloneCode };

type StandaloneCode = (compiler: Compiler, idsByExport: Readonly<Record<string, string>>) => string;

/** The vocabulary of 2020-12 without the meta-schema, which admitted schemas no longer need. */
class Compiler extends Ajv {
  override _addVocabularies(): void {
    super._addVocabularies();
    for (const vocabulary of vocabularies) this.addVocabulary(vocabulary);
  }
}

/**
 * Compiles a library.
 *
 * Shape: JavaScript with one `export const name: Validator = …` for each of its exports; needs `Validator`, `formats`,
 * `characterCount`, `deepEqual`, `hasUniqueItems` and `isMultipleOf` in scope. Schemas that several exports share
 * are compiled once.
 * Errors: throws UncompilableError when a schema can't be compiled.
 */
export function compileLibrary(library: Library, mode: CompileMode): string {
  const compiler = createCompiler(library.usesUnevaluated, mode);
  for (const [id, schema] of library.schemas) compiler.addSchema(withId(schema, id), id);
  const { owners, aliases } = shareExports(library.exports);
  const code = runCompiler(() => standaloneCode(compiler, owners));
  return [tidyModule(replaceRequires(askOwnFirst(code))), ...aliases].join('\n');
}

/** Ajv prints a function once for each export of it, so one export owns it and the others are made of that one. */
function shareExports(exports: Library['exports']): { owners: Record<string, string>; aliases: string[] } {
  const ownerById = new Map<string, string>();
  const aliases: string[] = [];
  for (const [name, id] of exports) {
    const owner = ownerById.get(id);
    if (owner === undefined) ownerById.set(id, name);
    else aliases.push(`export const ${name}: Validator = ${owner};`);
  }
  const owners = Object.fromEntries([...ownerById].map(([id, name]) => [name, id]));
  return { owners, aliases };
}

/** Says why a schema can't be compiled on its own, references aside; `null` when it can. */
export function reasonNotToCompile(schema: JsonSchema): string | null {
  const alone: JsonSchema = JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === '$ref' ? undefined : value,
  ) as JsonSchema;
  const compiler = createCompiler(true, 'first');
  try {
    runCompiler(() => compiler.compile(withId(alone, 'alone')));
    return null;
  } catch (error) {
    if (error instanceof UncompilableError) return error.message;
    throw error;
  }
}

function createCompiler(usesUnevaluated: boolean, mode: CompileMode): Compiler {
  const options: Options = {
    allErrors: mode === 'all',
    ownProperties: true,
    // Why: an inlined reference is no faster and makes the module larger.
    inlineRefs: false,
    messages: false,
    // Schemas come admitted: what strict mode would find has been reported in our words.
    strict: false,
    strictNumbers: true,
    loopRequired: Infinity,
    meta: false,
    validateSchema: false,
    next: true,
    unevaluated: usesUnevaluated,
    logger: false,
    code: { source: true, esm: true, lines: true, formats: _`formats` },
  };
  const compiler = new Compiler(options);
  for (const { keyword } of keywords as readonly { keyword: string }[]) compiler.removeKeyword(keyword);
  for (const keyword of [...companions, ...keywords]) compiler.addKeyword(keyword);
  // Why: only names and types matter here; the functions run elsewhere and come from the runtime.
  for (const name of stringFormats) compiler.addFormat(name, () => true);
  for (const name of numberFormats) compiler.addFormat(name, { type: 'number', validate: () => true });
  return compiler;
}

function withId(schema: JsonSchema, id: string): object {
  if (typeof schema === 'boolean') return schema ? { $id: id } : { $id: id, not: {} };
  return { $id: id, ...schema };
}

/** Everything the compiler throws is about a schema. */
function runCompiler<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw new UncompilableError(error instanceof Error ? error.message : String(error));
  }
}
