/**
 * The checks of agents, on the mock: they pass, and notice what they are there for.
 */
import { describe, expect, it } from 'vitest';
import { agentsSuite } from '../../../../../conformance/checks/scenarios/suites.ts';
import {
  after,
  editing,
  pretending,
  replacing,
  rowsOf,
  swapping,
  type Fields,
  type LieRow,
} from './support/tell-lies.ts';
import { describeOutcome, tellOnMock, type Mutation } from './support/tell-on-mock.ts';

describe('on the mock', () => {
  it.each(agentsSuite.checks.map(({ id, title }) => [id, title]))('%s passes: %s', async (id) => {
    expect(describeOutcome(await tellOnMock(agentsSuite, id))).toBe('pass');
  });
});

const one = /^GET \/v1\/agents\/[^/?]+$/;
const update = /^PUT \/v1\/agents\/[^/]+$/;
const capability = /^POST \/v1\/agents\/[^/]+\/capabilities$/;
const list = /^GET \/v1\/agents(\?|$)/;
const version = /^GET \/v1\/agent-versions\/[^/]+\/(?!published)[^/]+$/;
const publishVersion = /^POST \/v1\/agent-versions\/[^/]+\/publish$/;
const exported = /export-runtime$/;
const fetched = /fetch-agent-card$/;
const refreshed = /refresh-agent-card$/;
const policy = /token-audience-policy$/;

