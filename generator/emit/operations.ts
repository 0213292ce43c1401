/**
 * Emits `operations.ts`: everything a server needs to know about the operations at run time, as plain data.
 */
import type {
  Body,
  Example,
  Field,
  Joined,
  JsonObject,
  Members,
  Operation,
  OperationStream,
  Parameter,
  Part,
  OperationResponse,
  ResponseContent,
  DeclaredHeader,
  SecurityAlternative,
} from '../contract/contract.ts';
import { identifier } from '../naming/identifier.ts';
import { joinText, ts, type TsText } from '../render/ts-text.ts';
import { bodyKindOf } from './client/body-rules.ts';
import type { EmitSource } from './emitter.ts';
import { printHeader, printLiteral, printObject, printString } from './print-literal.ts';
import type { ItemOf } from './views/field.ts';
import type { OperationsView } from './views/server-views.ts';

type OperationView = ItemOf<OperationsView['operations']>;
type ResponseView = ItemOf<OperationView['responses']>;

/** Creates the view of `operations.ts`. */
export function emitOperations({ contract, runtime }: EmitSource): OperationsView {
  return {
    header: printHeader(contract.documents),
    runtime,
    hasChecks: contract.operations.some(usesChecks),
    ids: contract.operations.map(({ id }) => ({ id: printString(id) })),
    operations: contract.operations.map(operationView),
  };
}

function usesChecks({ parameters, body, responses }: Operation): boolean {
  return (
    parameters.length > 0 ||
    body?.content.some(({ check, items }) => check !== null || items !== null) === true ||
    responses.some(
      ({ headers, content }) => headers.length > 0 || content.some(({ kind }) => kind === 'json'),
    )
  );
}

function operationView(operation: Operation): OperationView {
  const { id, method, path, tag, parameters, body, responses, security, stream, extensions } = operation;
  return {
    id: printString(id),
    method: printString(method.toUpperCase()),
    path: printString(path),
    tag: tag === null ? ts`null` : printString(tag),
    hasParameters: parameters.length > 0,
    parameters: parameters.map(parameterView),
    hasBody: body !== null,
    ...bodyView(body),
    responses: responses.flatMap(responseViews),
    security: securityText(security),
    stream: streamText(stream),
    extensions: printLiteral(extensions),
  };
}

function parameterView({
  name,
  in: place,
  required,
  kind,
  nullable,
  repeated,
  list,
  members,
  joined,
  isWholeQuery,
  check,
  ...rest
}: Parameter): ItemOf<OperationView['parameters']> {
  const byDefault = rest.default;
  return {
    name: printString(name),
    place: printString(place),
    required: printLiteral(required),
    kind: printString(kind),
    nullable: printLiteral(nullable),
    repeated: printLiteral(repeated),
    hasDefault: byDefault !== null,
    default: byDefault === null ? ts`` : printLiteral(byDefault.value),
    hasSpread: list !== null || members !== null || joined !== null || isWholeQuery,
    spread: joinText(
      [...spreadTexts({ list, members, joined }), ...(isWholeQuery ? [ts`isWholeQuery: true`] : [])],
      ', ',
    ),
    check: checkText(check),
  };
}

function bodyView(body: Body | null): Pick<OperationView, 'bodyRequired' | 'bodyContent'> {
  const content = body?.content ?? [];
  return {
    bodyRequired: printLiteral(body?.required ?? false),
    bodyContent: content.map(({ mediaType, check, kind, fields, parts, items }) => ({
      mediaType: printString(mediaType),
      check: check === null ? ts`null` : checkText(check),
      hasKind: check === null && kind !== 'json' && mediaType.includes('*'),
      kind: check === null && kind !== 'json' ? printString(kind) : ts``,
      hasItems: items !== null,
      items: items === null ? ts`` : checkText(items),
      hasForm: fields !== null,
      form: fields === null ? ts`` : printLiteral(membersText(fields)),
      hasParts: fields !== null && bodyKindOf({ kind, mediaType }) === 'multipart',
      parts: printObject(parts, partText),
    })),
  };
}

