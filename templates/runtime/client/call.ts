/**
 * What the client knows of an operation: how its request is written and how its answers are read.
 * Types only. One value of them stands beside each generated function, so that a bundle holds only what it uses.
 */
import type { ResponseStatus } from '../operation-spec.ts';
import type { Spreader } from './spread.ts';

/** One operation. Absent members mean "none", to keep bundles small. */
export interface Call {
  readonly id: string;
  /** Upper case. */
  readonly method: string;
  /** Template as documented: `/v1/agents/{id}`. */
  readonly path: string;
  readonly parameters?: readonly ParameterRule[];
  /** Ways to write the body, the usual one first. */
  readonly bodies?: readonly BodyRule[];
  readonly responses: readonly ResponseRule[];
  /** Alternatives, the first of which that can be met is used. */
  readonly security?: readonly SecurityRule[];
  /** Name of the header that makes a repeated request safe. */
  readonly idempotencyKey?: string;
}

/** How one parameter travels. */
export interface ParameterRule {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  /** Whether the value is written as JSON text. */
  readonly json?: true;
  /** Whether the value is a list. */
  readonly repeated?: true;
  /** Takes a list or an object apart that is not simply its name repeated. */
  readonly spread?: Spreader;
  /** Whether an empty text stands for `null`. */
  readonly nullable?: true;
}

/** A body as `fetch` takes it, and its media type; the type is `null` where `fetch` writes it. */
export interface WrittenBody {
  readonly content: NonNullable<RequestInit['body']> | null;
  readonly contentType: string | null;
  /** Whether the same body can be sent a second time. */
  readonly isRepeatable: boolean;
}

/** Writes a body in a media type. Shape: `null` for a value that it can't hold. */
export type BodyWriter = (body: unknown, contentType: string) => WrittenBody | null;

/** One media type of the request body. */
export interface BodyRule {
  /** A function, so that a bundle holds only the writers that it uses. */
  readonly write: BodyWriter;
  /** May be a range, and then the request names the type. */
  readonly mediaType: string;
}

/** How an answer is read; all statuses that are read the same way share a rule. */
export interface ResponseRule {
  readonly statuses: readonly ResponseStatus[];
  readonly kind: 'none' | 'json' | 'text' | 'bytes' | 'eventStream';
  /** Absent where there is no body. */
  readonly mediaType?: string;
  /** Declared headers, and what their text is read as. */
  readonly headers?: Readonly<Record<string, HeaderKind>>;
}

/** What the text of a header is read as. */
export type HeaderKind = 'string' | 'integer' | 'number' | 'boolean';

/** Schemes that must all be met together; empty when anyone may call. */
export type SecurityRule = readonly SchemeUse[];

/** A scheme, and the scopes that the operation asks of it. */
export interface SchemeUse {
  readonly scheme: Scheme;
  readonly scopes?: readonly string[];
}

/** A way to authenticate, and where the credential goes. */
export type Scheme =
  | { readonly name: string; readonly kind: 'bearer' | 'basic' | 'none' }
  | { readonly name: string; readonly kind: 'header' | 'query' | 'cookie'; readonly field: string };

/** Values of parameters by documented name; those that are `undefined` are not sent. */
export type Values = Readonly<Record<string, unknown>>;

/** A request as the caller gives it. */
export interface RequestParts {
  readonly path?: Values | undefined;
  readonly query?: Values | undefined;
  readonly headers?: Values | undefined;
  readonly cookies?: Values | undefined;
  readonly body?: unknown;
  /** Needed where the body may be written in several ways and not the first one is meant. */
  readonly contentType?: string | undefined;
}
