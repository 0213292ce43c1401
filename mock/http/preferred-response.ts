/**
 * The response to `Prefer: code` and `Prefer: example`: a declared response of the operation, built from its documented
 * examples. Changes no state and needs no credential.
 */
import type { JsonValue, ResponseSpec } from '../../templates/runtime/operation-spec.ts';
import { titleOf } from '../../templates/runtime/server/errors.ts';
import { declaredResponses } from '../../templates/runtime/server/declared-responses.ts';
import type { HandlerResponse } from '../../templates/runtime/server/service.ts';
import { ok, err, type Result } from '../kernel/transaction/result.ts';
import type { CredentialPolicy } from './access/credentials.ts';
import type { Preferences } from './context.ts';
import { preferenceRefused, type Addresses, type ErrorResponse } from './error-responses.ts';
import { filledSample } from './declared-error.ts';
import type { ServedOperation } from './operation.ts';
import { bytesOfBody, fileType, sampleFile } from './sample-files.ts';
import { sampleOfSchema } from './samples.ts';
import { isSuccess } from './complete-response.ts';

/** The inputs of the response besides the preferences. */
export interface PreferredContext extends Addresses {
  readonly accept: string | null;
}

/**
 * Returns the status of the declared response that a request prefers to the real one, null for no preference.
 *
 * Shape: an example without a code refers to a success response, or to the first one when no response has the example;
 * `dynamic` without a code to the first success response.
 */
export function preferredStatus(
  { spec }: ServedOperation,
  { code, example, dynamic }: Preferences,
): number | null {
  if (code !== null || (example === null && !dynamic)) return code;
  const successes = spec.responses.filter(({ status }) => status === '2XX' || isSuccess(status));
  const shown = successes.find(({ examples }) => examples.some(({ name }) => name === example));
  const { status } = shown ?? successes[0] ?? { status: 200 };
  return typeof status === 'number' ? status : 200;
}

/**
 * Creates the requested declared response.
 *
 * Shape: the first example unless one is named; without examples, or with `dynamic`, the sample of the schema. JSON is
 * the preferred media type, unless `Accept` names another one.
 * Errors: a 400 that lists the declared statuses, or the examples of the requested one.
 */
export async function preferredResponse(
  operation: ServedOperation,
  status: number,
  { example, dynamic }: Preferences,
  context: PreferredContext,
  challenge: CredentialPolicy['challenge'],
): Promise<Result<HandlerResponse, ErrorResponse>> {
  const declared = declaredResponses(operation.spec, status);
  const response = chooseMediaType(declared, context.accept);
  if (response === undefined) return err(preferenceRefused(undeclared(operation, status)));
  const headers = requiredHeaders(response, challenge(operation.spec, context));
  if (response.mediaType === null) return ok({ status, headers });
  const match =
    example === null
      ? await firstExample(operation, response, { status, dynamic })
      : namedExample(declared, example);
  if (match === undefined) return err(preferenceRefused(noExample(operation, status, declared, example)));
  return ok({ status, headers, ...contentOf(match.response, match.value) });
}

interface FoundExample {
  readonly response: ResponseSpec;
  readonly value: JsonValue | Uint8Array;
}

function chooseMediaType(declared: readonly ResponseSpec[], accept: string | null): ResponseSpec | undefined {
  const wanted = accept?.split(',').map((range) => range.split(';', 1)[0]?.trim().toLowerCase()) ?? [];
  return (
    declared.find(({ mediaType }) => mediaType !== null && wanted.includes(mediaType)) ??
    declared.find(({ kind }) => kind === 'json') ??
    declared[0]
  );
}

/** Returns the first documented example, or the sample if there is none or if it was requested. */
async function firstExample(
  operation: ServedOperation,
  response: ResponseSpec,
  { status, dynamic }: { readonly status: number; readonly dynamic: boolean },
): Promise<FoundExample | undefined> {
  const shown = dynamic ? undefined : response.examples[0]?.value;
  const value = shown ?? (await sampleOf(operation, response, status)) ?? response.examples[0]?.value;
  return value === undefined ? undefined : { response, value };
}

/** Finds an example by its name in any media type. */
function namedExample(declared: readonly ResponseSpec[], name: string): FoundExample | undefined {
  for (const response of declared) {
    const match = response.examples.find((example) => example.name === name);
    if (match !== undefined) return { response, value: match.value };
  }
  return undefined;
}

async function sampleOf(
  operation: ServedOperation,
  declared: ResponseSpec,
  status: number,
): Promise<JsonValue | Uint8Array | undefined> {
  const { kind, check } = declared;
  if (kind === 'bytes') return sampleFile(declared);
  if (kind !== 'json') return '';
  const sample = check === null ? {} : await sampleOfSchema(operation.loadSamples, check.name);
  if (sample === undefined || status < 400 || operation.errors === 'mock') return sample;
  return filledSample(sample, { declared, status }, titleOf(status));
}

function contentOf(
  { kind, mediaType }: ResponseSpec,
  value: FoundExample['value'],
): Partial<HandlerResponse> {
  if (kind === 'bytes') return { contentType: fileType(mediaType), bytes: bytesOfBody(value) };
  const contentType = mediaType === null || mediaType.includes('*') ? 'application/octet-stream' : mediaType;
  return { contentType, body: value };
}

/** Returns values for the headers that the contract requires; examples contain bodies only. */
function requiredHeaders(response: ResponseSpec, challenge: string): Readonly<Record<string, string>> {
  const values: Readonly<Record<string, string>> = {
    'www-authenticate': challenge,
    'retry-after': '60',
    'content-security-policy': 'sandbox',
  };
  const required = response.headers.filter(({ required }) => required).map(({ name }) => name.toLowerCase());
  return Object.fromEntries(required.map((name) => [name, values[name] ?? '0']));
}

function undeclared({ spec }: ServedOperation, status: number): string {
  const statuses = [...new Set(spec.responses.map((response) => String(response.status)))].sort().join(', ');
  return `Prefer: code=${status} is not declared by ${spec.id}. Declared: ${statuses}`;
}

function noExample(
  { spec }: ServedOperation,
  status: number,
  declared: readonly ResponseSpec[],
  name: string | null,
): string {
  const names = declared.flatMap(({ examples }) => examples.map((example) => example.name));
  const list = names.length === 0 ? 'none' : names.join(', ');
  return `${spec.id} has no ${name === null ? 'matching example' : `example ${name}`} for ${status}. Known: ${list}`;
}
