/** Prints the description of an operation for the client's runtime: the constant next to its function. */
import { bodyRules } from './body-rules.ts';
import { conversionOf, isPlainPath, parameterRule } from './parameter-rules.ts';
import { acceptOf, parserText, responseRules } from './response-rules.ts';
import { sentPath } from '../../../../templates/runtime/router.ts';
import { sentBody, type ResumePlan, type StreamPlan } from './streams.ts';
import { objectAt, textAt } from '../../../json/json.ts';
import type {
  ContractModel,
  JsonObject,
  Operation,
  Parameter,
  SecurityAlternative,
  SecurityScheme,
} from '../../../model/contract-model.ts';
import type { ClientNames } from '../../../naming/client-names.ts';
import type { TsText } from '../../../print/ts-text.ts';
import type { ClientSource } from './source.ts';
import { printLiteral, printProperties, printRule } from '../../../print/print-literal.ts';
import type { ClientView } from './view.ts';
import type { ItemOf } from '../../field.ts';

type CallView = ItemOf<ClientView['calls']>;

/** Creates the view of the constant of an operation. */
export function callView(operation: Operation, client: ClientSource): Omit<CallView, 'name'> {
  const { id, method, path } = operation;
  const { names } = client;
  const plan = client.plans.get(id);
  const key = idempotencyKeyOf(operation);
  const parameters = operation.parameters.filter(
    (each) => !isPlainPath(each) || conversionOf(each.check, client) !== null,
  );
  const body = sentBody(operation);
  const accept = acceptOf(operation, false);
  const defaults = operation.parameters.flatMap((each) => {
    const text = defaultHeader(each);
    return text === null ? [] : [[each.name, text] as const];
  });
  const properties = printProperties({
    id,
    method: method.toUpperCase(),
    path: sentPath(path),
    parameters: parameters.map((parameter) => parameterRule(parameter, client, parameter.name === key)),
    bodies: body && bodyRules(body, client),
    headers: defaults.length === 0 ? null : Object.fromEntries(defaults),
    accept: accept === 'application/json' ? null : accept,
    responses: printLiteral(responseRules(operation, client)),
    security: operation.security.map((alternative) => securityRules(alternative, names)),
    isRepeatable: key !== null,
    redirect: operation.responses.some(({ status }) => String(status).startsWith('3')) ? 'manual' : null,
    stream: plan && streamRule(plan, acceptOf(operation, true), client),
  });
  return {
    type: names.local(plan === undefined ? 'Call' : 'StreamCall'),
    properties: properties.map((property) => ({ property })),
  };
}

/** Prints the constant of a security scheme. */
export function schemeText({ name, type, declaration }: SecurityScheme, names: ClientNames): TsText {
  const keyPlace = type === 'apiKey' ? keyPlaces[textAt(declaration, 'in') ?? ''] : undefined;
  const kind = kindOfScheme(type, declaration);
  const place = keyPlace ?? (kind === 'none' ? undefined : kind);
  return printRule({
    name,
    place: place && names.local(place),
    field: keyPlace && (textAt(declaration, 'name') ?? ''),
  });
}

const keyPlaces: Readonly<Record<string, 'keyInHeader' | 'keyInQuery' | 'keyInCookie'>> = {
  header: 'keyInHeader',
  query: 'keyInQuery',
  cookie: 'keyInCookie',
};

/** Returns the kind of credentials of a scheme: a token, a user name with a password, or none. */
export function kindOfScheme(type: string, declaration: JsonObject): 'bearer' | 'basic' | 'none' {
  if (type === 'mutualTLS') return 'none';
  const scheme = (textAt(declaration, 'scheme') ?? '').toLowerCase();
  return type === 'http' && scheme === 'basic' ? 'basic' : 'bearer';
}

/** Returns the text that a client sends for a required header without a value; `null` if it has no plain default. */
export function defaultHeader({ in: place, required, default: fallback }: Parameter): string | null {
  if (place !== 'header' || !required || fallback === null) return null;
  const { value } = fallback;
  return typeof value === 'object' ? null : String(value);
}

/**
 * Returns the name of the header that makes retries safe: the one the description declares, or the conventional one.
 */
export function idempotencyKeyOf({ extensions, parameters }: Operation): string | null {
  const declared = textAt(objectAt(extensions, 'x-idempotency'), 'header')?.toLowerCase();
  const parameter = parameters.find(
    ({ in: place, name }) =>
      place === 'header' &&
      (declared === undefined ? /^(?:x-)?idempotency-?key$/i.test(name) : name.toLowerCase() === declared),
  );
  return parameter?.name ?? null;
}

function securityRules(alternative: SecurityAlternative, names: ClientNames): TsText[] {
  return alternative.flatMap(({ name, scopes }) => {
    const scheme = names.schemes.get(name);
    return scheme === undefined ? [] : [printRule({ scheme, scopes })];
  });
}

function streamRule(
  { event, shape, framing, tag, last, pauses, choice, resume }: StreamPlan,
  accept: string,
  client: ClientSource,
): TsText {
  const { names } = client;
  return printRule({
    read: names.local(eventReaders[shape]),
    accept,
    reader: framing === 'frames' ? null : names.local(readers[framing]),
    parse: shape === 'text' ? null : parserText(event, client),
    tag,
    last,
    pauses,
    choice,
    resume: resume && resumeRule(resume, names),
  });
}

const eventReaders = { json: 'readJsonEvent', text: 'readTextEvent', frame: 'readFrameEvent' } as const;
const readers = { lines: 'createLineReader', records: 'createRecordReader' } as const;

function resumeRule({ operation, cursor, position, path }: ResumePlan, names: ClientNames): TsText {
  return printRule({
    call: operation === null ? null : names.operations.get(operation)?.spec,
    cursor,
    position,
    path: Object.keys(path).length === 0 ? null : path,
  });
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
