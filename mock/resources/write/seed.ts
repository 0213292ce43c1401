/**
 * The records that a world begins with: those of a file, else the sample and variations of it, below the records of
 * their parents. A resource gets them when it is first used, so that a description with hundreds of them starts at once.
 */
import { parentName } from '../../../contract/resources/path-shape.ts';
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { schemaAt } from '../../../contract/resources/records/schema-parts.ts';
import { statedValue } from '../../../contract/samples/stated-value.ts';
import { flatten } from '../../../contract/resources/words.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import { defineCollection } from '../../kernel/store/collection.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import type { World } from '../../kernel/world/world.ts';
import { createRecord } from './store-record.ts';
import { isFields, keyTextIn, mapFields, pickFields, textOf, withoutPart } from '../fields.ts';
import type { ResourcePlan, ResourcePlans } from '../plan/plan.ts';
import { findRecords, listRecords, type RecordFields } from '../record.ts';
import { emailFor, nextOf, numberOf, plausibleSample } from '../plausible/plausible-record.ts';
import { referTo } from '../links/references.ts';
import { addressIn } from '../handlers/respond.ts';
import { timeKindOf } from '../values/times.ts';

/** The resources of a world that have got their first records. */
export const seeded = defineCollection<{ readonly id: string }>('seededResource');

/** The fixture whose worlds begin with records. */
const FIXTURE = 'default';

/** The maximum number of records that a resource begins with below all of its parents, unless more are asked for. */
const MAX = 24;

/**
 * What first records are made for. Units: `count` records below each parent. Shape: `baseUrl` is what addresses begin
 * with.
 */
export interface SeedParts {
  readonly world: World;
  readonly plans: ResourcePlans;
  readonly count: number;
  readonly baseUrl: string;
}

/** Creates the first records of a resource, its parents and what it refers to. */
export async function seedResource(parts: SeedParts, name: string): Promise<void> {
  const { world, plans, count, baseUrl } = parts;
  await addTwins(parts, name);
  if (world.origin.fixture !== FIXTURE || world.view.has(seeded, name)) return;
  const all = await withNeeded(plans, name);
  await world.run((tx) => {
    for (const plan of all)
      if (!tx.has(seeded, plan.resource.name))
        seedOne(tx, plan, { records: recordsFor(plans, plan, count), baseUrl });
  });
}

/** Creates the records that exist because those of another resource do: the zone of each domain. */
async function addTwins(parts: SeedParts, name: string): Promise<void> {
  const { world, plans, baseUrl } = parts;
  const twin = plans.twinOf(name);
  const plan = twin === null ? null : await plans.resource(name);
  if (twin === null || plan === null) return;
  await seedResource(parts, twin);
  const missing = listRecords(world.view, twin).filter(
    ({ key }) => findRecords(world.view, name, key).length === 0,
  );
  if (missing.length === 0) return;
  const address = addressIn(plan, {}, baseUrl);
  await world.run((tx) => {
    for (const { key } of missing) {
      const sample = sampleOf(tx, plan, tx.nextNumber(`twin:${name}`));
      const fields = plan.keyPointer === null ? sample : withoutPart(sample, plan.keyPointer);
      createRecord(tx, { ...plan, sample }, { fields, parents: {}, key, address, isInitial: true });
    }
  });
}

/** Returns a resource with those that it needs: what it needs comes first. */
async function withNeeded(plans: ResourcePlans, name: string): Promise<readonly ResourcePlan[]> {
  const plansByName = new Map<string, ResourcePlan>();
  const add = async (each: string, above: ReadonlySet<string>): Promise<void> => {
    if (plansByName.has(each) || above.has(each)) return;
    const plan = await plans.resource(each);
    if (plan === null) return;
    const needed = plan.resource.parents.flatMap(({ resource }) => resource ?? []);
    const below = new Set([...above, each]);
    for (const other of [...needed, ...plan.refers.values()]) await add(other, below);
    plansByName.set(each, plan);
    // Why: the number of what a record counts is that of these records.
    for (const { resource } of plan.counts) await add(resource, below);
  };
  await add(name, new Set());
  return [...plansByName.values()];
}

function recordsFor(
  plans: ResourcePlans,
  { resource: { name, kind }, schema, keyPointer }: ResourcePlan,
  count: number,
): number | readonly JsonValue[] {
  const own = hasRecords(kind) ? plans.overrides.records?.[name] : 0;
  const key = keyPointer === null ? null : schemaAt(schema, keyPointer);
  // Why: a text may name the only key that there is.
  const most = key !== null && statedValue(key.text) !== null ? 1 : count;
  return own ?? (plans.twinOf(name) === null ? Math.min(most, count) : 0);
}

function hasRecords(kind: ResourcePlan['resource']['kind']): boolean {
  return kind === 'collection' || kind === 'feed' || kind === 'job' || kind === 'blob';
}

