/** Roles of members: what a text excludes for a reader, and for everybody but the author. */
import {
  defineService,
  messagesOf,
  testFaults,
  type Call,
  type HandlerOptions,
} from './support/defined-service.ts';
import { name, object, oneOf, ref, text, type Fields } from './support/service-definition.ts';

const member = object({ role: oneOf('reader', 'writer', 'owner') });

/** Returns the roles of the members of the team that a record is or belongs to. */
function membersOf({ row, store }: Call): Fields {
  const team = row.kind === 'Team' ? row : store.find('Team', row.above)!;
  return (store.state.get(team.id) ?? { [team.owner]: 'owner' }) as Fields;
}

/** Lets members do something whose roles pass a test. */
const forMembers = (test: (role: unknown, call: Call) => boolean): HandlerOptions => ({
  isPublic: true,
  guard(call) {
    const role = membersOf(call)[call.caller];
    return role === undefined ? 404 : test(role, call) ? null : 403;
  },
});
const forAll = forMembers(() => true);
const forWriters = forMembers((role) => role !== 'reader');

const teams = await defineService({
  title: 'Teams',
  text: 'A `reader` may only read. A `writer` may also change notes.',
  isSecured: true,
  schemas: { User: object({ id: text }) },
  resources: [
    { name: 'Team', path: '/teams', fields: { name }, create: {}, get: forAll },
    {
      name: 'Note',
      path: '/teams/{teamId}/notes',
      item: '/notes/{noteId}',
      fields: { name },
      create: { ...forWriters, errors: [403] },
      get: forAll,
      delete: {
        ...forMembers((role, { row, caller }) => role === 'owner' || row.owner === caller),
        text: 'Only its author or an owner may delete a note; other members get 403.',
        errors: [403],
      },
    },
  ],
  operations: {
    'GET /me': { id: 'getMe', returns: ref('User'), run: ({ caller }) => ({ id: caller }) },
    'PUT /teams/{teamId}/members/{userId}': {
      ...forMembers((role) => role === 'owner'),
      id: 'putMember',
      body: member,
      returns: member,
      errors: [403],
      run(call) {
        const { body, params, row, store } = call;
        const user = params['userId'] ?? '';
        if (user !== 'one' && user !== 'two') return 404;
        store.state.set(row.id, { ...membersOf(call), [user]: body['role'] });
        return { role: body['role'] };
      },
    },
  },
});

testFaults(
  teams,
  {
    none: [{}, []],
    'readers may write': [
      { createNote: forAll },
      ['createNote as a member with the role reader returned 201 instead of 403.'],
    ],
    'writers may delete': [
      { deleteNote: forWriters },
      ['deleteNote as a member with the role writer returned 204 instead of 403.'],
    ],
  },
  { only: ['LAW49'] },
  messagesOf,
);
