/**
 * Prints the description of an operation for the client's runtime: the constant next to its function.
 */
import { isPlainJson, isXml } from '../../../describe/body-kinds.ts';
import { bodyRules } from './body-rules.ts';
import { conversionOf, isPlainPath, parameterRule } from './parameter-rules.ts';
import { sentPath } from '../../../../templates/runtime/router.ts';
import { sentBody } from './streams.ts';
import { objectAt, textAt } from '../../../json/json.ts';
import type {
  ContractModel,
  JsonObject,
  Operation,
  OperationResponse,
  ResponseContent,
  ResponseStatus,
  SecurityScheme,
} from '../../../model/contract-model.ts';
import type { ClientNames } from '../../../naming/client-names.ts';
import { type TsText, joinText, ts } from '../../../print/ts-text.ts';
import type { ClientSource } from './source.ts';
import type { ResumePlan, StreamPlan } from './streams.ts';
import { printKey, printLiteral, printString } from '../../../print/print-literal.ts';
import type { ClientView } from './view.ts';
import type { ItemOf } from '../../field.ts';

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

/** Prints the parser of a value of JSON; `null` if nothing in it is converted. */
function parserText(check: string, client: ClientSource): TsText | null {
  const conversion = conversionOf(check, client);
  const isExact = client.conversions?.forms.int64 !== 'number';
  return conversion === null
    ? null
    : ts`${client.names.local(isExact ? 'exactParserOf' : 'parserOf')}(${conversion})`;
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
  const properties = [
    ts`shape: ${printString(shape)}`,
    ...(framing === 'frames' ? [] : [ts`reader: ${names.local(readers[framing])}`]),
    ...(parser === null ? [] : [ts`parse: ${parser}`]),
    ...(tag === null ? [] : [ts`tag: ${printString(tag)}`]),
    ...(last.length === 0 ? [] : [ts`last: ${printLiteral(last)}`]),
    ...(pauses.length === 0 ? [] : [ts`pauses: ${printLiteral(pauses)}`]),
    ...(choice === null ? [] : [ts`choice: ${printLiteral({ ...choice })}`]),
    ...(resume === null ? [] : [ts`resume: ${resumeText(resume, names)}`]),
  ];
  return ts`{ ${joinText(properties, ', ')} }`;
}

const readers = { lines: 'createLineReader', records: 'createRecordReader' } as const;

function resumeText({ operation, cursor, position, path }: ResumePlan, names: ClientNames): TsText {
  const target = operation === null ? undefined : names.operations.get(operation)?.spec;
  const properties = [
    ...(target === undefined ? [] : [ts`call: ${target}`]),
    ts`cursor: ${printLiteral({ ...cursor })}`,
    ...(position === null ? [] : [ts`position: ${printString(position)}`]),
    ...(Object.keys(path).length === 0 ? [] : [ts`path: ${printLiteral(path)}`]),
  ];
  return ts`{ ${joinText(properties, ', ')} }`;
}

/**
 * Sorts operations so that an operation comes before those that resume their streams with it; otherwise in document
 * order.
 *
 * Why: a constant can only refer to one that is declared above it.
 */
export function inCallOrder(
  { operations }: ContractModel,
  plans: ReadonlyMap<string, StreamPlan>,
): readonly Operation[] {
  const targets = new Set([...plans.values()].flatMap(({ resume }) => resume?.operation ?? []));
  return operations.toSorted((one, other) => Number(targets.has(other.id)) - Number(targets.has(one.id)));
}
