/** The law of counts: a number of records follows the records, and their states. */
import { flatten, isSameName, wordsOf } from '../../../contract/resources/words.ts';
import type { JsonFields } from '../../model/json-fields.ts';
import { warning, type CheckTools } from '../../play/play-check.ts';
import { defineLaw, type Law } from '../law.ts';
import { createBelow } from '../reach.ts';
import { propertyAt, sentLocation } from '../record-schema.ts';
import { actionsOn } from '../resource-operations.ts';
import { isSuccess, type CreatedRecord } from '../resource-requests.ts';
import type { ResourceSession } from '../resource-session.ts';

export const countLaws: readonly Law[] = [
  defineLaw({
    id: 'LAW29',
    title: 'A count of records is kept up to date.',
    description:
      'Creates records below a record, brings them into another state if only those of one are counted, and deletes them again. Reads the property that is named like their count, for at most two seconds each time.',
    rationale: 'A page would show a number that does not match its list.',
    basis: { kind: 'practice', description: 'A property such as `commentCount` is the number of comments.' },
    needs: ['create', 'read'],
    play: compareCounts,
  }),
];

/** Words beside the name of what is counted: `commentCount`, `number_of_comments`. */
const countWords = new Set(['count', 'total', 'num', 'number', 'of']);

/** A property with a number of records. Shape: `state` is the word for those that are counted, `null` for all. */
interface Count {
  readonly name: string;
  readonly state: string | null;
}

/** Returns the property of a record with the number of records of a kind, such as `openTaskCount`; `null` for none. */
function countOf(record: JsonFields, kind: string): Count | null {
  const counts = Object.entries(record).flatMap(([name, value]): readonly Count[] => {
    const words = wordsOf(name);
    const counted = words.filter((word) => !countWords.has(word));
    if (!Number.isInteger(value) || counted.length === 0 || counted.length === words.length) return [];
    if (isSameName(counted.join(' '), kind)) return [{ name, state: null }];
    const [state = '', ...rest] = counted;
    return rest.length > 0 && isSameName(rest.join(' '), kind) ? [{ name, state }] : [];
  });
  return (
    counts.toSorted((one, other) => Number(one.state !== null) - Number(other.state !== null))[0] ?? null
  );
}

async function compareCounts(resource: ResourceSession, tools: CheckTools): Promise<void> {
  const record = await resource.create();
  const before = await resource.readExisting(record);
  const kinds = [...resource.context.pools.keys()].map(lastSegment);
  if (!kinds.some((kind) => countOf(before, kind) !== null)) return tools.skip('No property is a count.');
  const sent = sentLocation(resource.operation('create'));
  let compared = 0;
  for (const { session, child } of await createBelow(resource, record)) {
    const count = countOf(before, lastSegment(session.operations.resource.name));
    // Why: what clients write is not a count, and 202 means that a record is created later.
    if (count === null || propertyAt(sent, count.name) !== null) continue;
    const place = count.state === null ? null : stateIn(child.created, count.state);
    if (child.exchange.response?.status === 202 || (count.state !== null && place === null)) continue;
    compared += 1;
    const { name } = count;
    const first = Number(before[name]);
    const creation = session.operation('create').operation.id;
    await expectCount(resource, tools, record, { name, count: first + 1, after: creation });
    const left = place === null ? null : await leaveState(session, child, place);
    if (left !== null) await expectCount(resource, tools, record, { name, count: first, after: left });
    if (session.operations.byNeed.delete === undefined || !isSuccess(await session.delete(child))) continue;
    const deletion = session.operation('delete').operation.id;
    await expectCount(resource, tools, record, { name, count: first, after: deletion });
  }
  if (compared === 0) tools.skip('No counted record can be created.');
}

/** Returns the property of a record whose value is a state; `null` for none. */
function stateIn(record: JsonFields, state: string): string | null {
  const isState = ([, value]: readonly [string, unknown]): boolean =>
    typeof value === 'string' && flatten(value) === state;
  return Object.entries(record).find(isState)?.[0] ?? null;
}

/** Calls actions until a record is in another state. Shape: the last one; `null` if none has this effect. */
async function leaveState(
  session: ResourceSession,
  child: CreatedRecord,
  place: string,
): Promise<string | null> {
  if (session.operations.byNeed.read === undefined) return null;
  for (const { operation } of actionsOn(session.operations).filter((each) => each.operation.body === null)) {
    if (!isSuccess(await session.callOperation(operation, child.path))) continue;
    if ((await session.readExisting(child))[place] !== child.created[place]) return operation.id;
  }
  return null;
}

function lastSegment(name: string): string {
  return name.split('/').at(-1) ?? name;
}

interface ExpectedCount {
  readonly name: string;
  readonly count: number;
  /** The operation after which it is expected. */
  readonly after: string;
}

async function expectCount(
  resource: ResourceSession,
  tools: CheckTools,
  record: CreatedRecord,
  { name, count, after }: ExpectedCount,
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
