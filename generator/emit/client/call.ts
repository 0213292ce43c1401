/**
 * Prints the description of an operation for the client's runtime: the constant next to its function.
 */
import { isMediaRange, isXmlMediaType } from '../../../templates/runtime/media-type.ts';
import { sentBody } from './streams.ts';
import { objectAt, textAt } from '../../source/json.ts';
import type {
  Body,
  BodyContent,
  Contract,
  Field,
  JsonObject,
  Joined,
  ListStyle,
  Operation,
  Parameter,
  OperationResponse,
  ResponseContent,
  ResponseStatus,
  SecurityScheme,
} from '../../contract/contract.ts';
import type { ClientNames } from '../../naming/client-names.ts';
import { type TsText, joinText, ts } from '../../render/ts-text.ts';
import type { ClientSource } from './source.ts';
import type { ResumePlan, StreamPlan } from './streams.ts';
import { printKey, printLiteral, printString } from '../print-literal.ts';
import type { ClientView } from '../views/client-views.ts';
import type { ItemOf } from '../views/field.ts';

type CallView = ItemOf<ClientView['calls']>;

/** Creates the view of the constant of an operation. */
export function callView(operation: Operation, client: ClientSource): Omit<CallView, 'name'> {
  const { id, method, path } = operation;
  const { names } = client;
  const plan = client.plans.get(id);
  const isStream = plan !== undefined;
  // A stream may be resumed with the parameters of its call, so that all of them are listed.
  const parameters = operation.parameters.filter(
    (each) => isStream || !isPlainPath(each) || conversionOf(each.check, client) !== null,
  );
  const body = sentBody(operation);
  const key = idempotencyKeyOf(operation);
  return {
    type: names.local(plan === undefined ? 'Call' : 'StreamCall'),
    id: printString(id),
    method: printString(method.toUpperCase()),
    path: printString(sentPath(path)),
    hasParameters: parameters.length > 0,
    parameters: parameters.map((parameter) => ({ rule: parameterRule(parameter, client) })),
    hasBodies: body !== null,
    bodies: bodyRules(body, client),
    responses: responseRules(operation, client).map((rule) => ({ rule })),
    hasSecurity: operation.security.length > 0,
    security: securityText(operation, names),
    hasIdempotencyKey: key !== null,
    idempotencyKey: printString(key ?? ''),
    hasStream: plan !== undefined,
    stream: plan === undefined ? ts`` : streamText(plan, client),
  };
}

/** Returns the part of a path that is sent. Why: many descriptions tell operations of one path apart by a fragment. */
export function sentPath(path: string): string {
  return path.split('#')[0] ?? path;
}

/** Prints the constant of a security scheme. */
export function schemeText({ name, type, declaration }: SecurityScheme): TsText {
  const place = textAt(declaration, 'in');
  const isKey = type === 'apiKey' && (place === 'header' || place === 'query' || place === 'cookie');
  return printLiteral({
    name,
    ...(isKey
      ? { kind: place, field: textAt(declaration, 'name') ?? '' }
      : { kind: kindOfScheme(type, declaration) }),
  });
}

/** Returns the kind of credentials of a scheme: a token, a user name with a password, or none. */
export function kindOfScheme(type: string, declaration: JsonObject): 'bearer' | 'basic' | 'none' {
  if (type === 'mutualTLS') return 'none';
  const scheme = (textAt(declaration, 'scheme') ?? '').toLowerCase();
  return type === 'http' && scheme === 'basic' ? 'basic' : 'bearer';
}

/**
 * Returns the name of the header that makes retries safe: the one the description declares, or the conventional one.
 */
export function idempotencyKeyOf({ extensions, parameters }: Operation): string | null {
  const wanted = (textAt(objectAt(extensions, 'x-idempotency'), 'header') ?? 'idempotency-key').toLowerCase();
  const parameter = parameters.find(
    ({ in: place, name }) => place === 'header' && name.toLowerCase() === wanted,
  );
  return parameter?.name ?? null;
}

/** Returns the kind of serialization of a body. */
export function bodyKindOf({
  kind,
  mediaType,
}: Pick<BodyContent, 'kind' | 'mediaType'>): 'json' | 'text' | 'bytes' | 'form' | 'multipart' {
  const essence = (mediaType.split(';')[0] ?? '').trim().toLowerCase();
  if (essence === 'application/x-www-form-urlencoded') return 'form';
  return essence === 'multipart/form-data' ? 'multipart' : kind;
}

