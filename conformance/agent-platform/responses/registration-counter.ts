/** C18: counts the registrations of a run, which all have one IP address. */
import type { ExchangeRule } from '../../model/exchange-rule.ts';
import type { Problem } from '../../model/finding.ts';
import { msPerHour } from '../../../templates/runtime/conversion/durations.ts';

/** The maximum number of registrations of an IP address within an hour. Source: F-8-008. */
export const registrationsPerHour = 5;

/** C18. Not for implementations whose clock a driver advances. */
export const registrationCounter: ExchangeRule = {
  open() {
    let accepted: readonly number[] = [];
    return {
      take({ exchange: { at, request, response }, world }) {
        if (world.hasClock || request.operation !== 'registerAgent') return [];
        if (response === null || response.status >= 300) return [];
        accepted = [...accepted.filter((before) => at - before < msPerHour), at];
        const problem: Problem = {
          message: `${accepted.length} registrations from one address within an hour were accepted.`,
          stable: 'Too many registrations from one address within an hour were accepted.',
          at: 'status',
        };
        return [{ check: 'C18', problems: accepted.length > registrationsPerHour ? [problem] : [] }];
      },
    };
  },
};
