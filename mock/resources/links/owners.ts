/** What the records above others have of them: a cart lists its items. */
import { memoizeByObject } from '../../../contract/memoize.ts';
import { parentName } from '../../../contract/resources/path-shape.ts';
import type { Resource } from '../../../contract/resources/graph.ts';
import { describeSame, isVariant } from '../../../contract/resources/schema-likeness.ts';
import type { SourceOperation, SourceSchema } from '../../../contract/resources/source.ts';
import { flatten, isPlural, isSameName, singularOf, wordsOf } from '../../../contract/resources/words.ts';
import { splitPointer } from '../../../templates/runtime/json/pointer.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { HandlerResponse } from '../../../templates/runtime/server/service.ts';
import { sentFields, type ResourceCall } from '../call.ts';
import { createRecord } from '../write/store-record.ts';
import { childrenIn } from './trees.ts';
import { isFields } from '../fields.ts';
import type { View } from '../../kernel/store/view.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { findTarget, isBelow } from '../locate.ts';
import type { OperationPlan, ResourcePlan, ResourcePlans } from '../plan/plan.ts';
import { listRecords, records, type RecordFields, type ResourceRecord } from '../record.ts';
import { ownParameter } from './references.ts';
import { addressIn, respondWith } from '../handlers/respond.ts';
import { shownIn } from '../values/shown.ts';
import { listPartIn, withList, type ListPart } from './list-parts.ts';

type Texts = Readonly<Record<string, string>>;

/** A resource whose record is above others. Shape: `list` is its property with them. */
export interface RecordOwner {
  readonly plan: ResourcePlan;
  readonly parameter: string;
  readonly child: ResourcePlan;
  readonly list: string | null;
  /** The object of it that has them; `null` for none. */
  readonly part: ListPart | null;
}

/** Finds what is above the records of a resource below these parents. */
export async function ownersOf(
  plans: ResourcePlans,
  child: ResourcePlan,
  parents: Texts,
): Promise<readonly RecordOwner[]> {
  const owners: RecordOwner[] = [];
  const listName = child.resource.name.split('/').at(-1) ?? '';
  const tree = childrenIn(child);
  const { path } = child.resource;
  const named = new Map(Array.from(plans.above(path), ([name, above]) => [parentName(path, name), above]));
  for (const parameter of Object.keys(parents)) {
    if (tree !== null && parameter === ownParameter(child)) {
      owners.push({ plan: child, parameter, child, part: null, list: tree });
      continue;
    }
    const isAbove = ({ name, key, itemPath }: Resource): boolean => {
      const keyParameter = key?.value.parameters.at(-1) ?? '';
      const isNamed = keyParameter === parameter || parentName(itemPath ?? '', keyParameter) === parameter;
      return isNamed && name !== child.resource.name;
    };
    const owner = named.get(parameter) ?? plans.resources.find(isAbove)?.name;
    const plan = owner === undefined ? null : await plans.resource(owner);
    if (plan === null) continue;
    const list = plans.isCreated(child.resource.name) ? listIn(plan.schema, child) : null;
    const part = listPartIn(plan.schema, listName);
    owners.push({ plan, parameter, child, list, part });
  }
  return owners;
}

/** Returns the property that lists the records of a resource below: named like it, or like its last word. */
function listIn(
  schema: SourceSchema | null,
  { resource, schema: own, keyPointer }: ResourcePlan,
): string | null {
  const [key = ''] = splitPointer(keyPointer ?? '');
  const name = resource.name.split('/').at(-1) ?? '';
  const last = wordsOf(name).at(-1) ?? '';
  const match = [...(schema?.properties ?? [])].find(
    ([property, { items }]) =>
      (isSameName(property, name) || isSameName(property, last)) &&
      isPlural(property) &&
      items !== null &&
      items.properties.has(key) &&
      isVariant(items, own),
  );
  return match?.[0] ?? null;
}

/** Updates the lists that records have of those below them. */
export function updateOwners(tx: Transaction, owners: readonly RecordOwner[], parents: Texts): void {
  for (const { plan, parameter, child, list, part } of owners) {
    const record = recordOf(tx, { plan, parameter }, parents);
    if (record === undefined || (list === null && part === null)) continue;
    const value = {
      ...record.value,
      ...(list === null
        ? {}
        : { [list]: entriesBelow(tx, ownList(plan, parameter, child, list), record.key) }),
      ...(part === null ? {} : partWith(tx, { plan, parameter, child, part }, record)),
    };
    tx.put(records, { ...record, value });
  }
}

function recordOf(
  view: View,
  { plan, parameter }: Pick<RecordOwner, 'plan' | 'parameter'>,
  { [parameter]: key = '', ...parents }: Texts,
): ResourceRecord | undefined {
  return findTarget(view, plan, { key, parents });
}

