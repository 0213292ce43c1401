/**
 * Starts every kind of run once as a stream and once with a JSON result, and sends requests that must fail before a
 * stream begins. Checks that apply to every exchange run elsewhere; the ones here depend on why the request was sent.
 */
import { toText } from '../../../templates/runtime/json/value.ts';
import type { RunTemplate, TestEnvironment } from '../../model/test-environment.ts';
import type { Exchange, RequestPlan, StreamCapture } from '../../model/exchange.ts';
import type { Problem } from '../../model/finding.ts';
import type { PhaseContext } from '../../plugin.ts';
import type { ResultCollector } from '../../results/result-collector.ts';
import { propertyOf } from '../../model/json-fields.ts';
import { isErrorRequest } from '../../streams/check-form.ts';
import { checkFlush } from './pace-tracker.ts';

/** Sends the requests of the phase one after the other. Errors: as `Wire.send`. */
export async function runStreamPhase(context: PhaseContext): Promise<void> {
  const { wire, environment, collector, onSubject } = context;
  const runTemplates = distinctRunTemplates(environment.runs);
  for (const plan of errorPlans(environment, runTemplates[0]?.[1] ?? null)) {
    onSubject?.(plan.operation);
    checkRejected(collector, plan, await wire.send(plan));
  }
  let isPaceChecked = false;
  for (const [kind, runTemplate] of runTemplates) {
    onSubject?.('executeAgent');
    isPaceChecked =
      checkPace(collector, kind, runTemplate, await wire.send(planOfRun(runTemplate))) || isPaceChecked;
    await wire.send(planOfRun(runTemplate, { streamResponse: false }));
  }
  const text = environment.runs['text'];
  if (text !== undefined) await wire.send(planOfRun({ ...text, message: lengthen(text.message) }));
  skipUnseen(collector, runTemplates, isPaceChecked);
}

/** Makes a message long. Why: a long run may be cut or buffered where a short one is not, and may split characters. */
function lengthen(message: string): string {
  return `${message} ${'Ein längerer Absatz mit 漢字, עברית und 👩🏽‍🚀. '.repeat(8)}`.trim();
}

/** Removes duplicate templates. Why: a driver may list one template under several names. */
function distinctRunTemplates(runs: TestEnvironment['runs']): readonly (readonly [string, RunTemplate])[] {
  const byText = new Map(
    Object.entries(runs)
      .toReversed()
      .map((entry) => [JSON.stringify(entry[1]), entry]),
  );
  return [...byText.values()].toReversed();
}

/** Reports errors in a stream as S20. An error with a status or in JSON is checked as a response. */
function checkRejected(
  collector: ResultCollector,
  { operation, label }: RejectedPlan,
  exchange: Exchange,
): void {
  const { response } = exchange;
  if (response === null) {
    collector.skip('S20', operation, exchange.failure ?? 'No response was received.');
    return;
  }
  if (response.status >= 300 || isErrorRequest(response.body)) return;
  const problem: Problem = {
    message: `A request ${label} returns ${response.status} and a ${response.body.kind} body.`,
    at: 'status',
  };
  collector.record(
    operation,
    { check: 'S20', problems: [problem] },
    { exchanges: [exchange], origin: { label } },
  );
}

/** Checks S17 for a run that takes time, and returns whether it does. */
function checkPace(
  collector: ResultCollector,
  kind: string,
  runTemplate: RunTemplate,
  exchange: Exchange,
): boolean {
  const body = exchange.response?.body;
  if (body?.kind !== 'stream' || !(takesTime(runTemplate) || isLong(body.stream))) return false;
  const checkResult = checkFlush(body.stream);
  const label = `a run of the kind ${kind}, at a pace`;
  if (checkResult !== null)
    collector.record('executeAgent', checkResult, { exchanges: [exchange], origin: { label } });
  return true;
}

/** The shortest duration of a run that is long by its own events. Units: milliseconds. */
const LONG = 300;

