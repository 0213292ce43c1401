/**
 * The client's description of an operation: how its request is written and how its responses are read.
 * Types only. Each generated function has its own description beside it, so that a bundle contains only what it uses.
 */
import type { ResponseStatus, XmlCodec } from '../media-type.ts';
import type { ScalarKind } from '../read-scalar.ts';
import type { Joiner, Spreader } from './spread.ts';

/** One operation. Properties without a value are left out, to keep bundles small. */
export interface Call {
  readonly id: string;
  /** Upper case. */
  readonly method: string;
  /** Template as documented: `/v1/agents/{id}`. */
  readonly path: string;
  /** A path parameter without a rule is sent as text. */
  readonly parameters?: readonly ParameterRule[];
  /** The media types of the body, the default first. */
  readonly bodies?: readonly BodyRule[];
  readonly responses: readonly ResponseRule[];
  /** Alternatives; the first one for which the caller has credentials is used. */
  readonly security?: readonly SecurityRule[];
  /** Name of the header that makes it safe to send the request again. */
  readonly idempotencyKey?: string;
}

/** How one parameter is sent. */
export interface ParameterRule {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  /** Whether the value is written as JSON text. */
  readonly json?: true;
  /** Whether its text is the whole query. */
  readonly isWholeQuery?: true;
  /** Whether the value is a list. */
  readonly repeated?: true;
  /** Serializes a list or an object that is not sent as one repeated name. */
  readonly spread?: Spreader;
  /** Serializes a value in one text. */
  readonly join?: Joiner;
  /** Encodes the text in a query; default `encodeURIComponent`. */
  readonly encode?: (text: string) => string;
  /** Whether `null` is sent as empty text. */
  readonly nullable?: true;
  /** Converts the value before it is written. Errors: throws RangeError. */
  readonly convert?: (value: unknown) => unknown;
}

/** A body as `fetch` accepts it, and its media type; `null` if `fetch` sets the `Content-Type` itself. */
export interface WrittenBody {
  readonly content: NonNullable<RequestInit['body']> | null;
  readonly contentType: string | null;
  /** Whether the same body can be sent a second time. */
  readonly isRepeatable: boolean;
}

/**
 * Writes a body in a media type. Shape: `null` for a value that the media type can't represent.
 *
 * Errors: throws RangeError for a value that can't be written.
 */
export type BodyWriter = (body: unknown, contentType: string, xml?: XmlCodec) => WrittenBody | null;

/** One media type of the request body. */
export interface BodyRule {
  /** A function, so that a bundle contains only the writers that it uses. */
  readonly write: BodyWriter;
  /** May be a range; the request must then set `contentType`. */
  readonly mediaType: string;
}

/** How a response is read; statuses that are read the same way share a rule. */
export interface ResponseRule {
  readonly statuses: readonly ResponseStatus[];
  readonly kind: 'none' | 'json' | 'text' | 'bytes' | 'eventStream';
  /** Absent if there is no body. */
  readonly mediaType?: string;
  /** Declared headers, and the type that each is parsed as. */
  readonly headers?: Readonly<Record<string, ScalarKind>>;
  /** Parses a body of JSON or XML. Errors: throws SyntaxError, or RangeError for a value that can't be converted. */
  readonly parse?: (text: string, wrap?: undefined, xml?: XmlCodec) => unknown;
  /** Converts headers, by name. Errors: throws RangeError. */
  readonly convertHeaders?: Readonly<Record<string, (value: unknown) => unknown>>;
}

/** Schemes that must all be satisfied; empty if no credential is needed. */
export type SecurityRule = readonly SchemeUse[];

/** A scheme, and the scopes that the operation requires of it. */
export interface SchemeUse {
  readonly scheme: Scheme;
  readonly scopes?: readonly string[];
}

/** A security scheme, and where its credential is sent. */
export type Scheme =
  | { readonly name: string; readonly kind: 'bearer' | 'basic' | 'none' }
  | { readonly name: string; readonly kind: 'header' | 'query' | 'cookie'; readonly field: string };

/** Parameter values by documented name; `undefined` values are not sent. */
export type Values = Readonly<Record<string, unknown>>;

/** A request as the caller passes it. */
export interface RequestParts {
  readonly path?: Values | undefined;
  readonly query?: Values | undefined;
  readonly headers?: Values | undefined;
  readonly cookies?: Values | undefined;
  readonly body?: unknown;
  /** Required to send the body in a media type other than the first one of the operation. */
  readonly contentType?: string | undefined;
}
