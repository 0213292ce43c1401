/**
 * The states of records that only a path below them shows: `GET /pumps/{id}/state`, which `POST /pumps/{id}/start` leads
 * to.
 */
import { guessEffect } from '../../../contract/resources/records/action-effect.ts';
import { firstState } from '../../../contract/resources/records/shown-state.ts';
import { stateProperty, withProperties } from '../../../contract/resources/records/state-values.ts';
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { flatten, wordsOf } from '../../../contract/resources/words.ts';
import { toText } from '../../../templates/runtime/json/value.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { RecordFields } from '../record.ts';

interface StatedRecord {
  readonly schema: SourceSchema | null;
  readonly sample: RecordFields;
}

/** Adds the state that bodies below a record show, if an action leads to one. Shape: the same where a record has its own. */
export function withStateBelow(
  { schema, sample }: StatedRecord,
  bodies: readonly SourceSchema[],
  actions: readonly string[],
): StatedRecord {
  if (schema === null || schema.properties.size === 0 || stateProperty(schema) !== null)
    return { schema, sample };
  for (const body of bodies) {
    const [name, property] = stateIn(body) ?? [];
    if (name === undefined || property === undefined) continue;
    const states = property.values ?? [];
    const further = withProperties(schema, [[name, property]]);
    const led = actions.filter((each) => name in guessEffect(further, [each], {}));
    const first =
      led.length === 0 ? undefined : (stateAtFirst(states, led) ?? property.examples[0] ?? states[0]);
    if (first !== undefined) return { schema: further, sample: { ...sample, [name]: first } };
  }
  return { schema, sample };
}

/** Returns the state in a body, or in the only object that it is. */
function stateIn(body: SourceSchema): readonly [string, SourceSchema] | null {
  const [only, other] = [...body.properties.values()];
  const inner = only === undefined || other !== undefined || stateProperty(body) !== null ? body : only;
  const name = stateProperty(inner);
  const property = name === null ? undefined : inner.properties.get(name);
  return name === null || property === undefined || property.values === null ? null : [name, property];
}

/** Returns the state that a new record has: what can be started is stopped. */
function stateAtFirst(states: readonly JsonValue[], actions: readonly string[]): JsonValue | undefined {
  const isStarted = actions.some((each) => /^(?:start|run|boot|launch)$/.test(wordsOf(each)[0] ?? ''));
  const stopped = states.find((each) =>
    /^(?:stopped|off|inactive|idle|offline)$/.test(flatten(toText(each))),
  );
  return firstState(states) ?? (isStarted ? stopped : undefined);
}