function seedOne(
  tx: Transaction,
  plan: ResourcePlan,
  { records, baseUrl }: { readonly records: number | readonly JsonValue[]; readonly baseUrl: string },
): void {
  tx.put(seeded, { id: plan.resource.name });
  const random = tx.streams()(numberOf(plan.resource.name));
  const add = (
    fields: RecordFields,
    parents: Readonly<Record<string, string>>,
    key: string | null,
    sample = plan.sample,
  ): void => {
    if (key !== null && findRecords(tx, plan.resource.name, key).length > 0) return;
    const [address, times] = [addressIn(plan, parents, baseUrl), timesIn(plan, sample)];
    const given = typeof records === 'number' ? {} : { isGiven: true as const };
    const own = { fields, parents, key, address, random, times, ...given, isInitial: true as const };
    createRecord(tx, { ...plan, sample }, own);
  };
  if (typeof records !== 'number') {
    for (const fields of records) if (isFields(fields)) add(fields, {}, keyTextIn(fields, plan.keyPointer));
    return;
  }
  const parents = parentsOf(tx, plan);
  const total = Math.min(parents.length * records, Math.max(MAX, records));
  for (let index = 0; index < total; index++) {
    const sample = sampleOf(tx, plan, index);
    const isShown = index === 0 && !plan.hasMadeUpKey;
    const own = isShown || plan.keyPointer === null ? sample : withoutPart(sample, plan.keyPointer);
    const fields = { ...own, ...referTo(tx, plan, index) };
    // The first record is the one that the documents show, with its key.
    add(fields, parents[Math.floor(index / records)] ?? {}, isShown ? firstKey(plan) : null, sample);
  }
  addDocumented(plan, parents[0] ?? {}, add);
}

/**
 * Returns the path parameters of each parent that the world began with; one unknown parent if there is none at all.
 *
 * Why not of others: what a client has created has only what clients create below it.
 */
function parentsOf(tx: Transaction, { resource }: ResourcePlan): readonly Readonly<Record<string, string>>[] {
  const nearest = resource.parents.findLast((parent) => parent.resource !== null);
  const above = nearest?.resource == null ? [] : listRecords(tx, nearest.resource);
  if (nearest === undefined || above.length === 0) return [{}];
  const initial = above.filter(({ isInitial }) => isInitial === true);
  const name = parentName(resource.path, nearest.parameter);
  return initial.map(({ key, parents }) => ({ ...parents, [name]: key }));
}

/** Returns the key of the documented record. Why `default`: a sampled name may not look like a name. */
function firstKey({ sample, keyPointer, shownKey }: ResourcePlan): string | null {
  const key = keyTextIn(sample, keyPointer) ?? shownKey ?? null;
  return key === 'name' && keyPointer?.endsWith('/name') === true ? 'default' : key;
}

/** Adds the record that a path of a feed documents. Why only of feeds: clients create records with other keys. */
function addDocumented(
  { resource, sample, statedKey }: ResourcePlan,
  parents: Readonly<Record<string, string>>,
  add: (fields: RecordFields, parents: Readonly<Record<string, string>>, key: string | null) => void,
): void {
  if (resource.kind === 'feed' && statedKey !== undefined) add(sample, parents, textOf(statedKey));
}

/** Returns the sample as a record has it: what is made up looks real, and what is shown varies from the first one on. */
function sampleOf(tx: Transaction, plan: ResourcePlan, index: number): RecordFields {
  const choice = { index, seed: tx.seed, now: tx.at, isNew: false, sent: {} };
  const sample = plausibleSample(plan, choice);
  if (index === 0) return sample;
  return mapFields(sample, (name, value) => {
    const isMadeUp = value !== plan.sample[name];
    const property = plan.schema?.properties.get(name) ?? null;
    if (isMadeUp) return value;
    const email =
      typeof value === 'string' && isEmail(value, property) ? emailFor(plan, sample, value) : null;
    return email ?? varyProperty(name, value, property, index);
  });
}

/** Returns when a record was created and changed, if the sample shows it. */
function timesIn({ schema, sample }: ResourcePlan, made: RecordFields): RecordFields {
  return pickFields(made, (name, value) => {
    const property = schema?.properties.get(name);
    return value !== sample[name] && property !== undefined && timeKindOf(name, property) !== null;
  });
}

const names = new Set([
  'name',
  'title',
  'label',
  'summary',
  'displayname',
  'fullname',
  'username',
  'slug',
  'login',
  'subject',
]);

function isEmail(value: string, schema: SourceSchema | null): boolean {
  if ((schema?.pattern ?? null) !== null) return false;
  return schema?.format === 'email' || /^[^@\s]+@[^@\s]+$/.test(value);
}

function varyProperty(name: string, value: JsonValue, schema: SourceSchema | null, index: number): JsonValue {
  const { values = null, pattern = null, format = null, defaultValue } = schema ?? {};
  const isState = /^(?:status|state|priority|type|kind|species|category|level)$/i.test(name);
  if (values !== null) return isState ? (nextOf(values, value, index) ?? value) : value;
  if (isState && typeof defaultValue === 'string') return defaultValue;
  if (typeof value !== 'string' || pattern !== null) return value;
  if (isEmail(value, schema)) return value.replace('@', `+${index + 1}@`);
  if (!names.has(flatten(name)) || format !== null) return value;
  return /\s/.test(value) || !/^[a-z0-9_-]+$/.test(value) ? `${value} ${index + 1}` : `${value}-${index + 1}`;
}
