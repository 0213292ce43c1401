/** A request before it is serialized: its parts by name, so that a case can change one of them. */
import { isObject } from '../../templates/runtime/json/value.ts';
import type { BodyContentSpec, JsonValue, OperationSpec } from '../../templates/runtime/operation-spec.ts';
import type { Contract } from '../../contract/contract.ts';
import type { ContractOperation } from '../../contract/operations.ts';
import type { HeaderList, RequestPlan } from '../model/exchange.ts';
import { isJsonMediaType, mediaTypeOf } from '../../templates/runtime/media-type.ts';
import { encodeBody } from '../http/body-bytes.ts';
import { FORM, writeForm } from '../http/write-form.ts';
import { readBody } from '../../templates/runtime/body/read-body.ts';
import { readParameters } from '../../templates/runtime/read-parameters.ts';
import { readRequest, type RawRequest } from '../../templates/runtime/server/read-request.ts';

export type Texts = Readonly<Record<string, string>>;

/** The body of a request: JSON, the fields of a form, a text or bytes of some media type, or none. */
export type BodyForm =
  { readonly kind: 'none' } | { readonly kind: 'json' | 'form'; readonly value: JsonValue } | TextBody;

/** A body of some media type. Shape: `encoding` is set for one that is not UTF-8, whose characters are bytes. */
export interface TextBody {
  readonly kind: 'text';
  readonly text: string;
  readonly mediaType: string;
  readonly encoding?: 'latin1';
}

/**
 * A request by its parts.
 *
 * Shape: `path` and `query` have plain texts, not yet percent-encoded; `headers` are those other than the credential
 * and the media type; `profile` is `null` for none; `undeclared` has what no operation declares, such as another
 * method, with the complete, percent-encoded path. Responses to such requests are not checked.
 */
export interface RequestForm {
  readonly operation: ContractOperation;
  readonly path: Texts;
  readonly query: Texts;
  readonly headers: HeaderList;
  readonly body: BodyForm;
  readonly profile: string | null;
  readonly undeclared?: Partial<Pick<RequestPlan, 'method' | 'path'>>;
}

/** Serializes a request. Shape: a path parameter without a value is left as in the template. */
export function planOf({
  operation,
  path,
  query,
  headers,
  body,
  profile,
  undeclared,
}: RequestForm): RequestPlan {
  const address = operation.path.replaceAll(/\{([^{}]+)\}/g, (template, name: string) =>
    path[name] === undefined ? template : encodeURIComponent(path[name]),
  );
  const search = Object.entries(query).map(
    ([name, text]) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`,
  );
  const written = isBodiless(operation) ? null : writeBody(body, operation);
  return {
    operation: undeclared === undefined ? operation.id : null,
    method: operation.method,
    path: search.length === 0 ? address : `${address}?${search.join('&')}`,
    headers: written === null ? headers : [...headers, ['content-type', written.mediaType]],
    body: written?.text ?? null,
    ...(written?.encoding === undefined ? {} : { encoding: written.encoding }),
    profile,
    ...undeclared,
  };
}

/** Returns a form with another JSON body. */
export function withJson(form: RequestForm, value: JsonValue): RequestForm {
  return { ...form, body: { kind: 'json', value } };
}

/** Returns a form with an added or changed query parameter. */
export function withQuery(form: RequestForm, name: string, text: string): RequestForm {
  return { ...form, query: { ...form.query, [name]: text } };
}

/** Returns the JSON object in the body; empty if there is none. */
export function propertiesOf({ body }: RequestForm): Readonly<Record<string, JsonValue>> {
  return body.kind === 'json' && isObject(body.value) ? body.value : {};
}

/** Returns whether requests of an operation have no body, even if one is described. Source: RFC 9110 9.3.1, WHATWG Fetch. */
function isBodiless({ method }: ContractOperation): boolean {
  return method === 'GET' || method === 'HEAD';
}

function writeBody(body: BodyForm, operation: ContractOperation): Omit<TextBody, 'kind'> | null {
  if (body.kind === 'none') return null;
  if (body.kind === 'text') return body;
  if (body.kind === 'form') return { text: writeForm(body.value), mediaType: FORM };
  return { text: JSON.stringify(body.value), mediaType: jsonTypeOf(operation) };
}

/** Returns the body content that an operation takes, preferring JSON; `null` for none. */
export function contentOf({ body }: Pick<OperationSpec, 'body'>): BodyContentSpec | null {
  const all = body?.content ?? [];
  const isPlain = ({ mediaType }: BodyContentSpec): boolean => mediaTypeOf(mediaType) === 'application/json';
  return all.find(isPlain) ?? all.find(({ mediaType }) => isJsonMediaType(mediaType)) ?? all[0] ?? null;
}

/** Returns the media type in which an operation takes JSON: `application/json`, unless it only declares others. */
export function jsonTypeOf(operation: ContractOperation): string {
  const type = mediaTypeOf(contentOf(operation)?.mediaType ?? null) ?? '';
  return isJsonMediaType(type) && !type.includes('*') ? type : 'application/json';
}

/** Returns whether a parameter has the credential, which is sent for its security scheme. */
export function isCredential({ service }: Contract, place: string, name: string): boolean {
  return service.securitySchemes.some(
    (scheme) =>
      scheme.kind === 'key' && scheme.in === place && scheme.parameter.toLowerCase() === name.toLowerCase(),
  );
}

/** Returns whether an operation requires the current ETag of its record. */
export function needsEtag({ parameters }: OperationSpec): boolean {
  return parameters.some((each) => each.required && isEtag(each));
}

function isEtag({ in: place, name }: OperationSpec['parameters'][number]): boolean {
  return place === 'header' && name.toLowerCase() === IF_MATCH;
}

/** The name of the header with the ETag that a record must have. */
export const IF_MATCH = 'if-match';

/** Returns an operation without the parameters that are added when a request is sent: its credential, and an ETag. */
function withoutAdded(operation: ContractOperation): ContractOperation {
  const parameters = operation.parameters.filter(
    (each) => !isCredential(operation.contract, each.in, each.name) && !isEtag(each),
  );
  return parameters.length === operation.parameters.length ? operation : { ...operation, parameters };
}

/** Returns whether a request matches the contract. */
export function fitsContract(form: RequestForm): boolean {
  const raw = rawOf(form);
  const { problems, mismatches } = readParameters(withoutAdded(form.operation).parameters, raw);
  if (problems.length > 0 || mismatches.length > 0) return false;
  return readBody(form.operation.body, raw.body, raw.contentType).kind === 'value';
}

/** Returns the problems of a request, as paths and codes. Shape: empty if it is valid. */
export async function listFaults(form: RequestForm): Promise<readonly string[]> {
  const result = await readRequest(withoutAdded(form.operation), rawOf(form));
  return result.ok ? [] : result.problems.map(({ path, code }) => `${path} ${code}`);
}

function rawOf(form: RequestForm): RawRequest & { readonly body: Uint8Array | null } {
  const plan = planOf(form);
  const [, query = ''] = plan.path.split('?');
  const headers = new Map(plan.headers.map(([name, value]) => [name.toLowerCase(), value]));
  return {
    pathParams: form.path,
    query,
    headers: { get: (name) => headers.get(name) ?? null },
    body: plan.body === null ? null : encodeBody(plan.body, plan.encoding),
    contentType: headers.get('content-type') ?? null,
  };
}
