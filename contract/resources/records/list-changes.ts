/** Finds the list of a record that an action adds to or removes from, such as `addTag`, or `invite` with `users`. */
import type { SourceSchema } from '../source.ts';
import { flatten, isSameName, singularName, wordsOf } from '../words.ts';

/** What an action changes. Shape: `sent` is the property of the body with the entries; `null` for any. */
export interface ListChange {
  readonly kind: 'add' | 'remove';
  readonly property: string;
  readonly sent: string | null;
}

const adding = new Set('add append attach enroll include invite subscribe'.split(' '));
const removing = new Set('remove detach exclude expel kick uninvite unsubscribe'.split(' '));

/** Lists of people, whose entries bodies call otherwise: `members` with a `user`. */
const people = new Set('member participant attendee user subscriber follower guest collaborator'.split(' '));

/** Finds the list that an action changes; `null` for another action. Shape: `sent` are the names in its body. */
export function listChangeOf(
  schema: SourceSchema | null,
  action: string,
  sent: readonly string[],
): ListChange | null {
  const [verb = '', ...noun] = wordsOf(action);
  const kind = adding.has(verb) ? 'add' : removing.has(verb) ? 'remove' : null;
  const lists = [...(schema?.properties ?? [])].filter(([, { types }]) => types?.has('array') === true);
  if (kind === null || lists.length === 0) return null;
  if (noun.length > 0) {
    const name = noun.join('_');
    const named =
      lists.find(([each]) => flatten(each) === flatten(name)) ??
      lists.find(([each]) => isSameName(each, name)) ??
      listWith(lists, noun);
    return named === undefined ? null : { kind, property: named[0], sent: null };
  }
  const keys = lists.filter(([, { items }]) => items?.properties.size === 0);
  const matches = sent.flatMap((name) =>
    keys
      .filter(([each]) => bareName(each) === bareName(name))
      .map(([property]) => ({ property, sent: name })),
  );
  const [only, second] = matches.length > 0 ? matches : peopleIn(keys, sent);
  return only === undefined || second !== undefined ? null : { kind, ...only };
}

/** Returns the only list whose entries have what an action attaches a record to: `private_nets` for `attach_to_network`. */
function listWith(
  lists: readonly (readonly [string, SourceSchema])[],
  [preposition = '', ...noun]: readonly string[],
): readonly [string, SourceSchema] | undefined {
  const wanted = /^(?:to|from)$/.test(preposition) ? bareName(noun.join('_')) : '';
  if (wanted === '') return undefined;
  const alike = lists.filter(([, { items }]) =>
    [...(items?.properties.keys() ?? [])].some((name) => bareName(name) === wanted),
  );
  return alike.length === 1 ? alike[0] : undefined;
}

/** Returns the lists of people, for the property of a body that names some. */
function peopleIn(
  lists: readonly (readonly [string, SourceSchema])[],
  sent: readonly string[],
): readonly Pick<ListChange, 'property' | 'sent'>[] {
  const names = sent.filter((name) => people.has(bareName(name)));
  const own = lists.filter(([name]) => people.has(bareName(name)));
  return names.flatMap((name) => own.map(([property]) => ({ property, sent: name })));
}

/** Returns the singular of a name, without the word for keys at its end: `user` of `user_ids`. */
function bareName(name: string): string {
  const words = wordsOf(name);
  const isKey = words.length > 1 && /^(?:ids?|keys?|uuids?)$/.test(words.at(-1) ?? '');
  return singularName((isKey ? words.slice(0, -1) : words).join('_'));
}
