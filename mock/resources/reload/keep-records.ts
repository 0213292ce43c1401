/** Fits the records of worlds to a description that has changed: none of a client or of a user's file is lost. */
import type { HandlerContext } from '../../http/context.ts';
import type { Handler } from '../../http/operation.ts';
import type { World } from '../../kernel/world/world.ts';
import type { ResourceContract } from '../plan/described-operations.ts';
import { ResourcePlans } from '../plan/plan.ts';
import { findRecords, isMadeUp, isUntouched, records, recordsAside, type ResourceRecord } from '../record.ts';
import { seeded } from '../write/seed.ts';
import { fitRecord } from './fit-record.ts';
import { isFitting, noteServed } from './served-description.ts';

/** The worlds of a mock. */
export interface WorldList {
  list(): readonly World[];
}

/** Units: records that are listed by their keys. */
const MAX_KEYS = 5;

/**
 * Completes the records that do not fit a description, sets aside those that cannot be completed, and deletes the
 * initial records of resources whose records a file changed, so that these get them again.
 *
 * Shape: a message for each world and resource with such records; `before` is the description that was served, `null` if
 * it is not known.
 */
export async function keepValidRecords(
  worlds: WorldList,
  described: ResourceContract,
  before: ResourceContract | null,
): Promise<readonly string[]> {
  const plans = new ResourcePlans(described);
  const changes = before === null ? [] : changedRecords(before, described);
  const messages: string[] = [];
  for (const world of worlds.list())
    messages.push(
      ...(await keepValidIn(world, { plans, described, changed: changes, isReloaded: before !== null })),
    );
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

/** Fits the records of a world to a description; see `keepValidRecords`. */
export async function keepValidIn(
  world: World,
  { plans, described, changed, isReloaded }: KeepParts,
): Promise<readonly string[]> {
  const isKnown = !isReloaded && isFitting(world, described);
  if (isKnown && changed.length === 0) return [];
  const fitted = isKnown ? nothingFitted : await fitRecords(world, { plans, described, changed, isReloaded });
  const isOutdated = (record: ResourceRecord): boolean =>
    isUntouched(record) &&
    (changed.includes(record.resource) || (isMadeUp(record) && fitted.remade.has(record.resource)));
  await world.run((tx) => {
    for (const record of fitted.changed) tx.put(records, record);
    for (const record of fitted.setAside) {
      tx.delete(records, record.id);
      tx.put(recordsAside, record);
    }
    for (const record of fitted.returned) {
      tx.delete(recordsAside, record.id);
      tx.put(records, record);
    }
    for (const collection of [records, recordsAside])
      for (const record of tx.scan(collection)) if (isOutdated(record)) tx.delete(collection, record.id);
    for (const name of [...changed, ...fitted.remade]) tx.delete(seeded, name);
    noteServed(tx, described);
  });
  return describeFitted(world, fitted);
}

const nothingFitted: FittedRecords = { changed: [], returned: [], setAside: [], remade: new Set() };

/** Returns handlers that first fit the records of a stored world to the description. */
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

/** What a description that has changed does to the records of a world. Shape: `remade` are resources. */
interface FittedRecords {
  /** Those that are stored again, because they were completed or are as before. */
  readonly changed: readonly ResourceRecord[];
  /** Those that were set aside and fit again. */
  readonly returned: readonly ResourceRecord[];
  readonly setAside: readonly ResourceRecord[];
  /** The resources whose made-up records are made again. */
  readonly remade: ReadonlySet<string>;
}

async function fitRecords(world: World, { plans, described }: KeepParts): Promise<FittedRecords> {
  const parts = { plans, graph: described.graph, seed: world.origin.seed };
  const changed: ResourceRecord[] = [];
  const returned: ResourceRecord[] = [];
  const setAside: ResourceRecord[] = [];
  const remade = new Set<string>();
  for (const record of world.view.scan(records)) {
    const fitted = await fitRecord(parts, record);
    if (fitted === null && isMadeUp(record)) remade.add(record.resource);
    else if (fitted === null) setAside.push(record);
    else if (fitted !== record) changed.push(fitted);
  }
  for (const record of world.view.scan(recordsAside)) {
    const isTaken = findRecords(world.view, record.resource, record.key).some(
      ({ parents }) => JSON.stringify(parents) === JSON.stringify(record.parents),
    );
    const fitted = isTaken ? null : await fitRecord(parts, record);
    if (fitted !== null) returned.push(fitted);
  }
  return { changed, returned, setAside, remade };
}

/** Returns what has happened to the records of clients, and to those that the user gave. */
function describeFitted({ id }: World, { changed, returned, setAside }: FittedRecords): readonly string[] {
  const completions = changed.filter((record) => record.original !== undefined && !isMadeUp(record));
  return [
    ...listByResource(completions).map((of) => `World ${id}: completed, to fit the description: ${of}`),
    ...listByResource(setAside).map((of) => `World ${id}: set aside until the description fits them: ${of}`),
    ...listByResource(returned).map(
      (of) => `World ${id}: back, because they fit the description again: ${of}`,
    ),
  ];
}

function listByResource(all: readonly ResourceRecord[]): readonly string[] {
  return [...new Set(all.map(({ resource }) => resource))].map((name) => {
    const keys = all.filter(({ resource }) => resource === name).map(({ key }) => key);
    return `${name} ${keys.slice(0, MAX_KEYS).join(', ')}${keys.length > MAX_KEYS ? ', …' : ''}`;
  });
}
