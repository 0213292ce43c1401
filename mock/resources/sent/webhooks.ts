/** Sends the webhooks of an API when the records that they are about change. */
import type { SourceRequest, SourceSchema } from '../../../contract/resources/source.ts';
import { wordsOf } from '../../../contract/resources/words.ts';
import type { ChangeSet } from '../../kernel/transaction/changes.ts';
import type { View } from '../../kernel/store/view.ts';
import type { World } from '../../kernel/world/world.ts';
import type { ResourcePlan } from '../plan/plan.ts';
import { isUntouched, records, type RecordFields, type ResourceRecord } from '../record.ts';
import { nounOf } from '../streams/stream-handler.ts';
import { deliver, type DeliveryParts } from './deliver.ts';
import { isRecord, verbOf } from './payload.ts';

interface PlannedWebhook {
  readonly request: SourceRequest;
  readonly resource: ResourcePlan;
  readonly isSentFor: (change: RecordChange) => boolean;
}

/** What has happened to a record. Shape: `before` is `null` for a new one. */
interface RecordChange {
  readonly verb: string;
  readonly record: ResourceRecord;
  readonly before: RecordFields | null;
}

/** Watches worlds, and sends webhooks to an address. */
export class WebhookSender {
  readonly #parts: DeliveryParts;
  readonly #address: string;
  readonly #worlds = new WeakSet<World>();
  #planned: Promise<readonly PlannedWebhook[]> | null = null;

  constructor(parts: DeliveryParts, address: string) {
    this.#parts = parts;
    this.#address = address;
  }

  /** Sends the webhooks for all later changes of a world. */
  watch(world: World): void {
    if (this.#worlds.has(world)) return;
    this.#worlds.add(world);
    world.watch((change) => {
      if (change.kind !== 'changes') return;
      const changes = changesOf(change.changes, change.before);
      if (changes.length > 0) void this.#send(world, changes);
    });
  }

  async #send(world: World, changes: readonly RecordChange[]): Promise<void> {
    const planned = await (this.#planned ??= planWebhooks(this.#parts));
    for (const change of changes)
      for (const { request, resource, isSentFor } of planned)
        if (resource.resource.name === change.record.resource && isSentFor(change))
          await deliver(this.#parts, world, {
            request,
            address: this.#address,
            about: { resource, value: change.record.value },
            verb: change.verb,
          });
  }
}

/** Returns what has happened to records, without those that a world begins with. */
function changesOf({ puts, deletes }: ChangeSet, before: View): readonly RecordChange[] {
  const put = puts.flatMap(({ kind, record: each }): RecordChange[] => {
    if (kind !== records.name) return [];
    const record = each as ResourceRecord;
    const prior = before.get(records, record.id);
    if (prior === undefined && isUntouched(record)) return [];
    return [{ verb: prior === undefined ? 'created' : 'updated', record, before: prior?.value ?? null }];
  });
  const deletions = deletes.flatMap(({ kind, id }): RecordChange[] => {
    const record = kind === records.name ? before.get(records, id) : undefined;
    if (record === undefined) return [];
    const isReplaced = put.some(
      ({ record: { key, resource } }) => key === record.key && resource === record.resource,
    );
    return isReplaced ? [] : [{ verb: 'deleted', record, before: record.value }];
  });
  return [...put, ...deletions];
}

/** Plans the webhooks whose resource and occasion are certain. */
async function planWebhooks({ described, plans }: DeliveryParts): Promise<readonly PlannedWebhook[]> {
  const all = await Promise.all(plans.resources.map(({ name }) => plans.resource(name)));
  const resources = all.filter((plan) => plan !== null);
  return described.source.sent
    .filter(({ callback }) => callback === null)
    .flatMap((request): PlannedWebhook[] => {
      const resource = resourceOf(request, resources);
      const isSentFor = resource === null ? null : occasionOf(request, resource);
      return resource === null || isSentFor === null ? [] : [{ request, resource, isSentFor }];
    });
}

/** Returns the resource whose records a payload has, else the one in the name; `null` for none. */
function resourceOf(
  { name, schema }: SourceRequest,
  resources: readonly ResourcePlan[],
): ResourcePlan | null {
  const words = new Set(wordsOf(name));
  const isNamed = (plan: ResourcePlan): boolean => words.has(nounOf(plan));
  const shown = resources.filter((plan) => hasRecord(schema, plan));
  return shown.find(isNamed) ?? shown[0] ?? resources.find(isNamed) ?? null;
}

/** Levels of objects in which a payload may have a record. */
const MAX_DEPTH = 3;

function hasRecord({ name, properties }: SourceSchema, plan: ResourcePlan, depth = MAX_DEPTH): boolean {
  if (isRecord(name, plan)) return true;
  return depth > 1 && [...properties.values()].some((each) => hasRecord(each, plan, depth - 1));
}

/**
 * Returns when a webhook is sent: for what its name says, such as `newPet` or `order.shipped`, else for everything that
 * its payload can name; `null` if neither says so.
 */
function occasionOf(
  { name, schema }: SourceRequest,
  resource: ResourcePlan,
): PlannedWebhook['isSentFor'] | null {
  const words = wordsOf(name);
  const verb = verbOf(words);
  if (verb !== null) return (change) => change.verb === verb;
  const state = stateIn(words, resource);
  if (state !== null)
    return ({ record, before, verb: happened }) =>
      happened !== 'deleted' &&
      record.value[state.property] === state.value &&
      before?.[state.property] !== state.value;
  const listed = new Set(
    [...schema.properties.values()].flatMap(({ values }) =>
      (values ?? []).flatMap((each) => (typeof each === 'string' ? (verbOf(wordsOf(each)) ?? []) : [])),
    ),
  );
  return listed.size === 0 ? null : (change) => listed.has(change.verb);
}

/** Returns the state of a record that words name. */
function stateIn(
  words: readonly string[],
  { schema }: ResourcePlan,
): { readonly property: string; readonly value: string } | null {
  for (const [property, { values }] of schema?.properties ?? [])
    for (const value of values ?? [])
      if (typeof value === 'string' && value === words.at(-1)) return { property, value };
  return null;
}
