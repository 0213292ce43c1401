/** The law of streams that report changes of records: the names of their events say of which. */
import type { Contract } from '../../../contract/contract.ts';
import { operationsOf, type ContractOperation } from '../../../contract/operations.ts';
import { roleOf } from '../../../contract/resources/graph.ts';
import { flatten, isSameName, singularOf, wordsOf } from '../../../contract/resources/words.ts';
import type { StreamCapture, StreamFrame } from '../../model/exchange.ts';
import { isFields } from '../../model/json-fields.ts';
import { warning, type CheckTools } from '../../play/play-check.ts';
import { pathNamesOf } from '../../requests/records/record-maker.ts';
import type { Texts } from '../../requests/request-form.ts';
import { resolveShape, shapeOfCheck } from '../../requests/values.ts';
import { eventTypesOf } from '../../streams/event-types.ts';
import { endsWithRecord } from '../../../contract/statements/streams.ts';
import { defineLaw, type Law } from '../law.ts';
import { actionsOn } from '../resource-operations.ts';
import { isSuccess, type CreatedRecord, type ResourceResponse } from '../resource-requests.ts';
import type { ResourceSession } from '../resource-session.ts';
import { captureOf, changeRecord, IDLE_MS, OPENING_MS, RecordStream, resume } from './record-streams.ts';

export const changeStreamLaws: readonly Law[] = [
  defineLaw({
    id: 'LAW46',
    title: 'A stream of changes reports them, to those who may see them.',
    description:
      'Reads each stream with events such as `task.created` while a record is created, changed and deleted, also with the credential of another account, and resumes it. Waits for its end where its text states that it ends with its record.',
    rationale: 'A page that follows the changes would show an old state, or records of others.',
    needs: ['create'],
    play: followChanges,
  }),
];

/** The profile of another account. */
const OTHER = 'otherOrganization';

const changes = ['created', 'updated', 'deleted'] as const;

/** What events report about records. Shape: each is a need of laws with the letter `d`. */
type Change = (typeof changes)[number];

const verbs: Readonly<Record<Change, RegExp>> = {
  created: /^(?:created?|added|new)$/,
  updated: /^(?:updated?|changed?|modified|edited)$/,
  deleted: /^(?:deleted?|removed?|destroyed)$/,
};

/** The names of the events that report a change of a record, by change. */
type ChangeNames = ReadonlyMap<Change, string>;

async function followChanges(resource: ResourceSession, tools: CheckTools): Promise<void> {
  const { contract } = resource.operations;
  const streams = operationsOf(contract).all.flatMap((operation): readonly ChangeStream[] => {
    const names = namesOf(resource, operation);
    const isStream =
      operation.method === 'GET' && roleOf(contract.resources, operation.id)?.role.value === 'stream';
    const { itemPath } = resource.operations.resource;
    const isOwn = itemPath !== null && operation.path.startsWith(`${itemPath}/`);
    const kind = resource.operations.resource.name.split('/').at(-1) ?? '';
    const isEnding = isOwn && endsWithRecord(operation, names.get('deleted') ?? null, kind);
    if (!isStream || (names.size === 0 && !isEnding)) return [];
    return [{ stream: new RecordStream(resource, operation), names, isOwn, isEnding }];
  });
  if (streams.length === 0) return tools.skip('No stream has events that are named after the resource.');
  let followed = 0;
  for (const stream of streams) if (await followOne(resource, tools, stream)) followed += 1;
  if (followed === 0) tools.skip('No stream was read.');
}

/**
 * Shape: `isOwn` is whether it is the stream of one record, which must exist before, `isEnding` whether it ends with that
 * according to its text.
 */
interface ChangeStream {
  readonly stream: RecordStream;
  readonly names: ChangeNames;
  readonly isOwn: boolean;
  readonly isEnding: boolean;
}

/**
 * What a stream had while a record was changed. Shape: `isSure` is whether the record is certainly below the one whose
 * stream it is, `leaked` what another account received that may not read the record.
 */
interface Followed {
  readonly place: Pick<CreatedRecord, 'path'>;
  readonly record: CreatedRecord;
  readonly done: readonly Change[];
  readonly isDeleted: boolean;
  readonly isSure: boolean;
  readonly whole: ResourceResponse;
  readonly leaked: StreamCapture | null;
  /** What another stream had at the same time; `null` if there is only one. */
  readonly elsewhere: StreamCapture | null;
}

