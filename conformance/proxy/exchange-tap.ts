/**
 * Copies one exchange between a client and the upstream, and submits the copy once the exchange is complete. Never
 * changes or delays the traffic.
 */
import { isJsonMediaType, mediaTypeOf } from '../../templates/runtime/media-type.ts';
import { BodyCopy } from './copy-body.ts';
import type { CopiedEnd, CopiedHead, CopiedRequest } from './job.ts';
import { valueOf, type RawHeaders } from './raw-headers.ts';
import type { CheckThread } from './check-thread.ts';

/** The counted reasons why an exchange was not checked. */
export const unchecked = {
  busy: 'too busy',
  ended: 'the checks have stopped',
  client: 'the client disconnected',
  upstream: 'the upstream closed the response early',
} as const;

/** The head of an incoming request. */
export interface TappedRequest {
  readonly number: number;
  readonly method: string;
  readonly path: string;
  readonly headers: RawHeaders;
}

/** Called when something is not checked. */
export type OnSkipped = (reason: string) => void;

export class ExchangeTap {
  readonly #checker: CheckThread;
  readonly #onSkipped: OnSkipped;
  readonly #request: TappedRequest;
  readonly #at = Date.now();
  readonly #started = performance.now();
  readonly #requestBody: BodyCopy;
  #isChecked = false;
  #head: CopiedHead | null = null;
  #responseBody: BodyCopy | null = null;
  #isStream = false;
  #hasRequestEnded = false;
  #hasResponseEnded = false;
  #isOver = false;

  constructor(checker: CheckThread, request: TappedRequest, onSkipped: OnSkipped) {
    this.#checker = checker;
    this.#request = request;
    this.#onSkipped = onSkipped;
    this.#requestBody = new BodyCopy(
      checker.memoryBudget,
      isRead(valueOf(request.headers, 'content-type'), true),
    );
    if (checker.isFull) this.#giveUp(this.#overBudget);
  }

  markChecked(): void {
    this.#isChecked = true;
  }

  requestChunk(chunk: Uint8Array): void {
    if (!this.#isOver) this.#requestBody.take(chunk);
  }

  /** Marks the end of the request. Shape: `isWhole` is false if its client aborted it. */
  requestEnd(isWhole: boolean): void {
    if (this.#hasRequestEnded) return;
    this.#hasRequestEnded = true;
    if (isWhole) this.#requestBody.finish();
    if (this.#hasResponseEnded) this.#submit();
  }

  response(status: number, headers: RawHeaders): void {
    if (this.#isOver) return;
    this.#head = { status, headers };
    const type = valueOf(headers, 'content-type');
    this.#isStream = mediaTypeOf(type) === 'text/event-stream';
    if (!this.#isStream) this.#responseBody = new BodyCopy(this.#checker.memoryBudget, isRead(type, false));
    else if (!this.#isOverBudget()) {
      const { request, reservedBytes } = this.#copyRequest();
      this.#checker.add({ kind: 'stream', request, response: this.#head }, reservedBytes);
    }
  }

  responseChunk(chunk: Uint8Array): void {
    if (this.#isOver) return;
    if (!this.#isStream) {
      this.#responseBody?.take(chunk);
      return;
    }
    if (this.#checker.isFull || !this.#checker.memoryBudget.take(chunk.length)) {
      this.#end('stopped');
      this.#onSkipped(this.#overBudget);
      return;
    }
    this.#checker.addChunk(this.#request.number, this.#elapsed(), chunk);
  }

  /** Marks the end of a complete response. */
  responseEnd(): void {
    if (this.#isOver) return;
    if (this.#isStream) {
      this.#end('closed');
      return;
    }
    this.#hasResponseEnded = true;
    this.#responseBody?.finish();
    // An early response waits for the end of its request, so that both are checked together.
    if (this.#hasRequestEnded) this.#submit();
  }

  /** Marks an exchange that ended before its response was complete. */
  breakOff(by: 'client' | 'upstream'): void {
    if (this.#isOver) return;
    if (this.#isStream) this.#end(by === 'client' ? 'stopped' : 'broken');
    else this.#giveUp(unchecked[by]);
  }

  /** Discards an exchange that got no response from the upstream. */
  cancel(): void {
    if (!this.#isOver) this.#drop();
  }

  #submit(): void {
    if (this.#isOver || this.#isOverBudget() || this.#head === null || this.#responseBody === null) return;
    this.#isOver = true;
    const { request, reservedBytes } = this.#copyRequest();
    const copy = this.#responseBody.handOver();
    const response = { ...this.#head, body: copy.body };
    this.#checker.add(
      { kind: 'exchange', request, response, durationMs: this.#elapsed() },
      reservedBytes + copy.reservedBytes,
    );
  }

  #copyRequest(): { readonly request: CopiedRequest; readonly reservedBytes: number } {
    const { body, reservedBytes } = this.#requestBody.handOver();
    return { request: { ...this.#request, at: this.#at, body, isChecked: this.#isChecked }, reservedBytes };
  }

  #isOverBudget(): boolean {
    const isOverBudget =
      this.#checker.isFull || this.#requestBody.isOverBudget || this.#responseBody?.isOverBudget === true;
    if (isOverBudget) this.#giveUp(this.#overBudget);
    return isOverBudget;
  }

  get #overBudget(): string {
    return this.#checker.isChecking ? unchecked.busy : unchecked.ended;
  }

  #end(end: CopiedEnd): void {
    this.#isOver = true;
    const { number } = this.#request;
    this.#checker.add({ kind: 'end', number, end, durationMs: this.#elapsed() }, 0);
  }

  #giveUp(reason: string): void {
    this.#drop();
    this.#onSkipped(reason);
  }

  #drop(): void {
    this.#isOver = true;
    this.#requestBody.drop();
    this.#responseBody?.drop();
  }

  #elapsed(): number {
    return performance.now() - this.#started;
  }
}

/** Checks whether any check reads bodies of a media type. Shape: a request without `Content-Type` may still be JSON. */
function isRead(contentType: string | null, isRequest: boolean): boolean {
  const mediaType = mediaTypeOf(contentType);
  if (mediaType === null) return isRequest;
  return isJsonMediaType(mediaType) || mediaType.startsWith('text/');
}
