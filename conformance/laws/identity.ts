/**
 * Laws of identity: a record is accessible by its exact key, below its own parent, and with a credential of its owner.
 */
import { isDeepStrictEqual } from 'node:util';
import { containsText } from '../model/search-value.ts';
import { warning, type CheckTools } from '../play/play-check.ts';
import { pathNamesOf } from '../requests/records/record-maker.ts';
import { varyId } from '../requests/vary-id.ts';
import { defineLaw, type Law } from './law.ts';
import type { Need } from './resource-operations.ts';
import { createBelow, isClosed, reach, type Reached } from './reach.ts';
import { isSuccess, type CreatedRecord, type RequestChanges } from './resource-requests.ts';
import type { ResourceSession } from './resource-session.ts';
import { walkList } from './walk-list.ts';

/** The profile of another account, which must have no access to the records of a run. */
const OTHER = 'otherOrganization';

export const identityLaws: readonly Law[] = [
  defineLaw({
    id: 'LAW14',
    title: 'A key is only valid exactly as written.',
    description:
      'Reads a record by its key in another case and with spaces, and by an unknown key of the same form.',
    rationale: 'Several spellings of a key defeat caches, permissions and logs.',
    needs: ['create', 'read'],
    play: varyKeys,
  }),
  defineLaw({
    id: 'LAW15',
    title: 'A record is only accessible below its own parent.',
    description: 'Creates a record, and reads, changes, lists and deletes it by the path of another parent.',
    rationale: 'A wrong key in a path would show, change or delete a record of another parent.',
    needs: ['create'],
    play: useOtherParent,
  }),
  defineLaw({
    id: 'LAW16',
    title: 'Another account cannot access a record.',
    description:
      'Creates a record and the records below it, calls all of their operations with the credential of another account, and reads the record again.',
    rationale: 'Customers could read and change the records of others.',
    needs: ['create', 'read'],
    profiles: [OTHER],
    jobs: 'too',
    play: useOtherAccount,
  }),
];

async function varyKeys(resource: ResourceSession, tools: CheckTools): Promise<void> {
  const [record] = await resource.shared();
  if (record === undefined) return;
  await resource.readExisting(record);
  const { key } = record;
  const reader = resource.operation('read').operation.id;
  const statusOf = async (text: string): Promise<number> =>
    (await resource.read({ path: { ...record.path, [resource.keyParameter]: text } }, { isExamined: false }))
      .status;
  if (/[a-z\d]{8}/i.test(key)) {
    const status = await statusOf(varyId(key));
    // Why the end: if any key is valid, its spelling proves nothing.
    tools.expect(status >= 400, `${reader} of an unknown key returned ${status}.`, 'status');
  }
  // Why: a number may be parsed with surrounding spaces, and hexadecimal keys be compared as numbers.
  if (/^\d+$/.test(key)) return;
  const isHexadecimal = /^[\da-f-]+$/i.test(key);
  for (const text of new Set([key.toUpperCase(), key.toLowerCase(), ` ${key}`, `${key} `])) {
    if (text === key || (isHexadecimal && text.trim() === text)) continue;
    const how = text.trim() === text ? 'in other capitals' : 'with a blank';
    const status = await statusOf(text);
    const message = `${reader} finds a record by its key ${how}: ${status}.`;
    tools.note(status >= 400, isHexadecimal ? warning(message, 'status') : message, 'status');
  }
}

async function useOtherParent(resource: ResourceSession, tools: CheckTools): Promise<void> {
  const parameter = pathNamesOf(resource.operation('create').operation).at(-1);
  if (parameter === undefined) return tools.skip('The records have no parent in their path.');
  // Why also these: a list may have only the oldest records on its first page.
  const shared = await resource.shared();
  const record = await resource.create();
  const others = await resource.createParents(true);
  if (others[parameter] === undefined || others[parameter] === record.path[parameter])
    return tools.skip('Only one parent can be created.');
  const how: RequestChanges = { path: { [parameter]: others[parameter] } };
  const needs: readonly Need[] = ['read', 'update', 'delete'];
  for (const need of needs) {
    const operation = resource.operations.byNeed[need]?.operation;
    if (operation?.path.includes(`{${parameter}}`) !== true) continue;
    const { status } =
      need === 'update' ? await resource.update(record, {}, how) : await resource.call(need, record, how);
    tools.note(status >= 400, `${operation.id} by way of another parent returned ${status}.`, 'status');
  }
  if (resource.operations.byNeed.list?.operation.path.includes(`{${parameter}}`) === true) {
    const { body } = await resource.list(how);
    const isForeign = [record, ...shared].some(({ key }) => containsText(body, key));
    tools.note(!isForeign, 'The list of another parent contains a record.', 'body');
  }
  await expectStill(resource, tools, record, 'by way of another parent');
}

