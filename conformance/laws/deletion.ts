/** The law of deletion: a deleted record is gone everywhere. */
import type { ContractOperation } from '../../contract/operations.ts';
import { isFields } from '../model/json-fields.ts';
import { containsText } from '../model/search-value.ts';
import { warning, type CheckTools } from '../play/play-check.ts';
import { keepsOwners, removesFrom } from '../../contract/statements/records.ts';
import { roleOf } from '../../contract/resources/graph.ts';
import { addTo, createOwner, relationsTo } from './relations/relations.ts';
import { isUndoing } from './effects.ts';
import { defineLaw, type Law } from './law.ts';
import { createBelow, createReferring, reach } from './reach.ts';
import { isSuccess, type CreatedRecord, type ResourceResponse } from './resource-requests.ts';
import type { ResourceSession } from './resource-session.ts';
import { walkList, type WalkedList } from './walk-list.ts';
import type { Texts } from '../requests/request-form.ts';

export const deletionLaws: readonly Law[] = [
  defineLaw({
    id: 'LAW13',
    title: 'A deleted record is gone.',
    description:
      'Creates two records and the records below one of them, and those that are deleted with it according to its description, deletes that one, and calls every operation that could still find it. Where its description excludes the deletion of a record with others below it, only tries this. Reads the records from which its deletion removes it according to its description. Reads the other one, or looks for it in the list.',
    rationale: 'A deleted record must no longer be shown, changed or used.',
    needs: ['create', 'delete'],
    play: deleteOne,
  }),
];

async function deleteOne(resource: ResourceSession, tools: CheckTools): Promise<void> {
  const older = await resource.shared();
  const other = await resource.create();
  const record = await resource.create();
  const { read: reader, list, update } = resource.operations.byNeed;
  if (reader === undefined && list === undefined) tools.skip('No operation reads or lists the records.');
  if (reader !== undefined) await resource.readExisting(record);
  else if (!containsText((await resource.list()).body, other.key)) tools.skip('The list lacks a new record.');
  const below = [...(await createBelow(resource, record)), ...(await createReferring(resource, record))];
  const { operation, role } = resource.operation('delete');
  const referring = await referTo(resource, record);
  const deleted = await resource.delete(record);
  const kinds = below.map(({ session }) => session.operations.resource.name.split('/').at(-1) ?? '');
  const kept = kinds.find((kind) => keepsOwners(operation, kind));
  if (kept !== undefined) {
    const message = `${operation.id} of a record with ${kept} returned ${deleted.status} instead of 409.`;
    tools.note(!isSuccess(deleted), message, 'status');
    return;
  }
  // Why: 202 means that the record is deleted later.
  if (deleted.status === 202 || deleted.status === 403 || deleted.status === 409)
    tools.skip(`${operation.id} returned ${deleted.status}.`);
  tools.expect(
    isSuccess(deleted),
    `${operation.id} of a record of the run returned ${deleted.status}.`,
    'status',
  );
  const isDone = !isFields(deleted.body) || deleted.body['success'] !== false;
  tools.note(
    isDone,
    warning(`${operation.id} returned ${deleted.status}, and that it did not succeed.`, 'body.success'),
  );
  if (reader !== undefined) await expectGone(resource, tools, record);
  await findInDeleted(resource, tools, record.key);
  // Why: a client that repeats a deletion must not get a server error; the checks of responses report that.
  await resource.delete(record);
  if (update !== undefined) {
    const { status } = await resource.update(record, {});
    const message = `After its deletion, ${update.operation.id} of a record returned ${status}.`;
    tools.note(status >= 400, message, 'status');
  }
  // Why: a record that is marked as deleted may still be accessible, including what is below it.
  const isKept = reader !== undefined && isTombstone(await resource.read(record));
  const { alsoDeletes = [] } = role;
  await lookForTraces(resource, tools, { key: record.key, alsoDeletes }, async () =>
    isKept ? [] : reach(resource, record),
  );
  for (const { session, child } of isKept ? [] : below)
    await lookForTraces(session, tools, { key: null, alsoDeletes }, async () => reach(session, child));
  for (const { session, record: owner } of referring) {
    const read = await resource.until(
      () => session.read(owner),
      ({ body }) => !containsText(body, record.key),
    );
    const message = `After ${operation.id}, ${session.operation('read').operation.id} still refers to the deleted record.`;
    tools.note(!isSuccess(read) || !containsText(read.body, record.key), message, 'body');
  }
  // Why: a service may return the same record for the same request, as where it adds a member.
  for (const each of [other, ...older].filter(({ key }) => key !== record.key)) {
    const remaining = reader === undefined ? await resource.list() : await resource.read(each);
    tools.expect(
      isSuccess(remaining) && (reader !== undefined || containsText(remaining.body, each.key)),
      'The deletion of a record has also deleted another one.',
      reader === undefined ? 'body' : 'status',
    );
  }
}