/** Returns whether a parameter is sent as the client's runtime sends path parameters without a rule. */
function isPlainPath({ in: place, kind, repeated, nullable, list, members, joined }: Parameter): boolean {
  const isPlain = list === null && members === null && joined === null;
  return place === 'path' && kind !== 'json' && !repeated && !nullable && isPlain;
}

/** Prints the conversion of the values of a check; `null` if nothing in them is converted. */
function conversionOf(check: string, { names, conversions }: ClientSource): TsText | null {
  const constant = conversions?.constantOf(check) ?? null;
  return constant === null ? null : ts`${names.local('conversions')}.${constant}`;
}

/** Prints the parser of a value of JSON; `null` if nothing in it is converted. */
function parserText(check: string, client: ClientSource): TsText | null {
  const conversion = conversionOf(check, client);
  const isExact = client.conversions?.forms.int64 !== 'number';
  return conversion === null
    ? null
    : ts`${client.names.local(isExact ? 'exactParserOf' : 'parserOf')}(${conversion})`;
}

function parameterRule(parameter: Parameter, client: ClientSource): TsText {
  const { name, in: place, kind, repeated, nullable, members, joined } = parameter;
  const { names } = client;
  const conversion = conversionOf(parameter.check, client);
  const isJson = kind === 'json' && members === null;
  const spread = spreadText(parameter, names);
  const parts = [
    ts`name: ${printString(name)}`,
    ts`${printKey('in')}: ${printString(place)}`,
    ...(isJson ? [ts`json: true`] : []),
    ...(parameter.isWholeQuery ? [ts`isWholeQuery: true`] : []),
    ...(repeated && joined === null ? [ts`repeated: true`] : []),
    ...(nullable ? [ts`nullable: true`] : []),
    ...(spread === null ? [] : [ts`spread: ${spread}`]),
    ...(joined === null ? [] : [ts`join: ${joinedText(joined, parameter, names)}`]),
    ...(parameter.allowReserved ? [ts`encode: ${names.local('keepReserved')}`] : []),
    ...(conversion === null
      ? []
      : [ts`convert: ${names.local('encoderOf')}(${conversion}${isJson ? ts`` : ts`, true`})`]),
  ];
  return ts`{ ${joinText(parts, ', ')} }`;
}

/** Returns the runtime function that writes a parameter in one text. */
function joinedText(
  { separator, prefix, pairs }: Joined,
  { in: place }: Parameter,
  names: ClientNames,
): TsText {
  const isEncoded = place === 'path' || place === 'query';
  const written = [separator, prefix].map((text) => printString(isEncoded ? encodeURI(text) : text));
  const parts = [...written.slice(0, prefix === '' && !pairs ? 1 : 2), ...(pairs ? [ts`true`] : [])];
  return ts`${names.local('joinedBy')}(${joinText(parts, ', ')})`;
}

/** Returns the runtime function that spreads a parameter over several texts; `null` if none is needed. */
function spreadText({ list, members }: Field, names: ClientNames): TsText | null {
  if (list === 'brackets' || members?.style === 'brackets') return names.local('inBrackets');
  return members?.style === 'own' ? names.local('underOwnNames') : null;
}

/** Writers of the runtime by kind of body. */
const bodyWriters: { readonly [Kind in ReturnType<typeof bodyKindOf>]: string } = {
  json: 'writeJson',
  text: 'writeText',
  bytes: 'writeBytes',
  form: 'writeForm',
  multipart: 'writeMultipart',
};

/** Returns the writer of a body. Forms need one that knows how their fields are written. */
function writerText(content: BodyContent, names: ClientNames): TsText {
  const kind = bodyKindOf(content);
  if (isXml(content)) return names.local('writeXml');
  if (content.items !== null) return names.local('writeItems');
  const types = Object.entries(content.parts).flatMap(([name, part]) => {
    const type = part.types.find((each) => !isMediaRange(each));
    return type === undefined ? [] : [[name, type] as const];
  });
  const spreaders = Object.entries(content.fields?.fields ?? {}).flatMap(([name, field]) => {
    const spread = formSpreadText(field, names);
    return spread === null ? [] : [ts`${printKey(name)}: ${spread}`];
  });
  const spread = spreaders.length === 0 ? [] : [ts`{ ${joinText(spreaders, ', ')} }`];
  const options = kind === 'multipart' ? [printLiteral(Object.fromEntries(types)), ...spread] : spread;
  const isPlain = types.length === 0 && spread.length === 0;
  if (isPlain || (kind !== 'form' && kind !== 'multipart')) return names.local(bodyWriters[kind]);
  return ts`${names.local(kind === 'form' ? 'formWriter' : 'multipartWriter')}(${joinText(options, ', ')})`;
}

