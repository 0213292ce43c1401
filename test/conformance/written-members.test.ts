/** Records with keys of other resources, in responses with properties that no schema has. */
import { expect, it } from 'vitest';
import { defineService, namesOf, type Call, type Faults, type Result } from './support/defined-service.ts';
import { listOf, object, oneOf, ref, text, type Fields } from './support/service-definition.ts';

const personName = { ...text, pattern: '^[a-z][a-z0-9]{1,9}$' };
const membersOf = ({ params, store }: Call) =>
  (store.state.get(String(params['teamId'])) ?? []) as readonly Fields[];
const setMembers = ({ params, store }: Call, members: readonly Fields[]) =>
  void store.state.set(String(params['teamId']), members);

/** Adds a member, or changes its role; `isOther` selects the members that stay. */
function putMember(call: Call, isOther = (member: Fields) => member['personName'] !== call.row.id): Result {
  const member = { personName: call.row.id, ...call.body };
  const before = membersOf(call);
  setMembers(call, [...before.filter(isOther), member]);
  return Response.json(member, { status: before.every(isOther) ? 201 : 200 });
}

const teams = await defineService({
  title: 'Teams',
  invalid: 422,
  extend: () => ({ traceId: crypto.randomUUID() }),
  schemas: { Member: object({ personName: text, role: text }) },
  resources: [
    {
      name: 'Person',
      path: '/people',
      item: '/people/{personName}',
      key: 'personName',
      fields: { personName },
      list: { id: 'listPeople' },
      create: { errors: [409] },
      get: {},
    },
    { name: 'Team', path: '/teams', key: 'teamId', fields: { title: text }, list: {}, create: {}, get: {} },
    {
      name: 'Hook',
      path: '/teams/{teamId}/hooks',
      fields: { url: { ...text, format: 'uri', pattern: '^https://' } },
      create: {},
    },
  ],
  operations: {
    'GET /teams/{teamId}/members': { id: 'listMembers', returns: listOf(ref('Member')), run: membersOf },
    'PUT /teams/{teamId}/members/{personName}': {
      id: 'putMember',
      body: object({ role: oneOf('lead', 'guest') }),
      returns: ref('Member'),
      responses: { 201: { description: 'It.', content: { 'application/json': { schema: ref('Member') } } } },
      run: (call) => putMember(call),
    },
    'DELETE /teams/{teamId}/members/{personName}': {
      id: 'deleteMember',
      run(call) {
        const others = membersOf(call).filter((member) => member['personName'] !== call.row.id);
        if (others.length === membersOf(call).length) return 404;
        setMembers(call, others);
        return 204;
      },
    },
  },
});

const both = ['N03 createHook', 'P01 putMember'];

it.each<[string, Faults, findings: readonly string[], passed: readonly string[]]>([
  ['a service without a fault', {}, [], both],
  [
    'a member that is added twice',
    { putMember: (call) => putMember(call, () => true) },
    ['warn LAW20 /teams'],
    both,
  ],
  [
    'a member that is not removed',
    {
      deleteMember: (call) =>
        membersOf(call).some(({ personName }) => personName === call.row.id) ? 204 : 404,
    },
    ['warn LAW20 /teams'],
    both,
  ],
  [
    'a failing subscription',
    { createHook: { run: () => 500, missing: () => 500 } },
    ['fail C06 createHook', 'fail N03 createHook'],
    ['P01 putMember'],
  ],
])('%s', async (_name, faults, findings, passed) => {
  const report = await teams.check(faults);
  expect(namesOf(report)).toEqual(findings);
  const names = report.outcomes.flatMap(({ check, subject, verdict }) =>
    verdict === 'pass' ? [`${check} ${subject}`] : [],
  );
  expect(names).toEqual(expect.arrayContaining(passed as string[]));
});
