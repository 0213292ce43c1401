/** Laws of inputs: read-only properties, defaults, and null. */
import { isDeepStrictEqual } from 'node:util';
import { statusOfUnknown } from '../../contract/statements/records.ts';
import { sampleText } from '../../contract/samples/sample-text.ts';
import type { PropertyShape } from '../../templates/runtime/shape.ts';
import type { SchemaLocation } from '../../contract/locations/schema-location.ts';
import type { JsonFields } from '../model/json-fields.ts';
import { warning, type CheckTools } from '../play/play-check.ts';
import { isNullable } from '../requests/values.ts';
import { varyId } from '../requests/vary-id.ts';
import { allows } from './compare-values.ts';
import { defineLaw, printValue, type Law } from './law.ts';
import { ordinaryValues, writableProperties } from './record-changes.ts';
import { plainShape, propertiesAt, propertyAt, returnedLocation, sentLocation } from './record-schema.ts';
import { isSuccess } from './resource-requests.ts';
import type { ResourceSession } from './resource-session.ts';

export const inputLaws: readonly Law[] = [
  defineLaw({
    id: 'LAW23',
    title: 'Read-only values are not written, and write-only values are not returned.',
    description:
      'Creates and updates a record with a value for each read-only property, and reads it. Creates one with its write-only texts, and looks for them in the responses.',
    rationale: 'A client could forge ids, times and owners, or read passwords.',
    needs: ['create', 'read'],
    async play(resource, tools) {
      await lookForSecrets(resource, tools);
      await writeReadOnly(resource, tools);
    },
  }),
  defineLaw({
    id: 'LAW24',
    title: 'A default of the contract applies.',
    description: 'Creates a record without its optional properties, and compares those that have a default.',
    rationale: 'A form that omits a property would get a value other than the documented one.',
    needs: ['create', 'read'],
    play: omitDefaults,
  }),
  defineLaw({
    id: 'LAW25',
    title: 'A value can be removed with null.',
    description: 'Updates each nullable property from a value to null, and reads the record.',
    rationale: 'A user could not clear a field.',
    needs: ['create', 'read', 'update'],
    play: removeValues,
  }),
  defineLaw({
    id: 'LAW48',
    title: 'A reference to an unknown record is rejected.',
    description:
      'Creates a record with the key of another one in each property for which a text states an error, and one with an unknown key, or with an unknown name in a list of names.',
    rationale: 'A page would show a record that refers to nothing.',
    needs: ['create'],
    play: sendUnknownReferences,
  }),
];

async function sendUnknownReferences(resource: ResourceSession, tools: CheckTools): Promise<void> {
  const { operation, role } = resource.operation('create');
  const stated = (role.references ?? []).filter(({ status }) => status !== undefined);
  const lists = listsOfNames(resource);
  if (stated.length + lists.length === 0)
    return tools.skip('No text states an error for an unknown reference.');
  const [keys = {}] = stated.length === 0 ? [] : await resource.references();
  let played = 0;
  for (const { name, status } of lists) {
    if ((await resource.tryCreate({ [name]: [] })).record === null) continue;
    played += 1;
    const { response } = await resource.tryCreate({ [name]: [UNKNOWN] });
    const message = `${operation.id} with an unknown value in ${name} returned ${response.status} instead of ${status}.`;
    tools.note(!isSuccess(response), warning(message, `body.${name}`));
  }
  for (const { property, status } of stated) {
    const key = keys[property];
    if (typeof key !== 'string' || !/[a-z\d]/i.test(key)) continue;
    if ((await resource.tryCreate({ [property]: key })).record === null) continue;
    played += 1;
    const { response } = await resource.tryCreate({ [property]: varyId(key) });
    const message = `${operation.id} with an unknown ${property} returned ${response.status} instead of ${status}.`;
    tools.note(!isSuccess(response), warning(message, `body.${property}`));
  }
  if (played === 0) tools.skip('No record with a known reference is accepted.');
}

/** A text that names no record. Why plain: its schema may accept only some characters. */
const UNKNOWN = 'zephyrquartet';

