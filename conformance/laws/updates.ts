/** Laws of updates: they change only what they name, also when concurrent, and nothing if they are rejected. */
import { isDeepStrictEqual } from 'node:util';
import { CERTAIN } from '../../contract/resources/graph.ts';
import { changesInPart } from '../../contract/resources/records/stated-updates.ts';
import type { JsonFields } from '../model/json-fields.ts';
import { warning, type CheckTools } from '../play/play-check.ts';
import { contentOf } from '../requests/request-form.ts';
import { mergeInObjects } from './values/merged-objects.ts';
import { listLost } from './compare-values.ts';
import { defineLaw, printValue, type Law } from './law.ts';
import { ordinaryValues, writableProperties, wrongValues } from './record-changes.ts';
import {
  declaredDifferences,
  isOpenObject,
  isTextMap,
  returnedLocation,
  sentLocation,
} from './record-schema.ts';
import { isSuccess, type CreatedRecord } from './resource-requests.ts';
import type { ResourceSession } from './resource-session.ts';

export const updateLaws: readonly Law[] = [
  defineLaw({
    id: 'LAW03',
    title: 'An update changes what it contains, and nothing else.',
    description:
      'Creates two records with the same values, updates each property of one of them by itself, and compares both records after each update.',
    rationale: 'A form that saves one field would reset others, or change another record.',
    needs: ['create', 'read', 'update'],
    play: updateEach,
  }),
  defineLaw({
    id: 'LAW04',
    title: 'Concurrent updates of different properties are all kept.',
    description: 'Sends an update of each property of a record at the same time, and reads it.',
    rationale: 'When two people edit a record, one would silently lose a change.',
    needs: ['create', 'read', 'update'],
    play: updateAtOnce,
  }),
  defineLaw({
    id: 'LAW05',
    title: 'A rejected update changes nothing.',
    description: 'Sends an update with a valid property and an invalid one, and reads the record.',
    rationale: 'A client that corrects its request would find the record half changed.',
    needs: ['create', 'read', 'update'],
    play: updateWrongly,
  }),
];

