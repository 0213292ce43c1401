/** The laws of the parts of a record: flags and sets keep what is written, and counts follow the records. */
import { operationsOf, type ContractOperation } from '../../contract/operations.ts';
import { isSameName, wordsOf } from '../../contract/resources/words.ts';
import { isFields, propertyOf, type JsonFields } from '../model/json-fields.ts';
import { warning, type CheckTools } from '../play/play-check.ts';
import { addedTextOf, isRelating } from '../requests/operation-traits.ts';
import { pathNamesOf } from '../requests/records/record-maker.ts';
import { propertiesOf, withJson, type RequestForm } from '../requests/request-form.ts';
import { defineLaw, type Law } from './law.ts';
import { createBelow } from './reach.ts';
import { propertyAt, sentLocation } from './record-schema.ts';
import { listResourceOperations, operationsBelow } from './resource-operations.ts';
import { isSuccess, type CreatedRecord } from './resource-requests.ts';
import { ResourceSession } from './resource-session.ts';

export const partLaws: readonly Law[] = [
  defineLaw({
    id: 'LAW20',
    title: 'A flag keeps its value, and a set its items.',
    description:
      'Sets each flag of a record, reads it, unsets it, and reads it again. Adds two texts to each set of a record, one of them twice, removes one, and reads the record. Replaces each set with PUT twice, and reads it. Adds another record to a record twice with PUT, removes it, and reads the list each time.',
    rationale: 'A star, a subscription or a label would be lost.',
    needs: ['create'],
    async play(resource, tools) {
      const played =
        (await toggleFlags(resource, tools)) +
        (await fillSets(resource, tools)) +
        (await putSets(resource, tools)) +
        (await addRelated(resource, tools));
      if (played === 0) tools.skip('The records have no flags and no sets of values.');
    },
  }),
  defineLaw({
    id: 'LAW29',
    title: 'A count of records is kept up to date.',
    description:
      'Creates records below a record and deletes them again. Reads the property that is named like their count, for at most two seconds each time.',
    rationale: 'A page would show a number that does not match its list.',
    basis: { kind: 'practice', description: 'A property such as `commentCount` is the number of comments.' },
    needs: ['create', 'read'],
    play: compareCounts,
  }),
];

/** Sets and unsets each flag of a new record. Shape: the number of flags. */
async function toggleFlags(resource: ResourceSession, tools: CheckTools): Promise<number> {
  const unset = new Map(
    operationsBelow(resource.operations, 'flag-unset').map((each) => [each.role.resource, each]),
  );
  const readers = new Map(
    operationsBelow(resource.operations, 'flag-read').map((each) => [each.role.resource, each]),
  );
  let played = 0;
  for (const { operation, role } of operationsBelow(resource.operations, 'flag-set')) {
    const reader = readers.get(role.resource)?.operation;
    const off = unset.get(role.resource)?.operation;
    if (reader === undefined || off === undefined) continue;
    const record = await resource.create();
    const call = (each: ContractOperation) => resource.callOperation(each, record.path);
    if (!isSuccess(await call(operation))) continue;
    played += 1;
    const on = await resource.until(() => call(reader), isSuccess);
    tools.note(isSuccess(on), `After ${operation.id}, ${reader.id} returned ${on.status}.`, 'status');
    // Why: where reading a flag returns a body, it may do so successfully for a flag that is off.
    if (on.body !== undefined || !isSuccess(await call(off))) continue;
    const after = await resource.until(
      () => call(reader),
      (response) => !isSuccess(response),
    );
    tools.note(!isSuccess(after), `After ${off.id}, ${reader.id} returned ${after.status}.`, 'status');
  }
  return played;
}

/** The texts that are added. Why plain: a set may accept only some characters. */
const ADDED = ['zephyr', 'quartet'] as const;

/** A set of texts that a record shows under the name of the set. */
interface ShownSet {
  readonly add: ContractOperation;
  readonly remove: ContractOperation;
  readonly parameter: string;
}

