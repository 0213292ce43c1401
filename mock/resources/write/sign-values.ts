/** Keeps the properties of a record that follow the sign of a number. */
import type { SignRule } from '../../../contract/resources/records/sign-rules.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { ResourcePlan } from '../plan/plan.ts';
import type { RecordFields } from '../record.ts';

/** Returns a record whose properties follow the signs of its numbers, except those that are `kept`. */
export function withSigns(
  { signs }: Pick<ResourcePlan, 'signs'>,
  value: RecordFields,
  kept: RecordFields,
): RecordFields {
  return withEach(signs, value, ({ number, property, positive, negative }) => {
    const amount = value[number];
    if (kept[property] !== undefined || typeof amount !== 'number' || amount === 0) return {};
    return { [property]: amount > 0 ? positive : negative };
  });
}

/** Returns a record that a world begins with, whose numbers have the signs that its properties name. */
export function withSigned(
  { signs, schema }: Pick<ResourcePlan, 'signs' | 'schema'>,
  value: RecordFields,
): RecordFields {
  return withEach(signs, value, ({ number, property, positive, negative }) => {
    const [amount, minimum] = [value[number], schema?.properties.get(number)?.minimum ?? null];
    if (typeof amount !== 'number' || (minimum !== null && minimum >= 0)) return {};
    const sign = value[property] === negative ? -1 : value[property] === positive ? 1 : Math.sign(amount);
    return { [number]: sign * Math.abs(amount) };
  });
}

function withEach(
  signs: readonly SignRule[],
  value: RecordFields,
  change: (rule: SignRule) => Readonly<Record<string, JsonValue>>,
): RecordFields {
  return signs.reduce<RecordFields>((fields, rule) => ({ ...fields, ...change(rule) }), value);
}
