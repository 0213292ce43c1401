/** Deletes the records that a run has created, and no others. */
import type { Contract } from '../../contract/contract.ts';
import { operationsOf, type ContractOperation } from '../../contract/operations.ts';
import { CERTAIN, roleOf, type OperationRole } from '../../contract/resources/graph.ts';
import { valueAt } from '../../templates/runtime/json/pointer.ts';
import { BudgetSpentError } from '../http/budget.ts';
import type { Wire } from '../http/wire.ts';
import type { Exchange, RequestPlan } from '../model/exchange.ts';

/** Remembers which records a run has created. */
export interface CreatedRecords {
  /** Adds what a response shows: records that were created, deleted or were there before. */
  see(exchange: Exchange): void;
  /** Returns whether a record that a request would delete was there before the run. */
  isOlder(path: string): boolean;
  /** Deletes what is left, the newest first. Shape: how many could not be deleted. Never rejects. */
  remove(wire: Wire): Promise<number>;
}

/** Requests at the same time. */
const AT_ONCE = 4;

export function trackCreated(contract: Contract): CreatedRecords {
  const operations = operationsOf(contract);
  const deletions = listDeletions(contract);
  /** The requests that delete them, by path. Shape: oldest first. */
  const plans = new Map<string, RequestPlan>();
  const older = new Set<string>();

  /** Returns the path of the deletion of a record; `null` if its resource has none. */
  function deletionOf(
    { resource }: OperationRole,
    key: string,
    values: Readonly<Record<string, string>>,
  ): { readonly operation: ContractOperation; readonly path: string } | null {
    const operation = resource === null ? undefined : deletions.get(resource);
    if (operation === undefined) return null;
    const names = operation.path.match(/\{[^{}]+\}/g) ?? [];
    const parents = Object.values(values);
    const all = [...parents.slice(0, names.length - 1), encodeURIComponent(key)];
    if (all.length < names.length) return null;
    const own = names.length === 1 ? all.slice(-1) : all;
    return { operation, path: operation.path.replaceAll(/\{[^{}]+\}/g, () => own.shift() ?? '') };
  }

  function seeCreated(role: OperationRole, { request, response }: Exchange): void {
    const created = valueAt(bodyOf(response), role.envelope?.value ?? '');
    const key = keyIn(contract, role, created);
    const values = operations.pathValues(request.method, request.path);
    const deletion = key === null ? null : deletionOf(role, key, values);
    // Why: the response of a creation may show a record that is there already.
    if (deletion === null || older.has(deletion.path)) return;
    const { operation, path } = deletion;
    if (plans.delete(path)) older.add(path);
    if (older.has(path)) return;
    // Why: a service may accept a credential that is wrong, which is reported, or none.
    const profile = request.profile ?? 'full';
    plans.set(path, { operation: operation.id, method: 'DELETE', path, headers: [], body: null, profile });
  }

  function seeListed(role: OperationRole, { request, response }: Exchange): void {
    const items = valueAt(bodyOf(response), role.envelope?.value ?? '');
    if (!Array.isArray(items)) return;
    for (const item of items) {
      const key = keyIn(contract, role, valueAt(item, role.inItem ?? ''));
      const deletion =
        key === null ? null : deletionOf(role, key, operations.pathValues(request.method, request.path));
      if (deletion !== null && !plans.has(deletion.path)) older.add(deletion.path);
    }
  }

  return {
    see(exchange) {
      const { request, response } = exchange;
      const id = request.operation ?? operations.match(request.method, request.path)?.id;
      const role = id === undefined ? null : roleOf(contract.resources, id);
      if (role === null || response === null || response.status >= 300) return;
      if (role.role.value === 'create') seeCreated(role, exchange);
      if (role.role.value === 'list') seeListed(role, exchange);
      if (role.role.value === 'delete') plans.delete(request.path.split('?', 1)[0] ?? '');
    },
    isOlder: (path) => older.has(path.split('?', 1)[0] ?? ''),
    async remove(wire) {
      const queue = [...plans.values()].reverse().values();
      let failed = 0;
      const work = async (): Promise<void> => {
        for (const plan of queue) {
          const status = await deleteOne(wire, plan);
          if (status >= 300 && status !== 404 && status !== 410) failed += 1;
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      return failed;
    },
  };
}

/** Sends a deletion. Shape: its status, 599 without a response. */
async function deleteOne(wire: Wire, plan: RequestPlan): Promise<number> {
  try {
    const { response } = await wire.send(plan, { isOfRun: true, isExamined: false });
    return response?.status ?? 599;
  } catch (error) {
    if (error instanceof BudgetSpentError) return 599;
    throw error;
  }
}

/** Returns the operations that delete records, by resource. */
function listDeletions(contract: Contract): ReadonlyMap<string, ContractOperation> {
  const { byId } = operationsOf(contract);
  return new Map(
    contract.resources.operations.flatMap(({ id, role, resource }) => {
      const operation = role.value === 'delete' && role.confidence >= CERTAIN ? byId(id) : null;
      return operation === null || resource === null ? [] : [[resource, operation] as const];
    }),
  );
}

function keyIn({ resources }: Contract, { resource }: OperationRole, record: unknown): string | null {
  const property = resources.resources.find(({ name }) => name === resource)?.key?.value.property ?? null;
  const key = property === null ? undefined : valueAt(record, property);
  return (typeof key === 'string' && key !== '') || typeof key === 'number' ? String(key) : null;
}

function bodyOf(response: Exchange['response']): unknown {
  return response?.body.kind === 'json' ? response.body.value : undefined;
}
