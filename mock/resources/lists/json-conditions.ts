/** Filters in JSON: the values that properties may have, as in `{"status":["open"],"label":["env=prod"]}`. */
import { stateOf } from '../../../contract/resources/records/state-conflict.ts';
import { propertyNamed } from '../../../contract/resources/schema-likeness.ts';
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { pointerStep, valueAt } from '../../../templates/runtime/json/pointer.ts';
import { isFields, textOf } from '../fields.ts';
import type { RecordFields } from '../record.ts';
import { containsText, isEqual } from './compare.ts';
import { readSelector } from './label-selector.ts';
import { parseJson } from '../../../templates/runtime/json/value.ts';

/** Longer texts are not read. Units: characters. */
const MAX_LENGTH = 10_000;

/** The maximum number of objects, and of conditions in each. */
const MAX_CONDITIONS = 100;

/**
 * Returns the test of conditions in JSON; `null` for another text.
 *
 * Shape: of several objects in a list, one must fit; a name that no record has tests nothing.
 */
export function readJsonConditions(
  text: string,
  schema: SourceSchema | null,
): ((value: RecordFields) => boolean) | null {
  const objects = text.length > MAX_LENGTH ? null : parseObjects(text);
  if (objects === null) return null;
  const alternatives = objects.slice(0, MAX_CONDITIONS).map((conditions) =>
    Object.entries(conditions)
      .slice(0, MAX_CONDITIONS)
      .flatMap(([name, wanted]) => {
        const pointer = placeOf(name, schema);
        return pointer === null ? [] : [{ pointer, fits: fitting(name, wantedIn(wanted)) }];
      }),
  );
  return (value) =>
    alternatives.some((tests) => tests.every(({ pointer, fits }) => fits(valueAt(value, pointer))));
}

function parseObjects(text: string): readonly RecordFields[] | null {
  if (!/^\s*[[{]/.test(text)) return null;
  const objects = [parseJson(text) as unknown].flat();
  return objects.length > 0 && objects.every(isFields) ? objects : null;
}

/** Returns where a record has what a condition names: its state, a property, else the only one in an object of that name. */
function placeOf(name: string, schema: SourceSchema | null): string | null {
  const state = /^(?:status|state)$/i.test(name) ? stateOf(schema) : null;
  if (state !== null) return state.pointer;
  const ownProperty = propertyNamed(name, schema);
  if (ownProperty !== null) return pointerStep(ownProperty);
  const inner = [...(schema?.properties ?? [])].flatMap(([outer, part]) => {
    const property = part.items === null ? propertyNamed(name, part) : null;
    return property === null ? [] : [pointerStep(outer) + pointerStep(property)];
  });
  const [only] = inner;
  return only === undefined || inner.length > 1 ? null : only;
}

/** Returns the values of a condition. Shape: `{ open: true, closed: false }` is one value. */
function wantedIn(wanted: unknown): readonly string[] {
  if (Array.isArray(wanted)) return wanted.map(textOf);
  if (!isFields(wanted)) return [textOf(wanted)];
  return Object.entries(wanted).flatMap(([name, isOn]) => (isOn === true ? [name] : []));
}

/** Returns the test of a property: a map has all labels, a name or an id may be a part, others are one of the values. */
function fitting(name: string, wanted: readonly string[]): (actual: unknown) => boolean {
  const selectors = wanted.map(readSelector);
  const isPart = /^(?:id|name)s?$/i.test(name);
  return (actual) => {
    if (wanted.length === 0) return true;
    if (isFields(actual) || actual === undefined)
      return selectors.every((selects) => selects(isFields(actual) ? actual : {}));
    if (isPart && typeof actual === 'string')
      return wanted.some((each) => containsText(actual, each.toLowerCase()));
    return wanted.some((each) => isEqual(actual, each));
  };
}
