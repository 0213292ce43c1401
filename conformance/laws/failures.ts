/** Laws of failures and versions: a failed creation leaves nothing behind, and an ETag changes with its record. */
import { isDeepStrictEqual } from 'node:util';
import { declaredResponses } from '../../templates/runtime/server/declared-responses.ts';
import type { JsonFields } from '../model/json-fields.ts';
import { mentions } from '../model/search-value.ts';
import { warning, type CheckTools } from '../play/play-check.ts';
import { defineLaw, printValue, type Law } from './law.ts';
import { versionProperty } from './record-schema.ts';
import { ordinaryValues, severalValues, writableProperties, wrongValues } from './record-changes.ts';
import { isSuccess, type ResourceResponse } from './resource-requests.ts';
import type { ResourceSession } from './resource-session.ts';
import { walkList } from './walk-list.ts';

export const failureLaws: readonly Law[] = [
  defineLaw({
    id: 'LAW17',
    title: 'A failed creation leaves nothing behind.',
    description:
      'Sends a new record with an invalid property, and looks for its other properties in the list.',
    rationale: 'A client that corrects its request would create a duplicate.',
    needs: ['create', 'list'],
    play: createWrongly,
  }),
  defineLaw({
    id: 'LAW18',
    title: 'An ETag or a version changes with its record.',
    description:
      'Updates a record, and compares the version that an update names before and afterwards. Repeats the update with the old one, and sends several with the current one at the same time, of which only one may succeed. Compares the ETag of a record before and after an update, and sends it and an unknown one with If-None-Match and If-Match if the contract declares 304 and 412.',
    rationale: 'A cache would show an old record, and a late update would overwrite a newer one.',
    needs: ['create', 'read'],
    async play(resource, tools) {
      const isVersioned = await compareVersions(resource, tools);
      await compareValidators(resource, tools, isVersioned);
    },
  }),
];

/** An entity tag that no service generates. */
const UNKNOWN_ETAG = '"backlot-check-of-another-version"';

async function createWrongly(resource: ResourceSession, tools: CheckTools): Promise<void> {
  const properties = writableProperties(resource, 'create');
  const marked = properties.find(({ shape }) => shape.kind === 'string' && ordinaryValues(shape).length > 0);
  if (marked === undefined) return tools.skip('No property accepts free text to search for.');
  const markers: string[] = [];
  for (const { name, shape } of properties) {
    const wrong = wrongValues[shape.kind];
    if (name === marked.name || wrong === undefined || markers.length === 3) continue;
    // Why one for each: a service may accept an invalid value.
    const marker = `Backlot check of a failure ${resource.context.count()}.`;
    const { response } = await resource.tryCreate({ [marked.name]: marker, [name]: wrong });
    if (response.status >= 400) markers.push(marker);
  }
  if (markers.length === 0) return tools.skip('No invalid record was rejected, which N01 checks.');
  const { items } = await walkList(resource, { mostPages: 3 });
  tools.note(
    !markers.some((marker) => mentions(items, marker)),
    `${resource.operation('list').operation.id} has a record whose creation failed.`,
    'body',
  );
}

/** Compares the version of a record before and after an update. Shape: whether it has one. */
async function compareVersions(resource: ResourceSession, tools: CheckTools): Promise<boolean> {
  const name = versionProperty(resource.operations);
  if (name === null) return false;
  const record = await resource.create();
  const before = await resource.readExisting(record);
  const [change, later] = writableProperties(resource, 'update').flatMap((property) =>
    ordinaryValues(property.shape).flatMap((value) =>
      isDeepStrictEqual(value, before[property.name]) ? [] : [{ [property.name]: value }],
    ),
  );
  const { operation } = resource.operation('update');
  const changed = change === undefined ? null : await resource.update(record, change);
  if (changed === null || !isSuccess(changed))
    return tools.skip(`${operation.id} accepted no change: ${changed?.status ?? 'none is known'}.`);
  const read = await resource.readExisting(record);
  const after = read[name];
  const isNew = !isDeepStrictEqual(after, before[name]);
  tools.note(isNew, `After an update, ${name} is still ${printValue(after)}.`, `body.${name}`);
  if (!isNew) return true;
  const late = await resource.update(record, { ...later, [name]: before[name] });
  const message = `${operation.id} with an old ${name} returned ${late.status}.`;
  const isDeclared = [409, 412].some((status) => declaredResponses(operation, status).length > 0);
  tools.note(!isSuccess(late), isDeclared ? message : warning(message, 'status'), 'status');
  if (isDeclared && !isSuccess(late))
    await updateAtOnce(resource, tools, {
      name,
      current: read,
      send: (changes) => resource.update(record, { ...changes, [name]: after }),
    });
  return true;
}

