/**
 * The neutral pair that a server speaks: one request in, one response out.
 * Knows no host: Node, `fetch` and service workers convert at the edge and nowhere else.
 */

/** Header fields of a request, looked up by lower-case name. */
export interface RequestHeaders {
  /** Returns the value, or `null` when the field was not sent; several fields of one name are joined with `, `. */
  get(lowerCaseName: string): string | null;
  /** Lists every field, names in lower case. */
  entries(): Iterable<readonly [name: string, value: string]>;
}

/**
 * One request, as far as HTTP goes.
 *
 * Shape: `method` is upper case; `path` starts with `/`, is still percent-encoded and has no query; `query` has no `?`
 * and is empty when there is none. `remoteAddress` is `null` where the host does not know it.
 */
export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: RequestHeaders;
  /**
   * Reads the whole body, once.
   *
   * Shape: `null` when the body is longer than `limit`; an absent body is an empty array.
   * Units: `limit` counts bytes.
   */
  readBody(limit: number): Promise<Uint8Array | null>;
  readonly remoteAddress: string | null;
  /** Fires when the client is gone. */
  readonly signal: AbortSignal;
}

/** What a response carries; `frames` are pieces of text that are sent as they come. */
export type ResponseBody =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'text';
      readonly text: string;
      /** Whether the same object is sent again, so that an adapter may cache its bytes. */
      readonly isReused?: true;
    }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'frames'; readonly frames: AsyncIterable<string> };

/**
 * One response, as far as HTTP goes.
 *
 * Shape: header names are in lower case; a list is sent as one field per entry.
 */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: ResponseBody;
}
