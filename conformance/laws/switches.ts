/** The law of switches and sets: what is switched on or added is there until it is taken away. */
import type { ContractOperation } from '../../contract/operations.ts';
import { isSameName } from '../../contract/resources/words.ts';
import type { CheckTools } from '../play/play-check.ts';
import { addedTextOf } from '../requests/operation-traits.ts';
import { defineLaw, type Law } from './law.ts';
import { operationsBelow } from './resource-operations.ts';
import { isSuccess, type CreatedRecord } from './resource-requests.ts';
import type { ResourceSession } from './resource-session.ts';

/** The laws of switches and sets. */
export const switchLaws: readonly Law[] = [
  defineLaw({
    id: 'LAW20',
    title: 'A switch keeps its position, and a set its texts.',
    description:
      'Sets each switch of a record, reads it, unsets it, and reads it again. Adds two texts to each set of a record, one of them twice, removes one, and reads the record.',
    rationale: 'A star, a subscription or a label would be lost.',
    needs: ['create'],
    async play(resource, tools) {
      const played = (await flip(resource, tools)) + (await fill(resource, tools));
      if (played === 0) tools.skip('The records have no switch and no set.');
    },
  }),
];

/** Sets each switch of a new record and unsets it. Shape: the number of switches. */
async function flip(resource: ResourceSession, tools: CheckTools): Promise<number> {
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
    // Why only without a body: a body may say that the switch is off.
    const isPlain = on.body === undefined;
    if (!isPlain || !isSuccess(await call(off))) continue;
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

/** A set of texts that a record shows under its name. */
interface ShownSet {
  readonly add: ContractOperation;
  readonly remove: ContractOperation;
  readonly parameter: string;
}

/** Adds texts to each set of a new record, and removes one. Shape: the number of sets. */
async function fill(resource: ResourceSession, tools: CheckTools): Promise<number> {
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

/** Lists the sets below a record whose texts are in their path. */
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