/** Compares a stream with the changes of a record. Returns whether it is a stream. */
async function followOne(resource: ResourceSession, tools: CheckTools, each: ChangeStream): Promise<boolean> {
  const { stream, names, isEnding } = each;
  const followed = await readWhileChanging(resource, each);
  const capture = followed === null ? null : captureOf(followed.whole);
  if (followed === null || capture === null) return false;
  const { place, record, done, isDeleted, isSure, whole, leaked, elsewhere } = followed;
  const { id } = stream.operation;
  const findEvent = ({ frames }: StreamCapture, change: Change): number =>
    frames.findIndex((frame) => isEventOf(frame, names.get(change), record, resource));
  const places = done.map((change) => ({ change, at: findEvent(capture, change) }));
  const order = places.map(({ at }) => at).filter((at) => at !== -1);
  for (const { change, at } of isSure || order.length > 0 ? places : [])
    tools.note(
      at !== -1,
      warning(`${id} has no event ${names.get(change)} of a record that was ${change}.`, 'body'),
    );
  tools.note(
    order.every((at, index) => index === 0 || at > (order[index - 1] ?? -1)),
    warning(`${id} does not have the events of a record in their order.`, 'body'),
  );
  const isIn = (other: StreamCapture | null): boolean =>
    other !== null && changes.some((change) => findEvent(other, change) !== -1);
  tools.note(!isIn(leaked), `${id} shows another account the events of a record.`, 'body');
  const isForeign = order.length > 0 && isIn(elsewhere);
  tools.note(!isForeign, `${id} has events of a record that is below another one.`, 'body');
  const isOpen = capture.end === 'idle' || capture.end === 'eventless';
  tools.note(
    !isEnding || !isDeleted || !isOpen,
    `${id} stays open after its record was deleted.`,
    'end of stream',
  );
  await resume(stream, tools, place, whole);
  return true;
}

/** Changes a record while its stream is read. Shape: `null` if the record above is not known. */
async function readWhileChanging(
  resource: ResourceSession,
  { stream, names, isOwn, isEnding }: ChangeStream,
): Promise<Followed | null> {
  const { operation } = stream;
  let record = isOwn ? await resource.create() : null;
  const above = record?.path ?? (await resource.parents());
  const unknown = pathNamesOf(operation).filter((name) => above[name] === undefined);
  // Why: a comment is created below a task, and its events are in the stream of the project.
  const further = unknown.length === 0 ? {} : await resource.context.maker.create(operation, unknown);
  if (unknown.some((name) => further[name] === undefined)) return null;
  const place = { path: { ...further, ...above } };
  const hasOther = resource.context.environment.credentials[OTHER] !== undefined;
  const ownChanges: readonly Change[] = isEnding ? ['updated', 'deleted'] : ['updated'];
  let done: readonly Change[] | null = null;
  const seen: StreamFrame[] = [];
  const isSeen = (change: Change): boolean => {
    const created = record;
    return created !== null && seen.some((frame) => isEventOf(frame, names.get(change), created, resource));
  };
  const stopAfter = (frame: StreamFrame): boolean => {
    seen.push(frame);
    return !isEnding && done?.every(isSeen) === true;
  };
  const reading = stream.read(place, { idleMs: IDLE_MS, stopAfter });
  const quiet = { idleMs: IDLE_MS, isExamined: false };
  const foreign = hasOther ? stream.read(place, { ...quiet, profile: OTHER }) : null;
  const path = await otherPath(resource, operation, place.path);
  const other = path === null ? null : stream.read({ path }, quiet);
  await new Promise((resolve) => setTimeout(resolve, OPENING_MS));
  record ??= await resource.create();
  const isShared = hasOther && (await mayRead(resource, record));
  await callActions(resource);
  const changed = await changeAll(resource, record);
  // Why not its end: a stream may end with its record.
  done = (isOwn ? ownChanges : changes).filter((change) => changed.includes(change) && names.has(change));
  const whole = await reading;
  const leaked = foreign === null || isShared ? null : captureOf(await foreign);
  const elsewhere = other === null ? null : captureOf(await other);
  const isDeleted = changed.includes('deleted');
  return { place, record, done, isDeleted, isSure: unknown.length === 0, whole, leaked, elsewhere };
}

/** Returns the path parameters of another stream of an operation, which nothing is below; `null` if there is only one. */
async function otherPath(
  { context }: ResourceSession,
  operation: ContractOperation,
  path: Texts,
): Promise<Texts | null> {
  const names = pathNamesOf(operation);
  const last = names.at(-1);
  if (last === undefined) return null;
  const others = await context.maker.create(operation, names, true);
  const isOther = others[last] !== undefined && others[last] !== path[last];
  return isOther ? { ...path, ...others } : null;
}

