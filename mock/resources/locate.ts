/** Finds the records that the path of a request is about. */
import { parametersIn, parentName, templateOf } from '../../contract/resources/path-shape.ts';
import { propertyNamed } from '../../contract/resources/schema-likeness.ts';
import { bareName, flatten, isVerb } from '../../contract/resources/words.ts';
import type { RequestValues } from '../../templates/runtime/server/read-request.ts';
import { valueAt } from '../../templates/runtime/json/pointer.ts';
import type { View } from '../kernel/store/view.ts';
import { isFields, textOf } from './fields.ts';
import type { OperationPlan, ResourcePlan, ResourcePlans } from './plan/plan.ts';
import { findRecords, listRecords, type RecordFields, type ResourceRecord } from './record.ts';
import { ownParameter, parentFields } from './links/references.ts';
import { notFound, type OperationError } from '../http/declared-error.ts';

type Texts = Readonly<Record<string, string>>;

/** The record that a path is about. Shape: `parents` are the other path parameters. */
export interface LocatedRecord {
  readonly key: string;
  /** The property that `key` is the value of; absent for the key of the record. */
  readonly property?: string;
  readonly parents: Texts;
}

/** Returns the path parameters as texts, under the names of `parentName`. */
export function pathTexts(
  { spec }: Pick<OperationPlan, 'spec'>,
  { path }: Pick<RequestValues, 'path'>,
): Texts {
  return Object.fromEntries(
    Object.entries(path).map(([name, value]) => [parentName(spec.path, name), String(value)]),
  );
}

/** Names of the parameter for whom or what a record belongs to, whatever that is. */
const owners = /^(?:owner|namespace|workspace|account|organi[sz]ation|org|group|username|user|login)$/i;

/** Adds the owner that the paths of records name, where a new one is posted below it under another name: `/orgs/{org}/repos`. */
export function withOwner({ resource: { itemPath } }: Pick<ResourcePlan, 'resource'>, parents: Texts): Texts {
  const names = parametersIn(itemPath ?? '')
    .slice(0, -1)
    .map((name) => parentName(itemPath ?? '', name));
  const [missing, ...others] = names.filter((name) => parents[name] === undefined);
  const [above, ...rest] = Object.entries(parents).filter(([name]) => !names.includes(name));
  if (missing === undefined || above === undefined || others.length + rest.length > 0) return parents;
  return owners.test(missing) ? { ...parents, [missing]: above[1] } : parents;
}

/** Returns whether a path is below a record of its resource, or the path of one. */
export function isOnRecord({
  spec,
  resource: { resource },
}: Pick<OperationPlan, 'spec' | 'resource'>): boolean {
  if (resource.itemPath === null) return true;
  const [path, item] = [spec.path, resource.itemPath].map(templateOf);
  return path === item || path?.startsWith(`${item}/`) === true || withoutVerb(path ?? '') === item;
}

/** Returns a template without the verb in front of its key: `/domains/{}` of `/domains/verify/{}`; `null` without one. */
function withoutVerb(template: string): string | null {
  const [, collection, verb = '', key] = /^(.*)\/([^/]+)(\/\{\})$/.exec(template) ?? [];
  return collection === undefined || key === undefined || !isVerb(verb) ? null : collection + key;
}

/** Returns the record that the last parameter of a path identifies. */
export function targetOf(
  { spec, namedKey, keyKind, resource }: Pick<OperationPlan, 'spec' | 'namedKey' | 'keyKind' | 'resource'>,
  request: Pick<RequestValues, 'path' | 'query'>,
): LocatedRecord {
  const target = targetIn({ spec }, request, parametersIn(spec.path).at(-1) ?? '');
  const kind = keyKind === null ? undefined : request.query[keyKind];
  const property = (typeof kind === 'string' ? propertyNamed(kind, resource.schema) : null) ?? namedKey;
  return { ...target, ...(property !== null && { property }) };
}

/** Returns the record that a parameter of a path identifies. */
export function targetIn(
  plan: Pick<OperationPlan, 'spec'>,
  request: Pick<RequestValues, 'path'>,
  parameter: string,
): LocatedRecord {
  const { [parentName(plan.spec.path, parameter)]: key = '', ...parents } = pathTexts(plan, request);
  return { key, parents };
}

/** Finds a record; undefined if there is none. */
export function findTarget(
  view: View,
  plan: ResourcePlan,
  { key, parents, property }: LocatedRecord,
): ResourceRecord | undefined {
  const { resource } = plan;
  const own =
    property === undefined || property === plan.key
      ? findRecords(view, resource.name, key).find((record) => isBelow(plan, record, parents))
      : undefined;
  const names = property === undefined ? plan.otherKeys : [property];
  if (own !== undefined || names.length === 0 || key === '') return own;
  return listRecords(view, resource.name).find(
    (record) => names.some((name) => textOf(record.value[name]) === key) && isBelow(plan, record, parents),
  );
}

/**
 * Returns whether a record belongs to the parents of a path; one of unknown parents belongs to any.
 *
 * Shape: `ofClients` are the parameters of parents that clients have created, which no first record of the world is below.
 */
