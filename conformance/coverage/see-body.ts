/** Walks through the bodies of a run and notes which members of enums, which events and which facts they show. */
import { executionStreamEventTypes } from '../../generated/service/events.ts';
import { factsAbout } from '../schema-location/facts.ts';
import { rootLocation, type SchemaLocation } from '../schema-location/schema-location.ts';
import { detailsOf } from '../schema-location/supporting-facts.ts';
import { walkValue } from '../schema-location/walk-value.ts';
import { enumAt } from './universe.ts';

/** What was seen so far, by the names of the universe. */
export interface FrameContext {
  readonly enumMembers: Set<string>;
  readonly events: Set<string>;
  readonly facts: Set<string>;
}

/** What one place shows: facts as soon as it is there, and more for each text of an enum. */
interface Shown {
  readonly facts: readonly string[];
  readonly ofValue: ReadonlyMap<unknown, readonly string[]>;
  readonly names: ReadonlyMap<unknown, string> | null;
}

const eventTypes: ReadonlySet<string> = new Set(executionStreamEventTypes);
const known = new WeakMap<SchemaLocation, Shown>();

/**
 * Notes what a body shows.
 *
 * Shape: `check` and `outer` as for `rootSpot`; `fits` says whether the body is as the contract has it, without which it shows
 * no fact.
 */
export function seeBody(
  seen: FrameContext,
  check: string,
  outer: readonly string[],
  value: unknown,
  fits: boolean,
): void {
  const root = rootLocation(check, outer);
  if (root === null) return;
  walkValue(root, value, (location, inner) => {
    const { facts, ofValue, names } = shownAt(location);
    const name = names?.get(inner);
    if (name !== undefined) seen.enumMembers.add(name);
    if (location.member === '' && eventTypes.has(location.schema)) seen.events.add(location.schema);
    if (fits) {
      for (const fact of facts) seen.facts.add(fact);
      for (const fact of ofValue.get(inner) ?? []) seen.facts.add(fact);
    }
    return true;
  });
}

function shownAt(location: SchemaLocation): Shown {
  const before = known.get(location);
  if (before !== undefined) return before;
  const about = factsAbout(...location.subjects);
  const ofValue = new Map<unknown, string[]>();
  for (const fact of about.filter(({ kind }) => kind === 'enum')) {
    const value = detailsOf(fact).get('value');
    ofValue.set(value, [...(ofValue.get(value) ?? []), fact.id]);
  }
  if (location.schema === 'ProductEventName' && location.shape.kind === 'values')
    for (const value of location.shape.values.filter((each) => typeof each === 'string'))
      ofValue.set(value, [
        ...(ofValue.get(value) ?? []),
        ...factsAbout(`product-event:${value}`).map(({ id }) => id),
      ]);
  const shown = {
    facts: about.filter(({ kind }) => /^(?:field|event|rule|status)$/.test(kind)).map(({ id }) => id),
    ofValue,
    names: enumAt(location),
  };
  known.set(location, shown);
  return shown;
}
