/** Applies faults around the handler and the stream; the records of the world decide which fault matches a request. */
import type { HttpResponse } from '../../templates/runtime/http.ts';
import type { World } from '../kernel/world/world.ts';
import type { FaultNote } from './journal/notes.ts';
import { errorResponse, type ErrorResponse } from './error-responses.ts';
import { markUndeclared } from './undeclared.ts';

/** The properties of a request that a fault may match. */
export interface FaultTarget {
  readonly operationId: string;
  readonly method: string;
  /** Relative to the world, percent-encoded, without a query. */
  readonly path: string;
  /** Path template of the operation. */
  readonly template: string;
}

/**
 * Damage to a stream.
 *
 * Units: both count events of this response from 1; `null` for no damage. `cutAfter` of 0 cuts before the first event.
 */
export interface StreamFault {
  readonly cutAfter: number | null;
  readonly corruptAt: number | null;
}

/**
 * The effect on the request that matches.
 *
 * Shape: with a `status` of `null` the handler responds and `headers` are added to its response.
 * Units: `latency` is milliseconds of the world's time.
 */
export interface Fault {
  readonly latency: number;
  readonly status: number | null;
  readonly code: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly streamFault: StreamFault;
}

/** The fault for a request, `null` if none applies, and the notes that explain the choice. */
export interface FaultMatch {
  readonly fault: Fault | null;
  readonly notes: readonly FaultNote[];
}

/** Finds the fault for a request and counts the match; `null` in a world without faults. */
export interface FaultMatcher {
  match(world: World, target: FaultTarget): FaultMatch | null | Promise<FaultMatch | null>;
}

export function faultError(status: number, { code, headers }: Fault): ErrorResponse {
  const response = errorResponse(status, 'injected-fault', `Injected fault ${status}`, lowerCased(headers));
  return code === null ? response : { ...response, body: { ...response.body, code } };
}

/** Adds the headers of a fault to a response and damages its stream; a changed response is marked. */
export function applyFault(
  response: HttpResponse,
  { headers, streamFault }: Fault,
  beforeCut: BeforeCut,
): HttpResponse {
  const added = lowerCased(headers);
  const { body } = response;
  const isDamaged =
    body.kind === 'frames' && (streamFault.cutAfter !== null || streamFault.corruptAt !== null);
  if (!isDamaged && Object.keys(added).length === 0) return response;
  const marked = markUndeclared(response, 'injected-fault', added);
  return isDamaged
    ? { ...marked, body: { kind: 'frames', frames: damageFrames(body.frames, streamFault, beforeCut) } }
    : marked;
}

function lowerCased(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Waits until the reader of a stream can have read what was sent. */
export type BeforeCut = () => Promise<void>;

/** Damages the frames of a stream. Errors: rejects at the cut, so that the connection breaks. */
export function damageFrames(
  texts: AsyncIterable<string>,
  fault: StreamFault,
  beforeCut: BeforeCut,
): AsyncIterable<string> {
  return {
    [Symbol.asyncIterator]() {
      const source = texts[Symbol.asyncIterator]();
      const damage = new FrameDamage(fault);
      return {
        async next() {
          if (damage.isCut) {
            await source.return?.();
            await beforeCut();
            throw new Error('An injected fault cuts the stream.');
          }
          const text = await source.next();
          return text.done === true ? text : { done: false, value: damage.apply(text.value) };
        },
        async return() {
          await source.return?.();
          return { done: true, value: undefined };
        },
      };
    },
  };
}

class FrameDamage {
  readonly #fault: StreamFault;
  #count = 0;

  constructor(fault: StreamFault) {
    this.#fault = fault;
  }

  get isCut(): boolean {
    return this.#fault.cutAfter !== null && this.#count >= this.#fault.cutAfter;
  }

  /** Damages the frames of a text: one or more, each of which ends with an empty line and has one line of data. */
  apply(text: string): string {
    let damaged = '';
    for (const frame of text.split(/(?<=\n\n)/)) {
      if (this.isCut) break;
      this.#count++;
      damaged += this.#count === this.#fault.corruptAt ? corrupt(frame) : frame;
    }
    return damaged;
  }
}

/** Truncates the data, so that the frame is complete and its JSON is not. */
function corrupt(frame: string): string {
  return `${frame.slice(0, frame.length - Math.ceil(frame.length / 4))}\n\n`;
}
