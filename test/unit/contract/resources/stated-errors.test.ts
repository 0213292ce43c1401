/** The states, keys and deletions that texts state. */
import { expect, it } from 'vitest';
import { statedDeletions, takesOff } from '../../../../contract/resources/records/stated-deletions.ts';
import { statedEffect } from '../../../../contract/resources/records/stated-effect.ts';
import { statedErrors } from '../../../../contract/resources/records/stated-errors.ts';
import type { SourceOperation, SourceSchema } from '../../../../contract/resources/source.ts';

type Text = Pick<SourceOperation, 'text' | 'responses' | 'parameters'>;

const property = (types: readonly string[], values: readonly string[] | null = null) =>
  ({ types: new Set(types), values, properties: new Map() }) as unknown as SourceSchema;
const schema = {
  properties: new Map([
    ['status', property(['string'], ['open', 'started', 'done'])],
    ['isArchived', property(['boolean'])],
    ['doneAt', property(['string', 'null'])],
  ]),
} as unknown as SourceSchema;

const operation = (text: string, statuses: readonly number[] = [409]): Text => ({
  text,
  responses: statuses.map((status) => ({ status, text: 'An error.' })) as unknown as Text['responses'],
  parameters: [{ name: 'Idempotency-Key', in: 'header', text: '' }] as unknown as Text['parameters'],
});

const others = (values: readonly string[]) => ({ pointer: '/status', values, isNegated: true, isSure: true });
const inState = (values: readonly string[]) => ({ ...others(values), isNegated: false });
const archived = { pointer: '/isArchived', values: [true], isNegated: false, isSure: true };

it.each([
  ['From open to started. In any other status, the response is `409`.', [others(['open'])]],
  ['Takes a task from `started` to `done`. Any other state is a 409.', [others(['started'])]],
  ['Archives a task that is `done`. A task in another status returns 409.', [others(['done'])]],
  ['An archived task cannot be changed (`409`).', [archived]],
  ['An archived task cannot be changed.', undefined],
  ['A task that is not archived returns 409.', undefined],
  ['The name is unique (409).', undefined],
  ['From open to done; a done task is answered with `409`.', [inState(['done'])]],
  ['409 if the task is already started.', [inState(['started'])]],
  ['Starts a task; `409` if it is done.', [inState(['done'])]],
  ['Starts a task; `409` if the list is done.', undefined],
  ['Finishing a done task gives 409.', [inState(['done'])]],
  ['409 when the task is open.', [inState(['open'])]],
  ['`409` unless the task is open or started.', [others(['open', 'started'])]],
  ['409 when the task is not done.', [others(['done'])]],
  ['409 when the list is not done.', undefined],
  ['409 when the task is not archived.', [{ ...archived, values: [false] }]],
  ['`409` unless it is archived.', [{ ...archived, values: [false] }]],
  ['Archiving an archived task gives 409.', [archived]],
  ['A project with an open task is answered with 409.', undefined],
  ['Only a started task can be done, else 409.', undefined],
])('reads the states of "%s"', (text, expected) => {
  expect(statedErrors(operation(text), schema, 'tasks').conflicts).toEqual(expected);
});

it('reads no state of an operation without 409', () => {
  expect(statedErrors(operation('An archived task returns 409.', [404]), schema).conflicts).toBeUndefined();
});

it.each([
  ['Clears `isArchived` and `doneAt`.', { sets: [], clears: ['doneAt'], values: { isArchived: false } }],
  ['Archiving it again gives 409.', { sets: [], again: 409 }],
  ['Archiving the task twice gives 409.', { sets: [], again: 409 }],
  ['Gives 409 for an open task. Starting it again is possible.', undefined],
])('reads the effect of "%s"', (text, expected) => {
  expect(statedEffect(operation(text), schema).effect).toEqual(expected);
});

it.each([
  ['The same key with another body is rejected with `422`.', 422],
  ['A key that was used with a different payload is answered with 400.', undefined],
  ['A key can be used again.', undefined],
])('reads the status of a key with another body of "%s"', (text, expected) => {
  expect(statedErrors(operation(text, [422]), schema).reusedKey).toBe(expected);
});

it.each([
  ['Deletes the project together with its tasks and labels.', ['tasks', 'projects/labels']],
  ['Removes a project and all of its tasks.', ['tasks']],
  ['Deletes the project. Its tasks stay.', undefined],
  ['Deletes the project, and its tasks are not deleted.', undefined],
])('reads what is deleted of "%s"', (text, expected) => {
  expect(statedDeletions({ text }, ['tasks', 'members', 'projects/labels']).alsoDeletes).toEqual(expected);
});

it.each([
  ['Deletes the project and all data within.', ['tasks']],
  ['Deletes the project and everything in it.', ['tasks']],
  ['Deletes the project and its labels, along with all related resources.', ['projects/labels', 'tasks']],
  ['Deletes the project. All data is kept.', undefined],
  ['Deletes the project.', undefined],
])('reads that all in a record is deleted of "%s"', (text, expected) => {
  const names = ['tasks', 'members', 'projects/labels'];
  expect(statedDeletions({ text }, names, () => ['tasks']).alsoDeletes).toEqual(expected);
});

it.each([
  ['Deletes the label and takes it off all tasks', true],
  ['The label disappears from all tasks that carry it', true],
  ['This uncategorizes all tasks in the category', true],
  ['Untag all of its tasks', true],
  ['Its tasks become unassigned', true],
  ['The owner of its tasks is set to null', true],
  ['Its tasks are not detached', false],
  ['Its tasks are unaffected', false],
  ['Deletes the label under the tasks', false],
  ['Deletes all uncategorized tasks', false],
])('reads what loses its reference of "%s"', (sentence, expected) => {
  expect(takesOff(sentence, 'tasks')).toBe(expected);
});