/** Prints how a value is spread over several texts, if it is. */
function spreadTexts({ list, members, joined }: Pick<Field, 'list' | 'members' | 'joined'>): TsText[] {
  return [
    ...(list === null ? [] : [ts`list: ${printString(list)}`]),
    ...(members === null ? [] : [ts`members: ${printLiteral(membersText(members))}`]),
    ...(joined === null ? [] : [ts`joined: ${printLiteral(joinedText(joined))}`]),
  ];
}

function joinedText({ prefix, separator, pairs, isEncoded }: Joined): JsonObject {
  return {
    separator,
    ...(prefix === '' ? {} : { prefix }),
    ...(pairs ? { pairs } : {}),
    ...(isEncoded ? { isEncoded } : {}),
  };
}

function membersText({ style, fields, rest, except }: Members): JsonObject {
  return {
    style,
    fields: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldText(field)])),
    ...(rest === null ? {} : { rest: fieldText(rest) }),
    ...(except.length === 0 ? {} : { except }),
  };
}

function partText({ file, types, headers }: Part): TsText {
  const properties = [
    ...(file === null ? [] : [ts`file: ${printString(file)}`]),
    ...(types.length === 0 ? [] : [ts`types: ${printLiteral(types)}`]),
    ...(headers.length === 0 ? [] : [ts`headers: [${joinText(headers.map(partHeaderText), ', ')}]`]),
  ];
  return properties.length === 0 ? ts`{}` : ts`{ ${joinText(properties, ', ')} }`;
}

function partHeaderText({ name, required, kind, check }: DeclaredHeader): TsText {
  const mark = required ? ts`, required: true` : ts``;
  return ts`{ name: ${printString(name)}${mark}, kind: ${printString(kind)}, check: ${checkText(check)} }`;
}

function fieldText({ kind, nullable, repeated, list, members, joined }: Field): JsonObject {
  return {
    kind,
    ...(nullable ? { nullable } : {}),
    ...(repeated ? { repeated } : {}),
    ...(list === null ? {} : { list }),
    ...(members === null ? {} : { members: membersText(members) }),
    ...(joined === null ? {} : { joined: joinedText(joined) }),
  };
}

/** Creates one entry per status and media type, each with the headers of its status. */
function responseViews({ status, headers, content }: OperationResponse): ResponseView[] {
  return content.map((body) => ({
    status: printLiteral(status),
    mediaType: body.kind === 'none' ? ts`null` : printString(body.mediaType),
    kind: printString(body.kind),
    check: body.kind === 'json' ? checkText(body.check) : ts`null`,
    hasHeaders: headers.length > 0,
    headers: headers.map(headerView),
    hasExamples: examplesOf(body).length > 0,
    examples: examplesOf(body).map(({ name, value }) => ({
      name: printString(name),
      value: printLiteral(value),
    })),
  }));
}

function headerView({ name, required, check }: DeclaredHeader): ItemOf<ResponseView['headers']> {
  return { name: printString(name), required: printLiteral(required), check: checkText(check) };
}

function examplesOf(content: ResponseContent): readonly Example[] {
  return content.kind === 'none' ? [] : content.examples;
}

function checkText(check: string): TsText {
  return ts`checks.${identifier(check)}`;
}

function securityText(security: readonly SecurityAlternative[]): TsText {
  return printLiteral(
    security.map((schemes) => ({ schemes: schemes.map(({ name, scopes }) => ({ name, scopes })) })),
  );
}

function streamText(stream: OperationStream | null): TsText {
  if (stream === null) return ts`null`;
  const { parameter, channels } = stream;
  return printLiteral({
    stream: stream.stream,
    parameter: parameter === null ? null : { name: parameter.name, default: parameter.default },
    channels,
  });
}
