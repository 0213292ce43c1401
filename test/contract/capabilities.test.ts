/** Capabilities: added to an agent under a unique name, and removed. */
import { describe, expect, it } from 'vitest';
import { startOfTests, useMock } from '../support/mock-client.ts';
import { expectResponse, itemsOf, type JsonBody } from '../support/api-response.ts';

const service = useMock();

const read = async (id: string) => (await service.get(`/v1/agents/${id}`)).body;

describe('a capability', () => {
  const add = (body: JsonBody, agentId = 'agent_research') =>
    service.post(`/v1/agents/${agentId}/capabilities`, body);

  // @fact F-4.2-068..071 F-2.3-001 F-2.3-003..008
  it('is returned with the properties that were sent and null for the others', async () => {
    const response = await add({ toolName: 'look_up', flowId: 'flow_1', toolDescription: 'Looks up' });
    expect(response.status).toBe(201);
    expect(response.body).toMatchObject({
      agentId: 'agent_research',
      toolName: 'look_up',
      enabled: true,
      flowId: 'flow_1',
      subAgentId: null,
      toolId: null,
      toolDescription: 'Looks up',
      parametersSchema: null,
      displayOrder: 0,
      createdAt: startOfTests,
    });
    expect(itemsOf((await read('agent_research'))['capabilities'])).toEqual([response.body]);
  });

  // @fact F-2.3-008
  it.each([[{ type: 'object' }], [true], [null], ['text'], [[1, 2]], [0]])(
    'keeps %j as its parametersSchema',
    async (parametersSchema) => {
      expect((await add({ toolName: 'any', parametersSchema })).body['parametersSchema']).toEqual(
        parametersSchema,
      );
    },
  );

  // @fact F-4.2-075
  it.each([
    [{}, 'toolName', 'MISSING_REQUIRED_FIELD'],
    [{ toolName: '' }, 'toolName', 'TOO_SHORT'],
    [{ toolName: 'x'.repeat(101) }, 'toolName', 'TOO_LONG'],
    [{ toolName: 'a', enabled: 'yes' }, 'enabled', 'INVALID_TYPE'],
    [{ toolName: 'a', flowId: null }, 'flowId', 'INVALID_TYPE'],
  ])('is rejected as %j', async (body, path, code) => {
    const response = await add(body);
    expect(response.status).toBe(400);
    expect(response.body['details']).toMatchObject([{ path, code }]);
  });

  // @fact F-4.2-081..084 F-4.2-089
  it('is removed together with its binding only, and its name can be used again', async () => {
    const { body } = await add({ toolName: 'sub', subAgentId: 'agent_support' });
    const path = `/v1/agents/agent_research/capabilities/${String(body['id'])}`;
    expect((await service.delete(path.replace('research', 'partner'))).status).toBe(404);
    const removed = await service.delete(path);
    expectResponse(removed, 200, { success: true });
    expect((await service.delete(path)).status).toBe(404);
    expect((await read('agent_support'))['name']).toBe('Customer support');
    expect((await add({ toolName: 'sub' })).status).toBe(201);
  });
});