const formSeparators: Readonly<Record<Exclude<ListStyle, 'brackets'>, string>> = {
  commas: ',',
  spaces: ' ',
  pipes: '|',
};

/** Returns the runtime function that spreads a field of a form; `null` if it is written as usual. */
function formSpreadText(field: Field, names: ClientNames): TsText | null {
  const { list } = field;
  return list === null || list === 'brackets'
    ? spreadText(field, names)
    : ts`${names.local('inOneField')}(${printString(formSeparators[list])})`;
}

/** Prints the body rules, JSON first, since it is what the caller most likely has. */
function bodyRules(body: Body | null, client: ClientSource): TsText {
  const { names } = client;
  const rules = sortedContent(body).flatMap((content) => {
    const check = content.check ?? content.form ?? content.items;
    const conversion = check === null ? null : conversionOf(check, client);
    const write =
      conversion === null ? writerText(content, names) : convertingWriter(content, conversion, names);
    const defaultType = defaultMediaType(content);
    const types = defaultType === content.mediaType ? [defaultType] : [defaultType, content.mediaType];
    return types.map((type) => ts`{ write: ${write}, mediaType: ${printString(type)} }`);
  });
  return ts`[${joinText(rules, ', ')}]`;
}

/** Returns the writer of a body that is converted before it is written. */
function convertingWriter(content: BodyContent, conversion: TsText, names: ClientNames): TsText {
  return content.items === null
    ? ts`${names.local('encodingWriter')}(${writerText(content, names)}, ${conversion})`
    : ts`${names.local('itemsWriter')}(${names.local('encoderOf')}(${conversion}))`;
}

/** Returns the default media type of a body; a range of text or JSON has a concrete default. */
export function defaultMediaType({ mediaType, kind }: Pick<BodyContent, 'mediaType' | 'kind'>): string {
  if (kind === 'bytes' || !mediaType.includes('*') || mediaType.includes('+')) return mediaType;
  if (kind === 'json') return 'application/json';
  return mediaType === '*/*' || mediaType === 'text/*' ? 'text/plain' : mediaType;
}

/** Lists the media types of a body, JSON first. */
export function sortedContent(body: Body | null): readonly BodyContent[] {
  return (body?.content ?? []).toSorted(
    (one, other) => Number(isPlainJson(other)) - Number(isPlainJson(one)),
  );
}

/** Groups the statuses that are read the same way. */
function responseRules({ responses, method }: Operation, client: ClientSource): TsText[] {
  const rules = new Map<string, { readonly statuses: ResponseStatus[]; readonly rest: TsText }>();
  for (const response of responses) {
    for (const content of clientContent(response)) {
      const rest = readingRule(method === 'head' ? { kind: 'none' } : content, response, client);
      const key = rest.toString();
      const rule = rules.get(key) ?? { statuses: [], rest };
      if (!rule.statuses.includes(response.status)) rule.statuses.push(response.status);
      rules.set(key, rule);
    }
  }
  return [...rules.values()].map(
    ({ statuses, rest }) => ts`{ statuses: ${printLiteral(statuses)}, ${rest} }`,
  );
}

/** Returns whether a body has the values of a schema, in JSON. */
function isPlainJson(content: Content): boolean {
  return content.kind === 'json' && !isXml(content);
}

/** Returns whether a body has the values of a schema, in XML. */
function isXml(content: Content): boolean {
  return content.kind === 'json' && isXmlMediaType(content.mediaType);
}

type Content = ResponseContent | BodyContent;

/** Alternative serializations of data that is also offered as JSON. */
const SERIALIZATION = /(?:[/+.-]|^)(?:xml|csv|yaml|x-yaml|msgpack|cbor|protobuf|x-protobuf)$/;

/** Lists the bodies of a response that a client accepts: if JSON is offered, no other serialization of data. */
export function clientContent({ content }: OperationResponse): readonly ResponseContent[] {
  if (!content.some(isPlainJson)) return content;
  return content.filter(
    (body) =>
      body.kind === 'none' ||
      body.kind === 'eventStream' ||
      !SERIALIZATION.test((body.mediaType.split(';')[0] ?? '').trim().toLowerCase()),
  );
}

