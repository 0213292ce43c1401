/**
 * Names operations: the function of the client, the handler and the types of an operation have its name. A name depends
 * on the operation alone, unless two want the same one, and never on the order of the document.
 */
import { isIdentifier, missingOperationId, toCamel, toIdentifier } from './check-names.ts';

/** An operation that needs a name. */
export interface NamelessOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
}

/** The reason for the name of an operation. */
export type NameReason =
  'renamed' | 'exact' | 'missing' | 'camel case' | 'route removed' | 'taken' | 'not a name';

export interface OperationName {
  readonly name: string;
  readonly reason: NameReason;
}

/** Names that replace those of a description, by operationId and by the name of a component schema. */
export interface Renames {
  readonly operations?: Readonly<Record<string, string>>;
  readonly schemas?: Readonly<Record<string, string>>;
}

/** The name that an operation gets if no other one has it. */
interface Candidate extends OperationName {
  readonly id: string;
  /** The name with the route; the same unless the route was removed. */
  readonly whole: string;
}

/**
 * Names operations, by their ids.
 *
 * Shape: names of the configuration come first, then ids that are names already. If several operations differ only in
 * their route, all of them keep it; of others with the same name, the later ones in the order of spelling get a number.
 */
export function nameOperations(
  operations: readonly NamelessOperation[],
  renames: Renames['operations'] = {},
): ReadonlyMap<string, OperationName> {
  const candidates = operations.map((operation) => candidateOf(operation, renames));
  const wanted = new Map<string, number>();
  for (const { name } of candidates) wanted.set(name, (wanted.get(name) ?? 0) + 1);
  const names = new Map<string, OperationName>();
  const taken = new Set<string>();
  const sorted = candidates.sort(
    (one, other) => ranks[one.reason] - ranks[other.reason] || (one.id < other.id ? -1 : 1),
  );
  for (const { id, name: short, whole, reason } of sorted) {
    const base = reason === 'route removed' && wanted.get(short) !== 1 ? whole : short;
    let name = base;
    for (let number = 2; taken.has(name); number++) name = `${base}${number}`;
    taken.add(name);
    names.set(id, { name, reason: name !== base ? 'taken' : base === short ? reason : 'camel case' });
  }
  return names;
}

const ranks: Readonly<Record<NameReason, number>> = {
  renamed: 0,
  exact: 1,
  missing: 2,
  'camel case': 2,
  'route removed': 2,
  'not a name': 3,
  taken: 3,
};

function candidateOf(operation: NamelessOperation, renames: NonNullable<Renames['operations']>): Candidate {
  const { id, method, path } = operation;
  const renamed = Object.hasOwn(renames, id) ? renames[id] : undefined;
  if (renamed !== undefined) return { id, name: renamed, whole: renamed, reason: 'renamed' };
  if (/^[a-z][A-Za-z0-9]*$/.test(id) && isIdentifier(id)) {
    const isMissing = id === missingOperationId(method, path);
    return { id, name: id, whole: id, reason: isMissing ? 'missing' : 'exact' };
  }
  if (!/[A-Za-z]/.test(id)) {
    const name = toIdentifier(missingOperationId(method, path));
    return { id, name, whole: name, reason: 'not a name' };
  }
  const whole = camelCase(id);
  const short = withoutRoute(operation);
  return short === null
    ? { id, name: whole, whole, reason: 'camel case' }
    : { id, name: camelCase(short), whole, reason: 'route removed' };
}

/** Returns words in camel case, also those in capitals: `getUser` of `GET_USER`, and `apiKeys` of `APIKeys`. */
function camelCase(text: string): string {
  const words = /[a-z]/.test(text) ? text : text.toLowerCase();
  const name = toCamel(words).replace(/^[A-Z]?[a-z]?[A-Z]+(?=[A-Z][a-z])/, (letters) =>
    letters.toLowerCase(),
  );
  return isIdentifier(name) ? name : `_${name}`;
}

/**
 * Returns an id without the route at its end; `null` if it does not end with one. Why: FastAPI joins the name of the
 * function, the path and the method.
 */
function withoutRoute({ id, method, path }: NamelessOperation): string | null {
  const words = partsOf(id);
  const route = [...partsOf(path), method].map((word) => word.toLowerCase());
  const end = words.slice(-route.length).map((word) => word.toLowerCase());
  const isRoute = words.length > route.length && route.every((word, index) => word === end[index]);
  const name = words.slice(0, -route.length).join(' ');
  return isRoute && /^[A-Za-z]/.test(name) ? name : null;
}

function partsOf(text: string): string[] {
  return text.split(/[^A-Za-z0-9]+/).filter((part) => part !== '');
}
