/**
 * Reads operations whose paths end in what they do as those of REST, so that the same rules find their resources:
 * `POST /reminders.delete` or `POST /reminders/delete` with a `reminder` is `DELETE /reminders/{reminder}`.
 */
import type { SourceOperation, SourceParameter } from '../source.ts';
import { bodyParameters } from '../bodies/search-bodies.ts';
import { isCommand } from '../candidates/commands.ts';
import { requestSchemaOf, responseSchemaOf } from '../operation-facts.ts';
import { keyedOperations } from './keyed-collections.ts';
import { pluralForms } from './plural-forms.ts';
import { repeatedReads } from './repeated-reads.ts';
import { flatten, isPlural, isVerb, singularName, wordsOf } from '../words.ts';

/** An operation as REST has it. Shape: `keys` are the values of its query or body that its path has instead. */
export interface RestForm {
  readonly method: string;
  readonly path: string;
  readonly keys: readonly string[];
}

type StorageVerb = 'list' | 'create' | 'read' | 'update' | 'delete';

const verbs: Readonly<Record<StorageVerb, readonly string[]>> = {
  list: ['list', 'all'],
  create: ['create', 'add', 'new', 'insert'],
  read: ['get', 'info', 'read', 'show', 'retrieve', 'details', 'view', 'fetch', 'describe'],
  update: ['update', 'edit', 'modify', 'patch'],
  delete: ['delete', 'remove', 'destroy'],
};

const methods: Readonly<Record<StorageVerb, string>> = {
  list: 'GET',
  create: 'POST',
  read: 'GET',
  update: 'PATCH',
  delete: 'DELETE',
};

const storage = new Map(
  Object.entries(verbs).flatMap(([verb, names]) => names.map((name) => [name, verb as StorageVerb] as const)),
);

/** An operation with the noun and the verb that its path ends in. */
interface Call {
  readonly operation: SourceOperation;
  readonly noun: string;
  readonly verb: string;
  /** Set where a word before or after the verb is the noun, and no segment of the path. */
  readonly isPhrase?: true;
}

/** Finds the operations that have another form in REST. Shape: by their ids; empty for an API that has none. */
export function restFormsOf(operations: readonly SourceOperation[]): ReadonlyMap<string, RestForm> {
  const paths = new Set(operations.map(({ path }) => path));
  const forms = new Map<string, RestForm>();
  for (const split of [namedCall, callOf, phraseOf]) {
    const others = operations.filter(({ id }) => !forms.has(id));
    for (const [id, form] of formsIn(others.flatMap((each) => split(each, paths) ?? []))) forms.set(id, form);
  }
  const byId = new Map(operations.map((each) => [each.id, each]));
  for (const [id, path] of pluralForms(operations)) {
    const { method = '' } = byId.get(id) ?? {};
    if (!forms.has(id)) forms.set(id, { method, path, keys: [] });
  }
  for (const [id, key] of keyedOperations(operations)) {
    const operation = byId.get(id);
    if (operation === undefined || forms.has(id)) continue;
    const path = `${operation.path}/{${key}}`;
    // Why: what requires no more than the key changes the rest in part.
    const isPart = requestSchemaOf(operation)?.required.size === 1;
    forms.set(id, { method: isPart ? 'PATCH' : operation.method, path, keys: [key] });
  }
  for (const [id, { id: read, path }] of repeatedReads(operations))
    forms.set(id, forms.get(read) ?? { method: 'GET', path, keys: [] });
  return forms;
}

function formsIn(calls: readonly Call[]): readonly (readonly [string, RestForm])[] {
  const groups = Map.groupBy(calls, ({ noun }) => noun);
  const keys = new Map<string, string>();
  for (const [noun, group] of groups) {
    const key = keyOf(noun, group);
    if (key !== null) keys.set(noun, key);
  }
  const parts = partsIn(calls, keys, groups);
  return calls.flatMap((call) => {
    const form = partForm(call, parts) ?? formOf(call, keys);
    return form === null ? [] : [[call.operation.id, form] as const];
  });
}