/** Lists the properties of a new record that list names of records, with the error that a text states for unknown ones. */
function listsOfNames(
  resource: ResourceSession,
): readonly { readonly name: string; readonly status: number }[] {
  const sent = sentLocation(resource.operation('create'));
  return propertiesAt(sent).flatMap(({ name, shape }) => {
    const list = sent === null ? shape : plainShape(sent, shape);
    const item =
      sent !== null && list.kind === 'list' && list.least === 0 ? plainShape(sent, list.rest) : null;
    const isName =
      item?.kind === 'string' &&
      item.patterns.length === 0 &&
      item.format === null &&
      (item.most ?? UNKNOWN.length) >= UNKNOWN.length;
    const status = isName ? statusOfUnknown(resource.operation('create').operation, name) : null;
    return status === null ? [] : [{ name, status }];
  });
}

/** Creates a record with its write-only texts, and looks for them in the responses. */
async function lookForSecrets(resource: ResourceSession, tools: CheckTools): Promise<void> {
  const source = resource.operation('create');
  const sent = sentLocation(source);
  const returned = returnedLocation(resource.operation('read'));
  const { oneWay } = resource.operations.resource;
  const secrets = propertiesAt(sent).flatMap(({ name, shape }) => {
    const plain = sent === null ? shape : plainShape(sent, shape);
    const isSecret = oneWay.includes(`/${name}`) && propertyAt(returned, name) === null;
    const text = isSecret && plain.kind === 'string' ? sampleText(plain, 'Known to the check', 1) : undefined;
    return text === undefined ? [] : [[name, text] as const];
  });
  const { record } =
    secrets.length === 0 ? { record: null } : await resource.tryCreate(Object.fromEntries(secrets));
  if (record === null) return;
  const read = await resource.readExisting(record);
  for (const [name, text] of secrets)
    for (const shown of [record.created, read])
      tools.note(shown[name] !== text, `${name} is write-only, and is returned.`, `body.${name}`);
}

/** A text, a time and a number that no service would choose. */
const forged: Readonly<Record<string, unknown>> = {
  'date-time': '2001-02-03T04:05:06Z',
  date: '2001-02-03',
  string: 'forged_by_a_check_1042',
  number: 987_654_321,
};

/** Lists the read-only properties of a record with a value that a service would not choose. */
function listForged(
  resource: ResourceSession,
  present: JsonFields,
): readonly (readonly [name: string, value: unknown])[] {
  const location = returnedLocation(resource.operation('read'));
  const sent = new Set(propertiesAt(sentLocation(resource.operation('create'))).map(({ name }) => name));
  const { oneWay } = resource.operations.resource;
  return propertiesAt(location).flatMap(({ name, shape }: PropertyShape) => {
    if (location === null || !oneWay.includes(`/${name}`) || sent.has(name)) return [];
    const plain = plainShape(location, shape);
    if (plain.kind === 'number') return [[name, forged['number']] as const];
    if (plain.kind === 'values') {
      const other = plain.values.find((value) => value !== null && value !== present[name]);
      return other === undefined || present[name] === undefined ? [] : [[name, other] as const];
    }
    if (plain.kind !== 'string' || plain.patterns.length > 0) return [];
    const value = forged[plain.format ?? 'string'];
    return value === undefined ? [] : [[name, value] as const];
  });
}

async function writeReadOnly(resource: ResourceSession, tools: CheckTools): Promise<void> {
  const [shared] = await resource.shared();
  const values = listForged(resource, shared === undefined ? {} : await resource.readExisting(shared));
  if (values.length === 0) return tools.skip('No property is declared as read-only.');
  const key = resource.operations.resource.key?.value.property;
  const isKey = ([name]: Values[number]): boolean => `/${name}` === key;
  for (const group of [values.filter((each) => !isKey(each)), values.filter(isKey)]) {
    await sendTogether(group, (each) => createWith(resource, tools, each));
    if (resource.operations.byNeed.update !== undefined)
      await sendTogether(group, (each) => updateWith(resource, tools, each));
  }
}

type Values = readonly (readonly [name: string, value: unknown])[];

/** Sends values in one request, and one by one where that is rejected. */
async function sendTogether(values: Values, send: (values: Values) => Promise<boolean>): Promise<void> {
  if (values.length === 0 || (await send(values)) || values.length === 1) return;
  for (const value of values) await send([value]);
}

