/** Versions: snapshots of the live state, at most one of which is published. */
import { describe, expect, it } from 'vitest';
import { startOfTests, useMock } from '../support/mock-client.ts';
import { itemsOf, type ApiResponse, type JsonBody } from '../support/api-response.ts';

const service = useMock();

const versionsOf = async (agentId: string, query = ''): Promise<JsonBody> =>
  (await service.get(`/v1/agent-versions/${agentId}${query}`)).body;
const publish = (agentId: string): Promise<ApiResponse> => service.post(`/v1/agents/${agentId}/publish`);
const publishVersion = (agentId: string, versionId: unknown) =>
  service.post(`/v1/agent-versions/${agentId}/publish`, { versionId });
const agent = async (agentId: string) => (await service.get(`/v1/agents/${agentId}`)).body;

// @fact F-4.1-003
it.each([
  ['published', ['aver_support_2', 'aver_support_1']],
  ['draft', ['aver_support_3']],
  ['release', []],
  ['', ['aver_support_3', 'aver_support_2', 'aver_support_1']],
])('the versions of an agent are filtered by the type %j', async (type, ids) => {
  const { versions } = await versionsOf('agent_support', `?type=${type}`);
  expect(itemsOf(versions).map(({ id }) => id)).toEqual(ids);
});

describe('publishing an agent', () => {
  it('activates the agent, and updates the time of its last change', async () => {
    await publish('agent_research');
    expect(await agent('agent_research')).toMatchObject({ status: 'active', updatedAt: startOfTests });
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
  // @fact F-2.8-002 F-4.1-024
  it('shows the agent as it was published, with its capabilities', async () => {
    const published = { name: 'One', maxTurns: 2, config: { model: 'model-1' } };
    const id = await service.createAgent(published);
    await service.post(`/v1/agents/${id}/capabilities`, { toolName: 'old_tool' });
    await publish(id);
    await service.put(`/v1/agents/${id}`, { name: 'Two', maxTurns: 9, config: { model: 'model-2' } });
    const { body } = await service.get(`/v1/agent-versions/${id}/published`);
    expect(body['agentSnapshot']).toMatchObject({ ...published, capabilities: [{ toolName: 'old_tool' }] });
  });

  it('publishes a draft', async () => {
    const response = await publishVersion('agent_support', 'aver_support_3');
    expect(response.body).toMatchObject({ id: 'aver_support_3', versionType: 'published' });
    expect(await versionsOf('agent_support')).toMatchObject({
      publishedVersionId: 'aver_support_3',
      draftVersionId: null,
    });
  });
});
