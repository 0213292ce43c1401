/** Cards of external agents: fetched by URL, refreshed for an agent, and served by the mock itself. */
import { describe, expect, it } from 'vitest';
import { startOfTests, useMock } from '../support/mock-client.ts';
import { expectResponse, itemsOf, type JsonBody } from '../support/api-response.ts';

const root = 'http://127.0.0.1:4010';

const service = useMock();

const addressOf = (name: string, base = root) => `${base}/_mock/agent-cards/${name}.json`;
const put = (name: string, body: unknown, base = '') =>
  service.put(`${base}/_mock/agent-cards/${name}`, body);
const fetchCard = (url: unknown, base = '') => service.post(`${base}/v1/agents/fetch-agent-card`, { url });
const refresh = (agentId = 'agent_partner') => service.post(`/v1/agents/${agentId}/refresh-agent-card`);
const setExternalConfig = async (externalConfig: JsonBody) => {
  const answer = await service.put('/v1/agents/agent_partner', { externalConfig });
  expect(answer.status).toBe(200);
};

describe('fetching a card', () => {
  // @fact F-4.2-024..026 F-4.2-028 F-4.2-030
  it('returns the response of its URL, with any properties', async () => {
    const card = { name: 'Concierge', skills: [{ id: 'greet' }], 'x-own': { deep: [1, null] } };
    await put('concierge', card);
    const answer = await fetchCard(addressOf('concierge'));
    expectResponse(answer, 200, card);
  });

  it('recognizes the mock by each of its loopback names, and the cards of every world', async () => {
    expect((await fetchCard(addressOf('travel', 'http://localhost:4010'))).status).toBe(200);
    await service.post('/_mock/worlds', { id: 'other', fixture: 'empty' });
    await put('there', { name: 'There' }, '/w/other');
    expect((await fetchCard(addressOf('there', `${root}/w/other`))).body).toEqual({ name: 'There' });
    expect((await fetchCard(addressOf('travel'), '/w/other')).body['name']).toBe('Travel desk');
    expect((await fetchCard(addressOf('there'))).status).toBe(502);
  });

  // @fact F-4.2-027 F-4.2-031
  it.each([
    ['a private address', 'https://192.168.0.1/card.json', 'Invalid URL'],
    ['another part of the mock', `${root}/_mock/state`, 'Invalid URL'],
    ['another port of this computer', 'http://127.0.0.1:4011/_mock/agent-cards/travel.json', 'Invalid URL'],
    [
      'a user in the address of the mock',
      'http://me:pw@127.0.0.1:4010/_mock/agent-cards/travel.json',
      'Invalid URL',
    ],
    ['a file', 'file:///etc/passwd', 'Invalid URL'],
    ['a world that does not exist', `${root}/w/nowhere/_mock/agent-cards/travel.json`, 'Invalid URL'],
    ['a text that is not a URL', 'travel.json', 'Validation failed'],
    ['a number', 7, 'Validation failed'],
  ])('rejects %s', async (_, url, error) => {
    const answer = await fetchCard(url);
    expect([answer.status, answer.body['error']]).toEqual([400, error]);
    expect(itemsOf(answer.body['details'])[0]?.['path']).toBe('url');
  });

  it('does not reach a host that is given as the host of the mock', async () => {
    const asIf = async (url: string) => {
      const response = await service.fetch('POST', 'http://169.254.169.254/v1/agents/fetch-agent-card', {
        url,
      });
      return [response.status, await response.json()];
    };
    expect(await asIf('http://169.254.169.254/latest/meta-data')).toMatchObject([
      400,
      { error: 'Invalid URL' },
    ]);
    const own = 'http://169.254.169.254/_mock/agent-cards/travel.json';
    expect(await asIf(own)).toMatchObject([200, { name: 'Travel desk' }]);
  });

  // @fact F-2.7-006
  it('suggests the option that allows the URL', async () => {
    const answer = await fetchCard('http://127.0.0.1:9000/card.json');
    expect(itemsOf(answer.body['details'])[0]?.['suggestion']).toContain('--allow-cards 127.0.0.1:9000');
  });

  it.each([301, 302, 303, 307, 308])('follows a redirect with %s', async (status) => {
    await put('moved', { status, headers: { Location: 'travel.json' }, body: '' });
    expect((await fetchCard(addressOf('moved'))).body['name']).toBe('Travel desk');
  });

  // @fact F-4.2-027
  it.each([
    'http://169.254.169.254/latest/meta-data',
    'http://127.0.0.1:4010/_mock/state',
    'file:///etc/passwd',
    'http://[::1]/',
  ])('does not follow a redirect to %s', async (location) => {
    await put('trap', { status: 302, headers: { location }, body: '' });
    const answer = await fetchCard(addressOf('trap'));
    expect([answer.status, answer.body['error']]).toEqual([400, 'Invalid URL']);
  });
});

