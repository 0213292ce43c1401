/**
 * The keyword `$ref`: calls the validator of another schema. A validator reports paths that start at its own value, so
 * that calling it costs nothing but the call; the caller completes the paths when there are errors.
 */
import { createRequire } from 'node:module';
import type NamesModule from 'ajv/dist/compile/names.js';
import { _, type KeywordCxt, Name } from 'ajv/dist/core.js';

// Why: tools treat the default import of a CommonJS module differently; `require` works the same in all of them.
const require = createRequire(import.meta.url);
const { default: locals } = require('ajv/dist/compile/names.js') as typeof NamesModule;

/** Calls the validator of the schema that the keyword names. */
export function callReference(context: KeywordCxt): void {
  const validator = new Name(validatorName(String(context.schema)));
  context.result(
    _`${validator}(${context.data})`,
    () => mergeEvaluated(context, validator),
    () => takeErrors(context, validator),
  );
}

/** Returns the name of a schema's validator, which never collides with the compiler's local names. */
export function validatorName(id: string): string {
  return `$${id}`;
}

function mergeEvaluated(context: KeywordCxt, validator: Name): void {
  const { gen, it } = context;
  if (it.opts.unevaluated !== true) return;
  const props = gen.var('props', _`${validator}.evaluated.props`);
  const items = gen.var('items', _`${validator}.evaluated.items`);
  context.mergeEvaluated({ ...it, props, items }, Name);
}

function takeErrors({ gen, it }: KeywordCxt, validator: Name): void {
  const { vErrors, errors } = locals;
  if (it.allErrors === true || it.compositeRule === true) {
    gen.assign(vErrors, _`addErrors(${vErrors}, ${validator}.errors, ${it.errorPath})`);
    gen.assign(errors, _`${vErrors}.length`);
  } else {
    // Why: there are no errors before the first one.
    gen.assign(_`${it.validateName}.errors`, _`addErrors(null, ${validator}.errors, ${it.errorPath})`);
    gen.return(false);
  }
}
