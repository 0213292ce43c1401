/**
 * Emits `types.ts`: every schema as a type.
 */
import { isObject, propertyOf, textAt } from '../../source/json.ts';
import type { JsonSchema } from '../../contract/contract.ts';
import type { EmitSource } from '../emitter.ts';
import { printHeader, printComment } from '../print-literal.ts';
import type { TypesView } from '../views/contract-views.ts';
import { printTypes } from './declarations.ts';

/** Creates the view of `types.ts`. */
export function emitTypes({ contract, names }: EmitSource): TypesView {
  const { types, usesWithRequired } = printTypes(contract, names);
  return {
    header: printHeader(contract.documents),
    usesWithRequired,
    types: types.map(({ schema, name, type }) => ({ ...commentView(schema), name, type })),
  };
}

function commentView(schema: JsonSchema): Pick<TypesView['types'][number], 'hasComment' | 'comment'> {
  const described = isObject(schema) ? schema : {};
  const description = textAt(described, 'description') ?? '';
  const isDeprecated = propertyOf(described, 'deprecated') === true;
  const comment = printComment(isDeprecated ? `${description}\n\n@deprecated` : description);
  return { hasComment: comment.toString() !== '', comment };
}
