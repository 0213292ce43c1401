/** The law of counts: a number of records follows the records, and their states. */
import { isDeepStrictEqual } from 'node:util';
import type { RecordCount } from '../../../contract/resources/graph.ts';
import { valueAt } from '../../../templates/runtime/json/pointer.ts';
import { isFields, type JsonFields } from '../../model/json-fields.ts';
import { warning, type CheckTools } from '../../play/play-check.ts';
import { defineLaw, type Law } from '../law.ts';
import { referencesOf } from '../../requests/records/references.ts';
import { sessionsBelow } from '../reach.ts';
import { propertyAt, sentLocation } from '../record-schema.ts';
import { actionsOn, operationsBelow } from '../resource-operations.ts';
import { isSuccess, type CreatedRecord } from '../resource-requests.ts';
import type { ResourceSession } from '../resource-session.ts';

export const countLaws: readonly Law[] = [
  defineLaw({
    id: 'LAW29',
    title: 'A count of records is kept up to date.',
    description:
      'Creates records below a record, brings them into other states with their actions or an update if only those of some are counted, and deletes them again. Reads the property that is named or described as their count, also in the figures of the record, for at most two seconds each time.',
    rationale: 'A page would show a number that does not match its list.',
    basis: { kind: 'practice', description: 'A property such as `commentCount` is the number of comments.' },
    needs: ['create', 'read'],
    play: compareCounts,
  }),
];

/** What has counts of the records below a record: itself, or its figures at a path below it. */
interface CountSource {
  readonly counts: readonly RecordCount[];
  readonly read: (record: CreatedRecord) => Promise<JsonFields | null>;
}

/** Lists what has counts: the record, without what clients write, and its figures. */
function sourcesOf(resource: ResourceSession): readonly CountSource[] {
  const { operations } = resource;
  const sent = sentLocation(resource.operation('create'));
  const own: CountSource = {
    counts: (operations.resource.counts ?? []).filter(({ property }) => propertyAt(sent, property) === null),
    read: async (record) => resource.recordIn('read', await resource.read(record)),
  };
  const figures = [
    ...operationsBelow(operations, 'aggregate'),
    ...operationsBelow(operations, 'singleton-read'),
  ];
  const others = figures.flatMap(({ operation, role }): readonly CountSource[] => {
    const kind = operations.contract.resources.resources.find(({ name }) => name === role.resource);
    const isOwn = !operation.path.slice(operations.resource.itemPath?.length).includes('{');
    const read: CountSource['read'] = async (record) => {
      const { body } = await resource.callOperation(operation, record.path);
      const value = valueAt(body, role.envelope?.value ?? '');
      return isFields(value) ? value : null;
    };
    return isOwn && kind?.counts !== undefined ? [{ counts: kind.counts, read }] : [];
  });
  return [own, ...others].filter(({ counts }) => counts.length > 0);
}

async function compareCounts(resource: ResourceSession, tools: CheckTools): Promise<void> {
  const sources = sourcesOf(resource);
  if (sources.length === 0) return tools.skip('No property is a count.');
  const below = sessionsBelow(resource);
  let compared = 0;
  for (const { counts, read } of sources) {
    const record = await resource.create();
    await resource.readExisting(record);
    for (const count of counts) {
      const session = below.find(({ operations }) => operations.resource.name === count.resource);
      const first = session === undefined ? null : (await read(record))?.[count.property];
      if (session === undefined || !Number.isInteger(first)) continue;
      const { record: child, response } = await session.tryCreate({}, record.path);
      // Why: 202 means that a record is created later.
      if (child === null || response.status === 202) continue;
      compared += 1;
      await new CountedRecords(resource, tools, { record, count, read, first: Number(first) }).follow(
        session,
        child,
      );
    }
  }
  if (compared === 0) tools.skip('No counted record can be created.');
}

interface CountPlace {
  readonly record: CreatedRecord;
  readonly count: RecordCount;
  readonly read: CountSource['read'];
  /** The count before any record was created. */
  readonly first: number;
}