/** Returns whether a run was long, both by its events and by the clock: that of a mock can be ahead. */
function isLong({ frames }: StreamCapture): boolean {
  const durationMs = frames
    .map(({ value }) => propertyOf(value, 'durationMs'))
    .findLast((each) => typeof each === 'number');
  return typeof durationMs === 'number' && durationMs >= LONG && (frames.at(-1)?.at ?? 0) >= durationMs;
}

/** Checks whether a template requests a run that takes time. */
function takesTime({ headers }: RunTemplate): boolean {
  return Object.values(headers).some((value) => /\bpace=(?:real|fast)\b/.test(value));
}

/** Skips checks that no exchange reached. */
function skipUnseen(
  collector: ResultCollector,
  runTemplates: readonly (readonly [string, RunTemplate])[],
  isPaceChecked: boolean,
): void {
  if (runTemplates.length === 0)
    for (const check of ['S18', 'S19'])
      collector.skip(check, 'executeAgent', 'No kind of run is set up (`runs` of the configuration).');
  if (!isPaceChecked)
    collector.skip(
      'S17',
      'executeAgent',
      'No kind of run takes long, or prefers a pace (`prefer: pace=real`).',
    );
}

/** A request that the implementation must reject. */
export interface RejectedPlan extends RequestPlan {
  readonly operation: string;
  /** The problem of the request, as the continuation of `A request`. */
  readonly label: string;
}

const json = ['content-type', 'application/json'] as const;

/** Returns the request that starts a run; `more` is merged into its body. */
export function planOfRun(
  runTemplate: RunTemplate,
  more: Readonly<Record<string, unknown>> = {},
): RequestPlan {
  const body = { messages: [{ role: 'user', content: runTemplate.message }], ...runTemplate.body, ...more };
  return {
    operation: 'executeAgent',
    method: 'POST',
    path: `/v1/agents/${encodeURIComponent(runTemplate.agentId)}/execute`,
    headers: [json, ...Object.entries(runTemplate.headers)],
    body: JSON.stringify(body),
    profile: 'full',
  };
}

/** Returns the requests that must be rejected: for unknown agents and runs, and with bodies that are not objects. */
export function errorPlans(
  environment: TestEnvironment,
  runTemplate: RunTemplate | null,
): readonly RejectedPlan[] {
  const agentId = runTemplate?.agentId ?? agentOf(environment);
  const messages = [{ role: 'user', content: runTemplate?.message ?? 'Hello' }];
  const missing = `${agentId ?? 'agent'}_that_is_not_there`;
  const run = { executionId: 'exec_that_is_not_there', streamResponse: true };
  const unknownAgent = rejectedPlan(
    'executeAgent',
    missing,
    { messages, streamResponse: true },
    'for an agent that does not exist',
  );
  if (agentId === null) return [unknownAgent];
  return [
    unknownAgent,
    rejectedPlan('executeAgent', agentId, '{"messages": [', 'with a body that is not JSON'),
    rejectedPlan('executeAgent', agentId, '["Hello"]', 'with a body that is not an object'),
    rejectedPlan(
      'resumeAgentExecution',
      agentId,
      { ...run, toolOutputs: {} },
      'for a run that does not exist',
    ),
    rejectedPlan(
      'approveAgentExecution',
      agentId,
      { ...run, approvalId: 'appr_that_is_not_there', decision: 'approved' },
      'for a run that does not exist',
    ),
  ];
}

const endings = {
  executeAgent: 'execute',
  resumeAgentExecution: 'resume',
  approveAgentExecution: 'approve',
} as const;

function rejectedPlan(
  operation: keyof typeof endings,
  agentId: string,
  body: string | Readonly<Record<string, unknown>>,
  label: string,
): RejectedPlan {
  return {
    operation,
    method: 'POST',
    path: `/v1/agents/${encodeURIComponent(agentId)}/${endings[operation]}`,
    headers: [json],
    body: toText(body),
    profile: 'full',
    label,
  };
}

/** Returns the agent of a run, or that of other requests. */
function agentOf({ parameters }: TestEnvironment): string | null {
  return parameters['executeAgent']?.['id'] ?? parameters['any']?.['id'] ?? null;
}
