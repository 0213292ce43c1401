/**
 * What a server knows about an operation at run time: the types of the generated operations table.
 * Types only. The table itself is generated, the functions that read it are its neighbours here.
 */
import type { SchemaCheck } from './schema-check.ts';

/** Any value JSON can hold. */
export type JsonValue =
  null | boolean | number | string | readonly JsonValue[] | { readonly [member: string]: JsonValue };

/** One method on one path. */
export interface OperationSpec {
  readonly id: string;
  /** Upper case. */
  readonly method: string;
  /** Template as documented: `/v1/agents/{id}`. */
  readonly path: string;
  readonly tag: string | null;
  readonly parameters: readonly ParameterSpec[];
  readonly body: BodySpec | null;
  readonly responses: readonly ResponseSpec[];
  readonly security: SecuritySpec;
  readonly stream: StreamSpec | null;
  /** `x-` members as documented. */
  readonly extensions: Readonly<Record<string, JsonValue>>;
}

/** Where a parameter travels. */
export type ParameterPlace = 'path' | 'query' | 'header' | 'cookie';

/** What the text of a parameter is read as; `json` is a value written as JSON text. */
export type ParameterKind = 'string' | 'integer' | 'number' | 'boolean' | 'json';

/** How the texts of a parameter, or of a field of a form, become a value. */
export interface FieldSpec {
  readonly kind: ParameterKind;
  /** Whether an empty value means `null`; absent where it does not. */
  readonly nullable?: boolean;
  /** Whether the value is a list, each item of which is read by `kind`; absent where it is none. */
  readonly repeated?: boolean;
  /** Absent for a list that is sent as several texts of the same name. */
  readonly list?: 'commas' | 'spaces' | 'pipes' | 'brackets';
  /** The members of an object, or of each item of a list; absent for plain values. */
  readonly members?: MembersSpec;
}

/** The members of an object: written as `name[member]=…`, or each under its own name. */
export interface MembersSpec {
  readonly style: 'brackets' | 'own';
  readonly fields: Readonly<Record<string, FieldSpec>>;
}

/** One parameter of an operation. */
export interface ParameterSpec extends FieldSpec {
  readonly name: string;
  readonly in: ParameterPlace;
  readonly required: boolean;
  readonly nullable: boolean;
  readonly repeated: boolean;
  /** The documented default; absent when there is none. */
  readonly default?: JsonValue;
  readonly check: SchemaCheck;
}

/** The request body of an operation. */
export interface BodySpec {
  readonly required: boolean;
  readonly content: readonly BodyContentSpec[];
}

/** One way to write the request body; `check` is `null` when it is passed on as it came. */
export interface BodyContentSpec {
  readonly mediaType: string;
  readonly check: SchemaCheck | null;
  /** What a body under a range without a check is passed on as; absent where the media type says it. */
  readonly kind?: 'text' | 'bytes';
  /** How the fields of a form are read; absent for every other body. */
  readonly form?: MembersSpec;
}

/** A status, a range such as `4XX`, or every other status. */
export type ResponseStatus = number | '1XX' | '2XX' | '3XX' | '4XX' | '5XX' | 'default';

/** One status in one media type. */
export interface ResponseSpec {
  readonly status: ResponseStatus;
  /** `null` when the response has no body. */
  readonly mediaType: string | null;
  readonly kind: 'none' | 'json' | 'eventStream' | 'text' | 'bytes';
  /** Set for JSON; events of a stream are checked one by one instead. */
  readonly check: SchemaCheck | null;
  readonly headers: readonly ResponseHeaderSpec[];
  readonly examples: readonly ExampleSpec[];
}

/** A header that a response carries. */
export interface ResponseHeaderSpec {
  readonly name: string;
  readonly required: boolean;
  readonly check: SchemaCheck;
}

/** A response that the document shows. */
export interface ExampleSpec {
  readonly name: string;
  readonly value: JsonValue;
}

/** Alternatives, one of which must hold; empty when anyone may call. */
export type SecuritySpec = readonly SecurityAlternativeSpec[];

/** Schemes that must all hold together. */
export interface SecurityAlternativeSpec {
  readonly schemes: readonly { readonly name: string; readonly scopes: readonly string[] }[];
}

/** How an operation streams. */
export interface StreamSpec {
  /** Name of the union of its events. */
  readonly stream: string;
  /** The member of the body that asks for a stream; `null` when the operation always streams. */
  readonly parameter: { readonly name: string; readonly default: boolean } | null;
  /** Ids of the channels with the same address. */
  readonly channels: readonly string[];
}
