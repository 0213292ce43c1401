/** Suggests ids of records for a path with an id that does not exist. */
import { closestWord } from '../../../templates/runtime/closest-word.ts';
import type { World } from '../../kernel/world/world.ts';

/** Near ids begin with the same characters. Units: characters. */
const SHARED_START = 4;

/** Units: records of a kind that are compared. */
const MAX_COMPARED = 100;

/** Returns the id nearest to each segment of a path that is not an id itself. Costs the same in a world of any size. */
export function nearIdsIn({ view, collections }: World, path: string): readonly string[] {
  const segments = path
    .slice(0, 1_024)
    .split('/')
    .filter((segment) => segment.includes('_'));
  return segments.slice(0, 3).flatMap((segment) => {
    const prefix = segment.slice(0, SHARED_START);
    const ids = collections.flatMap((name) =>
      view.scan({ name }, { prefix, limit: MAX_COMPARED }).map(({ id }) => id),
    );
    const near = ids.includes(segment) ? null : closestWord(segment, ids);
    return near === null ? [] : [near];
  });
}