const mutations: readonly LieRow[] = [
  ['AGENT01', 'gives another agent than the one asked for', () => setting(one, 'id', 'agent_another')],
  ['AGENT01', 'refuses a body with a name', () => pretending(/^POST \/v1\/agents$/, 400, { error: 'No' })],
  ['AGENT02', 'forgets an icon', () => setting(one, 'icon', null), 'warn'],
  ['AGENT03', 'makes every agent external', () => setting(one, 'agentType', 'external')],
  ['AGENT04', 'clears what an update does not name', () => after(update, 1, setting(one, 'maxTurns', null))],
  ['AGENT04', 'does not update', () => pretending(update, 200)],
  ['AGENT05', 'replaces the configuration', () => replacingConfig()],
  ['AGENT06', 'joins lists', () => after(update, 1, joiningLists()), 'warn'],
  ['AGENT06', 'deletes what is set to null', () => after(update, 1, withoutPrompt()), 'warn'],
  ['AGENT07', 'refuses null', () => pretending(update, 400, { error: 'Validation failed' })],
  ['AGENT07', 'ignores null', () => pretending(update, 200), 'warn'],
  ['AGENT08', 'lists no capability', () => setting(one, 'capabilities', [])],
  ['AGENT09', 'takes a name twice', () => swapping(capability, 409, 201)],
  ['AGENT09', 'keeps a name for one agent of all', () => after(capability, 2, pretending(capability, 409))],
  [
    'AGENT10',
    'only says that it removes',
    () => pretending(/^DELETE .*\/capabilities\//, 200, { success: true }),
  ],
  ['AGENT10', 'keeps the name taken', () => after(capability, 1, swapping(capability, 201, 409))],
  ['AGENT11', 'knows no published version', () => swapping(/\/published$/, 200, 404)],
  ['AGENT11', 'lists no version', () => setting(/^GET \/v1\/agent-versions\/[^/]+$/, 'versions', [])],
  ['AGENT11', 'does not find a version by its id', () => swapping(version, 200, 404)],
  [
    'AGENT12',
    'changes versions with their agent',
    () => after(update, 1, replacing(version, 'first', 'second')),
  ],
  ['AGENT13', 'only says that it publishes', () => pretending(publishVersion, 200)],
  ['AGENT14', 'finds no version below another agent', () => swapping(version, 400, 404)],
  ['AGENT14', 'shows the version of another agent', () => swapping(version, 400, 200)],
  ['AGENT15', 'publishes the version of another agent', () => swapping(publishVersion, 400, 200)],
  ['AGENT15', 'does not find the version of another agent', () => swapping(publishVersion, 400, 404), 'warn'],
  [
    'AGENT16',
    'only says that it deletes',
    () => pretending(/^DELETE \/v1\/agents\/[^/]+$/, 200, { success: true }),
  ],
  ['AGENT16', 'shows what is deleted', () => swapping(one, 404, 200)],
  ['AGENT16', 'deletes twice', () => swapping(/^DELETE \/v1\/agents\/[^/]+$/, 404, 200), 'warn'],
  ['AGENT17', 'leaves sub-agents out', () => setting(exported, 'capabilities', [])],
  ['AGENT18', 'exports four levels', () => setting(exported, 'deepest', 'Stands at the depth of 5.')],
  ['AGENT19', 'exports a token', () => setting(exported, 'token', 'Bearer backlot-check-of-a-token')],
  ['AGENT20', 'writes cards anew', () => replacing(fetched, 'As it is served.', 'Something else.')],
  ['AGENT21', 'calls every failure a bad request', () => swapping(fetched, 502, 400)],
  ['AGENT21', 'calls every failure one of the other side', () => swapping(fetched, 400, 502)],
  ['AGENT22', 'refreshes once', () => once(refreshed)],
  ['AGENT23', 'does not mention a new skill', () => replacing(refreshed, 'backlot_paint', 'something')],
  ['AGENT23', 'reports nothing', () => setting(refreshed, 'changeReport', undefined), 'warn'],
  ['AGENT24', 'fails to fetch where there is nothing', () => swapping(refreshed, 400, 502)],
  ['AGENT25', 'breaks when the other side does', () => swapping(refreshed, 502, 500)],
  ['AGENT26', 'begins with 1', () => setting(policy, 'policyRevision', 1)],
  ['AGENT26', 'has entries that nobody has set', () => setting(policy, 'entries', [{}]), 'warn'],
  ['AGENT27', 'never counts on', () => setting(policy, 'policyRevision', 1)],
  ['AGENT28', 'says that the request is wrong', () => swapping(/\/voice$/, 403, 400)],
  ['AGENT28', 'speaks with any voice', () => swapping(/\/voice$/, 403, 200), 'warn'],
  ['AGENT29', 'skips an agent behind a page', () => onLaterPages((items) => items.slice(1))],
  ['AGENT29', 'repeats an agent behind a page', () => repeatingLast()],
  ['AGENT29', 'never comes further', () => editing(list, sameCursor)],
  ['AGENT30', 'finds nothing', () => setting(list, 'data', []), 'warn'],
];

describe('with a defect', () => {
  it.each(rowsOf(mutations))('$id notices a service that $says', async ({ id, mutation, verdict }) => {
    const outcome = await tellOnMock(agentsSuite, id, { mutation: mutation() });
    expect(outcome.verdict, describeOutcome(outcome)).toBe(verdict);
  });
});

const accepted: readonly LieRow[] = [
  ['AGENT02', 'fills a configuration up', () => editing(one, fillConfig)],
  ['AGENT04', 'touches the time of the last change', () => setting(one, 'updatedAt', '2030-01-01T00:00:00Z')],
  ['AGENT17', 'tells only the names of what is inlined', () => replacing(exported, 'Stands at', 'Is at')],
  ['AGENT20', 'adds to a card', () => setting(fetched, 'fetchedAt', '2030-01-01T00:00:00Z')],
];

describe('no false alarm', () => {
  it.each(rowsOf(accepted))('$id lets a service pass that $says', async ({ id, mutation }) => {
    expect(describeOutcome(await tellOnMock(agentsSuite, id, { mutation: mutation() }))).toBe('pass');
  });

  it.each([
    ['AGENT03', 'shows no type', setting(one, 'agentType', undefined)],
    ['AGENT05', 'shows no configuration', setting(one, 'config', undefined)],
    ['AGENT10', 'names ids otherwise', setting(capability, 'id', undefined)],
    ['AGENT12', 'shows no text in a version', replacing(version, 'first wording', '')],
    ['AGENT29', 'has another form of pages', editing(list, ({ data }) => ({ agents: data }))],
    ['AGENT27', 'has no policies', swapping(policy, 200, 404)],
    ['AGENT08', 'lets nobody make an agent', pretending(/^POST \/v1\/agents$/, 402, { error: 'No' })],
    ['AGENT01', 'lets nobody make an agent', pretending(/^POST \/v1\/agents$/, 402, { error: 'No' })],
  ])('%s is skipped for a service that %s', async (id, _, mutation) => {
    expect((await tellOnMock(agentsSuite, id, { mutation })).verdict).toBe('skip');
  });
});

function setting(line: RegExp, member: string, value: unknown): Mutation {
  return editing(line, (body) => ({ ...body, [member]: value }));
}

/** After an update, the configuration is what was sent last. */
function replacingConfig(): Mutation {
  let sent: unknown;
  return (request, tell) => {
    if (update.test(`${request.method} ${request.path}`)) sent = (request.body as Fields)['config'];
    return sent === undefined ? tell() : setting(one, 'config', sent)(request, tell);
  };
}

function joiningLists(): Mutation {
  return editing(one, ({ config }) => {
    (config as { settings: Fields }).settings['words'] = ['yes', 'no', 'perhaps'];
  });
}

function withoutPrompt(): Mutation {
  return editing(one, ({ config }) => {
    delete (config as Fields)['systemPrompt'];
  });
}

function once(line: RegExp): Mutation {
  let first: string | null = null;
  return async (request, tell) => {
    if (!line.test(`${request.method} ${request.path}`)) return tell();
    first ??= await (await tell()).text();
    return new Response(first, { headers: { 'content-type': 'application/json' } });
  };
}

function onLaterPages(edit: (items: readonly unknown[]) => readonly unknown[]): Mutation {
  return editing(/^GET \/v1\/agents\?.*cursor=/, ({ data, ...rest }) => ({
    ...rest,
    data: edit(data as readonly unknown[]),
  }));
}

/** The last item of a page is the first one of the next page, too. */
function repeatingLast(): Mutation {
  let last: unknown;
  return editing(list, ({ data, ...rest }, { path }) => {
    const items = data as readonly unknown[];
    const all = path.includes('cursor=') ? [last, ...items] : items;
    last = items.at(-1);
    return { ...rest, data: all };
  });
}

function sameCursor({ pagination, ...rest }: Fields, { path }: { readonly path: string }) {
  const cursor = new URLSearchParams(path.split('?')[1]).get('cursor');
  return cursor === null
    ? undefined
    : { ...rest, pagination: { ...(pagination as Fields), nextCursor: cursor, hasMore: true } };
}

function fillConfig({ config, ...rest }: Fields) {
  return { ...rest, config: { ...(config as Fields), usual: true } };
}
