/** Laws of creation: a created record can be read, and returns what was sent. */
import { isDeepStrictEqual } from 'node:util';
import type { Problem } from '../model/finding.ts';
import type { JsonFields } from '../model/json-fields.ts';
import { mentions } from '../model/search-value.ts';
import { warning, type CheckTools } from '../play/play-check.ts';
import { listLost, type LostValue } from './compare-values.ts';
import { defineLaw, printValue, type Law } from './law.ts';
import type { Need } from './resource-operations.ts';
import { bodyOf, listChanges, type PropertyValue } from './record-changes.ts';
import { declaredDifferences, provenanceIn, returnedLocation } from './record-schema.ts';
import type { Texts } from '../requests/request-form.ts';
import { isSuccess, type CreatedRecord } from './resource-requests.ts';
import { followAddresses, isGone, readAddress, templateOf } from './values/addresses.ts';
import type { ResourceSession } from './resource-session.ts';

export const creationLaws: readonly Law[] = [
  defineLaw({
    id: 'LAW01',
    title: 'A created record can be read.',
    description:
      'Creates two records, reads one by its key, and compares the keys and the properties that both responses have. Reads the addresses in its response.',
    rationale: 'Clients show what the user has just created.',
    needs: ['create', 'read'],
    play: readCreated,
  }),
  defineLaw({
    id: 'LAW02',
    title: 'What was sent is returned.',
    description:
      'Creates a record and, if the contract allows it, updates it with texts in many scripts, numbers at the bounds of their types, each enum value, and empty, long and nested values. Compares the responses and the record with what was sent.',
    rationale: 'A form filled from the record would lose what the user has typed.',
    needs: ['create', 'read'],
    play: compareSent,
  }),
];

async function readCreated(resource: ResourceSession, tools: CheckTools): Promise<void> {
  const [record] = await resource.shared();
  if (record === undefined) return;
  const read = await resource.readExisting(record);
  await expectOwnKey(resource, record);
  await followLocation(resource, tools, record);
  await followAddresses(resource, tools, record);
  // Why: a 202 stands for work that continues.
  if (record.exchange.response?.status === 202) return;
  const location = returnedLocation(resource.operation('read'));
  for (const path of declaredDifferences(location, record.created, read, { isStrict: true }))
    tools.report(
      warning(`${path} in the response of the creation is not what is read afterwards.`, `body.${path}`),
    );
}

/**
 * Creates another record, and fails the law if it gets the key of the first one and nothing of it can be read. Why
 * both: a creation may replace a record.
 */
async function expectOwnKey(resource: ResourceSession, record: CreatedRecord): Promise<void> {
  const { record: other } = await resource.tryCreate({}, undefined, true);
  if (other === null || !isDeepStrictEqual(other.path, record.path)) return;
  const read = await resource.readExisting(other);
  const texts = Object.entries(other.sent).flatMap(([name, value]) =>
    typeof value === 'string' && value !== record.sent[name] ? [value] : [],
  );
  resource.expectKept(
    texts.length === 0 || texts.some((text) => mentions(read, text)),
    `${resource.operation('create').operation.id} returns the key ${record.key} again for another record, and ${resource.operation('read').operation.id} none of its texts.`,
  );
}

/** Reads the `Location` of a creation. */
async function followLocation(
  resource: ResourceSession,
  tools: CheckTools,
  { exchange, path }: CreatedRecord,
): Promise<void> {
  const location = exchange.response?.headers['location'];
  const followed = location === undefined ? null : await readAddress(tools, exchange, location);
  if (followed === null) return;
  const { operation } = resource.operation('create');
  const message = `${operation.id} returns the Location ${templateOf(location ?? '', path)}, which returns ${followed.response?.status}.`;
  tools.note(!isGone(followed), message, 'header Location');
}

async function compareSent(resource: ResourceSession, tools: CheckTools): Promise<void> {
  const record = await resource.create();
  const first = await resource.readExisting(record);
  const { path } = record;
  noteLost(resource, tools, { need: 'create', sent: record.sent, returned: record.created, path });
  noteLost(resource, tools, { need: 'read', sent: record.sent, returned: first, path });
  const isChangeable = resource.operations.byNeed.update !== undefined;
  for (const changes of listChanges(resource, 'create')) await storeOnce(resource, tools, changes);
  if (isChangeable)
    for (const changes of listChanges(resource, 'update'))
      await changeOnce(resource, tools, { record, changes });
}

