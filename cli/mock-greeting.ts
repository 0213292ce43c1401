/**
 * What the mock says when it is up: where it is, what opens it, and first calls that work when they are pasted.
 */
import { fixtureHints } from '../mock/fixtures/hints.ts';
import { fixedCredentials } from '../mock/fixtures/empty.ts';
import type { MockWorld } from '../mock/index.ts';

/** Describes a mock that has just started; the calls fit what the world holds. */
export function describeStart(url: string, world: MockWorld): string {
  const { live, readOnly, test, session } = fixedCredentials;
  const lines = [
    `Backlot mock on ${url}  (fixture ${world.fixture}, seed ${world.seed})`,
    '',
    'Keys',
    `  ${live}          everything`,
    `  ${readOnly}     reading only`,
    `  ${test}          everything, with the limits of a test key`,
    `  ${session}          the session of the organization's owner`,
    '',
    'Try',
    ...firstCalls(url, world, live).map((call) => `  ${call}`),
    '',
    `Clock, faults, worlds and journal are below ${url}/_mock/, see docs/control-api.md. Ctrl+C stops it.`,
  ];
  return `${lines.join('\n')}\n`;
}

function firstCalls(url: string, world: MockWorld, key: string): readonly string[] {
  const { agentId, paused } = fixtureHints(world);
  const calls = [`curl -s ${url}/v1/agents -H 'Authorization: Bearer ${key}'`];
  if (agentId !== null) {
    calls.push(
      post(`${url}/v1/agents/${agentId}/execute`, key, { messages: [{ role: 'user', content: 'Hello' }] }),
    );
  }
  if (paused !== null) {
    const { agentId: owner, executionId, approvalId } = paused;
    calls.push(
      post(`${url}/v1/agents/${owner}/approve`, key, { executionId, approvalId, decision: 'approved' }),
    );
  }
  return calls;
}

/** The answer is a stream, so the call shows it as it comes. */
function post(address: string, key: string, body: object): string {
  const json = JSON.stringify(body);
  return `curl -sN ${address} -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '${json}'`;
}