export function isBelow(
  plan: Pick<ResourcePlan, 'schema' | 'resource' | 'key' | 'keyParameter'>,
  record: ResourceRecord,
  parents: Texts,
  ofClients: ReadonlySet<string> = new Set(),
): boolean {
  return Object.entries(parents).every(([parameter, text]) => {
    const parentKey = record.parents[parameter] ?? alike(record.parents, parameter);
    if (parentKey !== undefined) return parentKey === text;
    const isFirst = record.isInitial === true;
    const isUnknown = !(isFirst && ofClients.has(parameter));
    const fields = Object.entries(parentFields(plan, {}, { [parameter]: text }));
    if (fields.length === 0 && parameter !== ownParameter(plan))
      return refersTo(record.value, parameter, text) ?? isUnknown;
    return fields.every(([name, value]) => {
      const actual = record.value[name];
      if (actual !== undefined) return isSameReference(actual, value);
      // Why only the first ones: a record that a client has created without a parent has none.
      return isFirst && isUnknown && parameter !== ownParameter(plan);
    });
  });
}

/**
 * Returns whether a record refers to one of a kind by an object with its type and id, such as `{ type: 'file', id }` for
 * `{file_id}`; `null` if no property of it is such a reference.
 */
function refersTo(value: RecordFields, parameter: string, key: string): boolean | null {
  const kind = flatten(bareName(parameter));
  const matches = Object.entries(value).flatMap(([name, part]): boolean[] => {
    const { type, id } = isFields(part) ? part : {};
    if (typeof type !== 'string' || id === undefined) return [];
    if (flatten(type) === kind) return [textOf(id) === key];
    // Why by name: what any record may be in, a record of one kind is in no other.
    return /^(?:item|target|subject|resource|object|entity)$/i.test(name) ? [false] : [];
  });
  return matches.length === 0 ? null : matches.includes(true);
}

function alike(parents: Texts, parameter: string): string | undefined {
  const flat = flatten(parameter);
  return Object.entries(parents).find(([name]) => flatten(name) === flat)?.[1];
}

/** Returns whether a property refers to a record, by its key or as an object with it. */
function isSameReference(actual: unknown, wanted: unknown): boolean {
  if (Array.isArray(actual) && Array.isArray(wanted))
    return actual.some((each) => isSameReference(each, wanted[0]));
  if (!isFields(wanted)) return textOf(actual) === textOf(wanted);
  return Object.entries(wanted).every(([name, value]) => valueAt(actual, `/${name}`) === value);
}

/** Returns the error of an operation below a parent that does not exist; `null` if all exist. */
export function missingParent(
  view: View,
  plans: ResourcePlans,
  plan: OperationPlan,
  parents: Texts,
): Promise<OperationError | null> {
  const isDeclared = plan.spec.responses.some(({ status }) => status === 404);
  // Why: where creations accept what no record names, the records that they created are there.
  const others = listRecords(view, plan.resource.resource.name);
  const isAccepted = (name: string, key: string): boolean =>
    others.some((each) => each.parents[name] === key);
  return missingAbove(
    { view, plans, path: plan.spec.path, isDeclared, isAccepted },
    namedAbove(plan),
    parents,
  );
}

/** Returns the resources that the parameters of a path name: those of its resource, and those above the path. */
function namedAbove({
  resource: { resource },
  above,
}: Pick<OperationPlan, 'resource' | 'above'>): readonly (readonly [string, string | null])[] {
  const own = resource.parents.filter((parent) => parent.resource !== resource.name);
  return [...own.map(({ parameter, resource: name }) => [parameter, name] as const), ...above];
}

/** Returns the parameters of a path that name records which clients have created. */
export function parentsOfClients(
  view: View,
  plan: Pick<OperationPlan, 'resource' | 'above' | 'spec'>,
  parents: Texts,
): ReadonlySet<string> {
  const keys = namedAbove(plan).flatMap(([parameter, resource]) => {
    const name = parentName(plan.spec.path, parameter);
    const all = resource === null ? [] : findRecords(view, resource, parents[name] ?? '');
    return all.length > 0 && all.every(({ isInitial }) => isInitial !== true) ? [name] : [];
  });
  return new Set(keys);
}

/** Returns whether a key is an alias of the caller, such as `me`. */
export function isCaller(key: string): boolean {
  return /^@?(?:me|self)$/i.test(key);
}

/** Where a path may name records that do not exist. */
interface ParentSearch {
  readonly view: View;
  readonly plans: ResourcePlans;
  readonly path: string;
  /** Whether the operation declares 404. */
  readonly isDeclared: boolean;
  /** Returns whether records are below a key that no record has; absent for never. */
  readonly isAccepted?: (parameter: string, key: string) => boolean;
}

/**
 * Returns the error of a path whose parameters name a record that does not exist; `null` if all exist. Why the declared
 * one: records that clients can't create may be known from elsewhere.
 */
export async function missingAbove(
  { view, plans, path, isDeclared, isAccepted }: ParentSearch,
  above: Iterable<readonly [parameter: string, resource: string | null]>,
  parents: Texts,
): Promise<OperationError | null> {
  for (const [parameter, name] of above) {
    const ownName = parentName(path, parameter);
    const key = parents[ownName];
    if (name === null || key === undefined || isCaller(key)) continue;
    const parent = await plans.resource(name);
    const mayBeMissing = isDeclared && plans.isListedAndRead(name) && isAccepted?.(ownName, key) !== true;
    const isFound = mayBeMissing && listRecords(view, name).length > 0;
    if (parent === null || !(plans.isCreated(name) || isFound)) continue;
    if (findRecords(view, name, key).length === 0) return notFound(name, key);
  }
  return null;
}
