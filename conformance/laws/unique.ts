/** The law of unique values: each of them is accepted once, also at the same time, and is free again after a deletion. */
import { warning, type CheckTools } from '../play/play-check.ts';
import { traitsOf } from '../requests/operation-traits.ts';
import type { Texts } from '../requests/request-form.ts';
import { defineLaw, type Law } from './law.ts';
import { isSuccess, type ResourceResponse } from './resource-requests.ts';
import type { ResourceSession } from './resource-session.ts';

/** The laws of unique values. */
export const uniqueLaws: readonly Law[] = [
  defineLaw({
    id: 'LAW19',
    title: 'A value that must be unique is accepted once.',
    description:
      'Creates a record, another one with the same value, one with it below another parent, and four with a new value at the same time. Deletes the first one, and uses its value again.',
    rationale: 'A name that is used twice would be ambiguous, and one that stays taken would be lost.',
    needs: ['create'],
    play: repeatValues,
  }),
];

/** How many records are created at the same time. */
const SEVERAL = 4;

async function repeatValues(resource: ResourceSession, tools: CheckTools): Promise<void> {
  const { operation } = resource.operation('create');
  const { unique, parents } = resource.operations.resource;
  const names = [...new Set([...unique.map((name) => name.replace('/', '')), ...traitsOf(operation).unique])];
  if (names.length === 0) return tools.skip('No property must be unique.');
  for (const name of names) {
    const record = await resource.create();
    const value = record.sent[name];
    if (typeof value !== 'string') continue;
    const add = async (text: string, path?: Texts): Promise<ResourceResponse> =>
      (await resource.tryCreate({ [name]: text }, path)).response;
    const { status } = await add(value);
    tools.expect(status >= 400, `A second record with the same ${name} returned ${status}.`, 'status');
    // Why: a description does not say whether a value is unique below each parent, or among all records.
    const isScoped = operation.contract.provenance !== null && parents.length > 0;
    const others = isScoped ? await resource.createParents(true) : {};
    // Why: where no parent can be created, all records are below the one that is configured.
    if (isScoped && parents.some(({ parameter }) => others[parameter] !== record.path[parameter]))
      expectFree(resource, tools, await add(value, others), { how: 'below another parent', name });
    const responses = await Promise.all(Array.from({ length: SEVERAL }, () => add(`${value}_at_once`)));
    const count = responses.filter(isSuccess).length;
    tools.expect(
      count <= 1,
      `Of ${SEVERAL} records with the same ${name} at the same time, ${count} are created.`,
      'status',
    );
    if (resource.operations.byNeed.delete === undefined) continue;
    const deleted = await resource.delete(record);
    if (isSuccess(deleted))
      expectFree(resource, tools, await add(value), { how: 'of a deleted record', name });
  }
}

/** Notes a value that is rejected as taken. Why a warning: a description seldom says what becomes of a deleted record. */
function expectFree(
  { operations: { contract } }: ResourceSession,
  tools: CheckTools,
  { status }: ResourceResponse,
  { how, name }: { readonly how: string; readonly name: string },
): void {
  const message = `The ${name} of a record is rejected as taken ${how}: 409.`;
  tools.note(status !== 409, contract.provenance === null ? warning(message, 'status') : message, 'status');
}
