/** Deletes the records that a run has created, and no others. */
import type { Contract } from '../../contract/contract.ts';
import { operationsOf, type ContractOperation } from '../../contract/operations.ts';
import { CERTAIN, roleOf, type OperationRole } from '../../contract/resources/graph.ts';
import { valueAt } from '../../templates/runtime/json/pointer.ts';
import { BudgetSpentError } from '../http/budget.ts';
import type { Wire } from '../http/wire.ts';
import type { Exchange, RequestPlan } from '../model/exchange.ts';
import type { LeftRecords } from '../model/run-report.ts';
import { keyText } from '../model/json-fields.ts';

export interface CreatedRecords {
  /** Adds what a response shows: records that were created or deleted, or that existed before. */
  see(exchange: Exchange): void;
  /** Returns whether a record that a request would delete existed before the run. */
  isOlder(path: string): boolean;
  /** Deletes the remaining records, newest first, and checks those that no operation deletes. Never rejects. */
  remove(wire: Wire): Promise<void>;
  /** Lists the records that were not deleted, by resource. */
  left(): readonly LeftRecords[];
}

/** A record that the run has created. Shape: a request is `null` if its resource lacks the operation. */
interface CreatedRecord {
  readonly resource: string;
  readonly key: string;
  readonly deletion: RequestPlan | null;
  readonly reading: RequestPlan | null;
}

/** The number of concurrent requests. */
const AT_ONCE = 4;

export function trackCreated(contract: Contract): CreatedRecords {
  return new RecordTracker(contract);
}

class RecordTracker implements CreatedRecords {
  readonly #contract;
  readonly #operations;
  readonly #deletions;
  readonly #readers;
  /** By identity. Shape: oldest first. */
  readonly #records = new Map<string, CreatedRecord>();
  readonly #older = new Set<string>();

  constructor(contract: Contract) {
    this.#contract = contract;
    this.#operations = operationsOf(contract);
    this.#deletions = listByResource(contract, 'delete');
    this.#readers = listByResource(contract, 'read');
  }

