/** Sorts changes for readers. */
import { impacts } from '../catalogue/effect.ts';
import type { LocatedChange } from './located.ts';

/** Sorts changes: the worst first, then by file and line; the result does not depend on the input order. */
export function orderChanges(changes: readonly LocatedChange[]): LocatedChange[] {
  return changes
    .map((change) => ({ change, key: keyOf(change) }))
    .sort((one, other) => compareKeys(one.key, other.key))
    .map(({ change }) => change);
}

type Key = readonly (number | string)[];

function keyOf({ change, impact, before, after }: LocatedChange): Key {
  const place = after ?? before;
  return [
    impacts.indexOf(impact),
    place?.file ?? '',
    place?.position?.line ?? 0,
    place?.position?.column ?? 0,
    change.subject,
    change.kind,
    JSON.stringify(change.facts),
    change.direction,
  ];
}

function compareKeys(one: Key, other: Key): number {
  for (const [index, value] of one.entries()) {
    const against = other[index];
    if (against === undefined || value === against) continue;
    return value < against ? -1 : 1;
  }
  return 0;
}