/** What is below a record, and how a list of it shows that. */
interface ShownChildren {
  readonly parameter: string;
  readonly child: ResourcePlan;
  readonly items: SourceSchema | null;
  readonly sample: JsonValue | undefined;
}

function ownList(plan: ResourcePlan, parameter: string, child: ResourcePlan, list: string): ShownChildren {
  const items = plan.schema?.properties.get(list)?.items ?? null;
  return { parameter, child, items, sample: plan.sample[list] };
}

function entriesBelow(
  tx: Transaction,
  { parameter, child, items, sample }: ShownChildren,
  key: string,
): readonly JsonValue[] {
  const isChild = (record: ResourceRecord): boolean =>
    parameter === ownParameter(child)
      ? record.parents[parameter] === key
      : isBelow(child, record, { [parameter]: key });
  const below = listRecords(tx, child.resource.name).filter(isChild);
  const [first] = Array.isArray(sample) ? (sample as readonly JsonValue[]) : [];
  const form = { shown: items, shownSample: isFields(first) ? first : {}, resource: child };
  return below.map(({ value }) => shownIn(form, value));
}

/** Returns the object of a record that lists what is below it. */
function partWith(
  tx: Transaction,
  { plan, parameter, child, part }: Pick<RecordOwner, 'plan' | 'parameter' | 'child'> & { part: ListPart },
  { key, value }: ResourceRecord,
): RecordFields {
  const shown = plan.sample[part.property];
  const sample = isFields(shown) ? shown[part.list] : undefined;
  const entries = entriesBelow(tx, { parameter, child, items: part.items, sample }, key);
  return { [part.property]: withList(part, value[part.property] ?? shown, entries) };
}

/** Responds with the record above, where a response shows that and not the record itself; `null` where it does not. */
export function respondWithOwner(
  { plan, plans, context }: ResourceCall,
  owners: readonly RecordOwner[],
  parents: Texts,
): HandlerResponse | null {
  const { shown, resource } = plan;
  // Why: what a change of a set returns that nothing lists is no member of it.
  const isUnlisted = resource.resource.kind === 'set' && !plans.has('GET', plan.spec.path);
  if (shown === null || plan.envelope === null) return null;
  if (!isUnlisted && describeSame(shown, resource.schema)) return null;
  const owner = owners.find(({ plan: { schema } }) => describeSame(shown, schema));
  const record = owner === undefined ? undefined : recordOf(context.world.view, owner, parents);
  if (owner === undefined || record === undefined) return null;
  return respondWith({ ...plan, resource: owner.plan }, record, null);
}

/** Returns the property of a response that has the record above, with what that record has; empty if there is none. */
export function partAbove(
  { plan, context }: ResourceCall,
  owners: readonly RecordOwner[],
  { parents }: ResourceRecord,
): RecordFields {
  for (const owner of owners)
    for (const [name, property] of plan.responseSchema?.properties ?? []) {
      const record = describeSame(property, owner.plan.schema)
        ? recordOf(context.world.view, owner, parents)
        : undefined;
      const form = { shown: property, shownSample: owner.plan.sample, resource: owner.plan };
      if (record !== undefined) return { [name]: shownIn(form, record.value) };
    }
  return {};
}

/** A list in a request for a record that has a collection below the record. */
export interface SentList {
  readonly entries: readonly RecordFields[];
  readonly create: OperationPlan;
  readonly owners: readonly RecordOwner[];
}