async function compareValidators(
  resource: ResourceSession,
  tools: CheckTools,
  isVersioned: boolean,
): Promise<void> {
  const record = await resource.create();
  const before = await resource.read(record);
  const first = etagOf(before);
  if (first === null) return isVersioned ? undefined : tools.skip('The response has no ETag.');
  const { operation } = resource.operation('read');
  tools.note(
    etagOf(await resource.read(record)) === first,
    warning('Two responses with the same record have different ETags.', 'header ETag'),
  );
  if (declaredResponses(operation, 304).length > 0) {
    const { status } = await resource.read(record, { headers: { 'if-none-match': first } });
    tools.note(
      status === 304,
      `${operation.id} with the ETag of the record returned ${status} instead of 304.`,
      'status',
    );
    const other = await resource.read(record, { headers: { 'if-none-match': UNKNOWN_ETAG } });
    tools.note(
      other.status !== 304,
      `${operation.id} with an ETag that no record has returned 304.`,
      'status',
    );
  }
  if (resource.operations.byNeed.update === undefined) return;
  const property = writableProperties(resource, 'update').find(
    ({ shape }) => ordinaryValues(shape).length > 1,
  );
  if (property === undefined) return;
  const present = resource.recordIn('read', before)?.[property.name];
  const values = ordinaryValues(property.shape);
  // Why: an update to the same value need not change the ETag.
  const [one, other = present] = values.filter((value) => !isDeepStrictEqual(value, present));
  const update = resource.operation('update').operation;
  const isGuarded = declaredResponses(update, 412).length > 0;
  if (isGuarded) {
    const guarded = { headers: { 'if-match': UNKNOWN_ETAG } };
    const { status } = await resource.update(record, { [property.name]: one }, guarded);
    const message = `${update.id} with an ETag that no record has returned ${status} instead of 412.`;
    tools.note(!isSuccess({ status }), message, 'status');
  }
  const guard = (etag: string) => (isGuarded ? { headers: { 'if-match': etag } } : {});
  const changed = await resource.update(record, { [property.name]: one }, guard(first));
  if (!isSuccess(changed)) return tools.skip(`${update.id} returned ${changed.status}.`);
  const after = await resource.read(record);
  const second = etagOf(after);
  tools.note(second !== first, `After an update of ${property.name}, the ETag is the same.`, 'header ETag');
  if (!isGuarded) return;
  const late = await resource.update(record, { [property.name]: other }, guard(first));
  tools.note(
    late.status === 412,
    `${update.id} with an old ETag returned ${late.status} instead of 412.`,
    'status',
  );
  if (second === null || second === first || isSuccess(late)) return;
  await updateAtOnce(resource, tools, {
    name: 'ETag',
    current: resource.recordIn('read', after) ?? {},
    send: (changes) => resource.update(record, changes, guard(second)),
  });
}

/** The number of updates at the same time. */
const SEVERAL = 3;

/** An update that names the current version of a record. */
interface GuardedUpdate {
  /** What has the version. */
  readonly name: string;
  readonly current: JsonFields;
  readonly send: (changes: JsonFields) => Promise<ResourceResponse>;
}

/**
 * Sends several updates to different values at the same time, with the current ETag or version. Why different: an update
 * that has been applied already may succeed. Source: RFC 9110 13.1.1.
 */
async function updateAtOnce(
  resource: ResourceSession,
  tools: CheckTools,
  { name, current, send }: GuardedUpdate,
): Promise<void> {
  const [property] = writableProperties(resource, 'update').flatMap((each) => {
    const all = severalValues(each.shape).filter((value) => !isDeepStrictEqual(value, current[each.name]));
    return all.length < 2 ? [] : [{ name: each.name, values: all.slice(0, SEVERAL) }];
  });
  if (property === undefined) return;
  const responses = await Promise.all(property.values.map((value) => send({ [property.name]: value })));
  const count = responses.filter(isSuccess).length;
  const { id } = resource.operation('update').operation;
  const message = `Of ${responses.length} calls of ${id} with the same ${name} at the same time, ${count} succeed.`;
  tools.note(count <= 1, message, 'status');
}

function etagOf({ exchange }: ResourceResponse): string | null {
  return exchange.response?.headers['etag'] ?? null;
}
