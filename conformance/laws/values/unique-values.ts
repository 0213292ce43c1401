/** The law of unique values: they are accepted once, and generated once. */
import { freesValue, isUniqueInAnyCase, scopeOfUnique } from '../../../contract/statements/records.ts';
import { isSameName } from '../../../contract/resources/words.ts';
import type { CheckTools } from '../../play/play-check.ts';
import { traitsOf } from '../../requests/operation-traits.ts';
import { distinctProperty } from '../../requests/records/distinct.ts';
import { pathNamesOf } from '../../requests/records/record-maker.ts';
import type { Texts } from '../../requests/request-form.ts';
import { defineLaw, type Law } from '../law.ts';
import { propertyAt, sentLocation } from '../record-schema.ts';
import { isSuccess, type ResourceResponse } from '../resource-requests.ts';
import type { ResourceSession } from '../resource-session.ts';

export const uniqueLaws: readonly Law[] = [
  defineLaw({
    id: 'LAW19',
    title: 'A unique value is accepted once.',
    description:
      'Creates a record, a second one with the same value, also in another case if the text ignores it, updates a third one to it, creates one below another parent if it is unique within one, and four with a new value at the same time. Deletes the first one and uses its value again. Deletes a record whose generated value is never reused according to its text, and creates another one. Compares the unique values that the service generates for four records that are created at the same time.',
    rationale: 'A name that is used twice is ambiguous; one that stays taken after a deletion is lost.',
    needs: ['create'],
    play: repeatValues,
  }),
];

const SEVERAL = 4;

async function repeatValues(resource: ResourceSession, tools: CheckTools): Promise<void> {
  const { operation } = resource.operation('create');
  const { unique } = resource.operations.resource;
  const names = [...new Set([...unique.map((name) => name.replace('/', '')), ...traitsOf(operation).unique])];
  const { lasting = [] } = resource.operations.resource;
  for (const name of lasting) await replaceLast(resource, tools, name);
  if (names.length + lasting.length === 0) return tools.skip('No property must be unique.');
  const sent = sentLocation(resource.operation('create'));
  const isGenerated = (name: string): boolean => propertyAt(sent, name) === null;
  for (const name of names.filter((each) => !isGenerated(each))) await repeatValue(resource, tools, name);
  // Why not versions: they may be unique among those of one record.
  const generated = names.filter((each) => isGenerated(each) && !/version|revision|etag|hash/i.test(each));
  if (generated.length > 0) await generateAtOnce(resource, tools, generated);
}

async function repeatValue(resource: ResourceSession, tools: CheckTools, name: string): Promise<void> {
  const { operation } = resource.operation('create');
  const record = await resource.create();
  const value = record.sent[name];
  if (typeof value !== 'string') return;
  const add = async (text: string, path?: Texts): Promise<ResourceResponse> =>
    (await resource.tryCreate({ [name]: text }, path)).response;
  const { status } = await add(value);
  tools.expect(status >= 400, `A second record with the same ${name} returned ${status}.`, 'status');
  const other = value.toUpperCase() === value ? value.toLowerCase() : value.toUpperCase();
  if (isUniqueInAnyCase(operation) && other !== value) {
    const inOtherCase = await add(other);
    const message = `A second record with the same ${name} in another case returned ${inOtherCase.status}.`;
    tools.note(!isSuccess(inOtherCase), message, 'status');
  }
  if (isUniquePerParent(resource)) {
    const others = await resource.createParents(true);
    // Why: if no parent can be created, all records are below the configured one.
    if (pathNamesOf(operation).some((parameter) => others[parameter] !== record.path[parameter]))
      expectReusable(tools, await add(value, others), { how: 'below another parent', name });
  }
  const fresh = distinctProperty(operation, name, { text: value, number: Date.now() % 1e8 });
  const responses = await Promise.all(Array.from({ length: SEVERAL }, () => add(fresh)));
  const count = responses.filter(isSuccess).length;
  tools.expect(
    count <= 1,
    `Of ${SEVERAL} records with the same ${name} at the same time, ${count} are created.`,
    'status',
  );
  await updateToTaken(resource, tools, { name, value });
  const removal = resource.operations.byNeed.delete?.operation;
  // Why: a description rarely specifies what happens to the values of a deleted record.
  const isFreed = removal !== undefined && freesValue(removal, name);
  if (removal === undefined || (operation.contract.provenance === null && !isFreed)) return;
  const deleted = await resource.delete(record);
  if (isSuccess(deleted)) expectReusable(tools, await add(value), { how: 'of a deleted record', name });
}

/**
 * Returns whether values are unique only below each parent. Why only if a text states it: a description rarely specifies
 * whether a value is unique per parent or globally.
 */
function isUniquePerParent(resource: ResourceSession): boolean {
  const { operation } = resource.operation('create');
  const segments = operation.path.split('/');
  const parent = segments.findLastIndex((segment) => segment.startsWith('{')) - 1;
  const kind = segments[parent];
  if (kind === undefined) return false;
  const scope = scopeOfUnique(operation);
  return operation.contract.provenance === null ? scope !== null && isSameName(scope, kind) : true;
}

/** Updates a record to a value that another one has. */
async function updateToTaken(
  resource: ResourceSession,
  tools: CheckTools,
  { name, value }: { readonly name: string; readonly value: string },
): Promise<void> {
  const { update } = resource.operations.byNeed;
  if (update === undefined || propertyAt(sentLocation(update), name) === null) return;
  const other = await resource.create();
  const { status } = await resource.update(other, { [name]: value });
  if (!isSuccess({ status }) || resource.operations.byNeed.read === undefined) return;
  // Why: a service may accept the request and ignore the property.
  const actual = (await resource.readExisting(other))[name];
  const message = `${update.operation.id} with the ${name} of another record returned ${status}.`;
  tools.note(actual !== value, message, 'status');
}

/** Reports a value that is rejected as taken. */
function expectReusable(
  tools: CheckTools,
  { status }: ResourceResponse,
  { how, name }: { readonly how: string; readonly name: string },
): void {
  tools.note(status !== 409, `The ${name} of a record is rejected as taken ${how}: 409.`, 'status');
}

/** Deletes the last of some records, and compares the value that the service generates for the next one. */
async function replaceLast(resource: ResourceSession, tools: CheckTools, name: string): Promise<void> {
  if (resource.operations.byNeed.delete === undefined) return;
  await resource.create();
  const last = await resource.create();
  const value = last.created[name];
  if (value == null || !isSuccess(await resource.delete(last))) return;
  const next = await resource.create();
  const message = `A new record has the ${name} of a deleted one.`;
  tools.noteOf(next.exchange, next.created[name] !== value, message, `body.${name}`);
}

/** Creates records at the same time, and compares the values that the service generates for them. */
async function generateAtOnce(
  resource: ResourceSession,
  tools: CheckTools,
  names: readonly string[],
): Promise<void> {
  const created = await Promise.all(Array.from({ length: SEVERAL }, () => resource.tryCreate()));
  const records = created.flatMap(({ record }) => (record === null ? [] : [record.created]));
  for (const name of names) {
    const values = records.map((record) => record[name]).filter((value) => value != null);
    const message = `Of ${values.length} records that are created at the same time, two have the same ${name}.`;
    tools.note(new Set(values).size === values.length, message, `body.${name}`);
  }
}
