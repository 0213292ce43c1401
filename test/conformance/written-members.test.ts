/** Records with keys of other resources, in responses with properties that no schema has. */
import { expect, it } from 'vitest';
import type { RunReport } from '../../conformance/model/run-report.ts';
import { checkWritten, empty, type WrittenCall } from './support/written-service.ts';
import { json, list, path, ref } from './support/written-parts.ts';

const sent = (schema: string) => `{ required: true, content: { application/json: { schema: ${schema} } } }`;
const none = '{ description: None. }';
const person = '{ type: string, pattern: "^[a-z][a-z0-9]{1,9}$" }';

const description = `
openapi: 3.1.0
info: { title: Teams, version: 1.0.0 }
paths:
  /people:
    get: { operationId: listPeople, responses: { '200': ${list('Person')} } }
    post:
      operationId: createPerson
      requestBody: ${sent(ref('Person'))}
      responses: { '201': ${json(ref('Person'))}, '409': { description: The name is taken. }, '422': ${none} }
  /people/{personName}:
    parameters: [{ name: personName, in: path, required: true, schema: ${person} }]
    get: { operationId: getPerson, responses: { '200': ${json(ref('Person'))}, '404': ${none} } }
  /teams:
    get: { operationId: listTeams, responses: { '200': ${list('Team')} } }
    post:
      operationId: createTeam
      requestBody: ${sent('{ type: object, required: [title], properties: { title: { type: string } } }')}
      responses: { '201': ${json(ref('Team'))}, '422': ${none} }
  /teams/{teamId}:
    parameters: [${path('teamId')}]
    get: { operationId: getTeam, responses: { '200': ${json(ref('Team'))}, '404': ${none} } }
  /teams/{teamId}/members:
    parameters: [${path('teamId')}]
    get: { operationId: listMembers, responses: { '200': ${list('Member')}, '404': ${none} } }
  /teams/{teamId}/members/{personName}:
    parameters: [${path('teamId')}, { name: personName, in: path, required: true, schema: ${person} }]
    put:
      operationId: putMember
      requestBody: ${sent('{ type: object, required: [role], properties: { role: { type: string, enum: [lead, guest] } } }')}
      responses: { '200': ${json(ref('Member'))}, '201': ${json(ref('Member'))}, '404': ${none}, '422': ${none} }
    delete: { operationId: deleteMember, responses: { '204': ${none}, '404': ${none} } }
  /teams/{teamId}/hooks:
    parameters: [${path('teamId')}]
    post:
      operationId: createHook
      requestBody: ${sent(ref('NewHook'))}
      responses: { '201': ${json(ref('Hook'))}, '404': ${none}, '422': ${none} }
components:
  schemas:
    Person: { type: object, required: [personName], properties: { personName: ${person} } }
    Team: { type: object, required: [teamId, title], properties: { teamId: { type: string }, title: { type: string } } }
    Member: { type: object, required: [personName, role], properties: { personName: { type: string }, role: { type: string } } }
    NewHook: { type: object, required: [url], properties: { url: { type: string, format: uri, pattern: '^https://' } } }
    Hook: { type: object, required: [id, url], properties: { id: { type: string }, url: { type: string, format: uri } } }
`;

interface Faults {
  readonly keepsMembers?: boolean;
  readonly addsTwice?: boolean;
  readonly losesHooks?: boolean;
}

function createService({ addsTwice, keepsMembers, losesHooks }: Faults, seen: Set<string>) {
  const people = new Set<string>();
  const teams = new Map<string, { title: string; members: { personName: string; role: unknown }[] }>();
  let traces = 0;
  const show = (value: object, status = 200): Response => {
    const traced = (each: object): object => ({ ...each, traceId: `t${++traces}` });
    return Response.json(Array.isArray(value) ? value.map(traced) : traced(value), { status });
  };
  const write = (team: string, personName: string, { method, body }: WrittenCall): Response => {
    const { members } = teams.get(team)!;
    const at = members.findIndex((each) => each.personName === personName);
    if (method === 'DELETE') {
      if (at >= 0 && keepsMembers !== true) members.splice(at, 1);
      return empty(at < 0 ? 404 : 204);
    }
    if (method !== 'PUT') return empty(405);
    const role = body?.['role'];
    if (role !== 'lead' && role !== 'guest') return empty(422);
    if (!people.has(personName)) return empty(404);
    seen.add('member');
    if (at < 0 || addsTwice === true) members.push({ personName, role });
    else members[at] = { personName, role };
    return show({ personName, role }, at < 0 ? 201 : 200);
  };
  return (call: WrittenCall): Response => {
    const { method, body } = call;
    const [, kind, id = '', below = '', member = '', more] = call.path.split('/');
    if (more !== undefined) return empty(404);
    if (kind === 'people' && id === '') {
      if (method === 'GET') return show([...people].map((personName) => ({ personName })));
      const name = body?.['personName'];
      if (method !== 'POST') return empty(405);
      if (typeof name !== 'string' || !/^[a-z][a-z0-9]{1,9}$/.test(name)) return empty(422);
      if (people.has(name)) return empty(409);
      people.add(name);
      return show({ personName: name }, 201);
    }
    if (kind === 'people' && below === '' && people.has(id))
      return method === 'GET' ? show({ personName: id }) : empty(405);
    if (kind !== 'teams') return empty(404);
    if (id === '') {
      if (method === 'GET') return show([...teams].map(([teamId, { title }]) => ({ teamId, title })));
      if (method !== 'POST') return empty(405);
      if (typeof body?.['title'] !== 'string') return empty(422);
      const teamId = `team${teams.size + 1}`;
      teams.set(teamId, { title: body['title'], members: [] });
      return show({ teamId, title: body['title'] }, 201);
    }
    // Why first: the errors of a request may be found in any order.
    if (below === 'hooks' && member === '' && method === 'POST') {
      const url = body?.['url'];
      if (typeof url !== 'string' || !/^https:\/\/[^ ]+$/.test(url)) return empty(422);
      if (losesHooks === true) return empty(500);
      seen.add('hook');
      return teams.has(id) ? show({ id: `h${++traces}`, url }, 201) : empty(404);
    }
    const team = teams.get(id);
    if (team === undefined) return empty(404);
    if (below === '') return method === 'GET' ? show({ teamId: id, title: team.title }) : empty(405);
    if (below === 'members' && member === '') return method === 'GET' ? show(team.members) : empty(405);
    return below === 'members' ? write(id, member, call) : below === 'hooks' ? empty(405) : empty(404);
  };
}

function findings({ outcomes }: RunReport): readonly string[] {
  const all = outcomes.flatMap((outcome) => outcome.findings);
  return [...new Set(all.map(({ check, subject, verdict }) => `${verdict} ${check} ${subject}`))];
}

it.each<[string, Faults, readonly string[]]>([
  ['a service without a fault', {}, []],
  ['a member that is added twice', { addsTwice: true }, ['warn LAW20 /teams']],
  ['a member that is not removed', { keepsMembers: true }, ['warn LAW20 /teams']],
  ['a failing subscription', { losesHooks: true }, ['fail C06 createHook', 'fail N03 createHook']],
])('%s', async (_name, faults, expected) => {
  const seen = new Set<string>();
  expect(findings(await checkWritten(description, createService(faults, seen)))).toEqual(expected);
  if (faults.losesHooks !== true) expect(seen).toEqual(new Set(['member', 'hook']));
});
