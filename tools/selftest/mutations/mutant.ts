/** A mutant wraps the service and introduces one defect. Types only. */
import type { HttpResponse, HttpRequest } from '../../../templates/runtime/http.ts';

/** A service as a function. */
export type Serve = (request: HttpRequest) => Promise<HttpResponse>;

/** Wraps a service so that it has a defect. Called once for each service, so that its state belongs to one service. */
export type Mutation = (serve: Serve) => Serve;

/** A service with one defect, and the check that must find it. */
export interface Mutant {
  /** Stable: `seq-repeat`. */
  readonly id: string;
  readonly check: string;
  /** Where the check runs: the subject of its outcome; `null` for all of them. */
  readonly subject: string | null;
  /** The defect as the end of a sentence that begins with `A service that`. */
  readonly description: string;
  /** Set if the check only warns about this defect, although it fails for others. */
  readonly expects?: 'warn';
  /** Whether its check has only a configuration, and no driver. */
  readonly isPlain?: true;
  readonly mutation: Mutation;
}

/** A row of a mutant table; without a subject, that of its table applies. */
export type MutantRow = Omit<Mutant, 'subject'> & Partial<Pick<Mutant, 'subject'>>;

/** A valid service. Shape: `description` ends a sentence that begins with `A service that`. */
export interface HarmlessDifference {
  readonly id: string;
  readonly description: string;
  readonly mutation: Mutation;
}