/** Splits `/api/verb` of an operation whose id has the noun, such as `createWidget`; `null` for another path. */
function namedCall({ path, id, ...operation }: SourceOperation, paths: ReadonlySet<string>): Call | null {
  const [, base, verb] = /^(|.*\/(?:api|rest|rpc|v\d[\w.]*))\/([A-Za-z]+)$/i.exec(path) ?? [];
  const words = wordsOf(id);
  const isIn = (word: string | undefined): boolean => word !== undefined && word === verb?.toLowerCase();
  const noun = isIn(words[0]) ? words.slice(1) : isIn(words.at(-1)) ? words.slice(0, -1) : [];
  if (base === undefined || verb === undefined || path.includes('{')) return null;
  return callOfNoun({ operation: { path, id, ...operation }, base, verb, words: noun }, paths);
}

/** Splits `/createWidget` into its verb and the noun; `null` for a path with parameters, and for other ends. */
function phraseOf(operation: SourceOperation, paths: ReadonlySet<string>): Call | null {
  const path = operation.path.replace(/[#?].*/s, '');
  const end = path.lastIndexOf('/');
  const [verb = '', ...words] = wordsOf(path.slice(end + 1));
  const isKnown = storage.has(verb) || ofMany.has(verb) || isVerb(verb);
  if (!isKnown || path.includes('{')) return null;
  return callOfNoun({ operation, base: path.slice(0, end), verb, words }, paths);
}

interface Phrase extends Omit<Call, 'noun'> {
  readonly base: string;
  /** The words of the noun. */
  readonly words: readonly string[];
}

/** Returns a call with its noun in the plural; `null` without a noun, or for one that is a path of its own. */
function callOfNoun({ operation, base, verb, words }: Phrase, paths: ReadonlySet<string>): Call | null {
  const name = words.join('-');
  const noun = `${base}/${isPlural(name) ? name : `${name}s`}`;
  return words.length === 0 || paths.has(noun) ? null : { operation, noun, verb, isPhrase: true };
}

/** Verbs of calls that are about any number of records. */
const ofMany: ReadonlySet<string> = new Set(['list', 'all', 'search', 'find', 'query', 'filter', 'count']);

/** Splits `/a.b.verb` and `/a/b/verb`; `null` for a path with parameters, or one whose noun is a path of its own. */
function callOf(operation: SourceOperation, paths: ReadonlySet<string>): Call | null {
  const { path } = operation;
  if (path.includes('{')) return null;
  const bare = path.replace(/\.json$/, '');
  const [, dotted, last] = /^(\/(?:[^/]+\/)*[A-Za-z]+(?:\.[A-Za-z]+)*)\.([A-Za-z]+)$/.exec(bare) ?? [];
  const noun = dotted?.replaceAll('.', '/') ?? bare.slice(0, bare.lastIndexOf('/'));
  if (noun === '' || paths.has(noun)) return null;
  return { operation, noun, verb: last ?? bare.slice(bare.lastIndexOf('/') + 1) };
}

function storageOf({ verb }: Call): StorageVerb | null {
  const [first = '', ...rest] = wordsOf(verb);
  if (rest.join() === 'all' && verbs.list.includes(first)) return 'list';
  return storage.get(verb.toLowerCase()) ?? null;
}

/** Returns the value that a call finds a record by, such as the `slug` of `get_by_slug`; `null` for another call. */
function soughtBy({ operation, verb }: Call): string | null {
  const [first = '', by, ...name] = wordsOf(verb);
  const isSearch = by === 'by' && (verbs.read.includes(first) || first === 'find');
  return isSearch ? (sentNames(operation).find((each) => flatten(each) === name.join('')) ?? null) : null;
}

/** Returns the value that names what a call copies, such as `sourceCopyId` for `sourceId`; `null` for another call. */
function copiedBy({ operation, verb }: Call, key: string): string | null {
  const own = wordsOf(key).join(' ');
  const bare = (name: string): string =>
    wordsOf(name)
      .filter((word) => !ofCopies.has(word))
      .join(' ');
  const isCopy = ofCopies.has(flatten(verb));
  return isCopy ? (sentNames(operation).find((name) => bare(name) === own) ?? null) : null;
}

/** Verbs that copy a record, and words that names of its key have besides. */
const ofCopies: ReadonlySet<string> = new Set([
  ...['clone', 'copy', 'duplicate', 'fork', 'replicate'],
  ...['original', 'from', 'base', 'template', 'existing'],
]);

/** Returns the value that names one record; `null` for calls that are not about records with names. */
function keyOf(noun: string, group: readonly Call[]): string | null {
  const isPhrase = group.every((call) => call.isPhrase === true);
  const kinds = new Set(group.map(storageOf));
  const isStored = kinds.has('read') || (kinds.has('list') && kinds.has('create'));
  if (!isStored || !(kinds.has('list') || kinds.has('create'))) return null;
  const ofOne = group.filter((call) => !['list', 'create', null].includes(storageOf(call)));
  const creations = group.filter((call) => storageOf(call) === 'create');
  const named = singularName(noun.slice(noun.lastIndexOf('/') + 1));
  const shown = new Set([...creations, ...ofOne].flatMap(({ operation }) => shownNames(operation)));
  const created = new Set(creations.flatMap(({ operation }) => sentNames(operation)));
  const returned = new Set(
    creations.flatMap(({ operation }) => [...(responseSchemaOf(operation)?.properties.keys() ?? [])]),
  );
  const candidates = ofOne.flatMap(({ operation }) => sentNames(operation));
  const isInAll = (name: string): boolean =>
    ofOne.length > 1 && ofOne.every(({ operation }) => sentNames(operation).includes(name));
  const isOwn = (name: string): boolean =>
    [named, `${named}id`, `${named}key`, 'id', 'uuid'].includes(flatten(name)) ||
    ((shown.has(name) || returned.has(name)) && !created.has(name));
  return (
    candidates.find((name) => flatten(name).startsWith(named) && isOwn(name)) ??
    candidates.find(isOwn) ??
    candidates.find((name) => isPhrase && isInAll(name) && !created.has(name)) ??
    candidates.find((name) => name === 'name') ??
    null
  );
}

/** Returns the names of the properties of a success that may be one record. */
function shownNames(operation: SourceOperation): readonly string[] {
  const own = [...(responseSchemaOf(operation)?.properties ?? [])].filter(
    ([, { types }]) => types === null || types.has('object'),
  );
  return own.map(([name]) => name);
}

/** Returns the names of what a request has in its query and its body. */
function sentNames(operation: SourceOperation): readonly string[] {
  const isOne = ({ schema: { types, items } }: SourceParameter): boolean =>
    items === null && (types === null || ['string', 'integer', 'number'].some((type) => types.has(type)));
  return sent(operation)
    .filter(isOne)
    .map(({ name }) => name);
}

/** Lists what is sent in a query and a body. Shape: `depth` is how many groups such as `pagination` are opened. */
function sent(operation: SourceOperation, depth = 0): readonly SourceParameter[] {
  const body = requestSchemaOf(operation);
  const query = operation.parameters.filter((parameter) => parameter.in === 'query');
  return [...query, ...(body === null ? [] : bodyParameters(body, depth))];
}

/** A list that each record of another noun has, such as the messages of a channel. */
interface Part {
  /** Its path, below a record. */
  readonly path: string;
  /** The value that names this record. */
  readonly outer: string;
}

/** The lists of records: by the calls that read them, and by the nouns whose calls change them, with the key of what is in them. */
interface Parts {
  readonly read: ReadonlyMap<string, Part>;
  readonly changed: ReadonlyMap<string, { readonly part: Part; readonly key: string | null }>;
}

/** Finds the lists that are read of one record, by the names that they have in their responses, and what changes them. */
function partsIn(
  calls: readonly Call[],
  keys: ReadonlyMap<string, string>,
  groups: ReadonlyMap<string, readonly Call[]>,
): Parts {
  const byName = new Map<string, Part>();
  const read = new Map<string, Part>();
  for (const { operation, noun, verb } of calls) {
    const outer = keys.get(noun);
    if (operation.method !== 'GET' || storage.has(verb) || outer === undefined) continue;
    if (!sentNames(operation).includes(outer)) continue;
    const body = responseSchemaOf(operation);
    const lists = [...(body?.properties ?? [])].filter(([, { items }]) => (items?.properties.size ?? 0) > 0);
    const [name] = lists[0] ?? [];
    if (name === undefined || lists.length > 1) continue;
    const part = { path: `${noun}/{${outer}}/${name}`, outer };
    if (!byName.has(name)) byName.set(name, part);
    if (byName.get(name)?.path === part.path) read.set(operation.id, part);
  }
  const changed = [...groups].flatMap(([noun, group]) => {
    const [part] = group.flatMap((call) => byName.get(addedBy(call)) ?? []);
    return part === undefined ? [] : [[noun, { part, key: keyInPart(part, group) }] as const];
  });
  return { read, changed: new Map(changed) };
}

/** Returns the value by which all calls that change a list name what is in it; `null` for none. */
function keyInPart({ outer }: Part, group: readonly Call[]): string | null {
  const changes = group.filter((call) => ['update', 'delete'].includes(storageOf(call) ?? ''));
  const [first = [], ...others] = changes.map(({ operation }) => sentNames(operation));
  return first.find((name) => name !== outer && others.every((names) => names.includes(name))) ?? null;
}

/** Returns the form of a call that reads such a list, adds to it, or changes what is in it; `null` for another call. */
function partForm(call: Call, { read, changed }: Parts): RestForm | null {
  const { operation, noun } = call;
  const own = read.get(operation.id);
  if (own !== undefined) return { method: 'GET', path: own.path, keys: [own.outer] };
  const { part, key = null } = changed.get(noun) ?? {};
  if (part === undefined || !sentNames(operation).includes(part.outer)) return null;
  if (part.path.endsWith(`/${addedBy(call)}`)) return { method: 'POST', path: part.path, keys: [part.outer] };
  const kind = storageOf(call);
  if (key === null || (kind !== 'update' && kind !== 'delete')) return null;
  return { method: methods[kind], path: `${part.path}/{${key}}`, keys: [part.outer, key] };
}

/** Returns the plural of what a verb adds, such as `messages` of `postMessage`; empty for another verb. */
function addedBy({ verb }: Call): string {
  const [first = '', ...rest] = wordsOf(verb);
  return ['post', 'send', 'add', 'create'].includes(first) && rest.length > 0 ? `${rest.join('_')}s` : '';
}

function formOf(call: Call, keys: ReadonlyMap<string, string>): RestForm | null {
  const { operation, noun, verb } = call;
  const own = keys.get(noun);
  const names = new Set(sentNames(operation));
  const outer = keys.get(noun.slice(0, noun.lastIndexOf('/')));
  const isNested = outer !== undefined && names.has(outer);
  if (own === undefined && !isNested) return null;
  const sought = soughtBy(call);
  if (sought !== null && own !== undefined)
    return { method: 'GET', path: `${noun}/by-${sought}/{${sought}}`, keys: [sought] };
  const copied = own === undefined || names.has(own) ? null : copiedBy(call, own);
  if (copied !== null) return { method: 'POST', path: `${noun}/{${copied}}/${verb}`, keys: [copied] };
  const kind = storageOf(call);
  const above = isNested ? [outer] : [];
  const [first = ''] = wordsOf(verb);
  const isOfMany = kind === 'create' || ofMany.has(first);
  const isOfOne = own !== undefined && names.has(own) && !isOfMany;
  // Why: a call that names its record by another value deletes that one, and not all of them.
  if (!isOfOne && (kind === 'read' || (kind === 'delete' && own !== undefined))) return null;
  const end = noun.lastIndexOf('/');
  const base = above.reduce((path, key) => `${path.slice(0, end)}/{${key}}${path.slice(end)}`, noun);
  const item = isOfOne ? `${base}/{${own}}` : base;
  const isRead =
    operation.method === 'GET' && !isCommand(operation.path.slice(operation.path.lastIndexOf('/') + 1));
  const mayRead = isRead || !isVerb(first);
  return {
    method: kind === null ? (mayRead ? operation.method : 'POST') : methods[kind],
    path: kind === null ? `${item}/${verb}` : item,
    keys: [...above, ...(isOfOne ? [own] : [])],
  };
}

/** Returns an operation in its form of REST: what its path has is no longer in its query, and a list takes what its body has. */
export function inRestForm(operation: SourceOperation, form: RestForm | undefined): SourceOperation {
  if (form === undefined) return operation;
  const { method, path, keys } = form;
  const all = method === 'GET' ? sent(operation, 1) : operation.parameters;
  const inPath = keys.flatMap((key): readonly SourceParameter[] => {
    const parameter = sent(operation).find(({ name }) => name === key);
    return parameter === undefined ? [] : [{ ...parameter, in: 'path', isRequired: true }];
  });
  const others = all.filter(({ name, in: place }) => place !== 'query' || !keys.includes(name));
  const bodies = method === 'GET' ? [] : operation.bodies;
  return { ...operation, method, path, bodies, parameters: [...inPath, ...others] };
}
