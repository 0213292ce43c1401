/** The law of the parts of a record: flags and sets keep what is written. */
import { operationsOf, type ContractOperation } from '../../contract/operations.ts';
import { isSameName } from '../../contract/resources/words.ts';
import { isFields, propertyOf } from '../model/json-fields.ts';
import { containsText } from '../model/search-value.ts';
import { warning, type CheckTools } from '../play/play-check.ts';
import { addedTextOf, isRelating } from '../requests/operation-traits.ts';
import { pathNamesOf } from '../requests/records/record-maker.ts';
import { addTo, createRelated, relationsOf } from './relations/relations.ts';
import { propertiesOf, withJson, type RequestForm } from '../requests/request-form.ts';
import { defineLaw, type Law } from './law.ts';
import { listResourceOperations, operationsBelow } from './resource-operations.ts';
import { isSuccess, type CreatedRecord } from './resource-requests.ts';
import { ResourceSession } from './resource-session.ts';

export const partLaws: readonly Law[] = [
  defineLaw({
    id: 'LAW20',
    title: 'A flag keeps its value, and a set its items.',
    description:
      'Sets each flag of a record, reads it, unsets it, and reads it again; sets one that cannot be read twice, and reads the record. Adds two texts to each set of a record, one of them twice, removes one, and reads the record. Replaces each set with PUT twice, and reads it. Adds another record to a record twice with PUT, removes it, and reads the list each time. Adds several records to a record at the same time, removes one, and reads the record.',
    rationale: 'A star, a subscription or a label would be lost.',
    needs: ['create'],
    async play(resource, tools) {
      const played =
        (await toggleFlags(resource, tools)) +
        (await setFlagsTwice(resource, tools)) +
        (await fillSets(resource, tools)) +
        (await putSets(resource, tools)) +
        (await addRelated(resource, tools)) +
        (await relateAtOnce(resource, tools));
      if (played === 0) tools.skip('The records have no flags and no sets of values.');
    },
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

/** Sets each flag that has no reader twice, and reads the lists of its record. Shape: the number of flags. */
async function setFlagsTwice(resource: ResourceSession, tools: CheckTools): Promise<number> {
  if (resource.operations.byNeed.read === undefined) return 0;
  const readers = operationsBelow(resource.operations, 'flag-read').map(({ role }) => role.resource);
  let played = 0;
  for (const { operation, role } of operationsBelow(resource.operations, 'flag-set')) {
    if (operation.method !== 'PUT' || readers.includes(role.resource)) continue;
    const record = await resource.create();
    const set = async (): Promise<boolean> => isSuccess(await resource.callOperation(operation, record.path));
    if (!(await set()) || !(await set())) continue;
    played += 1;
    const read = await resource.readExisting(record);
    for (const [name, value] of Object.entries(read)) {
      const message = `After ${operation.id} twice, ${name} has a value twice.`;
      tools.note(!isRepeated(value) || isRepeated(record.created[name]), warning(message, `body.${name}`));
    }
  }
  return played;
}

function isRepeated(value: unknown): boolean {
  return Array.isArray(value) && new Set(value.map((each) => JSON.stringify(each))).size < value.length;
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

const SEVERAL = 3;

/** Adds several records to a new record at the same time, and removes one. Shape: the number of relations that it shows. */
async function relateAtOnce(resource: ResourceSession, tools: CheckTools): Promise<number> {
  if (resource.operations.byNeed.read === undefined) return 0;
  let played = 0;
  const removals = operationsBelow(resource.operations, 'unrelate').map(({ operation }) => operation);
  for (const relation of relationsOf(resource)) {
    const { add } = relation;
    const record = await resource.create();
    const others = [];
    for (let count = 0; count < SEVERAL; count++) others.push(await createRelated(relation, record));
    const known = others.filter((each) => each !== null);
    const added = await Promise.all(known.map((each) => addTo(relation, record, each)));
    if (known.length < SEVERAL || !added.every(isSuccess)) continue;
    const shown = async (count: number): Promise<readonly CreatedRecord[]> => {
      const keysIn = ({ body }: { readonly body: unknown }) =>
        known.filter(({ key }) => containsText(body, key));
      return keysIn(
        await resource.until(
          () => resource.read(record),
          (read) => keysIn(read).length === count,
        ),
      );
    };
    const all = await shown(SEVERAL);
    if (all.length === 0) continue;
    played += 1;
    const lost = `Of ${SEVERAL} records that are added with ${add.id} at the same time, the record shows ${all.length}.`;
    tools.note(all.length === SEVERAL, lost, 'body');
    const remove = removals.find(({ path }) => path === add.path);
    const [first] = all;
    if (remove === undefined || first === undefined) continue;
    const path = { ...record.path, [relation.parameter]: first.key };
    if (!isSuccess(await resource.callOperation(remove, path))) continue;
    const left = await shown(all.length - 1);
    const isRight = left.length === all.length - 1 && !left.includes(first);
    tools.note(
      isRight,
      `After ${remove.id}, the record shows ${left.length} of ${all.length} records.`,
      'body',
    );
  }
  return played;
}
