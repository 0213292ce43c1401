/**
 * Copies what passes between a client and the upstream for one exchange, and hands the copy on when it has passed. Changes
 * nothing, waits for nothing.
 */
import { isJsonMediaType, mediaTypeOf } from '../../generated/runtime/media-type.ts';
import { BodyCopy } from './copy-body.ts';
import type { CopiedEnd, CopiedHead, CopiedRequest } from './job.ts';
import { valueOf, type RawHeaders } from './raw-headers.ts';
import type { ThreadJudge } from './thread-judge.ts';

/** Why something that passed was not checked, as it is counted. */
export const unchecked = {
  busy: 'too busy',
  ended: 'the checks have ended',
  client: 'the client went away',
  upstream: 'the upstream broke the reply off',
} as const;

/** The head of a request that comes in. */
export interface WatchedRequest {
  readonly number: number;
  readonly method: string;
  readonly path: string;
  readonly headers: RawHeaders;
}

/** Is told what is not checked. */
export type TellUnchecked = (reason: string) => void;

/** Watches one exchange. */
export class Watch {
  readonly #judge: ThreadJudge;
  readonly #tell: TellUnchecked;
  readonly #request: WatchedRequest;
  readonly #at = Date.now();
  readonly #started = performance.now();
  readonly #requestBody: BodyCopy;
  #isJudged = false;
  #head: CopiedHead | null = null;
  #responseBody: BodyCopy | null = null;
  #isStream = false;
  #hasRequestEnded = false;
  #hasResponseEnded = false;
  #isOver = false;

  constructor(judge: ThreadJudge, request: WatchedRequest, tell: TellUnchecked) {
    this.#judge = judge;
    this.#request = request;
    this.#tell = tell;
    this.#requestBody = new BodyCopy(judge.allowance, isRead(valueOf(request.headers, 'content-type'), true));
    if (judge.isFull) this.#giveUp(this.#crowdedOut);
  }

  /** Says that the request was judged already. */
  markJudged(): void {
    this.#isJudged = true;
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
    if (!this.#isStream) this.#responseBody = new BodyCopy(this.#judge.allowance, isRead(type, false));
    else if (!this.#isCrowdedOut()) {
      const { request, held } = this.#copyRequest();
      this.#judge.add({ kind: 'stream', request, response: this.#head }, held);
    }
  }

  responsePiece(piece: Uint8Array): void {
    if (this.#isOver) return;
    if (!this.#isStream) {
      this.#responseBody?.take(piece);
      return;
    }
    if (this.#judge.isFull || !this.#judge.allowance.take(piece.length)) {
      this.#end('stopped');
      this.#tell(this.#crowdedOut);
      return;
    }
    this.#judge.addPiece(this.#request.number, this.#elapsed(), piece);
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
    if (this.#isOver || this.#isCrowdedOut() || this.#head === null || this.#responseBody === null) return;
    this.#isOver = true;
    const { request, held } = this.#copyRequest();
    const copy = this.#responseBody.handOver();
    const response = { ...this.#head, body: copy.body };
    this.#judge.add({ kind: 'exchange', request, response, durationMs: this.#elapsed() }, held + copy.held);
  }

  #copyRequest(): { readonly request: CopiedRequest; readonly held: number } {
    const { body, held } = this.#requestBody.handOver();
    return { request: { ...this.#request, at: this.#at, body, isJudged: this.#isJudged }, held };
  }

  #isCrowdedOut(): boolean {
    const isCrowdedOut =
      this.#judge.isFull || this.#requestBody.isCrowdedOut || this.#responseBody?.isCrowdedOut === true;
    if (isCrowdedOut) this.#giveUp(this.#crowdedOut);
    return isCrowdedOut;
  }

  get #crowdedOut(): string {
    return this.#judge.isJudging ? unchecked.busy : unchecked.ended;
  }

  #end(end: CopiedEnd): void {
    this.#isOver = true;
    const { number } = this.#request;
    this.#judge.add({ kind: 'end', number, end, durationMs: this.#elapsed() }, 0);
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

/** Says whether somebody reads bodies of this type. Shape: a request without a type may hold JSON all the same. */
function isRead(contentType: string | null, isRequest: boolean): boolean {
  const mediaType = mediaTypeOf(contentType);
  if (mediaType === null) return isRequest;
  return isJsonMediaType(mediaType) || mediaType.startsWith('text/');
}