async function createWith(resource: ResourceSession, tools: CheckTools, values: Values): Promise<boolean> {
  const { record } = await resource.tryCreate(Object.fromEntries(values));
  if (record === null) return false;
  const actual = await resource.readExisting(record);
  const creator = resource.operation('create').operation.id;
  for (const [name, value] of values) {
    const message = `${creator} sets ${name}, which is read-only, to ${printValue(value)}.`;
    tools.note(!isSame(actual[name], value), message, `body.${name}`);
  }
  return true;
}

async function updateWith(resource: ResourceSession, tools: CheckTools, values: Values): Promise<boolean> {
  const record = await resource.create();
  if (!isSuccess(await resource.update(record, Object.fromEntries(values)))) return false;
  const updater = resource.operation('update').operation.id;
  const read = await resource.read(record);
  const names = values.map(([name]) => name).join(', ');
  // Why: a record whose key was changed can't be found.
  tools.note(isSuccess(read), `After ${updater} with ${names}, a record returned ${read.status}.`, 'status');
  const actual = resource.recordIn('read', read);
  for (const [name, value] of values) {
    const message = `${updater} changes ${name}, which is read-only, to ${printValue(value)}.`;
    tools.note(!isSame(actual?.[name], value), message, `body.${name}`);
  }
  return true;
}

function isSame(actual: unknown, value: unknown): boolean {
  return isDeepStrictEqual(actual, value) || Date.parse(String(actual)) === Date.parse(String(value));
}

async function omitDefaults(resource: ResourceSession, tools: CheckTools): Promise<void> {
  const { defaults = {} } = resource.operations.resource;
  const location = sentLocation(resource.operation('create'));
  const names = Object.keys(defaults).filter(
    (name) => !resource.isRequired('create', name) && mayBe(location, name, defaults[name]),
  );
  if (names.length === 0) return tools.skip('No optional property has a default.');
  const { record } = await resource.tryCreate(Object.fromEntries(names.map((name) => [name, undefined])));
  if (record === null) return tools.skip('A record without its optional properties is not accepted.');
  const read = await resource.readExisting(record);
  for (const name of names) {
    const actual = read[name];
    const isRight = actual === undefined || isDeepStrictEqual(actual, defaults[name]);
    const message = `${name} is ${printValue(actual)} where it was left out, and its default is ${printValue(defaults[name])}.`;
    tools.note(isRight, message, `body.${name}`);
  }
}

/**
 * Returns whether a property can have a value. Why: a default of another type, such as "1" for a number, means
 * nothing.
 */
function mayBe(location: SchemaLocation | null, name: string, value: unknown): boolean {
  const at = propertyAt(location, name);
  const shape = at === null ? null : plainShape(at, at.shape);
  const isOfKind = shape?.kind !== 'number' && shape?.kind !== 'string';
  return at === null || ((isOfKind || typeof value === shape.kind) && allows(at, value));
}

async function removeValues(resource: ResourceSession, tools: CheckTools): Promise<void> {
  const location = sentLocation(resource.operation('update'));
  const creatable = new Set(writableProperties(resource, 'create').map(({ name }) => name));
  const nullable = propertiesAt(location).flatMap(({ name, shape }) => {
    if (location === null || !creatable.has(name)) return [];
    const [value] = ordinaryValues(plainShape(location, shape));
    return value !== undefined && isNullable(location.contract, shape) ? [{ name, value }] : [];
  });
  if (nullable.length === 0) return tools.skip('No property may be null.');
  const { operation } = resource.operation('update');
  const statuses: number[] = [];
  for (const { name, value } of nullable) {
    const { record } = await resource.tryCreate({ [name]: value });
    if (record === null || !isDeepStrictEqual((await resource.readExisting(record))[name], value)) continue;
    const response = await resource.update(record, { [name]: null });
    statuses.push(response.status);
    if (!isSuccess(response)) continue;
    const actual = (await resource.readExisting(record))[name];
    const message = `After ${operation.id} with null, ${name} is still ${printValue(actual)}.`;
    tools.note(!isDeepStrictEqual(actual, value), message, `body.${name}`);
  }
  if (statuses.length > 0 && statuses.every((status) => !isSuccess({ status })))
    tools.skip(`${operation.id} accepted no null: ${statuses[0]}.`);
}
