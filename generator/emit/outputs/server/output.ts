/**
 * Emits `server.ts`: the input and the allowed responses of each handler, and the interface of all handlers.
 * A response is a union over status and media type, so that an undeclared one does not compile.
 */
import type {
  BodyContent,
  Operation,
  OperationResponse,
  ResponseContent,
  ResponseStatus,
} from '../../../model/contract-model.ts';
import type { OperationNames } from '../../../naming/resolve-names.ts';
import { joinText, ts, TsText } from '../../../print/ts-text.ts';
import { isInRange } from '../../../describe/body-kinds.ts';
import type { EmitSource } from '../../emitter.ts';
import {
  printHeader,
  printComment,
  printKey,
  printLiteral,
  printString,
} from '../../../print/print-literal.ts';
import { createPartTypes, type PartTypes } from '../../part-types.ts';
import { fileNames, requestView } from './request.ts';
import type { ItemOf } from '../../field.ts';
import type { ServerView } from './view.ts';

export function emit({ contract, names, runtime }: EmitSource): ServerView {
  const types = createPartTypes(contract, names);
  const operations = contract.operations.flatMap((operation) => {
    const named = names.operations.get(operation.id);
    return named === undefined ? [] : [operationView(operation, named, types)];
  });
  const imports = types.imported();
  const formTypes = formTypesOf(contract.operations);
  const statuses = contract.operations.flatMap(({ responses }) => responses.map(({ status }) => status));
  return {
    header: printHeader(contract.documents),
    runtime,
    hasStreams: contract.operations.some(({ stream }) => stream !== null),
    hasForms: formTypes.length > 0,
    formTypes: joinText(formTypes, ', '),
    hasImports: imports.length > 0,
    imports: imports.map((name) => ({ name })),
    hasRanges: statuses.some((status) => typeof status === 'string'),
    operations,
  };
}

/** Lists the types of the runtime that describe forms. */
function formTypesOf(operations: readonly Operation[]): TsText[] {
  const forms = operations.flatMap(({ body }) => body?.content ?? []).filter(({ check }) => check !== null);
  const hasHeaders = ({ fields, parts }: BodyContent): boolean =>
    fields !== null && Object.values(parts).some(({ headers }) => headers.length > 0);
  return [
    ...(forms.some((content) => fileNames(content).length > 0) ? [ts`WithFiles`] : []),
    ...(forms.some(hasHeaders) ? [ts`WithPartHeaders`] : []),
  ];
}

function operationView(
  operation: Operation,
  named: OperationNames,
  types: PartTypes,
): ItemOf<ServerView['operations']> {
  const title = `${operation.method.toUpperCase()} ${operation.path}`;
  return {
    handler: named.handler,
    requestType: named.request,
    responseType: named.response,
    requestComment: printComment(`The request of \`${operation.id}\`: ${title}`),
    responseComment: printComment(`The responses of \`${operation.id}\`.`),
    comment: printComment([title, operation.summary].filter((text) => text !== null).join('\n'), '  '),
    request: requestView(operation, types),
    responses: responseVariants(operation, types).map((variant) => ({ variant })),
  };
}

function responseVariants({ responses }: Operation, types: PartTypes): TsText[] {
  const declared = responses.map(({ status }) => status);
  const variants = responses.flatMap((response) =>
    response.content.map((body) => variantText(response, body, declared, types)),
  );
  return variants.length === 0 ? [ts`never`] : variants;
}

function variantText(
  response: OperationResponse,
  body: ResponseContent,
  declared: readonly ResponseStatus[],
  types: PartTypes,
): TsText {
  const properties = [
    ts`readonly status: ${statusType(response.status, declared)}`,
    ...contentTypeProperty(response, body),
    headersProperty(response, types),
    ...bodyProperties[body.kind](body as never, types),
  ];
  return ts`{ ${TsText.trust(properties.map(String).join('; '))} }`;
}

/**
 * Prints the type of a status. A range excludes statuses with their own declaration, whose bodies would otherwise
 * mix.
 */
function statusType(status: ResponseStatus, declared: readonly ResponseStatus[]): TsText {
  if (typeof status === 'number') return printLiteral(status);
  const others = declared.filter(
    (other) => other !== status && other !== 'default' && isInRange(other, status),
  );
  const all = status === 'default' ? ts`HttpStatus` : ts`HttpStatus${printLiteral(Number(status[0]))}XX`;
  if (others.length === 0) return all;
  const excluded = others.map((other) =>
    typeof other === 'number' ? printLiteral(other) : ts`HttpStatus${printLiteral(Number(other[0]))}XX`,
  );
  return ts`Exclude<${all}, ${joinText(excluded, ' | ')}>`;
}

/** Prints the media type, which is optional if only one is declared, and required if the declared one is a pattern. */
function contentTypeProperty(response: OperationResponse, body: ResponseContent): TsText[] {
  if (body.kind === 'none') return [];
  const isPattern = body.mediaType.includes('*');
  const hasDefault = response.content.length === 1 && (!isPattern || body.kind === 'json');
  const type = isPattern ? ts`string` : printString(body.mediaType);
  return [hasDefault ? ts`readonly contentType?: ${type}` : ts`readonly contentType: ${type}`];
}

function headersProperty({ headers }: OperationResponse, types: PartTypes): TsText {
  if (headers.length === 0) return ts`readonly headers?: ResponseHeaders`;
  const properties = headers.map(({ name, required, kind, check }) => {
    const type = kind === 'json' ? ts`HeaderValue` : types.typeOf(check);
    return required ? ts`readonly ${printKey(name)}: ${type}` : ts`readonly ${printKey(name)}?: ${type}`;
  });
  const isNeeded = headers.some(({ required }) => required);
  const mark = isNeeded ? ts`` : ts`?`;
  return ts`readonly headers${mark}: ResponseHeaders & { ${TsText.trust(properties.map(String).join('; '))} }`;
}

type BodyOf<Kind extends ResponseContent['kind']> = Extract<ResponseContent, { kind: Kind }>;

const bodyProperties: {
  [Kind in ResponseContent['kind']]: (body: BodyOf<Kind>, types: PartTypes) => TsText[];
} = {
  none: () => [],
  json: ({ check }, types) => [ts`readonly body: ${types.typeOf(check)}`],
  text: () => [ts`readonly body: string`],
  bytes: () => [ts`readonly bytes: Uint8Array`],
  eventStream: ({ stream }, types) => [ts`readonly stream: EventStream<${types.typeOf(stream)}>`],
};
