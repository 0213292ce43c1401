/** Versions: snapshots of the live state, at most one of which is published. */
import { describe, expect, it } from 'vitest';
import { startOfTests, useMock } from '../support/mock-client.ts';
import { expectResponse, itemsOf, type ApiResponse, type JsonBody } from '../support/api-response.ts';

const service = useMock();

const versionsOf = async (agentId: string, query = ''): Promise<JsonBody> =>
  (await service.get(`/v1/agent-versions/${agentId}${query}`)).body;
const version = (agentId: string, versionId: unknown) =>
  service.get(`/v1/agent-versions/${agentId}/${String(versionId)}`);
const publish = (agentId: string): Promise<ApiResponse> => service.post(`/v1/agents/${agentId}/publish`);
const publishVersion = (agentId: string, versionId: unknown) =>
  service.post(`/v1/agent-versions/${agentId}/publish`, { versionId });
const published = (agentId: string) => service.get(`/v1/agent-versions/${agentId}/published`);
const agent = async (agentId: string) => (await service.get(`/v1/agents/${agentId}`)).body;

describe('the versions of an agent', () => {
  // @fact F-4.1-001 F-4.1-002 F-4.1-004
  it('are listed newest first, with the ids of the published version and the draft', async () => {
    expect(await versionsOf('agent_support')).toEqual({
      agentId: 'agent_support',
      publishedVersionId: 'aver_support_2',
      draftVersionId: 'aver_support_3',
      versions: [
        {
          id: 'aver_support_3',
          versionNumber: 3,
          versionType: 'draft',
          label: 'Warmer answers',
          notes: 'To be tried with a few customers first.',
          configSummary: { model: 'mock-1', capabilityCount: 3 },
          createdAt: '2026-01-14T09:30:00.000Z',
        },
        expect.objectContaining({
          id: 'aver_support_2',
          versionNumber: 2,
          versionType: 'published',
          notes: null,
        }),
        expect.objectContaining({ id: 'aver_support_1', versionNumber: 1, versionType: 'published' }),
      ],
    });
  });

  // @fact F-4.1-003
  it.each([
    ['published', ['aver_support_2', 'aver_support_1']],
    ['draft', ['aver_support_3']],
    ['release', []],
    ['', ['aver_support_3', 'aver_support_2', 'aver_support_1']],
  ])('are filtered by the type %j', async (type, ids) => {
    const { versions } = await versionsOf('agent_support', `?type=${type}`);
    expect(itemsOf(versions).map(({ id }) => id)).toEqual(ids);
  });

  it('are an empty list before the first version', async () => {
    expect(await versionsOf('agent_research')).toEqual({
      agentId: 'agent_research',
      publishedVersionId: null,
      draftVersionId: null,
      versions: [],
    });
  });
});

describe('publishing an agent', () => {
  it('activates the agent, and updates the time of its last change', async () => {
    await publish('agent_research');
    expect(await agent('agent_research')).toMatchObject({ status: 'active', updatedAt: startOfTests });
  });

  it('creates a new version each time, even when nothing has changed', async () => {
    const ids = [await publish('agent_research'), await publish('agent_research')].map(
      ({ body }) => body['publishedVersionId'],
    );
    expect(new Set(ids).size).toBe(2);
    const { versions, publishedVersionId } = await versionsOf('agent_research');
    expect(itemsOf(versions).map(({ id, versionNumber }) => [id, versionNumber])).toEqual([
      [ids[1], 2],
      [ids[0], 1],
    ]);
    expect(publishedVersionId).toBe(ids[1]);
  });

  // @fact F-4.2-202 F-4.2-203
  it('continues the numbering after the draft, which remains a draft', async () => {
    const { body } = await publish('agent_support');
    expect(body['message']).toBe('Agent published as version 4');
    expect(await versionsOf('agent_support')).toMatchObject({
      publishedVersionId: body['publishedVersionId'],
      draftVersionId: 'aver_support_3',
    });
  });
});

describe('publishing a version', () => {
  // @fact F-4.1-011..014 F-3-026 F-4.1-022..024 F-9-005
  it('reverts to an older version and returns it', async () => {
    const response = await publishVersion('agent_support', 'aver_support_1');
    expect(response.body).toEqual((await version('agent_support', 'aver_support_1')).body);
    expect((await published('agent_support')).body).toEqual(response.body);
    expect((await agent('agent_support'))['publishedVersionId']).toBe('aver_support_1');
    expect((await agent('agent_support'))['config']).toMatchObject({ temperature: 0.3 });
  });

  it('publishes a draft', async () => {
    const response = await publishVersion('agent_support', 'aver_support_3');
    expect(response.body).toMatchObject({ id: 'aver_support_3', versionType: 'published' });
    expect(await versionsOf('agent_support')).toMatchObject({
      publishedVersionId: 'aver_support_3',
      draftVersionId: null,
    });
  });

  // @fact F-4.1-017 F-4.1-020
  it.each([
    [
      'a version of another agent',
      'agent_research',
      'aver_support_1',
      400,
      'Version does not belong to this agent',
    ],
    ['an unknown version', 'agent_support', 'aver_nothing', 404, 'Version not found'],
    ['an unknown agent', 'agent_nobody', 'aver_support_1', 404, 'Agent not found'],
  ])('rejects %s and changes nothing', async (_, agentId, versionId, status, error) => {
    const response = await publishVersion(agentId, versionId);
    expectResponse(response, status, { error });
    expect((await agent('agent_support'))['publishedVersionId']).toBe('aver_support_2');
    expect((await agent('agent_research'))['publishedVersionId']).toBeNull();
  });
});

describe('reading a version', () => {
  // @fact F-4.1-031..034 F-9-006 F-2.8-002
  it('returns the configuration at that time', async () => {
    const response = await version('agent_support', 'aver_support_1');
    expect(response.body).toMatchObject({
      id: 'aver_support_1',
      agentId: 'agent_support',
      versionNumber: 1,
      label: 'First release',
      createdAt: '2025-12-26T09:30:00.000Z',
    });
    expect(response.body['agentConfig']).not.toHaveProperty('voice');
    expect((await version('agent_support', 'aver_support_2')).body['agentConfig']).toHaveProperty('voice');
  });

  // @fact F-4.1-037 F-4.1-040
  it.each([
    ['agent_research', 'aver_support_1', 400, 'Version does not belong to this agent'],
    ['agent_support', 'aver_nothing', 404, 'Version not found'],
    ['agent_nobody', 'aver_support_1', 404, 'Agent not found'],
  ])('of %s as %s returns %s', async (agentId, versionId, status, error) => {
    const response = await version(agentId, versionId);
    expectResponse(response, status, { error });
  });

  it('hides the versions of other workspaces', async () => {
    const { body } = await service.post('/_mock/keys', {
      environment: 'live',
      scopes: ['*'],
      workspace: 'personal',
    });
    const key = String(body['key']);
    const mine = (await service.post('/v1/agents', { name: 'Mine' }, { key })).body['id'];
    const response = await service.get(`/v1/agent-versions/${String(mine)}/aver_support_1`, { key });
    expectResponse(response, 404, { error: 'Version not found' });
  });

  // @fact F-4.1-029
  it('returns 404 for the published version before there is one', async () => {
    const response = await published('agent_research');
    expectResponse(response, 404, { error: 'Agent has no published version' });
  });
});
