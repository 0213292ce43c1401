/** The successes of an operation: the responses with a status of success that describe no error. */
import type { ResponseStatus } from '../../templates/runtime/media-type.ts';

/** A status with the text about it. */
export interface StatedStatus {
  readonly status: ResponseStatus;
  readonly text?: string;
}

/**
 * Returns the responses of success without those that describe an error, "200: Only available for paid accounts", where
 * another one describes none; `texts` has the descriptions.
 */
export function successesOf<Declared extends StatedStatus>(
  responses: readonly Declared[],
  texts: readonly StatedStatus[] = responses,
): readonly Declared[] {
  const successes = responses.filter(
    ({ status }) => status === '2XX' || (typeof status === 'number' && status >= 200 && status < 300),
  );
  const failed = new Set(texts.flatMap(({ status, text = '' }) => (isFailure(text) ? [status] : [])));
  const others = successes.filter(({ status }) => !failed.has(status));
  return others.length > 0 ? others : successes;
}

function isFailure(text: string): boolean {
  return text.length <= MAX_READ && FAILURE.test(text) && !SUCCESS.test(text);
}

/** Descriptions of a success: "Created: the account did not exist". */
const SUCCESS =
  /^\W*(?:ok|created|accepted|updated|deleted|done|no content|returns?)\b|\bsuccess(?:ful(?:ly)?)?\b/i;

/** Descriptions of what prevents a success: "Role not found", "The group does not belong to this account". */
const FAILURE =
  /(?<!\b(?:no|without|any) )\berrors?\b|\bnot (?:found|have|exist|belong|allowed|permitted|authori[sz]ed|available|enough)\b|\bonly (?:available|allowed|permitted)\b|\bmust (?:be|have)\b|\b(?:invalid|forbidden|denied|cannot)\b/i;

/** Units: characters. Why: a longer text describes a success with its limits. */
const MAX_READ = 200;
