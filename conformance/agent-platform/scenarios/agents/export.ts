/** Checks of the export of an agent: its completeness, its maximum depth, and that it contains no secrets. */
import type { ScenarioCheck, CheckContext } from '../scenario-check.ts';
import { expectStatus } from '../call-response.ts';
import { defineCheck, relyOnFacts } from '../define-check.ts';
import { isFields, mentions, textOf } from '../read-value.ts';
import { addSubAgent, makeAgent } from './make-agent.ts';

export const exportChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'AGENT17',
    title: 'An export is self-contained: it includes the agents it depends on.',
    description:
      'Exports an agent that is bound to a second one, which is bound to a third, and looks for the descriptions of both, or for their names if an export has no descriptions. Exports an agent that is bound to the flow of the test environment, and looks for more than its id. Exports one with three others below it.',
    rationale: 'A user who runs the definition elsewhere cannot fetch missing parts from the service.',
    basis: relyOnFacts('F-4.2-192', 'F-4.2-193'),
    run: exportNested,
  }),
  defineCheck({
    id: 'AGENT18',
    title: 'An export is at most three levels deep.',
    description: 'Exports an agent at the top of a chain of five and looks for the text of the last one.',
    rationale: 'Agents that call each other would produce an endless export.',
    basis: relyOnFacts('F-4.2-193', 'F-8-016'),
    async run(context: CheckContext) {
      const definition = await exportOf(context, await makeChain(context, 5));
      context.expect(
        !mentions(definition, textAt(5)),
        'An agent four levels below the exported one is inlined.',
        'body',
      );
    },
  }),
  defineCheck({
    id: 'AGENT19',
    title: 'An export contains no credentials of tool servers.',
    description:
      'Exports an agent with a tool server that needs a token and a header with another one, bound to another one of that kind.',
    rationale: 'Exports are shared, and the tokens in them would be too.',
    basis: relyOnFacts('F-4.2-194'),
    run: exportSecrets,
  }),
];

async function exportNested(context: CheckContext): Promise<void> {
  const definition = await exportOf(context, await makeChain(context, 3));
  // Why: a reference to an agent may repeat its name.
  const inlined = mentions(definition, textAt(1)) ? textAt : nameAt;
  for (const level of [2, 3])
    context.expect(
      mentions(definition, inlined(level)),
      `The agent at the depth of ${level - 1} below the exported one is not inlined.`,
      'body',
    );
  const deeper = await exportOf(context, await makeChain(context, 4));
  context.warn(
    mentions(deeper, inlined(4)),
    'The agent three levels below the exported one is not inlined.',
    'body',
  );
  await exportFlow(context);
}

/** Looks for the flow of a capability: an object that is not the capability, under its name or with its id. */
async function exportFlow(context: CheckContext): Promise<void> {
  const { bodies } = context.environment;
  const flowId =
    textOf(bodies['addAgentCapability'], 'flowId') ?? textOf(bodies['submitFlowBatch'], 'flowId');
  if (flowId === null) return;
  const id = await makeAgent(context, { name: 'Backlot check of a flow' });
  const body = { toolName: 'run_flow', flowId };
  const { status } = await context.call('addAgentCapability', { path: { id }, body });
  if (status !== 201) return;
  context.warn(
    hasFlow(await exportOf(context, id), flowId),
    'The flow of a capability is not inlined in the export of its agent.',
    'body',
  );
}

function hasFlow(value: unknown, flowId: string): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([name, inner]: readonly [string, unknown]) =>
      (isFields(inner) &&
        (/flow/i.test(name) || name === flowId || inner['id'] === flowId) &&
        Object.keys(inner).length > 1) ||
      hasFlow(inner, flowId),
  );
}

async function exportSecrets(context: CheckContext): Promise<void> {
  const header = 'Bearer backlot-check-of-a-header';
  const servers = (token: string) => [
    {
      id: 'ledger',
      name: 'Ledger',
      url: 'https://ledger.test/mcp',
      auth: { type: 'bearer', token },
      headers: { Authorization: header },
    },
  ];
  // Why: the source does not specify where the configuration of an agent lists its tool servers.
  const tokens = ['backlot-check-of-a-token', 'backlot-check-of-another-token'] as const;
  const config = { tools: { mcpServers: servers(tokens[0]) }, mcpServers: servers(tokens[1]) };
  const outer = await makeAgent(context, { name: 'Backlot check of a secret', config });
  const inner = await makeAgent(context, { name: 'Backlot check of an inner secret', config });
  await addSubAgent(context, outer, 'ask_below', inner);
  const definition = await exportOf(context, outer);
  const exported = tokens.filter((token) => mentions(definition, token));
  context.expect(exported.length < tokens.length, {
    message: 'The token of a tool server is in the export.',
    at: 'body',
    severity: 'warn',
  });
  // Why only then: a service that does not support such a server exports it unchanged.
  const isKnown = exported.length === 0 && mentions(definition, 'https://ledger.test/mcp');
  context.warn(
    !isKnown || !mentions(definition, header),
    'The Authorization header of a tool server is in the export, although its token is not.',
    'body',
  );
}

/** Creates a chain of agents, each bound to the next, and returns the id of the first. */
async function makeChain(context: CheckContext, length: number): Promise<string> {
  let below: string | null = null;
  for (let level = length; level >= 1; level--) {
    const id: string = await makeAgent(context, { name: nameAt(level), description: textAt(level) });
    if (below !== null) await addSubAgent(context, id, 'ask_below', below);
    below = id;
  }
  return below ?? context.skip('A chain needs an agent.');
}

function nameAt(level: number): string {
  return `Backlot check at depth ${level}`;
}

function textAt(level: number): string {
  return `Nested at depth ${level}.`;
}

async function exportOf(context: CheckContext, id: string): Promise<unknown> {
  const response = await context.call('exportAgentRuntime', { path: { id } });
  if (response.status === 403) return context.skip('Agents may not be exported here: 403.');
  expectStatus(context, response, 200, 'The export of an agent');
  return response.body;
}