describe('refreshing the card of an agent', () => {
  // @fact F-4.2-212..218 F-4.2-220
  it('updates the copy, assigns roles to new skills, and reports the changes', async () => {
    const answer = await refresh();
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      id: 'agent_partner',
      healthStatus: 'healthy',
      lastHealthCheckAt: startOfTests,
      updatedAt: startOfTests,
      changeReport: {
        skillsAdded: ['change_trip'],
        skillsRemoved: ['fax_ticket'],
        rolesAutoApplied: ['member'],
      },
      externalConfig: {
        agentCard: { version: '2.4.1' },
        skillRoles: { book_trip: ['member'], change_trip: ['member'] },
      },
    });
    const { changeReport: _, ...agent } = answer.body;
    expect((await service.get('/v1/agents/agent_partner')).body).toMatchObject(agent);
  });

  // @fact F-4.2-216 F-4.2-217
  it('treats every skill as new when there is no copy, and uses the roles from the configuration', async () => {
    await setExternalConfig({
      agentCardUrl: addressOf('travel'),
      defaultSkillRoles: ['traveller', 'member', 'traveller'],
    });
    const { changeReport, externalConfig } = (await refresh()).body;
    expect(changeReport).toEqual({
      skillsAdded: ['book_trip', 'change_trip'],
      skillsRemoved: [],
      rolesAutoApplied: ['traveller', 'member'],
    });
    expect(externalConfig).toMatchObject({
      skillRoles: { book_trip: ['traveller', 'member'], change_trip: ['traveller', 'member'] },
    });
  });

  it('keeps the roles of existing skills', async () => {
    await put('growing', { skills: [{ id: 'old' }] });
    await setExternalConfig({ agentCardUrl: addressOf('growing'), defaultSkillRoles: ['first'] });
    await refresh();
    const { externalConfig } = (await service.get('/v1/agents/agent_partner')).body;
    await setExternalConfig({ ...(externalConfig as JsonBody), defaultSkillRoles: ['second'] });
    await put('growing', { skills: [{ id: 'old' }, { name: 'unnumbered' }, { id: '' }, {}] });
    expect((await refresh()).body).toMatchObject({
      changeReport: { skillsAdded: ['unnumbered'], rolesAutoApplied: ['second'] },
      externalConfig: { skillRoles: { old: ['first'], unnumbered: ['second'] } },
    });
  });

  it('reaches the card that its own world serves, in any world', async () => {
    await service.post('/_mock/worlds', { id: 'fork', from: 'default' });
    const answer = await service.post('/w/fork/v1/agents/agent_partner/refresh-agent-card');
    expect(answer.body).toMatchObject({
      changeReport: { skillsAdded: ['change_trip'] },
      externalConfig: { agentCardUrl: addressOf('travel', `${root}/w/fork`) },
    });
  });

  // @fact F-4.2-228
  it('keeps the copy and records the failure when the card cannot be fetched', async () => {
    const before = (await service.get('/v1/agents/agent_partner')).body;
    await put('travel', { status: 500, body: 'Oops' });
    const answer = await refresh();
    expect([answer.status, answer.body['error']]).toEqual([502, 'Failed to fetch agent card from remote']);
    expect((await service.get('/v1/agents/agent_partner')).body).toEqual({
      ...before,
      healthStatus: 'unhealthy',
      lastHealthCheckAt: startOfTests,
    });
  });

  it('changes nothing when the response is not a card', async () => {
    const before = (await service.get('/v1/agents/agent_partner')).body;
    await put('travel', { status: 200, body: 'Not a card' });
    expect((await refresh()).status).toBe(400);
    expect((await service.get('/v1/agents/agent_partner')).body).toEqual(before);
  });
});

