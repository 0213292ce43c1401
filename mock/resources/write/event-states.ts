/** States that a request names by what leads to them: `state_event: close` for a closed issue. */
import { guessEffect, wordOfState } from '../../../contract/resources/records/action-effect.ts';
import { stateProperty } from '../../../contract/resources/records/state-values.ts';
import { flatten } from '../../../contract/resources/words.ts';
import type { OperationPlan } from '../plan/plan.ts';
import type { RecordFields } from '../record.ts';

/** Returns the state that an event in a request leads to, with the switches named like it. Shape: empty without one. */
export function stateOfEvent(
  { resource }: Pick<OperationPlan, 'resource'>,
  sent: RecordFields,
): RecordFields {
  const { schema } = resource;
  const name = stateProperty(schema);
  if (schema === null || name === null || sent[name] !== undefined) return {};
  const events = ['event', 'action', 'transition'].map((each) => flatten(name) + each);
  const event = Object.keys(sent).find(
    (each) => events.includes(flatten(each)) && !schema.properties.has(each),
  );
  const verb = event === undefined ? undefined : sent[event];
  if (typeof verb !== 'string') return {};
  const effect = guessEffect(schema, [verb], {});
  const isAnyText = schema.properties.get(name)?.values === null;
  return isAnyText && effect[name] === undefined ? { ...effect, [name]: wordOfState(verb) } : effect;
}
