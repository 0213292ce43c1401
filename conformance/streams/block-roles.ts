/** Derives from the names of event types which of them start, continue and complete a block. */

/**
 * The role of an event in its block, such as a text.
 *
 * Shape: `family` is the part of the name that the events of a block share.
 */
export interface BlockRole {
  readonly family: string;
  readonly kind: 'start' | 'part' | 'complete';
}

const kinds: Readonly<Record<string, BlockRole['kind']>> = {
  start: 'start',
  started: 'start',
  delta: 'part',
  update: 'part',
  complete: 'complete',
  completed: 'complete',
  done: 'complete',
  end: 'complete',
  ended: 'complete',
  stop: 'complete',
  stopped: 'complete',
};

/** Returns the name of a type without the word at its end that shows its role; `null` if it has none. */
export function familyOf(type: string): string | null {
  return splitType(type)?.family ?? null;
}

/**
 * Returns the roles of types. Shape: a family has a start; the types of a longer family without one are parts, such as
 * `tool_input_complete` of `tool`, because no type opens a `tool_input`.
 */
export function rolesOf(types: readonly string[]): ReadonlyMap<string, BlockRole> {
  const split = types.flatMap((type) => {
    const role = splitType(type);
    return role === null ? [] : [{ type, role }];
  });
  const families = new Set(split.flatMap(({ role }) => (role.kind === 'start' ? [role.family] : [])));
  return new Map(
    split.flatMap(({ type, role }): [string, BlockRole][] => {
      if (families.has(role.family)) return [[type, role]];
      const outer = [...families].find((family) => isWithin(role.family, family));
      return outer === undefined ? [] : [[type, { family: outer, kind: 'part' }]];
    }),
  );
}

function splitType(type: string): BlockRole | null {
  const [, family = '', word = ''] = /^(.+)[._-]([a-z]+)$/i.exec(type) ?? [];
  const kind = kinds[word.toLowerCase()];
  return kind === undefined ? null : { family, kind };
}

function isWithin(name: string, family: string): boolean {
  return name.startsWith(family) && /^[._-]/.test(name.slice(family.length));
}