/** Creates a record with these values; if they are rejected, sends each half of them. */
async function storeOnce(resource: ResourceSession, tools: CheckTools, changes: Changes): Promise<void> {
  const { record } = await resource.tryCreate(bodyOf(changes));
  if (record === null) {
    if (changes.size > 1) for (const part of halvesOf(changes)) await storeOnce(resource, tools, part);
    return;
  }
  const { path } = record;
  const sent = bodyOf(changes);
  noteLost(resource, tools, { need: 'create', sent, returned: record.created, changes, path });
  const returned = await resource.readExisting(record);
  noteLost(resource, tools, { need: 'read', sent, returned, changes, path });
}

type Changes = ReadonlyMap<string, PropertyValue>;

interface RecordChange {
  readonly record: CreatedRecord;
  readonly changes: Changes;
}

async function changeOnce(
  resource: ResourceSession,
  tools: CheckTools,
  { record, changes }: RecordChange,
): Promise<void> {
  const response = await resource.update(record, bodyOf(changes));
  if (!isSuccess(response)) {
    if (changes.size > 1)
      for (const part of halvesOf(changes)) await changeOnce(resource, tools, { record, changes: part });
    return;
  }
  const { path } = record;
  const sent = bodyOf(changes);
  const written = resource.recordIn('update', response);
  if (written !== null) noteLost(resource, tools, { need: 'update', sent, returned: written, changes, path });
  const returned = await resource.readExisting(record);
  noteLost(resource, tools, { need: 'read', sent, returned, changes, path });
}

function halvesOf(changes: Changes): readonly Changes[] {
  const entries = [...changes];
  const middle = Math.ceil(entries.length / 2);
  return [new Map(entries.slice(0, middle)), new Map(entries.slice(middle))];
}

interface Comparison {
  readonly need: Need;
  readonly sent: JsonFields;
  readonly returned: JsonFields;
  readonly changes?: Changes;
  /** The path parameters of the record; values sent for them are replaced. */
  readonly path: Texts;
}

function noteLost(
  resource: ResourceSession,
  tools: CheckTools,
  { need, sent, returned, changes, path }: Comparison,
): void {
  const source = resource.operation(need);
  const location = returnedLocation(source);
  const lost = listLost(sent, returned, location, resource.operations.resource.oneWay).filter(
    (each) => !Object.values(path).includes(String(each.returned)),
  );
  // Why: the response of a write may have only part of the record.
  const missing = lost.filter((each) => each.returned === undefined);
  const isPartial = need !== 'read' && 2 * missing.length >= Object.keys(sent).length;
  for (const each of isPartial ? lost.filter((one) => one.returned !== undefined) : lost) {
    const isRare = changes?.get(each.path.split('.')[0] ?? '')?.isRare === true;
    const problem = problemOf(each, source.operation.id);
    tools.report(
      each.isWarning || (isRare && !each.isStated)
        ? warning(problem.message, problem.at)
        : { ...problem, ...provenanceIn(source, each.path) },
    );
  }
}

function problemOf({ path, sent, returned }: LostValue, operation: string): Problem {
  const message =
    returned === undefined
      ? `${operation} does not return ${path} ${printValue(sent)} that was sent.`
      : `${operation} returns ${printDifference(sent, returned, path)}.`;
  return { message, stable: `${operation} changes ${path}`, at: `body.${path}` };
}

/** Prints what is returned instead of a value; for texts that begin alike, where they differ. */
function printDifference(sent: unknown, returned: unknown, path: string): string {
  const [actual, expected] = [printValue(returned), printValue(sent)];
  if (typeof sent !== 'string' || typeof returned !== 'string' || actual !== expected)
    return `${actual} as ${path} instead of ${expected}`;
  const start = Array.from(sent).findIndex((_, index) => sent[index] !== returned[index]);
  const same = start < 0 ? sent.length : start;
  return `a text of ${returned.length} characters as ${path} instead of one of ${sent.length}, the same up to character ${same}`;
}