/** Fails the law unless a record still exists: it can be read, or else deleted. */
async function expectStill(
  resource: ResourceSession,
  tools: CheckTools,
  record: CreatedRecord,
  how: string,
): Promise<void> {
  const need = (['read', 'delete'] as const).find((each) => resource.operations.byNeed[each] !== undefined);
  if (need === undefined) return;
  const response = await resource.call(need, record);
  tools.expect(isSuccess(response), `A record was deleted ${how}.`, 'status');
}

async function useOtherAccount(resource: ResourceSession, tools: CheckTools): Promise<void> {
  const record = await resource.create();
  const below = await createBelow(resource, record);
  const before = await resource.readExisting(record);
  const how: RequestChanges = { profile: OTHER, isExamined: false };
  const all = [...(await reach(resource, record, how))];
  for (const { session, child } of below) {
    all.push(...(await reach(session, child, how)));
    if (session.operations.byNeed.delete !== undefined) all.push(await deleteAs(session, child, how));
  }
  if (resource.operations.byNeed.delete !== undefined) all.push(await deleteAs(resource, record, how));
  for (const { operation, response, isForAnyKey, isClosed: isRejected } of all) {
    // Why: a service may respond to every deletion alike; whether the record still exists is checked below.
    if (operation.method === 'DELETE' && operation.contract.provenance === null) continue;
    const message = `${operation.id} with the credential of another account returned ${response.status}.`;
    const problem = isForAnyKey ? warning(message, 'status') : message;
    tools.noteOf(response.exchange, isRejected, problem, 'status');
  }
  const revealing = all.find(isRevealing);
  if (revealing !== undefined) {
    const message = `${revealing.operation.id} with the credential of another account returned 403, which it does not declare, instead of 404.`;
    tools.noteOf(revealing.response.exchange, false, warning(message, 'status'));
  }
  await listAsOther(resource, tools, record);
  const read = await resource.read(record);
  tools.expect(isSuccess(read), 'A record was deleted by another account.', 'status');
  const after = resource.recordIn('read', read) ?? {};
  const changed = Object.keys(record.sent).find((name) => !isDeepStrictEqual(before[name], after[name]));
  tools.expect(
    changed === undefined,
    `Another account has changed ${changed} of a record.`,
    `body.${changed}`,
  );
  for (const { session, child } of below) await expectStill(session, tools, child, 'by another account');
}

async function deleteAs(
  session: ResourceSession,
  record: CreatedRecord,
  how: RequestChanges,
): Promise<Reached> {
  const { operation } = session.operation('delete');
  const response = await session.delete(record, how);
  return { operation, response, isForAnyKey: false, isClosed: isClosed(response) };
}

/** Returns whether a rejection reveals that a record exists, although the operation only declares 404. */
function isRevealing({ operation: { responses }, response: { status } }: Reached): boolean {
  const declares = (wanted: number): boolean => responses.some((each) => each.status === wanted);
  const isOpen = responses.some((each) => each.status === '4XX' || each.status === 'default');
  return status === 403 && declares(404) && !declares(403) && !isOpen;
}

/** The maximum number of pages to search for a record of another account. */
const MAX_PAGES = 10;

async function listAsOther(
  resource: ResourceSession,
  tools: CheckTools,
  record: CreatedRecord,
): Promise<void> {
  const list = resource.operations.byNeed.list;
  if (list === undefined) return;
  const search = list.role.query.find(({ use }) => use.value.kind === 'search')?.parameter;
  const text = Object.values(record.sent).find((value) => typeof value === 'string');
  for (const query of [
    {},
    ...(search === undefined || typeof text !== 'string' ? [] : [{ [search]: text }]),
  ]) {
    const first = await resource.list({ query, profile: OTHER });
    if (first.status === 401) tools.skip('The credential of the other account is rejected: 401.');
    // Why more pages: a new record may be on the last one.
    const { items } = isClosed(first)
      ? { items: [] }
      : await walkList(resource, { query, profile: OTHER, mostPages: MAX_PAGES });
    tools.note(
      !containsText(first.body, record.key) && !containsText(items, record.key),
      `${list.operation.id} lists a record of another account.`,
      'body',
    );
  }
}
