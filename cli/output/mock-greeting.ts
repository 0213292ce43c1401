/** Formats the start message of the mock: its URL, its keys, and calls to paste into a terminal. */
import { fixtureHints } from '../../mock/agent-platform/fixtures/hints.ts';
import { fixedCredentials } from '../../mock/agent-platform/fixtures/empty.ts';
import type { MockOptions, MockWorld } from '../../mock/index.ts';

/** Properties of a started mock besides its worlds. Shape: `place` is where they are stored, absent if in memory. */
interface Setup {
  readonly isControlOpen: boolean;
  /** Whether only the first line is printed. */
  readonly isQuiet: boolean;
  readonly place: string | undefined;
}

/** Describes a mock that has started, with calls that match its records. */
export function describeStart(
  url: string,
  world: MockWorld,
  { isControlOpen, isQuiet, place }: Setup,
): string {
  const title = `Backlot mock on ${url}  (fixture ${world.fixture}, seed ${world.seed})`;
  if (isQuiet) return `${title}\n`;
  const control = isControlOpen
    ? [
        `Open ${url}/_mock/console/ in a browser to watch and control it.`,
        `The control API (clock, faults, worlds, journal) is below ${url}/_mock/.`,
      ]
    : [];
  const { live, readOnly, test, session } = fixedCredentials;
  const lines = [
    title,
    'It serves the Agent Platform API; --openapi FILE serves another.',
    '',
    'Keys',
    `  ${live}          all permissions`,
    `  ${readOnly}     read only`,
    `  ${test}          all permissions, with the limits of a test key`,
    `  ${session}          the session of the organization's owner`,
    '',
    'Try',
    ...firstCalls(url, world, live).map((call) => `  ${call}`),
    '',
    ...control,
    ...(place === undefined ? [] : [`The worlds are stored in ${place}.`]),
    'Stop with Ctrl+C.',
  ];
  return `${lines.join('\n')}\n`;
}

/** Formats the same as one line of JSON. */
export function startAsJson(
  url: string,
  { id, fixture, seed }: Pick<MockWorld, 'id' | 'fixture' | 'seed'>,
): string {
  const worlds = [{ id, url, fixture, seed }];
  return `${JSON.stringify({ url, controlUrl: `${url}/_mock`, fixture, seed, worlds })}\n`;
}

/** Warns that other computers can reach the mock. */
export function describeExposure(host: string, { controlToken }: Pick<MockOptions, 'controlToken'>): string {
  const control = controlToken
    ? 'The control API requires the control token.'
    : 'The control API is disabled: set --control-token or BACKLOT_CONTROL_TOKEN to enable it.';
  return `Warning: listening on ${host}. Every computer that can reach this port can call the service.\n${control}\n`;
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

/** Formats a call whose stream is printed as it arrives. */
function post(address: string, key: string, body: object): string {
  const json = JSON.stringify(body);
  return `curl -sN ${address} -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '${json}'`;
}

/** Warns that the control token is not required on a loopback address. */
export function describeUnusedToken(host: string): string {
  return (
    `The control token is not required on ${host}: every program on this computer can use the control API, and so can ` +
    'everyone whose requests a proxy forwards here. Use --host with another address to require the token.\n'
  );
}
