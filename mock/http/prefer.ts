/**
 * The preferences of a request from `Prefer`: a declared response instead of the real one, a delay, and those that the
 * API adds. An invalid preference is rejected with the closest valid one, or a list of all.
 */
import { closestWord } from '../../templates/runtime/closest-word.ts';
import type { HttpResponse } from '../../templates/runtime/http.ts';
import type { OperationSpec } from '../../templates/runtime/operation-spec.ts';
import { ok, err, type Result } from '../kernel/transaction/result.ts';
import type { World } from '../kernel/world/world.ts';
import { NO_PREFERENCES, type Preferences } from './context.ts';
import { preferenceRefused, type ErrorResponse } from './error-responses.ts';

/** A preference that an API adds. */
export interface PreferenceRule {
  readonly name: string;
  /** Returns why a value can't be honoured, `null` if it can. */
  findProblem(value: string, world: World): string | null;
  /** Returns whether a response of the operation itself honours it. */
  isHonoured(operation: OperationSpec, status: number): boolean;
}

/** The maximum delay of a request. Units: milliseconds. */
const MAX_DELAY = 600_000;

/** The preferences of every API. */
const CHECKS: readonly Pick<PreferenceRule, 'name' | 'findProblem'>[] = [
  {
    name: 'dynamic',
    findProblem: (value) => (value === '' ? null : findUnknownValue('dynamic', value, ['true', 'false'])),
  },
  {
    name: 'code',
    findProblem: (value) => (/^[1-5]\d\d$/.test(value) ? null : `Prefer: code=${value} is not a status code`),
  },
  {
    name: 'delay',
    findProblem: (value) => (isDelay(value) ? null : `Prefer: delay takes 0 to ${MAX_DELAY} milliseconds`),
  },
];

/** Reads the preferences of requests, and writes those that were honoured. */
export class PreferenceReader {
  readonly #own: readonly PreferenceRule[];
  readonly #checks: ReadonlyMap<string, PreferenceRule['findProblem']>;

  /** `own` are the preferences that the API adds. */
  constructor(own: readonly PreferenceRule[]) {
    this.#own = own;
    this.#checks = new Map([...CHECKS, ...own].map(({ name, findProblem }) => [name, findProblem]));
  }

  /**
   * Reads the preferences of a request.
   *
   * Shape: unknown preferences are ignored, as RFC 7240 requires.
   * Errors: a 400 that lists the valid values.
   */
  read(field: string | null, world: World): Result<Preferences, ErrorResponse> {
    if (field === null) return NONE;
    const asked = readPreferField(field);
    for (const [name, value] of asked) {
      const problem = this.#checks.get(name)?.(value, world) ?? null;
      if (problem !== null) return err(preferenceRefused(problem));
    }
    return ok({
      code: asked.has('code') ? Number(asked.get('code')) : null,
      example: asked.get('example') ?? null,
      dynamic: /^(?:true)?$/i.test(asked.get('dynamic') ?? 'false'),
      delay: Number(asked.get('delay') ?? 0),
      own: Object.fromEntries(this.#own.map(({ name }) => [name, asked.get(name) ?? null])),
    });
  }

  /** Lists the preferences that a response honours, for `Preference-Applied`. Shape: empty when there are none. */
  listHonoured(asked: Preferences, operation: OperationSpec, status: number): readonly string[] {
    const isShown = asked.code !== null || asked.example !== null || asked.dynamic;
    const honoured: readonly (readonly [name: string, value: string | null])[] = [
      ...this.#own
        .filter((rule) => !isShown && rule.isHonoured(operation, status))
        .map(({ name }) => [name, asked.own[name] ?? null] as const),
      ['code', asked.code === null ? null : String(asked.code)],
      ['example', asked.example],
      ['dynamic', isShown && asked.dynamic ? 'true' : null],
      ['delay', asked.delay > 0 ? String(asked.delay) : null],
    ];
    return honoured.flatMap(([name, value]) => (value === null ? [] : [writePreference(name, value)]));
  }
}

const NONE = ok(NO_PREFERENCES);

/** Adds `Preference-Applied` to a response. */
export function withApplied(response: HttpResponse, honoured: readonly string[]): HttpResponse {
  if (honoured.length === 0) return response;
  return { ...response, headers: { ...response.headers, 'preference-applied': honoured.join(', ') } };
}

/** Returns why a preference has none of the valid values, `null` if it has one. */
export function findUnknownValue(name: string, value: string, valid: readonly string[]): string | null {
  if (valid.includes(value)) return null;
  const meant = closestWord(value, valid);
  const hint = meant === null ? `Known: ${valid.join(', ')}` : `Did you mean ${meant}?`;
  return `Prefer: ${name}=${value} is not known. ${hint}`;
}

function isDelay(value: string): boolean {
  return /^\d{1,9}$/.test(value) && Number(value) <= MAX_DELAY;
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
