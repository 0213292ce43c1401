/** C18: counts the registrations of a run, which all come from one address. */
import type { Exchange } from '../model/exchange.ts';
import type { CheckResult, Problem } from '../model/finding.ts';

/** The most registrations of an address within an hour. Source: F-8-008. */
const HOURLY = 5;

/** An hour. Units: milliseconds. */
const HOUR = 3_600_000;

/** Counts accepted registrations. */
export interface RegistrationCounter {
  see(exchange: Exchange): readonly CheckResult[];
}

/** Creates a counter. Not for implementations whose clock a driver advances. */
export function createRegistrationCounter(): RegistrationCounter {
  let accepted: readonly number[] = [];
  return {
    see({ at, request, response }) {
      if (request.operation !== 'registerAgent' || response === null || response.status >= 300) return [];
      accepted = [...accepted.filter((before) => at - before < HOUR), at];
      const problem: Problem = {
        message: `${accepted.length} registrations from one address within an hour were accepted.`,
        stable: 'Too many registrations from one address within an hour were accepted.',
        at: 'status',
      };
      return [{ check: 'C18', problems: accepted.length > HOURLY ? [problem] : [] }];
    },
  };
}
