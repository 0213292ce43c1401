/** Finds the resources of a description: first from the paths of single records, then from the other paths. */
import {
  createViews,
  isSameRecord,
  isSelection,
  isSelf,
  listsLike,
  lookupIn,
  selects,
  selectsByValue,
  showsRecord,
  showsSame,
} from './find-views.ts';
import { onlyCreates, type OperationFacts } from '../operation-facts.ts';
import { parentOf } from '../path-shape.ts';
import { listsByKey } from './keyed-lists.ts';
import { candidateOfPath, isAction, isFlag, isSet } from './path-candidates.ts';
import {
  candidateOfItems,
  collectionTemplate,
  isListed,
  isOfItem,
  postsChild,
  readsByProperty,
} from './record-candidates.ts';
import type { CandidateMatch, OperationsByTemplate, ResourceCandidate } from '../resource-candidate.ts';
import { describeSame } from '../schema-likeness.ts';
import type { SourceSchema } from '../source.ts';
import { endOf, isLog, isPlural, isSameName, isVerb, singularName, wordsOf } from '../words.ts';

export interface ResourceCandidates {
  readonly candidates: readonly ResourceCandidate[];
  /** Returns the resource that an operation is about; `null` for none. */
  find(facts: OperationFacts): CandidateMatch | null;
  /** Returns the resource whose record, or whose collection, has this template; `null` for none. */
  at(template: string): CandidateMatch | null;
  /** Returns the operations that may create a record: at its collection and at the views of it. */
  createsOf(candidate: ResourceCandidate): readonly OperationFacts[];
}

export function findResources(all: readonly OperationFacts[]): ResourceCandidates {
  return new ResourceFinder(all);
}

class ResourceFinder implements ResourceCandidates {
  readonly #byTemplate: OperationsByTemplate;
  readonly #byCollection = new Map<string, ResourceCandidate>();
  readonly #byItem = new Map<string, ResourceCandidate>();
  readonly #singles = new Map<string, ResourceCandidate>();
  readonly #views = new Map<string, CandidateMatch>();
  /** The records that are entries of a list of the one above, by the template of that. */
  readonly #entriesOf = new Map<string, ResourceCandidate>();
  readonly #creates = new Map<ResourceCandidate, readonly OperationFacts[]>();