  see(exchange: Exchange): void {
    const { request, response } = exchange;
    const id = request.operation ?? this.#operations.match(request.method, request.path)?.id;
    const role = id === undefined ? null : roleOf(this.#contract.resources, id);
    if (role === null || response === null || response.status >= 300) return;
    const isUpsert = role.role.value === 'upsert' && response.status === 201;
    if (role.role.value === 'create' || isUpsert) this.#seeCreated(role, exchange);
    if (role.role.value === 'list') this.#seeListed(role, exchange);
    if (role.role.value === 'delete') this.#records.delete(withoutQuery(request.path));
  }

  isOlder(path: string): boolean {
    return this.#older.has(withoutQuery(path));
  }

  async remove(wire: Wire): Promise<void> {
    const all = [...this.#records].reverse();
    // Why deletions first: they may also delete records below.
    const deletable = all.filter(([, { deletion }]) => deletion !== null);
    const rejected = await this.#sendAll(wire, deletable, 'deletion');
    // Why again: a record that cannot be changed may be gone with the one that it was below.
    await this.#sendAll(wire, rejected, 'deletion');
    await this.#sendAll(
      wire,
      all.filter(([, { deletion }]) => deletion === null),
      'reading',
    );
  }

  /**
   * Sends the requests of records, and forgets those that are gone afterwards. Shape: the records in conflict with their
   * state.
   */
  async #sendAll(
    wire: Wire,
    records: readonly (readonly [identity: string, record: CreatedRecord])[],
    kind: 'deletion' | 'reading',
  ): Promise<typeof records> {
    const queue = records.values();
    const rejected: (typeof records)[number][] = [];
    const work = async (): Promise<void> => {
      for (const entry of queue) {
        const [identity, { [kind]: plan }] = entry;
        const status = plan === null ? 599 : await statusOf(wire, plan);
        const isDeleted = kind === 'deletion' && status < 300;
        if (isDeleted || status === 404 || status === 410) this.#records.delete(identity);
        if (status === 409) rejected.push(entry);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return rejected;
  }

  left(): readonly LeftRecords[] {
    const { resources } = this.#contract.resources;
    return [...Map.groupBy(this.#records.values(), ({ resource }) => resource)].map(([resource, some]) => ({
      resource: resources.find(({ name }) => name === resource)?.path ?? resource,
      count: some.length,
      ids: some.slice(0, MAX_IDS).map(({ key }) => key),
    }));
  }

  #seeCreated(role: OperationRole, { request, response }: Exchange): void {
    const created = valueAt(bodyOf(response), role.envelope?.value ?? '');
    const entry = this.#recordOf(role, keyIn(this.#contract, role, created), request);
    if (entry === null) return;
    const [identity, record] = entry;
    // Why: the response of a creation may show a record that already existed.
    if (this.#older.has(identity)) return;
    if (this.#records.delete(identity)) this.#older.add(identity);
    else this.#records.set(identity, record);
  }

  #seeListed(role: OperationRole, { request, response }: Exchange): void {
    const items = valueAt(bodyOf(response), role.envelope?.value ?? '');
    if (!Array.isArray(items)) return;
    for (const item of items) {
      const [identity] =
        this.#recordOf(role, keyIn(this.#contract, role, valueAt(item, role.inItem ?? '')), request) ?? [];
      if (identity !== undefined && !this.#records.has(identity)) this.#older.add(identity);
    }
  }

  /** Returns the record of a response, with its identity: the path by which it is deleted or read. */
  #recordOf(
    { resource }: OperationRole,
    key: string | null,
    request: Exchange['request'],
  ): readonly [identity: string, record: CreatedRecord] | null {
    if (resource === null || key === null) return null;
    const deletion = this.#planFor(this.#deletions.get(resource), key, request);
    const reading = this.#planFor(this.#readers.get(resource), key, request);
    const identity = deletion?.path ?? reading?.path ?? `${resource} ${key}`;
    return [identity, { resource, key, deletion, reading }];
  }

  /** Returns a request for one record; `null` without an operation for its resource. */
  #planFor(
    operation: ContractOperation | undefined,
    key: string,
    { method, path, profile }: Exchange['request'],
  ): RequestPlan | null {
    if (operation === undefined) return null;
    const names = operation.path.match(/\{[^{}]+\}/g) ?? [];
    const parents = Object.values(this.#operations.pathValues(method, path));
    const all = [...parents.slice(0, names.length - 1), encodeURIComponent(key)];
    if (all.length < names.length) return null;
    const own = names.length === 1 ? all.slice(-1) : all;
    return {
      operation: operation.id,
      method: operation.method,
      path: operation.path.replaceAll(/\{[^{}]+\}/g, () => own.shift() ?? ''),
      headers: [],
      body: null,
      // Why: a service may accept a wrong credential, which is reported, or none.
      profile: profile ?? 'full',
    };
  }
}

function withoutQuery(path: string): string {
  return path.split('?', 1)[0] ?? '';
}

/** The maximum number of ids of a resource in a report. */
const MAX_IDS = 1_000;

/** Sends a request. Shape: the status of its response, 599 without one. */
async function statusOf(wire: Wire, plan: RequestPlan): Promise<number> {
  try {
    const { response } = await wire.send(plan, { isOfRun: true, isExamined: false });
    return response?.status ?? 599;
  } catch (error) {
    if (error instanceof BudgetSpentError) return 599;
    throw error;
  }
}

/** Returns the operations that delete or read one record, by resource. */
function listByResource(
  contract: Contract,
  wanted: 'delete' | 'read',
): ReadonlyMap<string, ContractOperation> {
  const { byId } = operationsOf(contract);
  return new Map(
    contract.resources.operations.flatMap(({ id, role, resource }) => {
      const operation = role.value === wanted && role.confidence >= CERTAIN ? byId(id) : null;
      return operation === null || resource === null ? [] : [[resource, operation] as const];
    }),
  );
}

function keyIn({ resources }: Contract, { resource }: OperationRole, record: unknown): string | null {
  const property = resources.resources.find(({ name }) => name === resource)?.key?.value.property ?? null;
  return property === null ? null : keyText(valueAt(record, property));
}

function bodyOf(response: Exchange['response']): unknown {
  return response?.body.kind === 'json' ? response.body.value : undefined;
}
