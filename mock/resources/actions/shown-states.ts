/** States that no request names: the one that a new record has, and the one that the example of an action shows. */
import { readPath } from '../../../contract/resources/path-shape.ts';
import { stateProperty } from '../../../contract/resources/records/state-values.ts';
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { firstState, stateInExample } from '../../../contract/resources/records/shown-state.ts';
import { flatten, wordsOf } from '../../../contract/resources/words.ts';
import type { ActionRules } from './actions.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import { schemaFields, isFields } from '../fields.ts';
import { isSwitch } from '../write/defaults.ts';
import type { OperationPlan, ResourcePlan } from '../plan/plan.ts';
import type { RecordFields } from '../record.ts';

/**
 * Returns the state of a new record: the first of those that are listed, else one that an example begins in. Shape:
 * undefined for another property, or without one.
 */
export function newState(
  name: string,
  property: SourceSchema,
  { schema, sample, examples }: Pick<ResourcePlan, 'schema' | 'sample' | 'examples'>,
): JsonValue | undefined {
  const { values, types, isWriteOnly } = property;
  if (name !== stateProperty(schema) || isWriteOnly) return undefined;
  if (stateProperty(property) !== null) return beginningOf(property, {});
  if (types?.has('string') !== true) return undefined;
  const shown = [sample, ...examples].flatMap((each) => (isFields(each) ? (each[name] ?? []) : []));
  return firstState(values ?? shown) ?? values?.find((each) => each !== null && each !== '');
}

/**
 * Returns the state that a switch in a request puts a new record in: `pending_approval` for `require_approval`; empty
 * for none.
 */
export function askedState(schema: SourceSchema | null, sent: RecordFields): RecordFields {
  const name = stateProperty(schema);
  const values = name === null ? [] : (schema?.properties.get(name)?.values ?? []);
  const stateNames = Object.entries(sent).flatMap(([each, value]): string[] => {
    const [verb = '', ...what] = wordsOf(each);
    const needed = what.join('');
    if (value !== true || needed === '' || !/^(?:require|need)s?$/.test(verb)) return [];
    return [`pending${needed}`, `${needed}pending`, `awaiting${needed}`, `waitingfor${needed}`];
  });
  const state = values.find((each) => typeof each === 'string' && stateNames.includes(flatten(each)));
  return name === null || state === undefined ? {} : { [name]: state };
}

/** Returns an object with a state as it begins: what is on or off there is named like states, and off. */
export function beginningOf({ properties }: SourceSchema, shown: RecordFields): RecordFields {
  const initial = schemaFields({ properties }, (name, property) => {
    if (isSwitch(property)) return false;
    return /^(?:status|state)$/i.test(name) ? firstState(property.values ?? []) : undefined;
  });
  return { ...shown, ...initial };
}

/** Returns the state in the example of an action without other evidence of its effect; empty for none. */
export function shownState(
  { spec, source, shownSample, resource }: OperationPlan,
  { behavior, machine }: ActionRules,
): RecordFields {
  if (behavior !== null || machine !== null) return {};
  const { method } = source;
  const action = readPath(spec.path).name;
  return stateInExample(resource.schema, { method, action }, shownSample, resource.sample);
}