/** Returns what a service creates below a new record: the first `revision` of a document; `null` for nothing. */
const firstIn = memoizeByObject(
  ({ text }: SourceOperation) => /\bcreates? the first [`*]{0,2}(\w+)/i.exec(text)?.[1] ?? null,
);

/** Finds the lists in a request that are created with its record: the messages of a thread. */
export async function sentLists(
  { plan, plans, request }: ResourceCall,
  sent: RecordFields,
): Promise<readonly SentList[]> {
  const { resource, keyParameter } = plan.resource;
  const lists = Object.entries(sent).filter(([, value]) => Array.isArray(value));
  const texts = Object.entries(sentFields({ plan, request })).filter(([, value]) => Array.isArray(value));
  const first = firstIn(plan.source);
  if (resource.itemPath === null || keyParameter === null) return [];
  const parameter = parentName(resource.itemPath, keyParameter);
  const result: SentList[] = [];
  for (const { id, segment } of plans.createsBelow(resource.itemPath)) {
    const last = wordsOf(segment).at(-1) ?? '';
    const [, value] =
      lists.find(([name]) => isSameName(name, segment) || (isPlural(name) && isSameName(name, last))) ?? [];
    const listed = Array.isArray(value) ? (value as readonly JsonValue[]).filter(isFields) : [];
    const isFirst = listed.length === 0 && first !== null && isSameName(first, segment);
    const mayName = listed.length === 0 && texts.some(([name]) => isOfList(name, segment));
    const create = listed.length > 0 || isFirst || mayName ? await plans.of(id) : null;
    const named = mayName ? entriesOfTexts(texts, segment, create?.written ?? null) : [];
    const entries = isFirst ? [{}] : [...listed, ...named];
    if (entries.length === 0) continue;
    if (create === null || create.resource.resource.kind !== 'collection') continue;
    result.push({ entries, create, owners: await ownersOf(plans, create.resource, { [parameter]: '' }) });
  }
  return result;
}

/** Returns whether a list has a property of what a path lists: `seat_classes` for `/seat-ids`. */
function isOfList(name: string, segment: string): boolean {
  const words = wordsOf(segment);
  const of = /^(?:id|key)s$/.test(words.at(-1) ?? '') ? words.slice(0, -1).join(' ') : '';
  return of !== '' && wordsOf(name).slice(0, -1).join(' ') === of;
}

/** Returns the entries that a list of texts names by one of their properties: `[{ class: 'first' }]` of `seat_classes: ['first']`. */
function entriesOfTexts(
  lists: readonly (readonly [string, JsonValue])[],
  segment: string,
  written: SourceSchema | null,
): readonly RecordFields[] {
  return lists.flatMap(([name, list]) => {
    const wanted = singularOf(wordsOf(name).at(-1) ?? '');
    const [property, { values }] = [...(written?.properties ?? [])].find(
      ([each]) => flatten(each) === wanted,
    ) ?? ['', { values: null }];
    const all = Array.isArray(list) ? (list as readonly JsonValue[]) : [];
    const isNamed = isOfList(name, segment) && all.every((each) => values?.includes(each) === true);
    return isNamed ? all.map((each): RecordFields => ({ [property]: each })) : [];
  });
}

/** Creates the records of the lists that were sent with a new record. */
export function createSent(
  tx: Transaction,
  { plan, context }: ResourceCall,
  lists: readonly SentList[],
  record: ResourceRecord,
): void {
  const parameter = ownParameter(plan.resource);
  if (parameter === null) return;
  const parents = { ...record.parents, [parameter]: record.key };
  for (const { entries, create, owners } of lists) {
    const address = addressIn(create.resource, parents, context.baseUrl);
    for (const fields of entries)
      createRecord(tx, create.resource, { fields, parents, key: null, address, written: create.written });
    updateOwners(tx, owners, parents);
  }
}

/** A record above a new one that a request describes and its path does not name: the thread of `POST /threads/runs`. */
export interface SentParent {
  readonly plan: ResourcePlan;
  readonly parameter: string;
  readonly fields: RecordFields;
  readonly written: SourceSchema;
  readonly lists: readonly SentList[];
}

/** Finds the records above a new one that are created with it. */
export async function sentParents(call: ResourceCall, parents: Texts): Promise<readonly SentParent[]> {
  const { plan, plans } = call;
  const { resource } = plan.resource;
  const result: SentParent[] = [];
  for (const { parameter, resource: name } of resource.parents) {
    const keyName = parentName(resource.path, parameter);
    const above = name === null || parents[keyName] !== undefined ? null : await plans.resource(name);
    if (above === null || !plans.isCreated(above.resource.name)) continue;
    const last = above.resource.name.split('/').at(-1) ?? '';
    const properties = [...(plan.written?.properties ?? [])];
    const [property, written] =
      properties.find(
        ([
          each,
          {
            properties: { size },
          },
        ]) => size > 0 && isSameName(each, last),
      ) ?? [];
    if (property === undefined || written === undefined) continue;
    const sent = sentFields(call)[property];
    const fields = isFields(sent) ? sent : {};
    const lists = await sentLists({ ...call, plan: { ...plan, resource: above } }, fields);
    result.push({ plan: above, parameter: keyName, fields, written, lists });
  }
  return result;
}

/** Creates the records above a new one, and returns the path parameters that it is then below. */
export function createAbove(
  tx: Transaction,
  call: ResourceCall,
  above: readonly SentParent[],
  parents: Texts,
): Texts {
  let all = parents;
  for (const { plan, parameter, fields, written, lists } of above) {
    const address = addressIn(plan, all, call.context.baseUrl);
    const record = createRecord(tx, plan, { fields, parents: all, key: null, address, written });
    createSent(tx, { ...call, plan: { ...call.plan, resource: plan } }, lists, record);
    all = { ...all, [parameter]: record.key };
  }
  return all;
}
