/**
 * Approvals: decided once, in time, for the tool call that was shown.
 */
import { describe, expect, it } from 'vitest';
import { agentId, useMock } from '../support/mock-client.ts';
import { decisionFor } from '../support/run-events.ts';

const agentPath = `/v1/agents/${agentId}`;

const runs = useMock();

describe('errors', () => {
  it('429 when the burst rate is exceeded, with the approval still pending', async () => {
    await runs.addKey({ token: 'rt_live_burst', plan: 'burst' });
    const paused = await runs.run('approval');
    const execute = { messages: [], streamResponse: false };
    for (let count = 0; count < 5; count += 1)
      await runs.post(`${agentPath}/execute`, execute, { key: 'rt_live_burst' });
    const body = decisionFor(paused);
    expect((await runs.post(`${agentPath}/approve`, body, { key: 'rt_live_burst' })).status).toBe(429);
    expect((await runs.approve(paused)).status).toBe(200);
  });
});
