/** Creates the view of the request that a handler receives. */
import type { Body, BodyContent, Operation, Parameter } from '../../../model/contract-model.ts';
import { joinText, ts, type TsText } from '../../../print/ts-text.ts';
import { partHeadersType, type PartTypes } from '../../part-types.ts';
import { printComment, printKey, printString } from '../../../print/print-literal.ts';
import type { ItemOf } from '../../field.ts';
import type { ServerView } from './view.ts';
import { parameterGroups } from '../client/input.ts';

type RequestView = ItemOf<ServerView['operations']>['request'];
type GroupView = ItemOf<RequestView['groups']>;

/** Creates the view of a request: one group per parameter location, and the body. */
export function requestView({ parameters, body }: Operation, types: PartTypes): RequestView {
  return {
    groups: parameterGroups.map(({ place, property }) =>
      groupView(
        property,
        parameters.filter((parameter) => parameter.in === place),
        types,
      ),
    ),
    body: bodyType(body, types),
  };
}

function groupView(property: TsText, parameters: readonly Parameter[], types: PartTypes): GroupView {
  return {
    property,
    hasParameters: parameters.length > 0,
    parameters: parameters.map((parameter) => parameterView(parameter, types)),
  };
}

/**
 * Creates the view of a parameter. One with a default is always present, since the default replaces a missing value.
 */
function parameterView(parameter: Parameter, types: PartTypes): ItemOf<GroupView['parameters']> {
  const comment = printComment(parameter.description, '    ');
  return {
    hasComment: comment.toString() !== '',
    comment,
    key: printKey(parameter.name),
    isOptional: !parameter.required && parameter.default === null,
    type: types.typeOf(parameter.check),
  };
}

function bodyType(body: Body | null, types: PartTypes): TsText {
  if (body === null || body.content.length === 0) return ts`undefined`;
  const bodies = body.content.map((content) => {
    const { kind, check, items } = content;
    if (items !== null) return ts`AsyncIterable<${types.typeOf(items)}>`;
    if (check !== null) return formType(content, check, types);
    return kind === 'text' ? ts`string` : ts`Uint8Array`;
  });
  const unique = [...new Map(bodies.map((type) => [type.toString(), type])).values()];
  return joinText(body.required ? unique : [...unique, ts`undefined`], ' | ');
}

/** Prints the type of a value, or of a form with its files and the declared headers of its parts. */
function formType(content: BodyContent, check: string, types: PartTypes): TsText {
  const files = fileNames(content);
  const value = types.typeOf(check);
  const form =
    files.length === 0 ? value : ts`WithFiles<${value}, ${joinText(files.map(printString), ' | ')}>`;
  const headers = content.fields === null ? [] : partHeadersType(content, types);
  return headers.length === 0 ? form : ts`WithPartHeaders<${joinText([form, ...headers], ', ')}>`;
}

/** Returns the names of the files in a form that is parsed. */
export function fileNames({ check, parts }: BodyContent): string[] {
  if (check === null) return [];
  return Object.entries(parts).flatMap(([name, { file }]) => (file === null ? [] : [name]));
}