/** Adds texts to each set of a new record and removes one. Shape: the number of sets. */
async function fillSets(resource: ResourceSession, tools: CheckTools): Promise<number> {
  if (resource.operations.byNeed.read === undefined) return 0;
  let played = 0;
  for (const set of setsOf(resource)) {
    const record = await resource.create();
    const call = async (operation: ContractOperation, text: string): Promise<boolean> =>
      isSuccess(await resource.callOperation(operation, { ...record.path, [set.parameter]: text }));
    const [kept, removed] = ADDED;
    if ((await textsOf(resource, record, set)) === null) continue;
    const isAdded =
      (await call(set.add, kept)) && (await call(set.add, removed)) && (await call(set.add, kept));
    if (!isAdded) continue;
    played += 1;
    const note = async (expected: readonly string[], after: string): Promise<void> => {
      const actual = (await textsOf(resource, record, set)) ?? [];
      const wrong = ADDED.find(
        (each) => actual.filter((text) => text === each).length !== Number(expected.includes(each)),
      );
      tools.note(
        wrong === undefined,
        `After ${after}, the record has ${actual.join(', ') || 'none'}.`,
        'body',
      );
    };
    await note(ADDED, `${set.add.id} of ${ADDED.join(' and ')}`);
    if (await call(set.remove, removed)) await note([kept], `${set.remove.id} of ${removed}`);
  }
  return played;
}

/** Puts each set below a new record as a whole, and then without one of its texts. Shape: the number of sets. */
async function putSets(resource: ResourceSession, tools: CheckTools): Promise<number> {
  const { contract, resource: owner } = resource.operations;
  let played = 0;
  for (const put of operationsOf(contract).all.filter(({ method }) => method === 'PUT')) {
    const reader = operationsOf(contract).match('GET', put.path);
    const isBelow = owner.itemPath !== null && put.path.startsWith(`${owner.itemPath}/`);
    if (!isBelow || reader?.path !== put.path) continue;
    const form = resource.base(put, (await resource.create()).path);
    const place = placeOfTexts(form);
    if (place === null) continue;
    const send = async (texts: readonly string[]): Promise<boolean> =>
      isSuccess(
        await resource.send(
          withJson(form, place === '' ? [...texts] : { ...propertiesOf(form), [place]: [...texts] }),
        ),
      );
    const [kept, removed] = ADDED;
    if (!(await send(ADDED)) || !(await send([kept]))) continue;
    const { body } = await resource.callOperation(reader, form.path);
    const texts = place === '' ? body : propertyOf(body, place);
    if (!Array.isArray(texts)) continue;
    played += 1;
    const isRight = texts.includes(kept) && !texts.includes(removed);
    tools.note(
      isRight,
      `After ${put.id} of ${kept}, ${reader.id} has ${texts.join(', ') || 'none'}.`,
      'body',
    );
  }
  return played;
}

/** Returns the only property of a body that is a list of texts, `''` if the body itself is one; `null` for none. */
function placeOfTexts({ body }: RequestForm): string | null {
  if (body.kind !== 'json') return null;
  const isTexts = (value: unknown): boolean =>
    Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string');
  if (isTexts(body.value)) return '';
  if (!isFields(body.value)) return null;
  const [only, other] = Object.entries(body.value).filter(([, value]) => isTexts(value));
  return only === undefined || other !== undefined ? null : only[0];
}

/** Lists the sets below a record whose texts are in the path. */
function setsOf({ operations }: ResourceSession): readonly ShownSet[] {
  const removals = operationsBelow(operations, 'unrelate');
  return operationsBelow(operations, 'relate').flatMap(({ operation: add, role }) => {
    const remove = removals.find((each) => each.role.resource === role.resource)?.operation;
    const parameter = addedTextOf(add);
    const isPlain = add.body === null && remove?.path === add.path;
    return parameter !== null && isPlain ? [{ add, remove, parameter }] : [];
  });
}

/** Returns the texts of a record under the name of a set; `null` if it has none. */
async function textsOf(
  resource: ResourceSession,
  record: CreatedRecord,
  { add }: ShownSet,
): Promise<readonly string[] | null> {
  const name = add.path.split('/').at(-2) ?? '';
  const read = await resource.readExisting(record);
  const shown = Object.entries(read).find(([each]) => isSameName(each, name))?.[1];
  return Array.isArray(shown) && shown.every((each) => typeof each === 'string') ? shown : null;
}

