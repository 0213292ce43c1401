/** What texts state, and what they leave open. */
import { describe, expect, it } from 'vitest';
import type { Contract } from '../../../contract/contract.ts';
import type { ContractOperation } from '../../../contract/operations.ts';
import { isClosedIn, isRejectedIn } from '../../../contract/statements/closed-states.ts';
import {
  distinguishesNew,
  limitsToRole,
  ownsKeys,
  reusedKeyStatus,
  roleThatStays,
} from '../../../contract/statements/access.ts';
import { fileLimit, rowsIn } from '../../../contract/statements/files.ts';
import {
  marksLastPage,
  rejectsQueries,
  repeatsQuery,
  statesAll,
} from '../../../contract/statements/lists.ts';
import {
  excludesCreation,
  isUniqueInAnyCase,
  keepsOwners,
  scopeOfUnique,
  statusOfUnknown,
} from '../../../contract/statements/records.ts';
import { endingQuery, endsWithRecord } from '../../../contract/statements/streams.ts';

/** Returns an operation with this text in a contract with a text about the API. */
function operationWith(text: string, api = ''): ContractOperation {
  const contract = { texts: { api, operations: { one: text } } } as unknown as Contract;
  return { id: 'one', contract } as unknown as ContractOperation;
}

describe('unique values', () => {
  it.each([
    ['Names are unique within the project, ignoring case (`409`).', 'project', true],
    [
      'The email is unique within the organization, without regard to upper and lower case.',
      'organization',
      true,
    ],
    ['The key must not be used by another project of the organization (`409`).', 'organization', false],
    ['The name is unique.', null, false],
    ['409 if it is closed already.', null, false],
  ])('%s', (text, scope, ignoresCase) => {
    expect(scopeOfUnique(operationWith(text))).toBe(scope);
    expect(isUniqueInAnyCase(operationWith(text))).toBe(ignoresCase);
  });
});

it.each([
  ['Only a shop without orders can be deleted; as long as it has any, the answer is `409`.', true],
  ['A shop with orders cannot be deleted.', true],
  ['Fails with 409 if the shop still has orders.', true],
  ['Deletes the shop with its orders.', false],
  ['A shop with items cannot be deleted.', false],
])('is not deleted with orders: %s', (text, expected) => {
  const responses = [{ status: 409 }] as unknown as ContractOperation['responses'];
  expect(keepsOwners({ ...operationWith(text), responses }, 'orders')).toBe(expected);
  expect(keepsOwners({ ...operationWith(text), responses: [] }, 'orders')).toBe(false);
});

it.each([
  ['Labels must exist in the project (`422` otherwise).', 422],
  ['Unknown labels are rejected with 400.', 400],
  ['Labels are created if they do not exist.', null],
  ['The owner must exist, else 404.', null],
])('rejects unknown labels: %s', (text, expected) => {
  expect(statusOfUnknown(operationWith(text), 'labels')).toBe(expected);
});

it.each([
  ['With `follow=false` the stream ends after the stored events.', { follow: 'false' }],
  ['If `wait` is `false`, the connection is closed after the last event.', { wait: 'false' }],
  ['With `follow=true` events as they happen.', null],
  ['The stream ends with the project.', null],
  ['With `follow=false` the stream never ends.', null],
])('a stream that ends: %s', (text, expected) => {
  const parameters = ['follow', 'wait'].map((name) => ({ name, in: 'query' }));
  const operation = { ...operationWith(text), parameters } as unknown as ContractOperation;
  expect(endingQuery(operation)).toEqual(expected);
});

it.each([
  ['The last owner cannot be removed (409).', 'owner'],
  ['A workspace always has an owner: the role of the last one cannot be taken away (409).', 'owner'],
  ['There must be at least one admin (409).', 'admin'],
  ['Owners may remove anyone. 409 if it is the last card.', null],
])('keeps the last member: %s', (text, expected) => {
  const responses = [{ status: 409 }] as unknown as ContractOperation['responses'];
  expect(roleThatStays({ ...operationWith(text), responses }, ['owner', 'admin'])).toBe(expected);
});

it.each([
  ['201 when the user was not a member before, 200 when the role of a member was set.', true],
  ['200 if the role changed, 201 for a new member.', true],
  ['Adds a member.', false],
])('distinguishes new members: %s', (text, expected) => {
  const responses = [{ status: 200 }, { status: 201 }] as unknown as ContractOperation['responses'];
  expect(distinguishesNew({ ...operationWith(text), responses })).toBe(expected);
});

it.each([
  ['CSV: the header line and one line for every card of the board.', 'card'],
  ['A JSON array with one object per task.', 'task'],
  ['A file with all tasks.', null],
])('has a line for each record: %s', (text, expected) => {
  expect(rowsIn(operationWith(text))).toBe(expected);
});

describe('idempotency keys', () => {
  it.each([
    ['The same key with another request is refused with `409`. Keys belong to the user.', 409, false],
    ['`Idempotency-Key`: keys are kept per user. A key with a different body yields 422.', 422, true],
    ['Idempotency keys are kept for a day.', null, false],
  ])('%s', (api, status, isOwned) => {
    const { contract } = operationWith('', api);
    expect(reusedKeyStatus(contract)).toBe(status);
    expect(ownsKeys(contract)).toBe(isOwned);
  });
});

