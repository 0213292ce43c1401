/**
 * Reads the parameters of a request: finds their texts, decodes them, and turns them into typed values.
 * Parameters that the operation does not document are ignored.
 */
import { cutText } from './instance-path.ts';
import type { ParameterPlace, ParameterSpec } from './operation-spec.ts';
import type { ProblemCode } from './problem-code.ts';
import type { Problem } from './problem.ts';
import { readText } from './read-text.ts';
import { BROKEN, splitCookies, splitQuery, type Text, type TextsByName } from './request-texts.ts';
import type { SchemaCheck } from './schema-check.ts';

/** Where the texts of parameters come from. */
export interface ParameterSource {
  /** Decoded values by name, from the router. */
  readonly pathParams: Readonly<Record<string, string>>;
  /** Percent-encoded, without `?`. */
  readonly query: string;
  readonly headers: { get(lowerCaseName: string): string | null };
}

/** Values by documented name; an absent parameter has no entry. */
export type ParameterValues = Readonly<Record<string, unknown>>;

/** What was read, and what could not be. */
export interface ReadParameters {
  readonly path: ParameterValues;
  readonly query: ParameterValues;
  readonly headers: ParameterValues;
  readonly cookies: ParameterValues;
  readonly problems: readonly Problem[];
  /** Values that were read but do not fit their schema. */
  readonly misfits: readonly Misfit[];
}

/** A value that does not fit its schema. */
export interface Misfit {
  readonly check: SchemaCheck;
  readonly value: unknown;
  /** Dotted path that its problems start with. */
  readonly prefix: string;
}

const BROKEN_ENCODING = { ok: false, code: 'INVALID_VALUE', says: 'has a broken percent-encoding' } as const;

/** Reads every documented parameter; nothing is thrown. */
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
    misfits: [] as Misfit[],
  };
  private readonly source: ParameterSource;
  private queryTexts: TextsByName | null = null;
  private cookieTexts: TextsByName | null = null;

  constructor(source: ParameterSource) {
    this.source = source;
  }

  read(parameter: ParameterSpec): void {
    const texts = this.textsOf(parameter);
    if (texts === undefined || texts.length === 0) this.readAbsent(parameter);
    else if (parameter.repeated) this.readList(parameter, texts);
    else if (texts.length > 1) this.refuse(parameter, 'DUPLICATE_PARAMETER', 'is given more than once');
    else this.readOne(parameter, texts[0] ?? '');
  }

  private textsOf({ name, in: place, repeated }: ParameterSpec): readonly Text[] | undefined {
    switch (place) {
      case 'query':
        return (this.queryTexts ??= splitQuery(this.source.query)).get(name);
      case 'cookie':
        return (this.cookieTexts ??= splitCookies(this.source.headers.get('cookie'))).get(name);
      case 'path':
        return listOf(
          Object.hasOwn(this.source.pathParams, name) ? this.source.pathParams[name] : null,
          repeated,
        );
      case 'header':
        return listOf(this.source.headers.get(name.toLowerCase()), repeated);
    }
  }

  private readAbsent(parameter: ParameterSpec): void {
    if (parameter.required) this.refuse(parameter, 'MISSING_REQUIRED_FIELD', 'is required');
    else if (parameter.default !== undefined) this.keep(parameter, parameter.default);
  }

  private readList(parameter: ParameterSpec, texts: readonly Text[]): void {
    const values: unknown[] = [];
    for (const text of texts) {
      const value = this.valueOf(parameter, text);
      if (value === undefined) return;
      values.push(value);
    }
    this.keepFitting(parameter, values);
  }

  private readOne(parameter: ParameterSpec, text: Text): void {
    const value = this.valueOf(parameter, text);
    if (value !== undefined) this.keepFitting(parameter, value);
  }

  /** Answers `undefined` after it has noted a problem. */
  private valueOf(parameter: ParameterSpec, text: Text): unknown {
    if (text === '' && parameter.nullable) return null;
    const reading = text === BROKEN ? BROKEN_ENCODING : readText(parameter.kind, text);
    if (reading.ok) return reading.value;
    this.refuse(parameter, reading.code, reading.says);
    return undefined;
  }

  private keepFitting(parameter: ParameterSpec, value: unknown): void {
    if (parameter.check.check(value)) this.keep(parameter, value);
    else this.result.misfits.push({ check: parameter.check, value, prefix: cutText(parameter.name) });
  }

  private keep({ name, in: place }: ParameterSpec, value: unknown): void {
    this.result[GROUPS[place]][name] = value;
  }

  private refuse({ name }: ParameterSpec, code: ProblemCode, says: string): void {
    this.result.problems.push({ message: `${name} ${says}`, code, path: cutText(name) });
  }
}

const GROUPS: { readonly [P in ParameterPlace]: 'path' | 'query' | 'headers' | 'cookies' } = {
  path: 'path',
  query: 'query',
  header: 'headers',
  cookie: 'cookies',
};

/** Splits a comma-separated list, the way lists travel in paths and headers. */
function listOf(text: string | null | undefined, repeated: boolean): readonly string[] {
  if (text === null || text === undefined) return [];
  return repeated ? text.split(',').map((item) => item.trim()) : [text];
}
