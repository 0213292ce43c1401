/**
 * The request and the response of the server, independent of any host.
 * Only the adapters convert them to and from those of Node, `fetch` and service workers.
 */

/** Header fields of a request, looked up by lower-case name. */
export interface RequestHeaders {
  /** Returns the value; `null` if the field was not sent. Several fields with the same name are joined with `, `. */
  get(lowerCaseName: string): string | null;
  /** Returns every field, with its name in lower case. */
  entries(): Iterable<readonly [name: string, value: string]>;
}

/**
 * An HTTP request.
 *
 * Shape: `method` is in upper case; `path` starts with `/`, is percent-encoded and has no query; `query` has no `?` and
 * is empty if there is none. `remoteAddress` is `null` if the host does not provide it.
 */
export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: RequestHeaders;
  /**
   * Reads the whole body; can be called once.
   *
   * Shape: `null` if the body is longer than `limit`; empty if there is no body.
   * Units: `limit` counts bytes.
   */
  readBody(limit: number): Promise<Uint8Array | null>;
  /**
   * Reads the body in pieces as they arrive; can be called once, instead of `readBody`. Absent where a host only has
   * whole bodies.
   *
   * Shape: a consumer that stops early discards the rest.
   * Errors: iteration throws if the client disconnects before the body is complete.
   */
  readChunks?(): AsyncIterable<Uint8Array>;
  readonly remoteAddress: string | null;
  /** Fires when the client has disconnected. */
  readonly signal: AbortSignal;
}

/** The body of a response; `frames` are texts that are sent as soon as they are available. */
export type ResponseBody =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'text';
      readonly text: string;
      /** Set if the same object is sent more than once, so that an adapter may cache its bytes. */
      readonly isReused?: true;
    }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'frames'; readonly frames: AsyncIterable<string> };

/** An HTTP response. Shape: header names are in lower case; a list is sent as one field per entry. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: ResponseBody;
}