it.each([
  ['400: invalid query parameter.', true],
  ['A bad query or header parameter gives 400.', true],
  ['A bad path or header parameter gives 400.', false],
  ['A body or a parameter that breaks its schema is refused with `422`; nothing is changed.', true],
  ['A path parameter that breaks its schema is answered with 422.', false],
  ['A parameter that exceeds its maximum is not refused with 422.', false],
  ['A parameter that exceeds its maximum is replaced by it.', false],
])('rejects queries: %s', (api, expected) => {
  expect(rejectsQueries(operationWith('', api))).toBe(expected);
});

describe('lists', () => {
  it('has all records', () => {
    expect(statesAll(operationWith('All attachments of a task'))).toBe(true);
    expect(statesAll(operationWith('Lists all labels of the project.'))).toBe(true);
    expect(statesAll(operationWith('All active labels'))).toBe(false);
    expect(statesAll(operationWith('Labels of the project'))).toBe(false);
  });

  it('marks its last page', () => {
    expect(marksLastPage(operationWith('', 'It is `null` when there are no further items.'))).toBe(true);
    expect(marksLastPage(operationWith('`next` is null on the last page.'))).toBe(true);
    expect(marksLastPage(operationWith('The last page may be empty.'))).toBe(false);
  });

  it('repeats the query in links', () => {
    const api = 'A `Link` header with `prev` and `next`, which repeat all other query parameters.';
    expect(repeatsQuery(operationWith('', api))).toBe(true);
    expect(repeatsQuery(operationWith('The link `next` leads to the next page.'))).toBe(false);
  });
});

it.each([
  ['After `project.deleted` the server closes the stream.', true],
  ['The stream stays open until the client leaves or the project is deleted.', true],
  ['The stream ends when the task is deleted.', false],
  ['The stream never ends.', false],
])('ends a stream with its record: %s', (text, isEnding) => {
  expect(endsWithRecord(operationWith(text), 'project.deleted', 'projects')).toBe(isEnding);
});

it.each([
  ['Only owners.', 'owner'],
  ['Removes a member (admins)', 'admin'],
  ['Only the name can be changed.', null],
  ['Owners and admins may do this.', null],
])('limits an operation to a role: %s', (text, role) => {
  expect(limitsToRole(operationWith(text), ['owner', 'admin', 'member'])).toBe(role);
});

it.each([
  ['Files of at most 1 MiB (`413`).', 1024 * 1024],
  ['Files of more than 64 KB are rejected with `413`.', 64 * 1024],
  ['The body is the file itself, 1 byte to 5 MiB.', 5 * 1024 * 1024],
  ['Uploads at most 3 files.', null],
])('limits the length of a file: %s', (text, most) => {
  const operation = { ...operationWith(text), responses: [{ status: 413 }] } as unknown as ContractOperation;
  expect(fileLimit(operation)).toBe(most);
});

describe('closed records', () => {
  const archived =
    'Archived projects are read-only: changes to the project and its tasks return `409`, except for deleting.';
  const state = { kind: 'projects', word: 'archived' };

  it.each([
    [archived, 'tasks', true],
    [archived, 'projects', true],
    [archived, 'comments', false],
    ['While a project is archived, no changes to its tasks are possible.', 'tasks', true],
    ['Archived projects are read-only for members; tasks too.', 'projects', false],
    ['Closed projects are read-only with their tasks.', 'tasks', false],
    ['Archived projects keep their tasks.', 'tasks', false],
  ])('%s: %s', (api, kind, isClosed) => {
    expect(isClosedIn(operationWith('', api).contract, state, kind, null)).toBe(isClosed);
  });

  it.each([
    ['An archived project gives 409.', true],
    ['`409` while the project is archived.', true],
    ['Tasks cannot be added to an archived project (409).', true],
    ['409 if the project is not archived.', false],
    ['409 unless the project is archived.', false],
    ['An archived project is read-only. A taken title gives 409.', false],
    ['An archived label gives 409.', false],
  ])('%s', (text, isRejected) => {
    const responses = [{ status: 409 }] as unknown as ContractOperation['responses'];
    expect(isRejectedIn({ ...operationWith(text), responses }, state)).toBe(isRejected);
    expect(isRejectedIn({ ...operationWith(text), responses: [] }, state)).toBe(false);
  });

  it.each([
    ['No task can be created in it.', true],
    ['An archived project takes no new tasks.', true],
    ['It accepts no further labels.', false],
    ['Its tasks stay.', false],
  ])('%s', (text, isExcluded) => {
    expect(excludesCreation(operationWith(text), 'tasks')).toBe(isExcluded);
  });

  it('reads the text of an action', () => {
    const action = operationWith(
      'Everything in it can not be changed, and nothing can be added (except reports).',
    );
    expect(isClosedIn(action.contract, state, 'tasks', action)).toBe(true);
    expect(isClosedIn(action.contract, state, 'reports', action)).toBe(false);
  });
});
