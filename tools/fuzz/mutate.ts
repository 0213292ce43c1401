/** Changes a JSON value in one or two places, in ways that validators often get wrong. */

/** A location in a value: a property of an object, or an item of a list. */
interface Slot {
  readonly owner: Record<string, unknown> | unknown[];
  readonly key: string;
}

type Fault = (root: unknown, random: Random) => unknown;

/** Units: items of an unusually long list, and levels of an unusually deep value. */
const HUGE = 3_000;
const DEEP = 300;

/** The share of faults that are expensive to check. */
const COSTLY_SHARE = 0.004;

/** Copies a value and adds one or two faults. */
export function mutate(value: unknown, random: Random): unknown {
  const once = fault(structuredClone(value), random);
  return random() < 0.4 ? fault(once, random) : once;
}

function fault(root: unknown, random: Random): unknown {
  const chosen = random() < COSTLY_SHARE ? pick(costly, random) : pick(faults, random);
  return chosen(root, random);
}

const faults: readonly Fault[] = [
  (root, random) => replaceSlot(root, random, () => junk(random)),
  (root, random) => replaceSlot(root, random, () => junk(random)),
  (root, random) => replaceSlot(root, random, (old) => nearby(old, random)),
  (root, random) => replaceSlot(root, random, (old) => nearby(old, random)),
  (root, random) => replaceSlot(root, random, (old) => structuredClone(slotValue(root, random) ?? old)),
  removeSlot,
  removeSlot,
  addProperty,
  renameProperty,
  doubleItem,
];

const costly: readonly Fault[] = [
  (root, random) => replaceSlot(root, random, (old) => Array.from({ length: HUGE }, () => old)),
  (root, random) => replaceSlot(root, random, () => Array.from({ length: HUGE }).map((_, index) => index)),
  (root, random) => replaceSlot(root, random, (old) => nest(old, random)),
  (root, random) => replaceSlot(root, random, () => 'x'.repeat(HUGE)),
];

/** Returns a value of any type, edge cases of numbers and strings included. */
function junk(random: Random): unknown {
  return structuredClone(
    pick<unknown>(
      [
        ...[null, true, false, 0, -0, 1, -1, 0.5, 1.5, 1e-7, 1e21, Infinity, -Infinity],
        ...[2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 2 ** 63, 2 ** 64, Number.MAX_VALUE],
        ...['', ' ', 'x', 'text', '0', 'null', 'a\nb', '\u0000', 'é', 'e\u0301', '😀', '\ud800', '\u2028'],
        ...[
          '2026-01-31',
          '2026-01-31T12:00:00Z',
          '2026-02-30T12:00:00Z',
          'https://example.com/',
          '//',
          'a@b.co',
        ],
        ...['constructor', '__proto__', 'toString', '00000000-0000-4000-8000-000000000001'],
        ...[[], [null], [[]], [1, 1], ['a', 'a'], [{}, {}], {}, { a: 1 }, { length: 1 }, { type: 'x' }],
        ...[JSON.parse('{"__proto__": {"a": 1}}') as unknown, { constructor: 1 }, { toString: null }],
      ],
      random,
    ),
  );
}

/** Returns a value that is similar to the old one. */
function nearby(old: unknown, random: Random): unknown {
  if (typeof old === 'number')
    return pick<unknown>(
      [old + 1, old - 1, old + 0.5, -old, old * 1e3, old * 1e-3, Math.trunc(old), String(old)],
      random,
    );
  if (typeof old === 'string')
    return pick<unknown>(
      [
        ...[`${old}x`, ` ${old}`, `${old}\n`, `${old}😀`, old.slice(1), old.slice(0, -1), old + old],
        ...[old.toUpperCase(), old.toLowerCase(), old.replace(/\d/, 'x'), old.replace(/[a-z]/i, '0'), [old]],
      ],
      random,
    );
  if (typeof old === 'boolean') return pick<unknown>([!old, String(old), Number(old)], random);
  if (typeof old !== 'object' || old === null) return pick<unknown>([{}, [], 'null', 0], random);
  if (!Array.isArray(old)) return pick<unknown>([[old], Object.values(old), {}], random);
  const items = old as readonly unknown[];
  return pick<unknown>(
    [items.toReversed(), items.slice(1), [items], Object.fromEntries(items.entries())],
    random,
  );
}