/** The records below a record that are counted in one of its properties. */
class CountedRecords {
  readonly resource: ResourceSession;
  readonly tools: CheckTools;
  readonly place: CountPlace;

  constructor(resource: ResourceSession, tools: CheckTools, place: CountPlace) {
    this.resource = resource;
    this.tools = tools;
    this.place = place;
  }

  /** Compares the count after each change of a new record; with states, also after the deletion of one that counts. */
  async follow(session: ResourceSession, child: CreatedRecord): Promise<void> {
    const first = await this.#stateOf(session, child);
    if (first === null) return;
    await this.#expect(session.operation('create').operation.id, [first]);
    const last = await this.#changeStates(session, child, first);
    const isDeleted = await this.#delete(session, child);
    if (!isDeleted || last === null || this.#isCounted(last)) return;
    const { record } = await session.tryCreate({}, this.place.record.path);
    if (record !== null && this.#isCounted(record.created)) await this.#delete(session, record);
  }

  /** Returns a record with its state; `null` if nothing returns it. */
  async #stateOf(session: ResourceSession, child: CreatedRecord): Promise<JsonFields | null> {
    const { where } = this.place.count;
    const isShown = where === undefined || valueAt(child.created, where.pointer) !== undefined;
    if (isShown) return child.created;
    const read = session.operations.byNeed.read === undefined ? {} : await session.readExisting(child);
    return valueAt(read, where.pointer) === undefined ? null : read;
  }

  /** Changes the state of a record with its actions, else with an update. Shape: the last one; `null` without states. */
  async #changeStates(
    session: ResourceSession,
    child: CreatedRecord,
    first: JsonFields,
  ): Promise<JsonFields | null> {
    const { where } = this.place.count;
    if (where === undefined || session.operations.byNeed.read === undefined) return null;
    let last = first;
    const compare = async (operation: string): Promise<void> => {
      const read = await session.readExisting(child);
      if (!isDeepStrictEqual(valueAt(read, where.pointer), valueAt(last, where.pointer)))
        await this.#expect(operation, [read]);
      last = read;
    };
    // Why not those with references: they move a record.
    const actions = actionsOn(session.operations).filter(
      ({ operation }) => !referencesOf(operation).some(({ isOther }) => isOther),
    );
    for (const { operation } of actions)
      if (isSuccess(await session.callOperation(operation, child.path))) await compare(operation.id);
    const { update } = session.operations.byNeed;
    const name = where.pointer.slice(1);
    const isWritten = update !== undefined && propertyAt(sentLocation(update), name) !== null;
    if (last !== first || !isWritten) return last;
    const [value] = where.values;
    for (const state of [value, valueAt(first, where.pointer)])
      if (isSuccess(await session.update(child, { [name]: state }))) await compare(update.operation.id);
    return last;
  }

  async #delete(session: ResourceSession, child: CreatedRecord): Promise<boolean> {
    if (session.operations.byNeed.delete === undefined || !isSuccess(await session.delete(child)))
      return false;
    await this.#expect(session.operation('delete').operation.id, []);
    return true;
  }

  #isCounted(record: JsonFields): boolean {
    const { where } = this.place.count;
    if (where === undefined) return true;
    const actual = valueAt(record, where.pointer);
    return where.values.some((each) => isDeepStrictEqual(each, actual)) !== where.isNegated;
  }

  /** Expects the count that these records add to the first one. */
  async #expect(after: string, records: readonly JsonFields[]): Promise<void> {
    const { resource, tools } = this;
    const { record, count, read, first } = this.place;
    const { property } = count;
    const expected = first + records.filter((each) => this.#isCounted(each)).length;
    const value = await resource.context.poller.until(
      async () => ({ count: (await read(record))?.[property] }),
      (actual) => actual.count === expected,
    );
    const message = `After ${after}, ${property} is ${String(value.count)} instead of ${expected}.`;
    tools.note(value.count === expected, warning(message, `body.${property}`));
  }
}