/** Adds a record to others from which its deletion removes it according to its text. Shape: those that refer to it. */
async function referTo(
  resource: ResourceSession,
  record: CreatedRecord,
): Promise<readonly { readonly session: ResourceSession; readonly record: CreatedRecord }[]> {
  const { operation } = resource.operation('delete');
  const made = [];
  for (const relation of relationsTo(resource)) {
    const { owner: session } = relation;
    const kind = session.operations.resource.name.split('/').at(-1) ?? '';
    const owner = removesFrom(operation, kind) ? await createOwner(relation, record) : null;
    if (owner === null || !isSuccess(await addTo(relation, owner, record))) continue;
    const { body } = await session.read(owner);
    if (containsText(body, record.key)) made.push({ session, record: owner });
  }
  return made;
}

/** Reports a record that can still be read two seconds after its deletion. */
async function expectGone(
  resource: ResourceSession,
  tools: CheckTools,
  record: CreatedRecord,
): Promise<void> {
  const read = await resource.until(() => resource.read(record), isGone);
  const { operation } = resource.operation('read');
  tools.note(
    isGone(read),
    `After its deletion, ${operation.id} of a record returned ${read.status}.`,
    'status',
  );
}

/** The maximum number of pages to search for a deleted record. */
const MAX_PAGES = 10;

/**
 * Looks for a deleted record in its list, and through other operations. Why warnings for most of them: descriptions rarely
 * state what else is deleted. Shape: `alsoDeletes` names the resources for which one does.
 */
async function lookForTraces(
  resource: ResourceSession,
  tools: CheckTools,
  { key, alsoDeletes }: { readonly key: string | null; readonly alsoDeletes: readonly string[] },
  call: () => ReturnType<typeof reach>,
): Promise<void> {
  for (const { operation, response, isForAnyKey, isClosed } of await call()) {
    const message = `After its deletion, ${operation.id} of a record returned ${response.status}.`;
    const isOfRecord = key !== null && isAction(resource, operation);
    const deleted = roleOf(operation.contract.resources, operation.id)?.resource ?? '';
    const isStated = isOfRecord || (operation.method === 'GET' && alsoDeletes.includes(deleted));
    const isRejected = isOfRecord ? !isSuccess(response) : isClosed;
    tools.note(
      isForAnyKey || isRejected || isTombstone(response),
      isStated ? message : warning(message, 'status'),
      'status',
    );
  }
  if (key === null || resource.operations.byNeed.list === undefined) return;
  const { operation } = resource.operation('list');
  const list = await walkUntil(resource, {}, ({ items }) => !containsText(items, key));
  tools.note(!containsText(list.items, key), `${operation.id} lists a record that was deleted.`, 'body');
}

/**
 * Returns whether an operation acts on a record, with an error for one that does not exist. Such an action of a deleted
 * record contradicts its deletion.
 */
function isAction({ operations }: ResourceSession, operation: ContractOperation): boolean {
  const { itemPath } = operations.resource;
  const { method, path, responses } = operation;
  const isBelow = itemPath !== null && path.startsWith(`${itemPath}/`);
  const isOfRecord = isBelow && !path.slice(itemPath.length).includes('{') && !isUndoing.test(path);
  return method === 'POST' && isOfRecord && responses.some(({ status }) => status === 404);
}

/** Reads a list until its rows are as expected. */
function walkUntil(
  resource: ResourceSession,
  query: Texts,
  isExpected: (list: WalkedList) => boolean,
): Promise<WalkedList> {
  return resource.context.poller.until(() => walkList(resource, { query, mostPages: MAX_PAGES }), isExpected);
}

function isGone(response: ResourceResponse): boolean {
  return response.status === 404 || response.status === 410 || isTombstone(response);
}

/** Looks for a record in its list, with the parameter that includes deleted records. */
async function findInDeleted(resource: ResourceSession, tools: CheckTools, key: string): Promise<void> {
  const { operation } = resource.operations.byNeed.list ?? {};
  const parameter = operation?.parameters.find(
    ({ name, in: place }) => place === 'query' && /^(?:include|with|show)_?(?:deleted|trashed)$/i.test(name),
  )?.name;
  if (operation === undefined || parameter === undefined) return;
  const isThere = ({ items }: WalkedList): boolean => items.some((item) => resource.keyOf(item) === key);
  const list = await walkUntil(resource, { [parameter]: 'true' }, isThere);
  const message = `${operation.id} with ${parameter}=true lacks a deleted record.`;
  tools.note(isThere(list) || !list.isWhole, warning(message, `query ${parameter}`));
}

/** Returns whether a record is marked as deleted. */
function isTombstone({ body }: ResourceResponse): boolean {
  const isSaid = (value: unknown): boolean =>
    value === true || /^(?:deleted|removed|archived)/i.test(String(value));
  return (
    isFields(body) &&
    Object.entries(body).some(
      ([name, value]) =>
        (/^(?:is_?)?(?:deleted|removed|archived)$|^status$|^state$/i.test(name) && isSaid(value)) ||
        (/^deleted_?at$/i.test(name) && value !== null),
    )
  );
}
