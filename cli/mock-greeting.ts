/**
 * What the mock says when it is up: where it is, what opens it, and first calls that work when they are pasted.
 */
import { fixtureHints } from '../mock/fixtures/hints.ts';
import { fixedCredentials } from '../mock/fixtures/empty.ts';
import type { MockOptions, MockWorld } from '../mock/index.ts';

/** Describes a mock that has just started; the calls fit what the world holds, and a closed control API is not offered. */
export function describeStart(url: string, world: MockWorld, isControlOpen: boolean): string {
  const control = isControlOpen
    ? [`Clock, faults, worlds and journal are below ${url}/_mock/, see docs/control-api.md.`]
    : [];
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
    `Open ${url}/ in a browser to look around.`,
    ...control,
    'Ctrl+C stops it.',
  ];
  return `${lines.join('\n')}\n`;
}

/** Describes the same for programs, in one line. */
export function startAsJson(url: string, { id, fixture, seed }: MockWorld): string {
  const worlds = [{ id, url, fixture, seed }];
  return `${JSON.stringify({ url, controlUrl: `${url}/_mock`, fixture, seed, worlds })}\n`;
}

/** Warns that other computers can reach the service, and says what is needed for the control API there. */
export function describeExposure(host: string, { controlToken }: Pick<MockOptions, 'controlToken'>): string {
  const control = controlToken
    ? 'The control API needs the control token.'
    : 'The control API is closed there: start the mock with --control-token or BACKLOT_CONTROL_TOKEN to open it.';
  return (
    `Warning: listening on ${host}. Every computer that reaches this port can use the service, because its keys are ` +
    `published.\n${control}\n`
  );
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
