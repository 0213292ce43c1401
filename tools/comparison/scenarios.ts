/**
 * The expectations of a client, based only on the description of a service. A scenario passes if each of its steps
 * succeeds.
 */
import assert from 'node:assert/strict';
import { messageOf } from '../../templates/runtime/json/value.ts';
import { Client, fillPath, type Call, type Received, type Send } from './client.ts';
import type { Described, Values } from './descriptions.ts';

/** The result of a scenario. Shape: `problem` is `null` if it passes. */
export interface Played {
  readonly scenario: string;
  readonly problem: string | null;
}

/** Shape: the key of the parent, if there is one, and that of the record. */
type Keys = readonly unknown[];

type Play = (session: Session) => Promise<void>;

const most = { pages: 40, perPage: '2', perList: '50' };

/** The requests that scenarios are made of. */
class Session {
  readonly described: Described;
  readonly client: Client;

  constructor(described: Described, client: Client) {
    this.described = described;
    this.client = client;
  }

  /** Returns the keys of a new parent, none where records have no parent. */
  async createParent(): Promise<Keys> {
    const { parent } = this.described;
    if (parent === null) return [];
    return [keyOf(await this.send('POST', parent.path, { body: parent.body }))];
  }

  async create(body: Values, parents: Keys): Promise<Keys> {
    const { list, type } = this.described;
    return [...parents, keyOf(await this.send('POST', list, { keys: parents, body, type }))];
  }

  async createAll(): Promise<readonly [Keys, Keys, Keys]> {
    const parents = await this.createParent();
    const [first, second, third] = this.described.records;
    const created = [
      await this.create(first, parents),
      await this.create(second, parents),
      await this.create(third, parents),
    ] as const;
    assert.equal(new Set(created.map((keys) => keys.at(-1))).size, 3, 'two created records have the same id');
    return created;
  }

  /** Sends a request that must succeed; returns the body. */
  async send(method: string, path: string, call: Call): Promise<unknown> {
    const { status, body } = await this.client.call(method, path, call);
    assert.ok(status >= 200 && status < 300, `${method} ${path} returned ${status}`);
    return body;
  }

  async expectRead(keys: Keys, expected: Values): Promise<void> {
    expectValues(await this.send('GET', this.described.item, { keys }), { ...expected, id: keys.at(-1) });
  }

  async expectStatus(expected: number, method: string, path: string, call: Call): Promise<void> {
    const { status }: Received = await this.client.call(method, path, call);
    assert.equal(status, expected, `${method} ${path} returned ${status}, not ${expected}`);
  }

  /** Returns the records of a list or of a page, and the page. */
  async list(
    parents: Keys,
    query: Readonly<Record<string, string>>,
  ): Promise<readonly [readonly Values[], Values]> {
    const { list, envelope } = this.described;
    const page = (await this.send('GET', list, { keys: parents, query })) as Values;
    const records = envelope === '' ? page : page[envelope];
    assert.ok(Array.isArray(records), 'the list has no records');
    return [records as readonly Values[], page];
  }

  /** Returns a list in its longest page. */
  async listAll(parents: Keys, query: Readonly<Record<string, string>> = {}): Promise<readonly Values[]> {
    const limit = this.described.pages === null ? {} : { limit: most.perList };
    return (await this.list(parents, { ...limit, ...query }))[0];
  }
}

