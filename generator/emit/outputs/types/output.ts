/** Emits `types.ts`: every schema as a type. */
import { isObject, propertyOf, textAt } from '../../../json/json.ts';
import type { JsonSchema } from '../../../model/contract-model.ts';
import { typedContract, type EmitSource } from '../../emitter.ts';
import type { NamedEnum } from '../../../naming/enum-names.ts';
import { joinText, ts } from '../../../print/ts-text.ts';
import { printHeader, printComment, printLiteral } from '../../../print/print-literal.ts';
import type { TypesView } from './view.ts';
import type { ItemOf } from '../../field.ts';
import { printTypes } from './declarations.ts';

type TypeView = ItemOf<TypesView['types']>;

export function emit(source: EmitSource): TypesView {
  const { contract, names } = source;
  const { types, usesWithRequired } = printTypes(typedContract(source), names);
  const enums = new Map(names.enums.map((each) => [each.type.toString(), each]));
  const own = names.enums.filter(({ hasOwnType }) => hasOwnType);
  return {
    header: printHeader(contract.documents),
    usesWithRequired,
    usesJsonTypes: source.conversions?.usesJsonTypes === true,
    types: [
      ...types.map(({ schema, name, type }) => ({
        ...commentView(schema),
        name,
        type,
        ...enumView(enums.get(name.toString())),
      })),
      ...own.map((each) => ({
        ...commentView(each.schema),
        name: each.type,
        type: joinText(
          each.values.map(({ value }) => printLiteral(value)),
          ' | ',
        ),
        ...enumView(each),
      })),
    ],
  };
}

function enumView(named: NamedEnum | undefined): Pick<TypeView, 'isEnum' | 'constant' | 'values'> {
  return {
    isEnum: named !== undefined,
    constant: named?.constant ?? ts``,
    values: (named?.values ?? []).map(({ key, value, description }) => ({
      hasComment: description !== null,
      comment: printComment(description, '  '),
      key,
      value: printLiteral(value),
    })),
  };
}

function commentView(schema: JsonSchema): Pick<TypeView, 'hasComment' | 'comment'> {
  const described = isObject(schema) ? schema : {};
  const description = textAt(described, 'description') ?? '';
  const isDeprecated = propertyOf(described, 'deprecated') === true;
  const comment = printComment(isDeprecated ? `${description}\n\n@deprecated` : description);
  return { hasComment: comment.toString() !== '', comment };
}
