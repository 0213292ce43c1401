/** Properties that follow the sign of a number: "A positive amount is a credit, and a negative amount is a debit." */
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { SourceSchema } from '../source.ts';
import { isSameName } from '../words.ts';

/** A number, and what another property is by its sign. */
export interface SignRule {
  readonly number: string;
  readonly property: string;
  readonly positive: JsonValue;
  readonly negative: JsonValue;
}

/** Finds what the properties of a record are by the sign of its numbers, as the texts of these in records and requests say. */
export function signRules(
  schema: SourceSchema | null,
  written: readonly (SourceSchema | null)[],
): readonly SignRule[] {
  const numbers = [schema, ...written].flatMap((each) => [...(each?.properties ?? [])]);
  const rules = numbers.flatMap(([number, { types, text }]): SignRule[] => {
    const isNumber = types?.has('number') === true || types?.has('integer') === true;
    const words = isNumber && schema?.properties.has(number) === true ? wordsBySign(text) : null;
    if (words === null) return [];
    for (const [property, { values }] of schema?.properties ?? []) {
      const [positive, negative] = [words.positive, words.negative].map((word) =>
        values?.find((value) => typeof value === 'string' && isSameName(value, word)),
      );
      if (positive !== undefined && negative !== undefined) return [{ number, property, positive, negative }];
    }
    return [];
  });
  return rules.filter(({ number }, at) => rules.findIndex((each) => each.number === number) === at);
}

/** Returns the words for both signs in a text; `null` without them. */
function wordsBySign(text: string): { readonly positive: string; readonly negative: string } | null {
  const words = new Map<string, string>();
  for (const [, sign = '', word = ''] of text.matchAll(AFTER)) words.set(sign.toLowerCase(), word);
  for (const [, word = '', sign = ''] of text.matchAll(BEFORE))
    if (!words.has(sign.toLowerCase())) words.set(sign.toLowerCase(), word);
  const [positive, negative] = [words.get('positive'), words.get('negative')];
  return positive === undefined || negative === undefined ? null : { positive, negative };
}

const AFTER =
  /\b(positive|negative)(?: (?:amounts?|values?|numbers?|totals?))? (?:is|are|means?|indicates?|represents?|denotes?|for) (?:an? |the )?[`"']?(\w{1,40})/gi;

const BEFORE = /\b(\w{1,40})[`"']? (?:is|are|ha(?:s|ve)) (?:an? )?(positive|negative)\b/gi;
