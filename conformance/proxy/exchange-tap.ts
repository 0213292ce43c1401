/**
 * Copies what passes between a client and the upstream for one exchange, and hands the copy on when it has passed. Changes
 * nothing, waits for nothing.
 */
import { isJsonMediaType, mediaTypeOf } from '../../generated/runtime/media-type.ts';
import { BodyCopy } from './copy-body.ts';
import type { CopiedEnd, CopiedHead, CopiedRequest } from './job.ts';
import { valueOf, type RawHeaders } from './raw-headers.ts';
import type { CheckThread } from './check-thread.ts';

/** Why something that passed was not checked, as it is counted. */
export const unchecked = {
  busy: 'too busy',
  ended: 'the checks have ended',
  client: 'the client went away',
  upstream: 'the upstream broke the reply off',
} as const;

/** The head of a request that comes in. */
export interface TappedRequest {
  readonly number: number;
  readonly method: string;
  readonly path: string;
  readonly headers: RawHeaders;
}

/** Called when something is not checked. */
export type OnSkipped = (reason: string) => void;

/** Copies one exchange. */
export class ExchangeTap {
  readonly #checker: CheckThread;
  readonly #tell: OnSkipped;
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

  constructor(checker: CheckThread, request: TappedRequest, tell: OnSkipped) {
    this.#checker = checker;
    this.#request = request;
    this.#tell = tell;
    this.#requestBody = new BodyCopy(
      checker.memoryBudget,
      isRead(valueOf(request.headers, 'content-type'), true),
    );
    if (checker.isFull) this.#giveUp(this.#overBudget);
  }

  /** Marks the request as checked. */
  markJudged(): void {
    this.#isChecked = true;
  }

  requestPiece(piece: Uint8Array): void {
    if (!this.#isOver) this.#requestBody.take(piece);
  }

  /** The request has passed. Shape: `isWhole` is false where its client broke it off. */
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
      const { request, held } = this.#copyRequest();
      this.#checker.add({ kind: 'stream', request, response: this.#head }, held);
    }
  }

  responsePiece(piece: Uint8Array): void {
    if (this.#isOver) return;
    if (!this.#isStream) {
      this.#responseBody?.take(piece);
      return;
    }
    if (this.#checker.isFull || !this.#checker.memoryBudget.take(piece.length)) {
      this.#end('stopped');
      this.#tell(this.#overBudget);
      return;
    }
    this.#checker.addPiece(this.#request.number, this.#elapsed(), piece);
  }

  /** The whole response has passed. */
  responseEnd(): void {
    if (this.#isOver) return;
    if (this.#isStream) {
      this.#end('closed');
      return;
    }
    this.#hasResponseEnded = true;
    this.#responseBody?.finish();
    // A response that comes early waits for its request, which is judged with it.
    if (this.#hasRequestEnded) this.#submit();
  }

  /** The exchange ended before the response did. */
  breakOff(by: 'client' | 'upstream'): void {
    if (this.#isOver) return;
    if (this.#isStream) this.#end(by === 'client' ? 'stopped' : 'broken');
    else this.#giveUp(unchecked[by]);
  }

  /** Forgets an exchange that never reached the upstream. */
  cancel(): void {
    if (!this.#isOver) this.#drop();
  }

  #submit(): void {
    if (this.#isOver || this.#isOverBudget() || this.#head === null || this.#responseBody === null) return;
    this.#isOver = true;
    const { request, held } = this.#copyRequest();
    const copy = this.#responseBody.handOver();
    const response = { ...this.#head, body: copy.body };
    this.#checker.add({ kind: 'exchange', request, response, durationMs: this.#elapsed() }, held + copy.held);
  }

  #copyRequest(): { readonly request: CopiedRequest; readonly held: number } {
    const { body, held } = this.#requestBody.handOver();
    return { request: { ...this.#request, at: this.#at, body, isChecked: this.#isChecked }, held };
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
    this.#tell(reason);
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

/** Checks whether somebody reads bodies of this type. Shape: a request without a type may hold JSON all the same. */
function isRead(contentType: string | null, isRequest: boolean): boolean {
  const mediaType = mediaTypeOf(contentType);
  if (mediaType === null) return isRequest;
  return isJsonMediaType(mediaType) || mediaType.startsWith('text/');
}
