/** The records that are deleted with another one, by the text about its deletion. */
import type { OperationRole } from '../graph.ts';
import type { SourceOperation } from '../source.ts';
import { isSameName } from '../words.ts';

/** Returns the resources that a deletion names: `tasks` of "Deletes the project together with its tasks". */
export function statedDeletions(
  { text }: Pick<SourceOperation, 'text'>,
  names: readonly string[],
): Pick<OperationRole, 'alsoDeletes'> {
  const words = text.split(/[.;\n]/).flatMap((sentence) => {
    const [, tail = ''] =
      /\b(?:(?:with|including|and) (?:all (?:of )?)?(?:its|their)|cascades? to)\b(.*)/i.exec(sentence) ?? [];
    return isDeletion.test(sentence) && !isKept.test(sentence) ? tail.split(/[^A-Za-z_-]+/) : [];
  });
  const alsoDeletes = names.filter((name) =>
    words.some((word) => word.length > 2 && isSameName(word, name.split('/').at(-1) ?? '')),
  );
  return alsoDeletes.length === 0 ? {} : { alsoDeletes };
}

const isDeletion = /\b(?:delet|remov|destroy)/i;

/** Sentences about what is not deleted. */
const isKept = /\b(?:not|n[o']t|keeps?|kept|stays?|remains?|unless|without|except)\b/i;