/** Returns whether another account may read a record. */
async function mayRead(resource: ResourceSession, record: CreatedRecord): Promise<boolean> {
  if (resource.operations.byNeed.read === undefined) return true;
  return isSuccess(await resource.read(record, { profile: OTHER, isExamined: false }));
}

/** Calls the actions on another new record. Why: they have events of their own, whose form is checked. */
async function callActions(resource: ResourceSession): Promise<void> {
  const actions = actionsOn(resource.operations);
  const { record } = actions.length === 0 ? { record: null } : await resource.tryCreate();
  if (record === null) return;
  for (const { operation } of actions) await resource.callOperation(operation, record.path);
}

/** Changes and deletes a new record. Returns what succeeded, in this order. */
async function changeAll(resource: ResourceSession, record: CreatedRecord): Promise<readonly Change[]> {
  const { delete: deletion } = resource.operations.byNeed;
  const results: readonly (readonly [Change, ResourceResponse | null])[] = [
    ['updated', await changeRecord(resource, record)],
    ['deleted', deletion === undefined ? null : await resource.delete(record)],
  ];
  return [
    'created',
    ...results.flatMap(([change, sent]) => (sent !== null && isSuccess(sent) ? [change] : [])),
  ];
}

/** Returns the names of the events of a stream that report changes of a resource. */
function namesOf(
  { operations: { contract, resource } }: ResourceSession,
  { stream }: ContractOperation,
): ChangeNames {
  if (stream === null) return new Map();
  const name = resource.name.split('/').at(-1) ?? '';
  return new Map(
    listEventNames(contract, stream.stream).flatMap((event): [Change, string][] => {
      const words = wordsOf(event);
      const change = changes.find((each) => verbs[each].test(words.at(-1) ?? ''));
      const isOwn = isSameName(singularOf(words.slice(0, -1).join('_')), name);
      return change === undefined || !isOwn ? [] : [[change, event]];
    }),
  );
}

/** Lists the names of the events of a union: those of its tag, else the texts that properties of an event may be. */
function listEventNames(contract: Contract, union: string): readonly string[] {
  const { known, any } = eventTypesOf(contract, union);
  const shape = any === null ? null : shapeOfCheck(contract, any.name);
  const listed =
    shape?.kind === 'record' ? shape.properties.map((each) => resolveShape(contract, each.shape)) : [];
  const texts = listed.flatMap((each) => (each.kind === 'values' ? each.values : []));
  return [...known, ...texts.filter((text) => typeof text === 'string')];
}

/** Returns whether a frame is the event of a change of a record: it has its key, and no key of another parent. */
function isEventOf(
  { event, value }: StreamFrame,
  name: string | undefined,
  { path, key }: CreatedRecord,
  resource: ResourceSession,
): boolean {
  if (name === undefined || !isFields(value)) return false;
  if (event !== name && !Object.values(value).includes(name)) return false;
  const own = flatten(resource.operations.resource.key?.value.property?.slice(1) ?? 'id');
  const kind = flatten(singularOf(resource.operations.resource.name.split('/').at(-1) ?? ''));
  const parameter = flatten(resource.keyParameter);
  const texts = listTexts(value);
  const isOther = Object.entries(path).some(
    ([each, text]) => flatten(each) !== parameter && texts.get(flatten(each))?.has(text) === false,
  );
  const names = [parameter, own, kind, `${kind}id`, kind + own, ...subjects];
  return !isOther && names.some((each) => texts.get(each)?.has(key) === true);
}

/** Names of properties with the key of what an event is about, as `flatten` writes them. */
const subjects: readonly string[] = [
  'id',
  ...['subject', 'object', 'entity', 'resource', 'record', 'target', 'item'].map((each) => `${each}id`),
];

/** Units: objects within each other that are searched for a key. */
const MAX_DEPTH = 4;

/** Lists the texts and numbers in an event, as texts, by the names of their properties. */
function listTexts(
  value: unknown,
  found = new Map<string, Set<string>>(),
  depth = 0,
): ReadonlyMap<string, ReadonlySet<string>> {
  if (!isFields(value) || depth === MAX_DEPTH) return found;
  for (const [name, inner] of Object.entries(value)) {
    const isText = typeof inner === 'string' || typeof inner === 'number';
    const texts = found.get(flatten(name)) ?? new Set();
    if (isText) found.set(flatten(name), texts.add(String(inner)));
    else listTexts(inner, found, depth + 1);
  }
  return found;
}
