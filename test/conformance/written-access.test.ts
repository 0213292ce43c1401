/** Roles of members: what a text excludes for a reader, and for everybody but the author. */
import {
  defineService,
  messagesOf,
  testFaults,
  type Call,
  type HandlerOptions,
  type Result,
} from './support/defined-service.ts';
import { name, object, oneOf, ref, text, type Fields } from './support/service-definition.ts';

const member = object({ role: oneOf('reader', 'writer', 'owner') });

/** Returns the roles of the members of the team that a record is or belongs to. */
function membersOf({ row, store }: Call): Fields {
  const team = row.kind === 'Team' ? row : store.find('Team', row.above)!;
  return (store.state.get(team.id) ?? { [team.owner]: 'owner' }) as Fields;
}

/** Returns whether a path names the only owner of a team. */
const isLast = (call: Call): boolean => {
  const { [call.params['userId'] ?? '']: role, ...others } = membersOf(call);
  return role === 'owner' && !Object.values(others).includes('owner');
};

function removeMember(call: Call): Result {
  const { [call.params['userId'] ?? '']: role, ...others } = membersOf(call);
  if (role === undefined) return 404;
  call.store.state.set(call.row.id, others);
  return 204;
}

/** Sets the role of a member; `status` is that of a new one. */
function setRole(call: Call, status = 201): Result {
  const before = membersOf(call);
  const user = call.params['userId'] ?? '';
  call.store.state.set(call.row.id, { ...before, [user]: call.body['role'] });
  return Response.json({ role: call.body['role'] }, { status: user in before ? 200 : status });
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
      text: '201 when the user was not a member before, 200 when the role of a member was set. The last owner keeps the role (409).',
      body: member,
      returns: member,
      responses: { 201: { description: 'Added.', content: { 'application/json': { schema: member } } } },
      errors: [403, 409],
      run(call) {
        const isUnknown = call.params['userId'] !== 'one' && call.params['userId'] !== 'two';
        if (isUnknown) return 404;
        return isLast(call) && call.body['role'] !== 'owner' ? 409 : setRole(call);
      },
    },
    'DELETE /teams/{teamId}/members/{userId}': {
      ...forMembers((role) => role === 'owner'),
      id: 'removeMember',
      text: 'The last owner cannot be removed (409).',
      errors: [403, 409],
      run: (call) => (isLast(call) ? 409 : removeMember(call)),
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
    'new members have the status of known ones': [
      { putMember: (call) => (isLast(call) ? 409 : setRole(call, 200)) },
      ['putMember of a new member returned 200 instead of 201.'],
    ],
    'the last owner is removed': [
      { removeMember },
      ['removeMember of the last member with the role owner returned 204 instead of 409.'],
    ],
    'the last owner loses the role': [
      { putMember: (call) => setRole(call) },
      ['putMember of the last member with the role owner returned 200 instead of 409.'],
    ],
  },
  { only: ['LAW49'] },
  messagesOf,
);
