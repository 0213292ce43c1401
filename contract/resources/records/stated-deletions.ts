/** What becomes of other records when one is deleted, by the text about its deletion. */
import type { OperationRole } from '../graph.ts';
import type { SourceOperation } from '../source.ts';
import { isSameName } from '../words.ts';

/**
 * Returns the resources that a deletion names: `tasks` of "Deletes the project together with its tasks". Shape: `below`
 * returns the names of those below the record, which "all data within" is about.
 */
export function statedDeletions(
  { text }: Pick<SourceOperation, 'text'>,
  names: readonly string[],
  below: () => readonly string[] = () => [],
): Pick<OperationRole, 'alsoDeletes'> {
  const sentences = text
    .split(/[.;\n]/)
    .filter((sentence) => isDeletion.test(sentence) && !isKept.test(sentence));
  const words = sentences.flatMap((sentence) => {
    const [, tail = ''] =
      /\b(?:(?:with|including|and) (?:all (?:of )?)?(?:its|their)|cascades? to)\b(.*)/i.exec(sentence) ?? [];
    return tail.split(/[^A-Za-z_-]+/);
  });
  const named = names.filter((name) =>
    words.some((word) => word.length > 2 && isSameName(word, name.split('/').at(-1) ?? '')),
  );
  const alsoDeletes = [
    ...new Set([...named, ...(sentences.some((each) => isOfAll.test(each)) ? below() : [])]),
  ];
  return alsoDeletes.length === 0 ? {} : { alsoDeletes };
}

const isDeletion = /\b(?:delet|remov|destroy)/i;

/** Sentences about what is not deleted. */
const isKept = /\b(?:not|n[o']t|keeps?|kept|stays?|remains?|unless|without|except)\b/i;

/** Sentences about whatever belongs to a record: "and all data within", "and everything in it". */
const isOfAll =
  /\b(?:all (?:of )?(?:(?:its|the|their) )?(?:data|contents?|children|sub-?resources)|everything|all (?:associated|related|dependent|nested|contained|underlying) (?:data|contents?|resources|records|objects|entities|items))\b/i;

/**
 * Returns whether a sentence about the deletion of a record says that others of a kind lose their reference to it: "takes
 * it off all tasks", "uncategorizes all transactions", "tasks with it become unassigned".
 */
export function takesOff(sentence: string, kind: string): boolean {
  if (isDenied.test(sentence)) return false;
  const [, object] = isUndone.exec(sentence) ?? [];
  if (object !== undefined && isSameName(object, kind)) return true;
  const isStated = isTaken.test(sentence) || isLeft.test(sentence);
  return isStated && sentence.split(/[^a-z]+/i).some((word) => isSameName(word, kind));
}

const isDenied = /\b(?:not|never|cannot|unless|except)\b|n['’]t\b/i;

const isTaken =
  /\b(?:takes?|removes?|removed|detach(?:es|ed)?|unlinks?|strips?|disappears?|vanish(?:es)?|dropped|drops)\b.{0,40}\b(?:off|from|of)\b/i;

/** A verb that undoes something, and of what: "uncategorize all transactions". */
const isUndone =
  /\b(?:un(?!der|til|less|like|its?\b)[a-z]{3,20}(?<!ed)|detach(?:es|ing)?) (?:(?:all|any|its|the|their|each|every|of) ){1,3}(\w{1,40})/i;

/** What records are without another one: "tasks become unassigned", "their category is set to null". */
const isLeft =
  /\b(?:is|are|be|become|becomes|left|being) (?:un(?!affected|changed|touched|modified)[a-z]{2,20}ed|detached|set to null)\b/i;
