/** LOCAL05, LOCAL06: a run continues with the output that it waits for, once. */
import { noteRejected } from '../call-response.ts';
import { defineCheck, relyOnFacts, relyOnPractice } from '../define-check.ts';
import { defineFlawChecks, type FlawTable } from '../flaw-table.ts';
import {
  pauseForOutput,
  sendOutput,
  supplyAccepted,
  type OutputTarget,
  type PendingOutput,
} from '../paused-run.ts';
import { otherAgent } from '../agents/make-agent.ts';
import { asOtherOrganization } from '../isolation/accounts.ts';
import { textOf, varyId } from '../read-value.ts';
import type { CheckContext, ScenarioCheck } from '../scenario-check.ts';

const runs = ['localTool'];

const outputs: FlawTable<PendingOutput, Partial<OutputTarget>> = {
  shared: { runs },
  prepare: (context) => pauseForOutput(context, 'localTool'),
  send: (context, pending, change) =>
    sendOutput(context, { ...pending, ...change }, pending.keys[0] ?? 'tool', false),
  async confirm(context, pending) {
    await supplyAccepted(context, pending);
  },
};

/** Checks of outputs that a run does not wait for. */
export const wrongOutputChecks: readonly ScenarioCheck[] = [
  ...defineFlawChecks(outputs, [
    {
      id: 'ISO14',
      title: 'An output sent through another agent or account is rejected.',
      description:
        'Sends the output that a run waits for by the path of another agent, and with the credential of another organization, and then the right one.',
      rationale: 'The output of one conversation would appear in another one.',
      basis: relyOnFacts('F-4.2-117', 'F-4.2-118', 'F-7-007'),
      flaws: {
        'An output by way of another agent': async (_, context) => ({ agentId: await otherAgent(context) }),
        'An output by another account': (_, context) => asOtherOrganization(context),
      },
    },
    {
      id: 'LOCAL06',
      title: 'An output for an unknown run or agent is rejected with 404.',
      description: 'Sends an output with an unknown executionId, and one under an unknown agent.',
      rationale: 'A caller must know that the run is wrong, not the output.',
      basis: relyOnFacts('F-4.2-117', 'F-4.2-118'),
      flaws: {
        'An output for an unknown run': ({ executionId }) => ({ executionId: varyId(executionId) }),
        'An output for a run of an unknown agent': ({ agentId }) => ({ agentId: varyId(agentId) }),
      },
      status: [404, 400],
    },
  ]),
  defineCheck({
    id: 'LOCAL05',
    title: 'A run continues with the output that it waits for, once.',
    description:
      'Sends the output of an unknown tool, no output, and a text to a run that waits for a local tool, then the right output several times at the same time, and once more.',
    rationale: 'The rest of the response would be generated without the result, or several times.',
    runs,
    basis: relyOnPractice('A run continues when the outputs that it waits for are supplied.'),
    run: sendWrong,
  }),
];

async function sendWrong(context: CheckContext): Promise<void> {
  const pending = await pauseForOutput(context, 'localTool', { isStreamed: false });
  const { agentId: id, executionId } = pending;
  let isOver = false;
  for (const [what, toolOutputs] of [
    ['the output of an unknown tool', { tool_of_nobody: { items: 1 } }],
    ['no output', {}],
    ['a text as outputs', 'text'],
    ['nothing as outputs', undefined],
  ] as const) {
    const body = { executionId, toolOutputs, streamResponse: false };
    const response = await context.call('resumeAgentExecution', { path: { id }, body });
    isOver ||= response.status < 400;
    context.note(
      response.status >= 400 || textOf(response.body, 'status') === 'paused',
      `A run that waits for a local tool continued with ${what}.`,
      'status',
    );
  }
  // Why: a service that has accepted one of them no longer waits.
  if (isOver) return;
  const outputs = pending.keys.flatMap((key) => [1, 2].map(() => sendOutput(context, pending, key, false)));
  const statuses = (await Promise.all(outputs)).map(({ status }) => status);
  if (statuses.every((status) => status === 400))
    context.skip(
      'The body {executionId, toolOutputs} returns 400; the source names none of these properties.',
    );
  const accepted = statuses.filter((status) => status < 400).length;
  context.note(
    accepted === 1,
    `Of ${statuses.length} concurrent outputs ${accepted} were accepted.`,
    'status',
  );
  const late = await sendOutput(context, pending, pending.keys[0] ?? 'tool', false);
  noteRejected(context, late, 'A second output for the same call');
}
