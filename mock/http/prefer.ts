/**
 * The preferences of a request from `Prefer`: the scenario and the pace of its run, a declared response instead of the
 * real one, a delay. An invalid preference is rejected with the closest valid one, or a list of all.
 */
import { closestWord } from '../../templates/runtime/closest-word.ts';
import type { HttpResponse } from '../../templates/runtime/http.ts';
import { ok, err, type Result } from '../kernel/transaction/result.ts';
import type { Pace } from '../../generated/control/types.ts';
import { preferenceRefused, type ErrorResponse } from './error-responses.ts';
import type { Operation } from './operation.ts';

/** The preferences of a request; `null` and `false` where none is given. */
export interface Preferences {
  readonly scenario: string | null;
  readonly pace: Pace | null;
  /** Status of the declared response to return. */
  readonly code: number | null;
  readonly example: string | null;
  readonly dynamic: boolean;
  /** Units: milliseconds of the world's time; 0 for none. */
  readonly delay: number;
}

/** The preferences of a request without `Prefer`. */
export const NO_PREFERENCES: Preferences = Object.freeze({
  scenario: null,
  pace: null,
  code: null,
  example: null,
  dynamic: false,
  delay: 0,
});

/** All paces, from fastest to slowest. */
export const paces: readonly Pace[] = ['instant', 'fast', 'real'];

/** The maximum delay that a request may ask for. Units: milliseconds. */
const LONGEST_DELAY = 600_000;

/**
 * Reads the preferences of a request.
 *
 * Shape: unknown preferences are ignored, as RFC 7240 requires; `scenarios` is only called when a request names one.
 * Errors: a 400 that lists the valid values.
 */
export function readPreferences(
  field: string | null,
  scenarios: () => Iterable<string>,
): Result<Preferences, ErrorResponse> {
  if (field === null) return ok(NO_PREFERENCES);
  const asked = readPreferField(field);
  const problem = findProblem(asked, scenarios);
  if (problem !== null) return err(preferenceRefused(problem));
  return ok({
    scenario: asked.get('scenario') ?? null,
    pace: paces.find((pace) => pace === asked.get('pace')) ?? null,
    code: asked.has('code') ? Number(asked.get('code')) : null,
    example: asked.get('example') ?? null,
    dynamic: asked.get('dynamic') === 'true',
    delay: Number(asked.get('delay') ?? 0),
  });
}

/**
 * Lists the preferences that a response honours, for `Preference-Applied`.
 *
 * Shape: empty when there are none; a scenario counts only if a run starts, a pace only if a run is streamed, and
 * neither when the request was rejected.
 */
export function honouredPreferences(
  asked: Preferences,
  { spec, startsRun }: Operation,
  status: number,
): readonly string[] {
  const isShown = asked.code !== null || asked.example !== null;
  const isRun = !isShown && status < 400 && spec.stream !== null;
  const honoured: readonly (readonly [name: string, value: string | null])[] = [
    ['scenario', isRun && startsRun ? asked.scenario : null],
    ['pace', isRun ? asked.pace : null],
    ['code', asked.code === null ? null : String(asked.code)],
    ['example', asked.example],
    ['dynamic', isShown && asked.dynamic ? 'true' : null],
    ['delay', asked.delay > 0 ? String(asked.delay) : null],
  ];
  return honoured.flatMap(([name, value]) => (value === null ? [] : [writePreference(name, value)]));
}

/** Adds `Preference-Applied` to a response. */
export function withApplied(response: HttpResponse, honoured: readonly string[]): HttpResponse {
  if (honoured.length === 0) return response;
  return { ...response, headers: { ...response.headers, 'preference-applied': honoured.join(', ') } };
}

/** Returns why a preference can't be honoured; one check per known name. */
function findProblem(asked: ReadonlyMap<string, string>, scenarios: () => Iterable<string>): string | null {
  for (const [name, value] of asked) {
    const problem = CHECKS.get(name)?.(value, scenarios) ?? null;
    if (problem !== null) return problem;
  }
  return null;
}

type PreferenceCheck = (value: string, scenarios: () => Iterable<string>) => string | null;

const CHECKS: ReadonlyMap<string, PreferenceCheck> = new Map<string, PreferenceCheck>([
  ['scenario', (value, scenarios) => oneOf('scenario', value, [...scenarios()])],
  ['pace', (value) => oneOf('pace', value, paces)],
  ['dynamic', (value) => oneOf('dynamic', value, ['true', 'false'])],
  ['code', (value) => (isStatus(value) ? null : `Prefer: code=${value} is not a status code`)],
  ['delay', (value) => (isDelay(value) ? null : `Prefer: delay takes 0 to ${LONGEST_DELAY} milliseconds`)],
]);

function oneOf(name: string, value: string, known: readonly string[]): string | null {
  if (known.includes(value)) return null;
  const meant = closestWord(value, known);
  const hint = meant === null ? `Known: ${known.join(', ')}` : `Did you mean ${meant}?`;
  return `Prefer: ${name}=${value} is not known. ${hint}`;
}

function isStatus(value: string): boolean {
  return /^[1-5]\d\d$/.test(value);
}

function isDelay(value: string): boolean {
  return /^\d{1,9}$/.test(value) && Number(value) <= LONGEST_DELAY;
}

/**
 * Parses preferences.
 *
 * Shape: names in lower case; of several with one name the first wins; a missing value is the empty string;
 * parameters after `;` and malformed parts are ignored. Several header fields arrive joined with commas.
 * Source: RFC 7240 section 2.
 */
export function readPreferField(field: string): ReadonlyMap<string, string> {
  const preferences = new Map<string, string>();
  for (const item of splitUnquoted(field, ',')) {
    const [preference = ''] = splitUnquoted(item, ';');
    const [name = '', ...value] = splitUnquoted(preference, '=');
    const key = name.trim().toLowerCase();
    if (TOKEN.test(key) && !preferences.has(key)) preferences.set(key, unquote(value.join('=').trim()));
  }
  return preferences;
}

/** Writes one honoured preference; a value that is not a token is quoted. */
export function writePreference(name: string, value: string): string {
  if (TOKEN.test(value)) return `${name}=${value}`;
  // A header field may only contain printable ASCII; the host would reject anything else.
  const printable = value.replace(/[^\x20-\x7e]/g, '?');
  return `${name}="${printable.replace(/["\\]/g, '\\$&')}"`;
}

const TOKEN = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i;

/** Splits at a separator outside of quotes. */
function splitUnquoted(text: string, separator: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (isQuoted && char === '\\') i++;
    else if (char === '"') isQuoted = !isQuoted;
    else if (char === separator && !isQuoted) {
      pieces.push(text.slice(start, i));
      start = i + 1;
    }
  }
  pieces.push(text.slice(start));
  return pieces;
}

function unquote(value: string): string {
  if (value.length < 2 || !value.startsWith('"') || !value.endsWith('"')) return value;
  return value.slice(1, -1).replace(/\\(.)/g, '$1');
}
