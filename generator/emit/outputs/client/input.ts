/** Creates the view of the input of an operation. */
import { sentBody } from './streams.ts';
import type {
  Body,
  BodyContent,
  Operation,
  Parameter,
  ParameterPlace,
} from '../../../model/contract-model.ts';
import type { ClientNames } from '../../../naming/client-names.ts';
import { joinText, ts, type TsText } from '../../../print/ts-text.ts';
import { bodyKindOf, defaultMediaType, sortedContent } from '../../../describe/body-kinds.ts';
import { defaultHeader, idempotencyKeyOf } from './call.ts';
import { partHeadersType, type PartTypes } from '../../part-types.ts';
import { printComment, printKey, printString } from '../../../print/print-literal.ts';
import type { ClientView } from './view.ts';
import type { ItemOf } from '../../field.ts';

type InputView = ItemOf<ClientView['operations']>['input'];
export const parameterGroups: readonly { readonly place: ParameterPlace; readonly property: TsText }[] = [
  { place: 'path', property: ts`path` },
  { place: 'query', property: ts`query` },
  { place: 'header', property: ts`headers` },
  { place: 'cookie', property: ts`cookies` },
];

/**
 * Creates the view of an input: a group for each parameter location, and the body.
 *
 * Shape: a body with several media types is a union, so that each has its own type of value.
 */
export function inputView(operation: Operation, types: PartTypes, names: ClientNames): InputView {
  const { parameters } = operation;
  const body = sentBody(operation);
  const isNeeded = neededParameters(operation);
  const views = parameterGroups.flatMap(({ place, property }) => {
    const inside = parameters.filter((parameter) => parameter.in === place);
    if (inside.length === 0) return [];
    return [
      {
        property,
        isOptional: !inside.some(isNeeded),
        parameters: inside.map((parameter) => parameterView(parameter, isNeeded(parameter), types, names)),
      },
    ];
  });
  const forms = bodyForms(body, types, names);
  return {
    groups: views,
    hasOneBody: forms.length === 1,
    body: forms[0] ?? ts``,
    bodies: forms.map((form) => ({ form })),
  };
}

/** Returns whether an operation can be called without input. */
export function isOptionalInput(operation: Operation): boolean {
  const body = sentBody(operation);
  return !operation.parameters.some(neededParameters(operation)) && body?.required !== true;
}

/** Returns whether a caller must pass any header, unless the client sends it. */
export function hasNeededHeaders(operation: Operation): boolean {
  const isNeeded = neededParameters(operation);
  return operation.parameters.some((parameter) => parameter.in === 'header' && isNeeded(parameter));
}

/**
 * Selects the parameters that a caller must pass: the required ones, except the headers that the client creates or
 * sends by default.
 */
function neededParameters(operation: Operation): (parameter: Parameter) => boolean {
  const key = idempotencyKeyOf(operation);
  return (parameter) =>
    parameter.required &&
    !(parameter.in === 'header' && (parameter.name === key || defaultHeader(parameter) !== null));
}

function parameterView(
  { name, check, description }: Parameter,
  isNeeded: boolean,
  types: PartTypes,
  names: ClientNames,
): ItemOf<ItemOf<InputView['groups']>['parameters']> {
  const type = inputType(check, types, names);
  const comment = printComment(description, '    ');
  return {
    hasComment: comment.toString() !== '',
    comment,
    key: printKey(name),
    type: isNeeded ? ts`: ${type}` : ts`?: ${type} | undefined`,
  };
}

/** Prints the properties that pass a body, once for each media type. */
function bodyForms(body: Body | null, types: PartTypes, names: ClientNames): TsText[] {
  const content = sortedContent(body);
  const forms = content.map((one, index) => {
    const type = bodyType(one, types, names);
    const value =
      body?.required === true ? ts`readonly body: ${type}` : ts`readonly body?: ${type} | undefined`;
    const isRange = one.mediaType.includes('*');
    if (content.length === 1 && !isRange) return value;
    const name = isRange ? ts`string` : printString(one.mediaType);
    const isDefault = index === 0 && !defaultMediaType(one).includes('*');
    return ts`readonly contentType${isDefault ? ts`?: ${name} | undefined` : ts`: ${name}`}; ${value}`;
  });
  const needsType = content[0] !== undefined && defaultMediaType(content[0]).includes('*');
  const mayBeAbsent = body !== null && !body.required && needsType;
  return mayBeAbsent ? [...forms, ts`readonly contentType?: undefined; readonly body?: undefined`] : forms;
}

function bodyType(content: BodyContent, types: PartTypes, names: ClientNames): TsText {
  const kind = bodyKindOf(content);
  if (content.items !== null)
    return ts`${names.local('ItemsBody')}<${inputType(content.items, types, names)}>`;
  const documented =
    content.form === null ? ts`Readonly<Record<string, unknown>>` : inputType(content.form, types, names);
  switch (kind) {
    case 'json':
      return content.check === null ? ts`unknown` : inputType(content.check, types, names);
    case 'text':
      return ts`string`;
    case 'form':
      return ts`${names.local('FormBody')}<${documented}>`;
    case 'multipart':
      return ts`${names.local('MultipartBody')}<${joinText([documented, ...partHeadersType(content, types)], ', ')}>`;
    case 'bytes':
      return names.local('ByteBody');
  }
}

/** Writes the type of an input: scalars unchanged, everything else wrapped in `Input`. */
function inputType(check: string, types: PartTypes, names: ClientNames): TsText {
  const type = types.typeOf(check);
  return types.isScalar(check) || type.toString() === 'unknown' ? type : ts`${names.local('Input')}<${type}>`;
}

/** Writes the type of a body property at a dotted path, for the forms of an operation that streams only on request. */
export function nestedProperty(path: string, leaf: TsText, isOptional: boolean): TsText {
  const mark = isOptional ? ts`?` : ts``;
  return path
    .split('.')
    .toReversed()
    .reduce((inside, name) => ts`{ readonly ${printKey(name)}${mark}: ${inside} }`, leaf);
}

/** Writes the body types that request one form, through any of the properties. */
export function choosingBody(paths: readonly string[], wanted: boolean, isDefault: boolean): TsText {
  const [first = '', ...others] = paths;
  const value = wanted ? ts`true` : ts`false`;
  const absent = nestedProperty(first, ts`undefined`, true);
  const alternatives = [
    nestedProperty(first, value, false),
    ...others.map((path) => ts`(${absent} & ${nestedProperty(path, value, isDefault)})`),
    ...(others.length === 0 && isDefault ? [absent] : []),
  ];
  return joinText(alternatives, ' | ');
}
