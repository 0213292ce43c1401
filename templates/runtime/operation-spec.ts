/**
 * Operations as data: the types of the generated operations table, which servers and clients read at run time.
 */
import type { JsonValue } from './json/value.ts';
import type { ResponseStatus } from './media-type.ts';
import type { ScalarKind } from './read-scalar.ts';
import type { SchemaCheck } from './schema-check.ts';

export type { JsonValue } from './json/value.ts';

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
  /** `x-` properties as documented. */
  readonly extensions: Readonly<Record<string, JsonValue>>;
}

/** Location of a parameter. */
export type ParameterPlace = 'path' | 'query' | 'header' | 'cookie';

/** Type that the text of a parameter is parsed as; `json` is JSON text. */
export type ParameterKind = ScalarKind | 'json';

/** How the texts of a parameter or of a form field are parsed. */
export interface FieldSpec {
  readonly kind: ParameterKind;
  /** Whether an empty value means `null`; absent where it does not. */
  readonly nullable?: boolean;
  /** Whether the value is a list, each item of which is read by `kind`; absent if it is not a list. */
  readonly repeated?: boolean;
  /** Set for a list that is sent as `name[]=…`; absent for one that is sent as several texts of the same name. */
  readonly list?: 'brackets';
  /** The properties of an object, or of each item of a list; absent for plain values. */
  readonly properties?: PropertiesSpec;
  /** Set if the value is one text that consists of several: `a,b`, `.a.b`, `;R=1;G=2`. */
  readonly joined?: JoinedSpec;
}

/** The properties of an object, or the fields of a form. */
export interface PropertiesSpec {
  /**
   * How the properties are written: as `name[property]=…`, each under its own name, or in one text. Undocumented ones
   * are left out if each has its own name and there is no `rest`.
   */
  readonly style: 'brackets' | 'own' | 'joined';
  readonly fields: Readonly<Record<string, FieldSpec>>;
  /** How undocumented properties are read; absent for texts. */
  readonly rest?: FieldSpec;
  /** Names that are not undocumented properties, but belong to other values. */
  readonly except?: readonly string[];
}

/** One parameter of an operation. */
export interface ParameterSpec extends FieldSpec {
  readonly name: string;
  readonly in: ParameterPlace;
  readonly required: boolean;
  readonly nullable: boolean;
  readonly repeated: boolean;
  /** Whether its JSON text is the whole query. */
  readonly isWholeQuery?: true;
  /** The documented default; absent when there is none. */
  readonly default?: JsonValue;
  readonly check: SchemaCheck;
}

/** How a list or an object is written in one text. */
export interface JoinedSpec {
  readonly separator: string;
  readonly prefix?: string;
  /** Whether a property is `name=value`; else names and values alternate. */
  readonly pairs?: true;
  /** Whether each part is percent-encoded, so that an encoded separator belongs to a part. */
  readonly isEncoded?: true;
}

/** The request body of an operation. */
export interface BodySpec {
  readonly required: boolean;
  readonly content: readonly BodyContentSpec[];
}

/** One media type of the request body; `check` is `null` if the body is not parsed. */
export interface BodyContentSpec {
  readonly mediaType: string;
  readonly check: SchemaCheck | null;
  /** How a body of a media range without a check is passed on; absent if the media type determines it. */
  readonly kind?: 'text' | 'bytes';
  /** Validates an item of a sequence of JSON values; absent for other bodies. */
  readonly items?: SchemaCheck;
  /** How the fields of a form are parsed; absent for other bodies. */
  readonly form?: PropertiesSpec;
  /** The parts of a multipart form that are files or have declared media types; absent for other bodies. */
  readonly parts?: Readonly<Record<string, PartSpec>>;
}

/** A part of a multipart form, or each of the parts of a list. */
export interface PartSpec {
  /** Whether it is a file, or a list of files; absent for a field. */
  readonly file?: 'one' | 'list';
  /** The accepted media types and ranges; absent if none are declared. */
  readonly types?: readonly string[];
  /** The declared headers, except `Content-Type`; absent if there are none. */
  readonly headers?: readonly PartHeaderSpec[];
}

/** A header of a part of a multipart form. */
export interface PartHeaderSpec {
  readonly name: string;
  readonly required?: true;
  readonly kind: ParameterKind;
  readonly check: SchemaCheck;
}

/** One status in one media type. */
export interface ResponseSpec {
  readonly status: ResponseStatus;
  /** `null` when the response has no body. */
  readonly mediaType: string | null;
  readonly kind: 'none' | 'json' | 'eventStream' | 'text' | 'bytes';
  /** Set for JSON; events of a stream are validated one by one instead. */
  readonly check: SchemaCheck | null;
  readonly headers: readonly ResponseHeaderSpec[];
  readonly examples: readonly ExampleSpec[];
}

/** A header of a response. */
export interface ResponseHeaderSpec {
  readonly name: string;
  readonly required: boolean;
  readonly check: SchemaCheck;
}

/** An example response in the document. */
export interface ExampleSpec {
  readonly name: string;
  readonly value: JsonValue;
}

/** Alternatives, one of which must be satisfied; empty if the operation is public. */
export type SecuritySpec = readonly SecurityAlternativeSpec[];

/** Schemes that must all be satisfied. */
export interface SecurityAlternativeSpec {
  readonly schemes: readonly { readonly name: string; readonly scopes: readonly string[] }[];
}

/** How an operation streams. */
export interface StreamSpec {
  /** Name of the union of its events. */
  readonly stream: string;
  /** The property of the body that requests a stream; `null` when the operation always streams. */
  readonly parameter: { readonly name: string; readonly default: boolean } | null;
  /** Ids of the channels with the same address. */
  readonly channels: readonly string[];
}