  constructor(all: readonly OperationFacts[]) {
    this.#byTemplate = Map.groupBy(
      all.filter(({ path }) => path.verb === null),
      ({ template }) => template,
    );
    this.#findRecords(all);
    this.#findEntries();
    this.#joinRecords();
    for (const rule of viewRules) this.#joinViews((candidate) => this.#viewBy(rule, candidate));
    this.#joinViews(this.#viewsByRecord());
    this.#findPaths();
    this.#joinPosts();
    const posts = all.filter(({ operation, path }) => operation.method === 'POST' && !path.isItem);
    for (const facts of posts) {
      const candidate = this.find(facts)?.candidate;
      if (candidate !== undefined && !selects(facts, candidate))
        this.#creates.set(candidate, [...(this.#creates.get(candidate) ?? []), facts]);
    }
  }

  get candidates(): readonly ResourceCandidate[] {
    return [...this.#byCollection.values(), ...this.#singles.values()];
  }

  find(facts: OperationFacts): CandidateMatch | null {
    const { template } = facts;
    const all = this.#byTemplate;
    const entries = this.#entriesOf.get(template);
    if (entries !== undefined && postsEntry(facts, entries)) return this.#matchAt(template, entries);
    const collection = isOfItem(facts, all) ? collectionTemplate(facts, all) : template;
    const own = this.#byCollection.get(template) ?? this.#byCollection.get(collection);
    return this.#matchAt(template, own ?? this.#singles.get(template));
  }

  at(template: string): CandidateMatch | null {
    const own = this.#byItem.get(template) ?? this.#byCollection.get(template);
    return this.#matchAt(template, own ?? this.#singles.get(template));
  }

  #matchAt(template: string, candidate: ResourceCandidate | undefined): CandidateMatch | null {
    if (candidate === undefined) return this.#views.get(template) ?? null;
    return { candidate, confidence: candidate.confidence, reason: candidate.reason };
  }

  createsOf(candidate: ResourceCandidate): readonly OperationFacts[] {
    return this.#creates.get(candidate) ?? [];
  }

  #put(candidate: ResourceCandidate): void {
    this.#byCollection.set(candidate.collection, candidate);
    if (candidate.item !== null) this.#byItem.set(candidate.item, candidate);
  }

  #delete({ collection, item }: ResourceCandidate): void {
    this.#byCollection.delete(collection);
    this.#byItem.delete(item ?? '');
  }

  #findRecords(all: readonly OperationFacts[]): void {
    const ofItems = all.filter((facts) => isOfItem(facts, this.#byTemplate));
    const byCollection = Map.groupBy(ofItems, (facts) => collectionTemplate(facts, this.#byTemplate));
    for (const [collection, onItems] of byCollection)
      this.#put(candidateOfItems(collection, onItems, this.#byTemplate.get(collection) ?? []));
  }

  /**
   * Uses the entries of a list of the parent as records, if all operations that change them return the parent: the
   * items of a cart.
   */
  #findEntries(): void {
    for (const [collection, candidate] of [...this.#byCollection]) {
      const above = this.#byItem.get(parentOf(collection))?.schema;
      if (above === undefined || above === null || !showsOnly(candidate, above)) continue;
      const entries = entriesIn(above, candidate.name);
      if (entries === null) continue;
      const [property, { items }] = entries;
      const ofList: ResourceCandidate = { ...candidate, schema: items, entries: property };
      this.#put(ofList);
      this.#entriesOf.set(parentOf(collection), ofList);
    }
  }

  /**
   * Joins a collection that creates records with one that only reads the same records: what is posted to
   * `/issues/{number}/comments` is read at `/comments/{id}`, even if it can also be deleted below the issue.
   */
  #joinRecords(): void {
    const all = [...this.#byCollection.values()];
    const outerByName = Map.groupBy(all.filter(isReadOnly), ({ name }) => name);
    for (const inner of all.filter((each) => creates(each) || (isLog(each.name) && isReadOnly(each)))) {
      // Why a limit: the time must not grow with the square of the paths.
      const outers = outerByName.get(inner.name)?.slice(0, MAX_OUTER) ?? [];
      const outer = outers.find((each) => each !== inner && isSameRecord(inner, each));
      if (outer === undefined) continue;
      const reason = `its records are read at ${itemPathOf(outer)}`;
      const entries = inner.entries === undefined ? {} : { entries: inner.entries };
      const kind = creates(inner) ? 'collection' : outer.kind;
      const candidate: ResourceCandidate = { ...outer, ...entries, kind };
      const match: CandidateMatch = { candidate, confidence: 0.85, reason };
      this.#put(candidate);
      this.#delete(inner);
      this.#views.set(inner.collection, match);
      if (inner.item !== null) this.#views.set(inner.item, match);
    }
  }

  /**
   * Replaces collections whose items are records of another collection by views of that one, which gets their
   * operations.
   */
  #joinViews(viewOf: (candidate: ResourceCandidate) => CandidateMatch | null): void {
    for (const candidate of [...this.#byCollection.values()]) {
      const view = candidate.item === null ? null : viewOf(candidate);
      if (view === null || candidate.item === null) continue;
      this.#delete(candidate);
      this.#views.set(candidate.item, view);
    }
  }

  /** Returns the collection in front of a path, if a rule applies to both. */
  #viewBy(rule: ViewRule, view: ResourceCandidate): CandidateMatch | null {
    const inFront = parentOf(view.collection);
    const candidate = this.#byCollection.get(inFront) ?? this.at(inFront)?.candidate;
    if (candidate === undefined || candidate.item === inFront) return null;
    const reason = rule(view, candidate);
    return reason === null ? null : { candidate, confidence: 0.85, reason };
  }

  /**
   * Returns a function that finds the records that a path only reads, by a value: the lists at
   * `/attempts/by-endpoint/{id}`, and the record at `/users/by-email/{email}`.
   */
  #viewsByRecord(): (candidate: ResourceCandidate) => CandidateMatch | null {
    const inside = Map.groupBy(this.#byTemplate, ([template]) => parentOf(template));
    const isRead = ({ collection, onCollection }: ResourceCandidate): boolean => {
      const all = inside.get(collection)?.flatMap(([, group]) => group) ?? [];
      if (onCollection.length > 0 || all.length === 0) return false;
      return all.every(listsByKey) || all.every(readsByProperty);
    };
    const candidates = [...this.#byCollection.values()];
    const reads = new Set(candidates.filter(isRead));
    const views = createViews(
      candidates.filter((each) => !reads.has(each)),
      'record',
    );
    return (candidate) => (reads.has(candidate) ? views(candidate.onItem) : null);
  }

  /** Returns the collection, the set or the flag that a path selects from. */
  #selectedFrom(template: string): CandidateMatch | null {
    const match = this.at(parentOf(template));
    if (match === null || match.candidate.item === parentOf(template)) return null;
    const lists = (this.#byTemplate.get(template) ?? []).filter(
      ({ operation }) => operation.method === 'GET',
    );
    const isOther =
      lists.some((facts) => isOwnEnd(facts, match.candidate)) ||
      (this.#isBelowOwn(template) && !lists.every((facts) => listsLike(facts, match.candidate)));
    return isOther ? null : match;
  }

  /** Returns whether a path is below the list of the records of the caller: `/notes/me/archived`. */
  #isBelowOwn(template: string): boolean {
    const group = this.#byTemplate.get(parentOf(template)) ?? [];
    return group.some(isSelf) && isListed(group);
  }

  /** Returns whether a path only creates records of the kind that it is below. */
  #postsChildren(template: string, group: readonly OperationFacts[]): boolean {
    const above = this.#byItem.get(parentOf(template));
    if (above === undefined) return false;
    return group.every((facts) => facts.operation.method === 'POST' && postsChild(facts, above));
  }

  /**
   * Returns whether a path is that of a collection, whose records may have no paths of their own, or of a single
   * record.
   */
  #kindAt(template: string): 'collection' | 'record' | null {
    const group = this.#byTemplate.get(template) ?? [];
    const creates = group.some(({ operation }) => operation.method === 'POST');
    if (this.#byCollection.has(template) || (creates && isListed(group))) return 'collection';
    return !isListed(group) && group.some(({ operation }) => operation.method === 'GET') ? 'record' : null;
  }

  /**
   * Finds the resources of the other paths. Why in two steps: a path that selects records needs the resource it selects
   * from.
   */
  #findPaths(): void {
    const inner = innerTemplates(this.#byTemplate.keys());
    const views = createViews([...this.#byCollection.values()]);
    const names = new Set([...this.#byCollection.values()].map(({ name }) => name));
    const paths = [...this.#byTemplate].filter(
      ([template, group]) =>
        !this.#byCollection.has(template) &&
        !this.#views.has(template) &&
        !group.some((facts) => facts.path.isItem) &&
        !this.#postsChildren(template, group) &&
        (group.some(isSelf) ||
          this.#pluralOf(template, group) !== null ||
          !isAction(group, inner, this.#kindAt(parentOf(template)), names)),
    );
    const isSelecting = ([template, [first]]: (typeof paths)[number]): boolean =>
      first !== undefined && (isSelection(first) || this.#isBelowOwn(template));
    const selecting = paths.filter(isSelecting).toSorted(([one], [other]) => one.length - other.length);
    for (const [template, group] of [...paths.filter((path) => !isSelecting(path)), ...selecting]) {
      const selected = isSelecting([template, group]) ? this.#selectedFrom(template) : null;
      const isOwn = isFlag(group) || isSet(group) || template.includes('{}/relationships/');
      const view = this.#pluralOf(template, group) ?? (isOwn ? null : (selected ?? views(group)));
      if (view !== null) this.#views.set(template, view);
      else {
        const candidate = candidateOfPath(template, group);
        if (candidate !== null) this.#singles.set(template, candidate);
      }
    }
  }

  /** Returns the records beside a path that lists or deletes several of them: `/tokens` for `/token/{token}`. */
  #pluralOf(template: string, group: readonly OperationFacts[]): CandidateMatch | null {
    const name = group[0]?.path.name ?? '';
    const isOfSeveral =
      isPlural(name) && group.every(({ operation }) => /^(?:GET|DELETE)$/.test(operation.method));
    const beside = isOfSeveral ? `${parentOf(template)}/${singularName(name)}` : '';
    const candidate = this.#byCollection.get(beside);
    if (candidate === undefined || candidate.kind !== 'collection') return null;
    return { candidate, confidence: 0.8, reason: `it is the plural of ${itemPathOf(candidate)}` };
  }

  /** Joins a path that only creates records with the path of the same name that only lists them. */
  #joinPosts(): void {
    const lists = [...this.#singles].filter(
      ([, { kind, schema }]) => kind === 'feed' && schema?.name != null,
    );
    const byName = new Map(
      lists.map(([template, { name, schema }]) => [`${name} ${schema?.name}`, template]),
    );
    for (const [template, { name, schema, onCollection, kind }] of [...this.#singles]) {
      const list = byName.get(`${name} ${schema?.name}`);
      const isPosted =
        kind === 'collection' && onCollection.every(({ operation }) => operation.method === 'POST');
      const owner = list === undefined || !isPosted ? undefined : this.#singles.get(list);
      if (list === undefined || owner === undefined) continue;
      const candidate: ResourceCandidate = { ...owner, kind: 'collection' };
      const reason = `its records are listed at ${listPathOf(owner)}`;
      this.#singles.set(list, candidate);
      this.#singles.delete(template);
      this.#views.set(template, { candidate, confidence: 0.8, reason });
    }
  }
}

/** Returns why the paths of a collection show records of the one in front of it; `null` if they do not. */
type ViewRule = (view: ResourceCandidate, owner: ResourceCandidate) => string | null;

const viewRules: readonly ViewRule[] = [
  /** A verb in front of the same key: `/domains/verify/{domain}`. */
  ({ name, onItem, onCollection }, owner) => {
    const key = onItem[0]?.path.keys.join();
    const isCommand = isVerb(name) && wordsOf(name).length === 1 && onCollection.length === 0;
    if (!isCommand || !owner.onItem.some(({ path }) => path.keys.join() === key)) return null;
    const isShown = onItem.every((facts) => facts.operation.method !== 'GET' || showsRecord(facts, owner));
    return isShown ? `it has the same key as ${itemPathOf(owner)}` : null;
  },
  /** Only creates records, with a property in the path: `/builds/branch/{branch}`. */
  ({ onItem, onCollection }, owner) => {
    if (onCollection.length > 0 || !onItem.every(onlyCreates)) return null;
    const isShown = onItem.every(({ body }) => body !== null && showsSame(body, owner));
    return isShown ? `it returns what ${listPathOf(owner)} lists` : null;
  },
  /** Selects records by a value: `/customers/email/{email}`. */
  (view, owner) => {
    const [first] = selectsByValue(view) ? view.onItem : [];
    const isSelected = first !== undefined && lookupIn(first, owner.schema) !== null;
    return isSelected ? `it selects what ${listPathOf(owner)} has` : null;
  },
];

function itemPathOf({ onItem, collection }: ResourceCandidate): string {
  return onItem[0]?.operation.path ?? collection;
}

function listPathOf({ onCollection, collection }: ResourceCandidate): string {
  return onCollection[0]?.operation.path ?? collection;
}

/** Returns whether a path named like the first or the last record of a list shows other records. */
function isOwnEnd(facts: OperationFacts, candidate: ResourceCandidate): boolean {
  return endOf(facts.path.name) !== null && !isListed([facts]) && !showsRecord(facts, candidate);
}

type Property = readonly [name: string, schema: SourceSchema];

/** Returns the list of a record that is named like a path, or like its last word; `null` if there is none. */
function entriesIn({ properties }: SourceSchema, name: string): Property | null {
  const last = wordsOf(name).at(-1) ?? '';
  const lists = [...properties].filter(([, { items }]) => (items?.properties.size ?? 0) > 0);
  const named = (wanted: string): Property | undefined =>
    lists.find(([property]) => isSameName(property, wanted));
  return named(name) ?? named(last) ?? null;
}

/** Returns whether the operations on the records of a collection return the record above. */
function showsOnly({ schema, onItem, onCollection }: ResourceCandidate, above: SourceSchema): boolean {
  if (schema !== null && describeSame(schema, above)) return true;
  const bodies = [...onItem, ...onCollection].flatMap(({ body }) => body ?? []);
  return bodies.length > 0 && bodies.every((body) => describeSame(body, above));
}

/** Returns whether an operation posts an entry of a list to the record that has it. */
function postsEntry({ operation, request }: OperationFacts, { schema }: ResourceCandidate): boolean {
  return operation.method === 'POST' && request !== null && describeSame(request, schema);
}

/** The maximum number of collections of one name that are compared. */
const MAX_OUTER = 50;

function creates({ onCollection }: ResourceCandidate): boolean {
  return onCollection.some(({ operation }) => operation.method === 'POST');
}

/** Returns whether records of a collection are read, and not created. */
function isReadOnly(candidate: ResourceCandidate): boolean {
  return !creates(candidate) && candidate.onItem.some(({ operation }) => operation.method === 'GET');
}

function innerTemplates(templates: Iterable<string>): ReadonlySet<string> {
  const inner = new Set<string>();
  for (const template of templates)
    for (let end = template.lastIndexOf('/'); end > 0; end = template.lastIndexOf('/', end - 1)) {
      if (inner.has(template.slice(0, end))) break;
      inner.add(template.slice(0, end));
    }
  return inner;
}