const scenarios: Readonly<Record<string, (described: Described) => Play | null>> = {
  'create, then read it':
    ({ records }) =>
    async (session) => {
      const keys = await session.create(records[0], await session.createParent());
      await session.expectRead(keys, records[0]);
    },
  'a list has what was created': () => async (session) => {
    const created = await session.createAll();
    expectKeys(await session.listAll(created[0].slice(0, -1)), created);
  },
  'a filter returns what matches': ({ filter }) =>
    filter &&
    (async (session) => {
      const [first, second] = await session.createAll();
      const records = await session.listAll([], { [filter[0]]: filter[1] });
      expectKeys(records, [second]);
      assert.ok(!records.some(({ id }) => id === first[0]), 'the list has what does not match');
    }),
  'all pages have each record once': ({ pages }) =>
    pages &&
    (async (session) => {
      const created = await session.createAll();
      const walked = await walkPages(session, pages);
      expectKeys(walked, created);
      assert.equal(new Set(walked.map(({ id }) => id)).size, walked.length, 'a record is repeated');
    }),
  'update, then read it': ({ change, records, item }) =>
    change === null
      ? null
      : async (session) => {
          const keys = await session.create(records[0], await session.createParent());
          await session.send(change.method, item, { ...change, keys });
          await session.expectRead(keys, { ...records[0], ...change.body });
        },
  'delete, then 404': ({ hasDelete, records, item }) =>
    !hasDelete
      ? null
      : async (session) => {
          const keys = await session.create(records[0], await session.createParent());
          await session.send('GET', item, { keys });
          await session.send('DELETE', item, { keys });
          await session.expectStatus(404, 'GET', item, { keys });
        },
  'a nested list has the records of its parent': ({ parent, records, item }) =>
    parent &&
    (async (session) => {
      const one = await session.create(records[0], await session.createParent());
      const other = await session.create(records[1], await session.createParent());
      const listed = await session.listAll(one.slice(0, 1));
      expectKeys(listed, [one]);
      assert.ok(!listed.some(({ id }) => id === other[1]), 'the list has a record of another parent');
      await session.expectStatus(404, 'GET', item, { keys: [one[0], other[1]] });
    }),
  'an action changes the record': ({ action, records }) =>
    action &&
    (async (session) => {
      const keys = await session.create(records[0], []);
      await session.send('POST', action.path, { keys });
      await session.expectRead(keys, { ...records[0], ...action.sets });
    }),
  'a singleton keeps what was written': ({ singleton }) =>
    singleton &&
    (async (session) => {
      for (const body of singleton.bodies) {
        await session.send('PATCH', singleton.path, { body });
        expectValues(await session.send('GET', singleton.path, {}), body);
      }
    }),
  'a wrong body has the declared error':
    ({ wrong, list, type }) =>
    async (session) => {
      const keys = await session.createParent();
      await session.expectStatus(wrong.status, 'POST', list, { keys, body: wrong.body, type });
    },
  'no credential is 401': ({ credentials, list }) =>
    Object.keys(credentials).length === 0
      ? null
      : async (session) => {
          await session.expectStatus(401, 'GET', list, { isAnonymous: true });
        },
};

/** The names of all scenarios, in their order. */
export const scenarioNames: readonly string[] = Object.keys(scenarios);

/** Returns the names of the scenarios that apply to a description. */
export function scenariosOf(described: Described): readonly string[] {
  return scenarioNames.filter((name) => scenarios[name]?.(described) !== null);
}

/** Creates a record. Shape: the path of the record. */
export async function createRecord(described: Described, base: string): Promise<string> {
  const session = new Session(described, new Client(described, base));
  return fillPath(described.item, await session.create(described.records[0], await session.createParent()));
}

/** Plays the scenarios that apply to a description, and judges all responses. Shape: `verdicts` as the client has them. */
export async function playScenarios(
  described: Described,
  base: string,
  send?: Send,
): Promise<{ readonly played: readonly Played[]; readonly verdicts: readonly (string | null)[] }> {
  const client = new Client(described, base, send);
  const session = new Session(described, client);
  const played: Played[] = [];
  for (const [scenario, prepare] of Object.entries(scenarios)) {
    const play = prepare(described);
    if (play === null) continue;
    const problem = await play(session).then(() => null, messageOf);
    played.push({ scenario, problem });
  }
  return { played, verdicts: client.verdicts };
}

async function walkPages(
  session: Session,
  kind: NonNullable<Described['pages']>,
): Promise<readonly Values[]> {
  const walked: Values[] = [];
  let next: string | null = kind === 'page' ? '1' : '';
  for (let number = 1; next !== null; number++) {
    assert.ok(number <= most.pages, `there is no end after ${most.pages} pages`);
    const [records, page] = await session.list([], {
      limit: most.perPage,
      ...(next !== '' && { [kind]: next }),
    });
    walked.push(...records);
    if (kind === 'page') next = records.length === 0 ? null : String(number + 1);
    else if (kind === 'cursor') next = (page['next_cursor'] as string | null | undefined) ?? null;
    else next = page['has_more'] === true ? String(records.at(-1)?.['id']) : null;
  }
  return walked;
}

function keyOf(body: unknown): unknown {
  const key = (body as Values)['id'];
  assert.ok(key !== undefined, 'a created record has no id');
  return key;
}

/** Shape: a value of `null` may be absent, as after a merge patch. */
function expectValues(body: unknown, expected: Values): void {
  for (const [name, value] of Object.entries(expected))
    assert.equal((body as Values)[name] ?? null, value, `${name} is not what was written`);
}

function expectKeys(records: readonly Values[], created: readonly Keys[]): void {
  const keys = new Set(records.map(({ id }) => id));
  assert.ok(
    created.every((one) => keys.has(one.at(-1))),
    'the list lacks what was created',
  );
}
