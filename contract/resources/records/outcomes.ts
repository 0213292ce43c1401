/** Properties that show whether a request succeeded: `success` of `{ success: true, id }`. */
import type { SourceSchema } from '../source.ts';
import { flatten } from '../words.ts';

/** Returns whether a property shows that a request succeeded: by its text, else by its name. */
export function isOutcome(name: string, { types, text }: Pick<SourceSchema, 'types' | 'text'>): boolean {
  if (types?.size !== 1 || !types.has('boolean')) return false;
  const read = text.slice(0, MAX_READ);
  if (OF_REQUEST.test(read)) return SUCCESS.test(read) && !FAILURE.test(read);
  return OUTCOMES.has(flatten(name)) && !OF_OTHER.test(read);
}

/** Units: characters of a text that are read. */
const MAX_READ = 400;

/** Names of outcomes, as `flatten` writes them. */
const OUTCOMES: ReadonlySet<string> = new Set(
  'success issuccess successful issuccessful succeeded ok isok wassuccessful'.split(' '),
);

/** Conditions about the request: "`true` if the request was processed", "Indicates whether the call succeeded". */
const OF_REQUEST =
  /\b(?:if|whether|when) (?:or not )?(?:the|this|your|an?) (?:api )?(?:request|call|operation)\b/i;

const SUCCESS = /\bsuccess(?:ful|fully)?\b|\bsucceed(?:s|ed)?\b/i;

const FAILURE = /\b(?:fail(?:s|ed|ure)?|unsuccessful|errors?)\b/i;

/** Conditions about anything else: "Whether the delivery succeeded". */
const OF_OTHER = /\b(?:if|whether|when)\b/i;
