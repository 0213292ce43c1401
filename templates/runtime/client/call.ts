/**
 * The client's description of an operation: how its request is written and how its responses are read.
 * Types only. Each generated function has its own description beside it, so that a bundle contains only what it uses.
 */
import type { ResponseStatus, XmlCodec } from '../media-type.ts';
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
  /** The defaults of required headers, sent unless the client or the caller sets them. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The `Accept` header; default `application/json`. */
  readonly accept?: string;
  readonly responses: readonly ResponseRule[];
  /** Alternatives; the first one for which the caller has credentials is used. */
  readonly security?: readonly SecurityRule[];
  /** Set if it has an idempotency key, so that it is safe to retry whatever the method. */
  readonly isRepeatable?: true;
  /** Set if redirects are among the documented responses. */
  readonly redirect?: 'manual';
}

/** The parts of a request that parameters and credentials are written to. */
export interface WrittenFields {
  /** Percent-encoded, from the first slash on. */
  path: string;
  /** Percent-encoded pairs such as `limit=5`. */
  readonly query: string[];
  readonly headers: [name: string, text: string][];
  /** Pairs such as `theme=dark`. */
  readonly cookies: string[];
}

/** Where a parameter is sent. A value, so that a bundle contains only the places that it uses. */
export interface ParameterPlace {
  /** Name of the property of a request that has the value. */
  readonly group: 'path' | 'query' | 'headers' | 'cookies';
  /** Writes a value. Errors: throws RangeError, or URIError for a lone surrogate. */
  write(rule: ParameterRule, value: unknown, fields: WrittenFields): void;
}

/** How one parameter is sent. */
export interface ParameterRule {
  readonly name: string;
  readonly in: ParameterPlace;
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

/** Returns whether a media range such as `image/*` covers an actual type. */
export type RangeTest = (range: string, actual: string) => boolean;

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
  /** Set for a range. */
  readonly covers?: RangeTest;
}

/** How a response is read; statuses that are read the same way share a rule. */
export interface ResponseRule {
  /** Shape: `failure` is the default of an operation that documents a success, and covers no other success. */
  readonly statuses: readonly (ResponseStatus | 'failure')[];
  /** Absent if there is no body. */
  readonly mediaType?: string;
  /** Set for a range. */
  readonly covers?: RangeTest;
  /** Whether the body is a stream of events. */
  readonly isStream?: true;
  /** Reads the body; default: as JSON. Errors: rejects with SyntaxError, or RangeError for an unreadable value. */
  readonly read?: BodyReader;
  /** Parses a body of JSON or XML. Errors: throws SyntaxError, or RangeError for a value that can't be converted. */
  readonly parse?: (text: string, wrap?: undefined, xml?: XmlCodec) => unknown;
  /** Parsers of the declared headers. Shape: `undefined` for a text that is not a value of the declared type. */
  readonly headers?: Readonly<Record<string, (text: string) => unknown>>;
}

/** Reads a body that is not JSON. */
export type BodyReader = (response: Response) => Promise<unknown>;

/** Schemes that must all be satisfied; empty if no credential is needed. */
export type SecurityRule = readonly SchemeUse[];

/** A scheme, and the scopes that the operation requires of it. */
export interface SchemeUse {
  readonly scheme: Scheme;
  readonly scopes?: readonly string[];
}

/** A security scheme, and where its credential is sent. */
export interface Scheme {
  readonly name: string;
  /** Writes the credential; absent if there is none to send. */
  readonly place?: CredentialPlace;
  /** Name of the header, parameter or cookie of a key. */
  readonly field?: string;
}

/** A name and a password, for HTTP Basic. */
export interface UserAndPassword {
  readonly user: string;
  readonly password: string;
}

/** Writes a credential. */
export type CredentialPlace = (
  credential: string | UserAndPassword,
  fields: WrittenFields,
  field: string,
) => void;

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