/** Prints the parser of a body; `null` if it is parsed as plain JSON, or not at all. */
function bodyParser(content: ResponseContent, client: ClientSource): TsText | null {
  const parser = content.kind === 'json' ? parserText(content.check, client) : null;
  if (!isXml(content)) return parser;
  const { names } = client;
  return parser === null ? names.local('parseXml') : ts`${names.local('xmlParser')}(${parser})`;
}

/** Prints how a body and its headers are read, without braces. */
function readingRule(content: ResponseContent, { headers }: OperationResponse, client: ClientSource): TsText {
  const parser = bodyParser(content, client);
  const converted = headers.flatMap(({ name, check }) => {
    const conversion = conversionOf(check, client);
    return conversion === null ? [] : [{ name, conversion }];
  });
  // Why: a converted integer may be larger than a number can represent.
  const kinds = headers.map(({ name, kind }): [string, string] => [
    name,
    kind === 'json' || converted.some((each) => each.name === name) ? 'string' : kind,
  ]);
  const decoders = converted.map(
    ({ name, conversion }) => ts`${printKey(name)}: ${client.names.local('decoderOf')}(${conversion})`,
  );
  const parts = [
    ts`kind: ${printString(content.kind)}`,
    ...(content.kind === 'none' ? [] : [ts`mediaType: ${printString(content.mediaType)}`]),
    ...(headers.length === 0 ? [] : [ts`headers: ${printLiteral(Object.fromEntries(kinds))}`]),
    ...(parser === null ? [] : [ts`parse: ${parser}`]),
    ...(decoders.length === 0 ? [] : [ts`convertHeaders: { ${joinText(decoders, ', ')} }`]),
  ];
  return joinText(parts, ', ');
}

function securityText({ security }: Operation, names: ClientNames): TsText {
  const alternatives = security.map((alternative) => {
    const uses = alternative.flatMap(({ name, scopes }) => {
      const scheme = names.schemes.get(name);
      if (scheme === undefined) return [];
      return [
        scopes.length === 0
          ? ts`{ scheme: ${scheme} }`
          : ts`{ scheme: ${scheme}, scopes: ${printLiteral(scopes)} }`,
      ];
    });
    return ts`[${joinText(uses, ', ')}]`;
  });
  return ts`[${joinText(alternatives, ', ')}]`;
}

function streamText(
  { event, shape, framing, tag, last, pauses, choice, resume }: StreamPlan,
  client: ClientSource,
): TsText {
  const { names } = client;
  const parser = shape === 'text' ? null : parserText(event, client);
  const members = [
    ts`shape: ${printString(shape)}`,
    ...(framing === 'frames' ? [] : [ts`reader: ${names.local(readers[framing])}`]),
    ...(parser === null ? [] : [ts`parse: ${parser}`]),
    ...(tag === null ? [] : [ts`tag: ${printString(tag)}`]),
    ...(last.length === 0 ? [] : [ts`last: ${printLiteral(last)}`]),
    ...(pauses.length === 0 ? [] : [ts`pauses: ${printLiteral(pauses)}`]),
    ...(choice === null ? [] : [ts`choice: ${printLiteral({ ...choice })}`]),
    ...(resume === null ? [] : [ts`resume: ${resumeText(resume, names)}`]),
  ];
  return ts`{ ${joinText(members, ', ')} }`;
}

const readers = { lines: 'createLineReader', records: 'createRecordReader' } as const;

function resumeText({ operation, cursor, position, path }: ResumePlan, names: ClientNames): TsText {
  const target = operation === null ? undefined : names.operations.get(operation)?.spec;
  const members = [
    ...(target === undefined ? [] : [ts`call: ${target}`]),
    ts`cursor: ${printLiteral({ ...cursor })}`,
    ...(position === null ? [] : [ts`position: ${printString(position)}`]),
    ...(Object.keys(path).length === 0 ? [] : [ts`path: ${printLiteral(path)}`]),
  ];
  return ts`{ ${joinText(members, ', ')} }`;
}

/**
 * Sorts operations so that an operation comes before those that resume their streams with it; otherwise in document
 * order.
 *
 * Why: a constant can only refer to one that is declared above it.
 */
export function inCallOrder(
  { operations }: Contract,
  plans: ReadonlyMap<string, StreamPlan>,
): readonly Operation[] {
  const targets = new Set([...plans.values()].flatMap(({ resume }) => resume?.operation ?? []));
  return operations.toSorted((one, other) => Number(targets.has(other.id)) - Number(targets.has(one.id)));
}
