/** Misspelt names of scenarios, of their properties and of those of faults get a suggestion. */
import { describe, expect, it } from 'vitest';
import { agentPath, useMock } from '../support/mock-client.ts';

const service = useMock();

interface Rejected {
  readonly details: readonly { readonly suggestion?: string }[];
}

const suggestionsOf = (body: unknown) => (body as Rejected).details.map(({ suggestion }) => suggestion);

describe('a misspelt name', () => {
  it('of a scenario in Prefer gets a suggestion', async () => {
    const messages = [{ role: 'user', content: 'Hello' }];
    const response = await service.post(`${agentPath}/execute`, { messages }, { prefer: 'scenario=toosl' });
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ error: expect.stringMatching(/Did you mean tools\?$/) as string });
  });

  it('that is like none gets the list of all scenarios', async () => {
    const messages = [{ role: 'user', content: 'Hello' }];
    const prefer = 'scenario=qqqqqqqqqqqq';
    const response = await service.post(`${agentPath}/execute`, { messages }, { prefer });
    expect(response.body).toMatchObject({ error: expect.stringContaining('Known: aborted,') as string });
  });

  it('of a property of a scenario gets a suggestion', async () => {
    const steps = [{ tool: { name: 'find', eror: 'Not there.' } }];
    const response = await service.put('/_mock/scenarios/mine', { description: 'Mine.', steps });
    expect(suggestionsOf(response.body)).toEqual(['Did you mean error?']);
  });

  it('of a property of a fault gets a suggestion', async () => {
    const response = await service.post('/_mock/faults', { operationId: 'listAgents', statuss: 500 });
    expect(suggestionsOf(response.body)).toContain('Did you mean status?');
  });
});
