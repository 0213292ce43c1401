/**
 * The category of a finding in the fault catalogue of the Web Fuzzing Commons, by the check that reported it. Codes from
 * 900 are left to each tool.
 */
import type { Finding } from '../model/finding.ts';
import type { Family } from '../model/check.ts';

/** A category of faults. Shape: `id` and `code` as in the catalogue. */
export interface FaultCategory {
  readonly id: string;
  readonly code: number;
}

const internalError: FaultCategory = { id: 'HTTP_STATUS_500', code: 100 };
const otherServerError: FaultCategory = { id: 'HTTP_STATUS_OTHER_5XX', code: 121 };
const invalidResponse: FaultCategory = { id: 'SCHEMA_INVALID_RESPONSE', code: 200 };
const invalidAccepted: FaultCategory = { id: 'SCHEMA_SUCCESS_ON_INVALID_INPUTS', code: 206 };
const validRejected: FaultCategory = { id: 'SCHEMA_VALID_INPUTS_REJECTED', code: 207 };
const notEnforced: FaultCategory = { id: 'SECURITY_DECLARED_AUTH_NOT_ENFORCED', code: 311 };
const missingAuthorization: FaultCategory = { id: 'SECURITY_MISSED_AUTHORIZATION_CHECK', code: 306 };

/** Checks whose rule is in the catalogue. */
const byCheck: Readonly<Record<string, FaultCategory>> = {
  C21: { id: 'SECURITY_WRONGLY_NOT_AUTHENTICATED', code: 305 },
  A01: { id: 'SECURITY_FORGOTTEN_AUTHENTICATION', code: 307 },
  A02: notEnforced,
  A03: notEnforced,
  A04: missingAuthorization,
  LAW01: { id: 'HTTP_CREATED_RESOURCE_NOT_FOUND', code: 122 },
  LAW05: { id: 'HTTP_SIDE_EFFECTS_FAILED_MODIFICATION', code: 114 },
  LAW13: { id: 'HTTP_NONWORKING_DELETE', code: 113 },
  LAW15: missingAuthorization,
  LAW16: missingAuthorization,
  LAW21: { id: 'HTTP_PARTIAL_UPDATE_PUT', code: 117 },
  LAW23: { id: 'SECURITY_MASS_ASSIGNMENT', code: 303 },
  LAW30: notEnforced,
  LAW36: missingAuthorization,
  LAW37: missingAuthorization,
  LAW40: { id: 'SECURITY_HIDDEN_ACCESSIBLE_ENDPOINT', code: 310 },
};

/** Checks of other rules, by their kind. */
const byFamily: Readonly<Record<Family, FaultCategory>> = {
  request: { id: 'BACKLOT_REQUEST', code: 900 },
  response: invalidResponse,
  access: { id: 'BACKLOT_ACCESS', code: 901 },
  positive: validRejected,
  negative: invalidAccepted,
  stream: { id: 'BACKLOT_STREAM', code: 902 },
  law: { id: 'BACKLOT_LAW', code: 903 },
  scenario: { id: 'BACKLOT_SCENARIO', code: 904 },
};

export function categoryOf(
  { check, exchanges }: Pick<Finding, 'check' | 'exchanges'>,
  family: Family,
): FaultCategory {
  const status = exchanges.at(-1)?.response?.status ?? 0;
  const isAboutFailure = check === 'C06' || family === 'positive' || family === 'negative';
  if (isAboutFailure && status >= 500) return status === 500 ? internalError : otherServerError;
  return byCheck[check] ?? byFamily[family];
}