/** Adds a record of another resource to a new record twice, and removes it. Shape: the number of lists of such records. */
async function addRelated(resource: ResourceSession, tools: CheckTools): Promise<number> {
  const { contract } = resource.operations;
  let played = 0;
  for (const { operation: add, role } of operationsBelow(resource.operations, 'upsert')) {
    const related = contract.resources.resources.find(({ name }) => name === role.resource);
    const byNeed = listResourceOperations(contract).find((each) => each.resource === related)?.byNeed;
    const parameter = pathNamesOf(add).at(-1) ?? '';
    const isAdding = isRelating(add) && add.path.endsWith(`{${parameter}}`);
    if (!isAdding || related === undefined || byNeed?.list === undefined) continue;
    const session = new ResourceSession({ contract, resource: related, byNeed }, tools, resource.context);
    const key = (await resource.context.maker.create(add, [parameter]))[parameter];
    if (key === undefined) continue;
    const record = await resource.create();
    const path = { ...record.path, [parameter]: key };
    const call = (each: ContractOperation) => resource.callOperation(each, path);
    if (!isSuccess(await call(add)) || !isSuccess(await call(add))) continue;
    played += 1;
    const { list, delete: remove } = byNeed;
    const note = async (count: number, after: string): Promise<void> => {
      const items = session.itemsIn(await session.list({}, record.path)) ?? [];
      const actual = items.filter((item) => session.keyOf(item) === key).length;
      const message = `After ${after}, ${list.operation.id} has the record ${actual} times instead of ${count}.`;
      tools.note(actual === count, warning(message, 'body'));
    };
    await note(1, `${add.id} twice`);
    if (remove !== undefined && isSuccess(await call(remove.operation))) await note(0, remove.operation.id);
  }
  return played;
}

/** Words beside the name of what is counted: `commentCount`, `number_of_comments`. */
const countWords = new Set(['count', 'total', 'num', 'number', 'of']);

/** Returns the property of a record with the number of records of a kind; `null` for none. */
function countOf(record: JsonFields, kind: string): string | null {
  const isNamed = (name: string): boolean => {
    const words = wordsOf(name);
    const counted = words.filter((word) => !countWords.has(word));
    return counted.length > 0 && counted.length < words.length && isSameName(counted.join(' '), kind);
  };
  const isCount = ([name, value]: readonly [string, unknown]): boolean =>
    Number.isInteger(value) && isNamed(name);
  return Object.entries(record).find(isCount)?.[0] ?? null;
}

async function compareCounts(resource: ResourceSession, tools: CheckTools): Promise<void> {
  const record = await resource.create();
  const before = await resource.readExisting(record);
  const kinds = [...resource.context.pools.keys()].map(lastSegment);
  if (!kinds.some((kind) => countOf(before, kind) !== null)) return tools.skip('No property is a count.');
  const sent = sentLocation(resource.operation('create'));
  let compared = 0;
  for (const { session, child } of await createBelow(resource, record)) {
    const name = countOf(before, lastSegment(session.operations.resource.name));
    // Why: what clients write is not a count, and 202 means that a record is created later.
    if (name === null || propertyAt(sent, name) !== null) continue;
    if (child.exchange.response?.status === 202) continue;
    compared += 1;
    const first = Number(before[name]);
    const creation = session.operation('create').operation.id;
    await expectCount(resource, tools, record, { name, count: first + 1, after: creation });
    if (session.operations.byNeed.delete === undefined || !isSuccess(await session.delete(child))) continue;
    const deletion = session.operation('delete').operation.id;
    await expectCount(resource, tools, record, { name, count: first, after: deletion });
  }
  if (compared === 0) tools.skip('No counted record can be created.');
}

function lastSegment(name: string): string {
  return name.split('/').at(-1) ?? name;
}

async function expectCount(
  resource: ResourceSession,
  tools: CheckTools,
  record: CreatedRecord,
  { name, count, after }: { readonly name: string; readonly count: number; readonly after: string },
): Promise<void> {
  const countIn = (response: Awaited<ReturnType<ResourceSession['read']>>): unknown =>
    resource.recordIn('read', response)?.[name];
  const read = await resource.until(
    () => resource.read(record),
    (response) => countIn(response) === count,
  );
  const message = `After ${after}, ${name} is ${String(countIn(read))} instead of ${count}.`;
  tools.note(countIn(read) === count, warning(message, `body.${name}`));
}
