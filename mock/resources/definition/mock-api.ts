/** What the functions of a user get of the mock. */
import { closestWord } from '../../../templates/runtime/closest-word.ts';
import type { RequestValues } from '../../../templates/runtime/server/read-request.ts';
import type { HandlerResponse } from '../../../templates/runtime/server/service.ts';
import type { Caller, HandlerContext } from '../../http/context.ts';
import { isoTime, parseDuration } from '../../kernel/time/iso-time.ts';
import { milliseconds } from '../../kernel/time/time.ts';
import type { World } from '../../kernel/world/world.ts';
import { changeRecord, createRecord } from '../write/store-record.ts';
import { isFields, textOf } from '../fields.ts';
import { findTarget, isBelow } from '../locate.ts';
import type { ResourcePlan, ResourcePlans } from '../plan/plan.ts';
import { listRecords, records, type RecordFields } from '../record.ts';
import { addressIn } from '../handlers/respond.ts';
import { seedResource } from '../write/seed.ts';

type Parents = Readonly<Record<string, string>>;

/** The records of a resource. Shape: `parents` are path parameters, such as `{ projectId: '1' }`. */
export interface ResourceHandle<Value = RecordFields> {
  /** Returns a record; `null` if there is none. */
  get(key: string, parents?: Parents): Promise<Value | null>;
  /** Lists the records, oldest first. */
  list(parents?: Parents): Promise<readonly Value[]>;
  /** Stores a record: as a new one, or in place of the one with its key. */
  put(value: Partial<Value>, parents?: Parents): Promise<Value>;
  /** Changes properties of a record. Errors: rejects if there is none. */
  patch(key: string, change: Partial<Value>, parents?: Parents): Promise<Value>;
  /** Deletes a record; returns whether it existed. */
  delete(key: string, parents?: Parents): Promise<boolean>;
}

/** A mock, as a function for one operation sees it. */
export interface MockApi<Response = HandlerResponse> {
  readonly resources: {
    /** Returns the records of a path, such as `/orders`, or of a resource by its name. Errors: throws if there is none. */
    of<Value = RecordFields>(path: string): ResourceHandle<Value>;
  };
  /** Returns what the mock would respond without the function. */
  next(): Promise<Response>;
  /** Shape: `now` is ISO 8601 in UTC. */
  readonly clock: { readonly now: string };
  /** Returns a new id, the same for the same world, seed and requests: `id('ord')` is `ord_…`. */
  id(prefix?: string): string;
  /** Returns a number from 0 to below 1, likewise. */
  random(): number;
  /**
   * Does something later, after an ISO 8601 duration on the clock of the world: calls a function, or an operation with
   * its input. Lost when the mock stops.
   */
  after(duration: string, work: () => unknown): void;
  after(duration: string, operation: string, input: Partial<RequestValues>): void;
  readonly caller: Caller;
}

export interface MockApiParts {
  readonly plans: ResourcePlans;
  /** The number of records that a resource begins with. */
  readonly count: number;
  readonly context: HandlerContext;
  readonly next: () => Promise<HandlerResponse>;
  readonly call: (operation: string, input: Partial<RequestValues>) => Promise<unknown>;
  readonly report: (message: string, error: unknown) => void;
}

export async function createMockApi({
  plans,
  count,
  context,
  next,
  call,
  report,
}: MockApiParts): Promise<MockApi> {
  const { world, caller, baseUrl } = context;
  const random = randomFrom(await world.run((tx) => tx.random()));
  return {
    resources: {
      of: (path) => handleOf(namedResource(plans, path), { plans, count, world, baseUrl }) as never,
    },
    next,
    clock: {
      get now() {
        return isoTime(world.now);
      },
    },
    random,
    id: (prefix) => (prefix === undefined ? '' : `${prefix}_`) + letters(random),
    after(duration: string, work: string | (() => unknown), input: Partial<RequestValues> = {}) {
      const span = parseDuration(duration);
      if (span <= 0) throw new TypeError(`after() takes an ISO 8601 duration such as PT5S, not ${duration}`);
      void world
        .sleep(milliseconds(span))
        .then((end) =>
          end === 'elapsed' ? (typeof work === 'string' ? call(work, input) : work()) : undefined,
        )
        .catch((error: unknown) => report('Work of after() failed', error));
    },
    caller,
  };
}

/** Returns numbers that follow from one. Source: mulberry32. */
function randomFrom(start: number): () => number {
  let state = Math.floor(start * 2 ** 32);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Units: letters of an id. */
const LENGTH = 20;
const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';

function letters(random: () => number): string {
  return Array.from({ length: LENGTH }, () => alphabet[Math.floor(random() * alphabet.length)]).join('');
}

/** Returns the name of a resource by its path, that of a record, or its name. Errors: throws if there is none. */
function namedResource({ resources }: ResourcePlans, path: string): string {
  const match = resources.find((each) => each.name === path || each.path === path || each.itemPath === path);
  if (match !== undefined) return match.name;
  const close = closestWord(
    path,
    resources.flatMap((each) => [each.path, each.name]),
  );
  throw new Error(`There is no resource ${path}.${close === null ? '' : ` Did you mean ${close}?`}`);
}

interface HandleParts {
  readonly plans: ResourcePlans;
  readonly count: number;
  readonly world: World;
  readonly baseUrl: string;
}

function handleOf(name: string, { plans, count, world, baseUrl }: HandleParts): ResourceHandle {
  const open = async (): Promise<ResourcePlan> => {
    await seedResource({ world, plans, count, baseUrl }, name);
    const plan = await plans.resource(name);
    if (plan === null) throw new Error(`${name} has no records.`);
    return plan;
  };
  return {
    async get(key, parents = {}) {
      return findTarget(world.view, await open(), { key, parents })?.value ?? null;
    },
    async list(parents = {}) {
      const plan = await open();
      return listRecords(world.view, name)
        .filter((record) => isBelow(plan, record, parents))
        .map(({ value }) => value);
    },
    async put(value, parents = {}) {
      const plan = await open();
      const fields = isFields(value) ? value : {};
      const ownKey = plan.key === null ? undefined : fields[plan.key];
      const key = ownKey === undefined || ownKey === null ? null : textOf(ownKey);
      const address = addressIn(plan, parents, baseUrl);
      return world.run((tx) => {
        const existing = key === null ? undefined : findTarget(tx, plan, { key, parents });
        const record =
          existing === undefined
            ? createRecord(tx, plan, { fields, parents, key, address })
            : changeRecord(tx, plan, existing, fields);
        return record.value;
      });
    },
    async patch(key, change, parents = {}) {
      const plan = await open();
      const result = await world.run((tx) => {
        const record = findTarget(tx, plan, { key, parents });
        const fields = isFields(change) ? change : {};
        return record === undefined
          ? null
          : changeRecord(tx, plan, record, { ...record.value, ...fields }).value;
      });
      if (result === null) throw new Error(`There is no record ${key} in ${name}.`);
      return result;
    },
    async delete(key, parents = {}) {
      const plan = await open();
      return world.run((tx) => {
        const record = findTarget(tx, plan, { key, parents });
        return record !== undefined && tx.delete(records, record.id);
      });
    },
  };
}
