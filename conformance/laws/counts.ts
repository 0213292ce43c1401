/** The law of counts: a record has as many records of a kind as it says. */
import { isSameName, wordsOf } from '../../contract/resources/words.ts';
import type { JsonFields } from '../model/json-fields.ts';
import { warning, type CheckTools } from '../play/play-check.ts';
import { defineLaw, type Law } from './law.ts';
import { createBelow } from './reach.ts';
import { propertyAt, sentLocation } from './record-schema.ts';
import { isSuccess, type CreatedRecord } from './resource-requests.ts';
import type { ResourceSession } from './resource-session.ts';

/** The laws of counts. */
export const countLaws: readonly Law[] = [
  defineLaw({
    id: 'LAW29',
    title: 'A count of records follows them.',
    description:
      'Creates what belongs to a record, and deletes it again. Reads the property of the record that is named as their number, for at most two seconds each time.',
    rationale: 'A page would say that there is nothing to read, and a reader would look for what is gone.',
    basis: { kind: 'practice', description: 'A property such as `commentCount` is the number of comments.' },
    needs: ['create', 'read'],
    play: follow,
  }),
];

/** Words around the name of what is counted. */
const around = new Set(['count', 'total', 'num', 'number', 'of']);

/** Returns the property of a record with the number of records of a kind; `null` for none. */
function countOf(record: JsonFields, kind: string): string | null {
  const isNamed = (name: string): boolean => {
    const words = wordsOf(name);
    const counted = words.filter((word) => !around.has(word));
    return counted.length > 0 && counted.length < words.length && isSameName(counted.join(' '), kind);
  };
  const isCount = ([name, value]: readonly [string, unknown]): boolean =>
    Number.isInteger(value) && isNamed(name);
  return Object.entries(record).find(isCount)?.[0] ?? null;
}

async function follow(resource: ResourceSession, tools: CheckTools): Promise<void> {
  const record = await resource.create();
  const before = await resource.readExisting(record);
  const kinds = [...resource.context.pools.keys()].map(lastSegment);
  if (!kinds.some((kind) => countOf(before, kind) !== null)) return tools.skip('No property is a count.');
  const sent = sentLocation(resource.operation('create'));
  let compared = 0;
  for (const { session, child } of await createBelow(resource, record)) {
    const name = countOf(before, lastSegment(session.operations.resource.name));
    // Why: what clients write is not counted, and 202 means that a record is created later.
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
  if (compared === 0) tools.skip('Nothing that is counted can be created.');
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
