/** Keeps the records of worlds that fit a description that has changed, and deletes the others. */
import { LIKELY, type Role } from '../../../contract/resources/graph.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { HandlerContext } from '../../http/context.ts';
import type { Handler } from '../../http/operation.ts';
import { defineCollection } from '../../kernel/store/collection.ts';
import type { World } from '../../kernel/world/world.ts';
import { shownIn } from '../values/fit.ts';
import { withPart } from '../fields.ts';
import { ResourcePlans, type OperationPlan, type ResourceContract } from '../plan.ts';
import { isUntouched, records, type ResourceRecord } from '../record.ts';
import { seeded } from '../seed.ts';

/** What the records of a world fit. Shape: one of a world, with the id `description`. */
export interface ServedDescription {
  readonly id: string;
  readonly digest: string;
}

export const servedDescriptions = defineCollection<ServedDescription>('servedDescription');

const ID = 'description';

/** Returns whether the records of a world fit a description that was read before. */
export function isFitting({ view }: World, { digest }: ResourceContract): boolean {
  return digest === undefined || view.get(servedDescriptions, ID)?.digest === digest;
}

/** The worlds of a mock. */
export interface WorldList {
  list(): readonly World[];
}

/** Units: records that are listed by their keys. */
const MOST_KEYS = 5;

/**
 * Deletes the records that do not fit a description, and the initial records of resources whose records a file changed,
 * so that these get them again.
 *
 * Shape: a message for each world and resource with records that do not fit; `before` is the description that was
 * served, `null` if it is not known.
 */
export async function keepValidRecords(
  worlds: WorldList,
  described: ResourceContract,
  before: ResourceContract | null,
): Promise<readonly string[]> {
  const plans = new ResourcePlans(described);
  const changed = before === null ? [] : changedRecords(before, described);
  const messages: string[] = [];
  for (const world of worlds.list())
    messages.push(...(await keepValidIn(world, { plans, described, changed, isReloaded: before !== null })));
  return messages;
}

/** What the records of a world are kept for. Shape: `changed` are resources that get their initial records again. */
export interface KeepParts {
  readonly plans: ResourcePlans;
  readonly described: ResourceContract;
  readonly changed: readonly string[];
  /** Whether what is given besides the description may have changed. */
  readonly isReloaded: boolean;
}

/** Deletes the records of a world that do not fit; see `keepValidRecords`. */
export async function keepValidIn(
  world: World,
  { plans, described, changed, isReloaded }: KeepParts,
): Promise<readonly string[]> {
  const isKnown = !isReloaded && isFitting(world, described);
  const all = isKnown && changed.length === 0 ? [] : world.view.scan(records);
  const invalid: ResourceRecord[] = [];
  if (!isKnown || described.digest === undefined)
    for (const record of all) if (!(await isValid(plans, described, record))) invalid.push(record);
  const outdated = all.filter((record) => isUntouched(record) && changed.includes(record.resource));
  const isSeeded = changed.some((name) => world.view.has(seeded, name));
  if (isKnown && invalid.length + outdated.length === 0 && !isSeeded) return [];
  await world.run((tx) => {
    for (const { id } of [...invalid, ...outdated]) tx.delete(records, id);
    for (const name of changed) tx.delete(seeded, name);
    if (described.digest !== undefined) tx.put(servedDescriptions, { id: ID, digest: described.digest });
  });
  return describeInvalid(world, invalid);
}

/** Returns handlers that first delete from a stored world what does not fit the description. */
export function withFittingWorlds(
  handlers: Readonly<Record<string, Handler>>,
  parts: Pick<KeepParts, 'plans' | 'described'>,
  report: (message: string) => void,
): Readonly<Record<string, Handler>> {
  const fit = async ({ world }: HandlerContext): Promise<void> => {
    for (const message of await keepValidIn(world, { ...parts, changed: [], isReloaded: false }))
      report(message);
  };
  return Object.fromEntries(
    Object.entries(handlers).map(([id, handler]): [string, Handler] => [
      id,
      (request, context) =>
        isFitting(context.world, parts.described)
          ? handler(request, context)
          : fit(context).then(() => handler(request, context)),
    ]),
  );
}

/** Returns the resources whose records a file has changed. */
function changedRecords(before: ResourceContract, after: ResourceContract): readonly string[] {
  const [old = {}, now = {}] = [before.overrides.records, after.overrides.records];
  const names = new Set([...Object.keys(old), ...Object.keys(now)]);
  return [...names].filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]));
}

const showing: readonly Role[] = ['read', 'create', 'replace', 'update', 'singleton-read'];

async function isValid(
  plans: ResourcePlans,
  { graph }: ResourceContract,
  record: ResourceRecord,
): Promise<boolean> {
  if (!graph.resources.some(({ name }) => name === record.resource)) return false;
  const role = showing
    .map((wanted) =>
      graph.operations.find(
        (each) =>
          each.resource === record.resource &&
          each.role.value === wanted &&
          each.role.confidence >= LIKELY &&
          each.envelope !== null,
      ),
    )
    .find((each) => each !== undefined);
  const plan = role === undefined ? null : await plans.of(role.id);
  return plan === null || fits(plan, record);
}

function fits(plan: OperationPlan, { value }: ResourceRecord): boolean {
  const body: JsonValue = withPart(plan.sample?.body, plan.envelope ?? '', shownIn(plan, value));
  return plan.success?.check?.check(body) ?? true;
}

function describeInvalid({ id }: World, invalid: readonly ResourceRecord[]): readonly string[] {
  return [...new Set(invalid.map(({ resource }) => resource))].map((name) => {
    const keys = invalid.filter(({ resource }) => resource === name).map(({ key }) => key);
    const shown = keys.slice(0, MOST_KEYS).join(', ') + (keys.length > MOST_KEYS ? ', …' : '');
    return `World ${id}: deleted from ${name}, because it no longer fits the description: ${shown}`;
  });
}
