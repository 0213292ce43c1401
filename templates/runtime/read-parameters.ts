/**
 * Reads the parameters of a request: finds their texts, decodes them, and parses them as typed values.
 * Parameters that the operation does not document are ignored.
 */
import { cutText } from './instance-path.ts';
import type { ParameterPlace, ParameterSpec } from './operation-spec.ts';
import type { Problem } from './problem.ts';
import { readField } from './read-fields.ts';
import { decodeText, NO_TEXTS, splitCookies, splitQuery, type TextsByName } from './request-texts.ts';
import type { SchemaCheck } from './schema-check.ts';

/** The parts of a request that contain parameters. */
export interface ParameterSource {
  /** Decoded values by name, from the router. */
  readonly pathParams: Readonly<Record<string, string>>;
  /** Percent-encoded, without `?`. */
  readonly query: string;
  readonly headers: { get(lowerCaseName: string): string | null };
}

/** Values by documented name; an absent parameter has no entry. */
export type ParameterValues = Readonly<Record<string, unknown>>;

/** The parameters of a request, and their errors. */
export interface ReadParameters {
  readonly path: ParameterValues;
  readonly query: ParameterValues;
  readonly headers: ParameterValues;
  readonly cookies: ParameterValues;
  readonly problems: readonly Problem[];
  /** Values that were parsed but do not match their schema. */
  readonly mismatches: readonly Mismatch[];
}

/** A value that does not match its schema. */
export interface Mismatch {
  readonly check: SchemaCheck;
  readonly value: unknown;
  /** Dotted path at which its problems start. */
  readonly prefix: string;
}

/** Reads every documented parameter; never throws. */
export function readParameters(
  parameters: readonly ParameterSpec[],
  source: ParameterSource,
): ReadParameters {
  const reader = new ParameterReader(source);
  for (const parameter of parameters) reader.read(parameter);
  return reader.result;
}

class ParameterReader {
  readonly result = {
    path: {} as Record<string, unknown>,
    query: {} as Record<string, unknown>,
    headers: {} as Record<string, unknown>,
    cookies: {} as Record<string, unknown>,
    problems: [] as Problem[],
    mismatches: [] as Mismatch[],
  };
  private readonly source: ParameterSource;
  private queryTexts: TextsByName | null = null;
  private encodedQuery: TextsByName | null = null;
  private cookieTexts: TextsByName | null = null;

  constructor(source: ParameterSource) {
    this.source = source;
  }

  read(parameter: ParameterSpec): void {
    const { name } = parameter;
    const reading = readField(name, parameter, this.textsOf(parameter));
    if (reading.kind === 'absent') this.readAbsent(parameter);
    else if (reading.kind === 'value') this.keepFitting(parameter, reading.value);
    else {
      const { path, code, detail } = reading;
      this.result.problems.push({ message: `${path === cutText(name) ? name : path} ${detail}`, code, path });
    }
  }

  private textsOf({ name, in: place, kind, repeated, joined, isWholeQuery }: ParameterSpec): TextsByName {
    const isList = repeated && joined === undefined;
    if (isWholeQuery === true) return wholeQuery(name, this.source.query);
    switch (place) {
      case 'query':
        return joined?.isEncoded === true
          ? (this.encodedQuery ??= splitQuery(this.source.query, (text) => text))
          : (this.queryTexts ??= splitQuery(this.source.query));
      case 'cookie':
        this.cookieTexts ??= splitCookies(this.source.headers.get('cookie'));
        return kind === 'json' ? withJson(name, this.cookieTexts) : this.cookieTexts;
      case 'path':
        return only(
          name,
          Object.hasOwn(this.source.pathParams, name) ? this.source.pathParams[name] : null,
          isList,
        );
      case 'header':
        return only(name, this.source.headers.get(name.toLowerCase()), isList);
    }
  }

  private readAbsent(parameter: ParameterSpec): void {
    const { name, required } = parameter;
    if (required) {
      const path = cutText(name);
      this.result.problems.push({ message: `${name} is required`, code: 'MISSING_REQUIRED_FIELD', path });
    } else if (parameter.default !== undefined) this.keep(parameter, parameter.default);
  }

  private keepFitting(parameter: ParameterSpec, value: unknown): void {
    if (parameter.check.check(value)) this.keep(parameter, value);
    else this.result.mismatches.push({ check: parameter.check, value, prefix: cutText(parameter.name) });
  }

  private keep({ name, in: place }: ParameterSpec, value: unknown): void {
    this.result[GROUPS[place]][name] = value;
  }
}

const GROUPS: { readonly [P in ParameterPlace]: 'path' | 'query' | 'headers' | 'cookies' } = {
  path: 'path',
  query: 'query',
  header: 'headers',
  cookie: 'cookies',
};

/** Returns the whole query as the text of one name. Why: in a query that is not a form, `+` is not a space. */
function wholeQuery(name: string, query: string): TextsByName {
  return query === '' ? NO_TEXTS : new Map([[name, [decodeText(query.replaceAll('+', '%2B'))]]]);
}

/** Decodes the JSON of a cookie. Why: it contains characters that a cookie can't, so it is sent percent-encoded. */
function withJson(name: string, texts: TextsByName): TextsByName {
  const decoded = texts
    .get(name)
    ?.map((text) => (String(text).startsWith('%') ? decodeText(String(text)) : text));
  return decoded === undefined ? texts : new Map([...texts, [name, decoded]]);
}

/** Returns the texts of one name; a list is split at its commas, as lists are sent in paths and headers. */
function only(name: string, text: string | null | undefined, repeated: boolean): TextsByName {
  if (text === null || text === undefined) return NO_TEXTS;
  return new Map([[name, repeated ? text.split(',').map((item) => item.trim()) : [text]]]);
}