function nest(value: unknown, random: Random): unknown {
  const name = pick(['items', 'value', 'children', 'a'], random);
  let nested = value;
  for (let level = 0; level < DEEP; level++) nested = random() < 0.5 ? [nested] : { [name]: nested };
  return nested;
}

function replaceSlot(root: unknown, random: Random, replace: (old: unknown) => unknown): unknown {
  const slot = chooseSlot(root, random);
  if (slot === null) return replace(root);
  define(slot.owner, slot.key, replace(valueAt(slot)));
  return root;
}

function removeSlot(root: unknown, random: Random): unknown {
  const slot = chooseSlot(root, random);
  if (slot === null) return root;
  if (Array.isArray(slot.owner)) slot.owner.splice(Number(slot.key), 1);
  else Reflect.deleteProperty(slot.owner, slot.key);
  return root;
}

function addProperty(root: unknown, random: Random): unknown {
  const owner = chooseObject(root, random);
  const names = [
    'constructor',
    'toString',
    '__proto__',
    'hasOwnProperty',
    'valueOf',
    'length',
    'type',
    'id',
    'é',
    '',
  ];
  if (owner !== null) define(owner, pick(['extra', ...names], random), junk(random));
  return root;
}

function renameProperty(root: unknown, random: Random): unknown {
  const owner = chooseObject(root, random);
  if (owner === null || Object.keys(owner).length === 0) return root;
  const name = pick(Object.keys(owner), random);
  const value = valueAt({ owner, key: name });
  Reflect.deleteProperty(owner, name);
  define(owner, pick([name.toUpperCase(), `${name} `, name.slice(1), `${name}s`], random), value);
  return root;
}

function doubleItem(root: unknown, random: Random): unknown {
  const lists = objectsIn(root).filter((owner): owner is unknown[] => Array.isArray(owner));
  if (lists.length === 0) return root;
  const list = pick(lists, random);
  list.push(structuredClone(list[Math.floor(random() * list.length)]));
  return root;
}

/** Defines a property of any name; an assignment to `__proto__` would set the prototype. */
function define(owner: object, key: string, value: unknown): void {
  Object.defineProperty(owner, key, { value, enumerable: true, configurable: true, writable: true });
}

function chooseObject(root: unknown, random: Random): Record<string, unknown> | null {
  const objects = objectsIn(root).filter((owner): owner is Record<string, unknown> => !Array.isArray(owner));
  return objects.length === 0 ? null : pick(objects, random);
}

/** Chooses a location; `null` is the whole value. */
function chooseSlot(root: unknown, random: Random): Slot | null {
  const slots = objectsIn(root).flatMap((owner) => Object.keys(owner).map((key) => ({ owner, key })));
  const index = Math.floor(random() * (slots.length + 1));
  return slots[index] ?? null;
}

function slotValue(root: unknown, random: Random): unknown {
  const slot = chooseSlot(root, random);
  return slot === null ? root : valueAt(slot);
}

function valueAt({ owner, key }: Slot): unknown {
  return Object.getOwnPropertyDescriptor(owner, key)?.value as unknown;
}

/** Returns all objects and lists of a value, the value itself included. */
function objectsIn(root: unknown): Slot['owner'][] {
  if (typeof root !== 'object' || root === null) return [];
  const owners: Slot['owner'][] = [];
  const open: object[] = [root];
  for (let next = open.pop(); next !== undefined && owners.length < HUGE; next = open.pop()) {
    owners.push(next as Slot['owner']);
    for (const inside of Object.values(next))
      if (typeof inside === 'object' && inside !== null) open.push(inside as object);
  }
  return owners;
}

/** Returns numbers from 0 to below 1. */
export type Random = () => number;

/**
 * Creates a generator; the same seed gives the same numbers. Source: mulberry32, by Tommy Ettinger, in the public
 * domain.
 */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Picks one of several values. Errors: throws if there are none. */
export function pick<const Value>(values: readonly Value[], random: Random): Value {
  if (values.length === 0) throw new Error('There are no values to pick from.');
  return values[Math.floor(random() * values.length)] as Value;
}