/** The changes of one property. Shape: `before` and `after` differ. */
interface PropertyChange {
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Lists a change of each property that both a creation and an update accept. */
function listPropertyChanges(resource: ResourceSession): readonly PropertyChange[] {
  const creatable = new Set(writableProperties(resource, 'create').map(({ name }) => name));
  const location = sentLocation(resource.operation('update'));
  return writableProperties(resource, 'update').flatMap(({ name, shape }) => {
    const isOpen = location !== null && isOpenObject(location, shape);
    const isMap = location !== null && isTextMap(location, shape);
    const values = isOpen
      ? [{ before: 'kept' }, { after: ['one', 'two'] }]
      : isMap
        ? [{ before: 'kept' }, { after: 'changed' }]
        : ordinaryValues(shape);
    const [before, after] = values;
    return creatable.has(name) && after !== undefined ? [{ name, before, after }] : [];
  });
}

const beforeOf = (changes: readonly PropertyChange[]): JsonFields =>
  Object.fromEntries(changes.map(({ name, before }) => [name, before]));

/**
 * Creates a record with the first value of each property. Shape: `changes` are those of the properties that are
 * returned.
 */
async function prepare(
  resource: ResourceSession,
  tools: CheckTools,
): Promise<{
  readonly record: CreatedRecord;
  readonly changes: readonly PropertyChange[];
  readonly read: JsonFields;
}> {
  const all = listPropertyChanges(resource);
  const whole = await resource.tryCreateWith(beforeOf(all));
  const record = whole.record ?? (await resource.create());
  const read = await resource.readExisting(record);
  const changes = all.filter(
    ({ name, before, after }) =>
      read[name] !== undefined &&
      !isDeepStrictEqual(read[name], after) &&
      (!Array.isArray(before) || isDeepStrictEqual(read[name], before)),
  );
  return changes.length === 0
    ? tools.skip('The record returns no property that can be changed.')
    : { record, changes, read };
}

async function updateEach(resource: ResourceSession, tools: CheckTools): Promise<void> {
  const { record: first, changes, read } = await prepare(resource, tools);
  const { record: neighbour } = await resource.tryCreateWith(beforeOf(changes));
  const untouched = neighbour === null ? null : await resource.readExisting(neighbour);
  const names = changes.map(({ name }) => name);
  const shown = returnedLocation(resource.operation('read'));
  const statuses: number[] = [];
  const isKept = keepsRest(resource);
  const { defaults = {} } = resource.operations.resource;
  let before = read;
  let record = first;
  for (const { name, after } of changes) {
    const response = await resource.update(record, { [name]: after });
    statuses.push(response.status);
    if (!isSuccess(response)) continue;
    record = { ...record, sent: { ...record.sent, [name]: after } };
    const actual = await resource.readExisting(record);
    noteChange(resource, tools, name, { after, actual });
    for (const other of names)
      tools.note(
        other === name ||
          isDeepStrictEqual(actual[other], before[other]) ||
          (!isKept && (actual[other] == null || isDeepStrictEqual(actual[other], defaults[other]))),
        `An update of ${name} changes ${other} to ${printValue(actual[other])}.`,
        `body.${other}`,
      );
    const written = resource.recordIn('update', response);
    if (written !== null)
      for (const path of declaredDifferences(shown, written, actual, { isStrict: true }))
        tools.report(
          warning(`${path} in the response of an update is not what is read afterwards.`, `body.${path}`),
        );
    before = actual;
  }
  if (contentOf(resource.operation('update').operation)?.mediaType === MERGE_PATCH)
    await mergeInObjects(resource, tools, record);
  if (statuses.every((status) => !isSuccess({ status })))
    tools.skip(`${resource.operation('update').operation.id} accepted no change: ${statuses[0]}.`);
  noteTime(tools, read, before);
  if (neighbour === null || untouched === null) return;
  const actual = await resource.readExisting(neighbour);
  for (const name of names)
    tools.note(
      isDeepStrictEqual(actual[name], untouched[name]),
      `An update of one record changes ${name} of another one.`,
      `body.${name}`,
    );
}

/**
 * Returns whether an update certainly keeps what it leaves out. Why not any PUT: it replaces a record unless its text
 * states otherwise, and one that is known to do so gets all properties.
 */
function keepsRest(resource: ResourceSession): boolean {
  const { operation, role } = resource.operation('update');
  const text = operation.contract.texts?.operations[operation.id] ?? '';
  const isStated = role.role.confidence >= CERTAIN || changesInPart(text);
  return operation.method !== 'PUT' || role.role.value === 'replace' || isStated;
}

/** The media type of a change that is merged into a record, also inside objects. Source: RFC 7396. */
const MERGE_PATCH = 'application/merge-patch+json';

/** Why only times with fractions: a service may have times in whole seconds. */
function noteTime(tools: CheckTools, first: JsonFields, last: JsonFields): void {
  for (const [name, at] of Object.entries(first))
    if (
      /^(?:last_?)?(?:updated|modified|changed)_?(?:at|on|time)?$/i.test(name) &&
      /\.\d*[1-9]/.test(String(at))
    )
      tools.note(
        last[name] !== at,
        warning(`After updates, ${name} is still the time of the creation.`, `body.${name}`),
      );
}

interface Change {
  readonly after: unknown;
  readonly actual: JsonFields;
}

function noteChange(
  resource: ResourceSession,
  tools: CheckTools,
  name: string,
  { after, actual }: Change,
): void {
  const location = returnedLocation(resource.operation('read'));
  for (const { path, sent, returned, isWarning } of listLost({ [name]: after }, actual, location, [])) {
    const at = `body.${path}`;
    // Why: the message of earlier versions, which is part of fingerprints in baselines.
    const stable = `After an update of ${name}, ${path} is ${printValue(returned)}.`;
    const message = `${stable.slice(0, -1)} instead of ${printValue(sent)}.`;
    const isGuess = isWarning && typeof after !== 'object';
    tools.report({ ...(isGuess ? warning(message, at) : { message, at }), stable });
  }
}

async function updateAtOnce(resource: ResourceSession, tools: CheckTools): Promise<void> {
  const { operation, role } = resource.operation('update');
  if (role.role.value !== 'update' || !keepsRest(resource))
    tools.skip(`${operation.id} replaces the whole record, so the last one applies.`);
  const { record, changes: all } = await prepare(resource, tools);
  // Why: each update repeats the required properties with their old values.
  const changes = all.filter(({ name }) => !resource.isRequired('update', name));
  if (changes.length < 2) tools.skip('The record has only one property that can be changed alone.');
  const open = changes.find(({ before }) => typeof before === 'object');
  const plain = changes.filter((change) => change !== open);
  const merged = open !== undefined && (await isMerged(resource, open.name)) ? open.name : null;
  const bodies: readonly JsonFields[] = [
    ...plain.map(({ name, after }) => ({ [name]: after })),
    ...(merged === null ? [] : PARTS.map((part) => ({ [merged]: { parts: { [part]: part } } }))),
  ];
  const responses = await Promise.all(bodies.map((body) => resource.update(record, body)));
  const rejected = responses.find((response) => !isSuccess(response));
  if (rejected !== undefined)
    tools.skip(`One of several updates at the same time returned ${rejected.status}.`);
  const actual = await resource.readExisting(record);
  const location = returnedLocation(resource.operation('read'));
  for (const { name, after } of plain)
    tools.note(
      listLost({ [name]: after }, actual, location, []).length === 0,
      `Of several updates at the same time, that of ${name} is lost.`,
      `body.${name}`,
    );
  if (merged === null) return;
  const { parts = {} } = (actual[merged] ?? {}) as { readonly parts?: object };
  tools.note(
    Object.keys(parts).length === PARTS.length,
    `Of several updates of ${merged} at the same time, one is lost.`,
    `body.${merged}`,
  );
}

/** Parts of an object that are updated at the same time. */
const PARTS = ['first', 'second', 'third'] as const;

/** Returns whether an update of part of an object keeps its other parts. */
async function isMerged(resource: ResourceSession, name: string): Promise<boolean> {
  const record = await resource.create();
  await resource.update(record, { [name]: { parts: { one: 1 } } });
  await resource.update(record, { [name]: { parts: { other: 2 } } });
  const { parts = {} } = ((await resource.readExisting(record))[name] ?? {}) as { readonly parts?: object };
  return Object.keys(parts).length === 2;
}

/** The maximum number of rejected updates of a record. */
const MAX_REJECTED = 3;

async function updateWrongly(resource: ResourceSession, tools: CheckTools): Promise<void> {
  const { record, changes, read: first } = await prepare(resource, tools);
  let read = first;
  const shapes = writableProperties(resource, 'update');
  let rejected = 0;
  for (const { name: wrong, shape } of shapes) {
    const valid = changes.find(({ name }) => name !== wrong);
    const value = wrongValues[shape.kind];
    if (valid === undefined || value === undefined) continue;
    const { status } = await resource.update(record, { [valid.name]: valid.after, [wrong]: value });
    // Why: a service may accept an invalid value together with a valid one.
    if (status < 400) {
      read = await resource.readExisting(record);
      continue;
    }
    rejected += 1;
    const actual = await resource.readExisting(record);
    tools.expect(
      isDeepStrictEqual(actual[valid.name], read[valid.name]),
      `An update that is rejected because of ${wrong} changes ${valid.name}.`,
      `body.${valid.name}`,
    );
    if (rejected === MAX_REJECTED) break;
  }
  if (rejected === 0) tools.skip('No invalid update was rejected, which N01 checks.');
}
