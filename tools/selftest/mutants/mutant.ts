/**
 * What a mutant is: the service with one fault. Types only.
 * A mutant wraps the function of the service and introduces one defect.
 */
import type { HttpResponse, HttpRequest } from '../../../generated/runtime/http.ts';

/** The one function that a service is. */
export type Serve = (request: HttpRequest) => Promise<HttpResponse>;

/** Wraps a service so that it has a defect. Called once for each service, so that its state belongs to one service. */
export type Mutation = (serve: Serve) => Serve;

/** A service with one fault, and the check that exists for this fault. */
export interface Mutant {
  /** Stable: `seq-repeat`. */
  readonly id: string;
  /** Id of the check that must see it. */
  readonly check: string;
  /** Where the check is made: id of an operation, or `pack:` with the name of a pack; `null` for wherever the check is made. */
  readonly subject: string | null;
  /** The fault as the end of a sentence that begins with `A service that`. */
  readonly description: string;
  /** Set where the check fails nobody for this, but tells it; absent where what it says weighs as the check does. */
  readonly expects?: 'warn';
  readonly mutation: Mutation;
}
