/** Finds the intended word for a misspelt one. Bounded in time, since clients send the words. */

const MAX_WORD_LENGTH = 64;
const MAX_CANDIDATES = 500;

/** Why so few: `createdAt` is no misspelt `updatedAt`. */
const MAX_ERRORS = 2;

/**
 * Returns the candidate most similar to a word; `null` if none is similar enough.
 *
 * Shape: a different spelling of the same letters (`agent_type`, `AgentType`) always matches; otherwise one typing
 * error per three letters is allowed, and two at most. Of equally similar candidates the first one wins.
 */
export function closestWord(word: string, candidates: Iterable<string>): string | null {
  if (word.length === 0 || word.length > MAX_WORD_LENGTH) return null;
  const folded = fold(word);
  let best: string | null = null;
  let bestDistance = Math.min(MAX_ERRORS, Math.floor(folded.length / 3)) + 1;
  let left = MAX_CANDIDATES;
  for (const candidate of candidates) {
    if (left-- === 0) break;
    if (candidate === word || candidate.length > MAX_WORD_LENGTH) continue;
    const distance = editDistance(folded, fold(candidate));
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

function fold(word: string): string {
  return word.toLowerCase().replaceAll(/[-_. ]/g, '');
}

/** Returns the optimal string alignment distance: inserted, deleted, replaced and swapped letters. */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1];
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (swapped) cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return last[to.length] ?? 0;
}
