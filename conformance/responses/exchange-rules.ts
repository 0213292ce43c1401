/** The rules for the responses of a run, individually and in comparison. */
import type { ExchangeRule } from '../model/exchange-rule.ts';
import type { CheckResult, Problem } from '../model/finding.ts';
import { checkResponse } from './check-response.ts';
import { createRecordTracker } from './record-tracker.ts';
import { createRejectionTracker } from './rejection-tracker.ts';
import type { ResponseTraits } from './response-traits.ts';
import { createTimeTracker } from './response-times.ts';
import { createTypeTracker } from './type-tracker.ts';

export function createResponseRules(traits: ResponseTraits): readonly ExchangeRule[] {
  return [
    silenceRule,
    createResponseRule(traits),
    createRecordTracker(traits),
    createTimeTracker(traits),
    ...(traits.areTypesShared ? [createTypeTracker(traits)] : []),
    createRejectionTracker(traits),
  ];
}

/** The rules for every single response. */
function createResponseRule(traits: ResponseTraits): ExchangeRule {
  return {
    open() {
      const existing = new Set<string>();
      return {
        take({ exchange, operation, world: { isProvoked } }) {
          const { id } = operation;
          if (exchange.response !== null && exchange.response.status < 300) existing.add(id);
          return checkResponse(operation, exchange, { traits, isProvoked, exists: existing.has(id) });
        },
      };
    },
  };
}

/** Without so many responses a missing one may be due to the connection. */
const MIN_RESPONSES = 10;

/** C06: a request gets a response if others did. Why not if it was aborted: a check ends some requests itself. */
const silenceRule: ExchangeRule = {
  open() {
    let responses = 0;
    return {
      take({ exchange: { failure, response }, operation }): readonly CheckResult[] {
        if (response !== null) {
          responses += 1;
          return [];
        }
        if (responses < MIN_RESPONSES || failure === null || /abort/i.test(failure)) return [];
        return [{ check: 'C06', problems: [silenceOf(operation.id, failure)] }];
      },
    };
  },
};

/** Returns the problem of a request without a response. Why a timeout warns: the source limits no response time. */
function silenceOf(subject: string, failure: string): Problem {
  const limit = /within \d+ ms/.exec(failure)?.[0];
  const what = failure.startsWith('The body did not end') ? 'did not end its response' : 'gave no response';
  return {
    message: `${subject} ${what}${limit === undefined ? '' : ` ${limit}`}.`,
    stable: `${subject} gave no response.`,
    at: 'response',
    severity: limit === undefined ? undefined : 'warn',
  };
}