describe('serving cards', () => {
  it('lists them by name with their URLs', async () => {
    await put('concierge', { name: 'Concierge' });
    await put('moved', { status: 302, headers: { location: '/' }, body: '' });
    expect((await service.get('/_mock/agent-cards')).body).toEqual({
      cards: [
        { name: 'concierge', url: addressOf('concierge'), status: 200 },
        { name: 'moved', url: addressOf('moved'), status: 302 },
        { name: 'travel', url: addressOf('travel'), status: 200 },
      ],
    });
  });

  it('responds with the stored status, headers and body', async () => {
    const headers = {
      'Content-Type': 'text/html; charset=utf-8',
      'X-Own': 'yes',
      'Content-Length': '3',
      Connection: 'close',
    };
    await put('page', { status: 418, headers, body: '<p>Zoë</p>' });
    const answer = await service.get('/_mock/agent-cards/page.json');
    expect([answer.status, answer.text]).toEqual([418, '<p>Zoë</p>']);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('x-own')).toBe('yes');
    expect([answer.headers.get('content-length'), answer.headers.get('connection')]).toEqual([null, null]);
  });

  it.each([
    ['a card', { name: 'A' }, 'application/json', '{"name":"A"}'],
    ['text', { status: 200, body: 'A' }, 'text/plain; charset=utf-8', 'A'],
    ['JSON', { status: 200, body: [1] }, 'application/json', '[1]'],
    ['null', { status: 200, body: null }, 'application/json', 'null'],
  ])('sends %s with the matching content type', async (_, body, type, text) => {
    await put('any', body);
    const answer = await service.get('/_mock/agent-cards/any.json');
    expect([answer.headers.get('content-type'), answer.text]).toEqual([type, text]);
  });

  it('stops serving a card when it is deleted', async () => {
    expect((await service.delete('/_mock/agent-cards/travel')).status).toBe(204);
    expect((await service.get('/_mock/agent-cards/travel.json')).status).toBe(404);
    expect((await service.delete('/_mock/agent-cards/travel')).status).toBe(404);
    expect((await service.get('/_mock/agent-cards')).body).toEqual({ cards: [] });
  });

  it('returns 404 for a name without its extension', async () => {
    expect((await service.get('/_mock/agent-cards/travel')).status).toBe(404);
  });

  it.each([
    ['a status without a body', { status: 204, body: '' }],
    ['a status that the control API reserves', { status: 403, body: '' }],
    ['an invalid status', { status: 99, body: '' }],
    ['a response without a body', { status: 200 }],
    ['an unknown property of a response', { status: 200, body: '', header: {} }],
    ['a header value that HTTP does not allow', { status: 200, headers: { 'x-bad': 'a\nb' }, body: '' }],
    ['an invalid header name', { status: 200, headers: { 'x bad': 'a' }, body: '' }],
    ['an invalid content type', { status: 200, headers: { 'content-type': 'html' }, body: '' }],
    ['an array', []],
  ])('rejects %s', async (_, body) => {
    expect((await put('wrong', body)).status).toBe(400);
    expect((await service.get('/_mock/agent-cards/wrong.json')).status).toBe(404);
  });

  it.each(['a.b', 'a b', '-a', 'x'.repeat(65)])('rejects the name %j', async (name) => {
    expect((await put(encodeURIComponent(name), { name: 'A' })).status).toBe(400);
  });
});
