/**
 * Plays every kind of run once as a stream and once as one result, and provokes the failures that come before a stream
 * begins. What every answer shows is judged wherever exchanges are; here is only what needs to know why a request was sent.
 */
import type { RunTemplate, TestEnvironment } from '../../driver/driver.ts';
import type { Exchange } from '../../engine/exchange.ts';
import type { Problem } from '../../engine/finding.ts';
import type { ResultCollector } from '../../engine/result-collector.ts';
import type { Wire } from '../../http/wire.ts';
import { checkFlush } from './flush.ts';
import { isRefusal } from './check-form.ts';
import type { StreamMemory } from './stream-memory.ts';
import { planOfRun, plansOfRefusals, type RefusedPlan } from './stream-plans.ts';

/** What the phase works with. */
export interface StreamPhaseContext {
  readonly wire: Wire;
  readonly environment: TestEnvironment;
  readonly collector: ResultCollector;
  readonly memory: StreamMemory;
  readonly seed: number;
  /** Receives what is looked at next. */
  readonly onSubject?: ((subject: string) => void) | undefined;
}

/**
 * Sends the requests of the phase one after the other.
 *
 * Errors: as `Wire.send`.
 */
export async function runStreamPhase(context: StreamPhaseContext): Promise<void> {
  const { wire, environment, collector, onSubject } = context;
  const runTemplates = distinctRunTemplates(environment.runs);
  for (const plan of plansOfRefusals(environment, runTemplates[0]?.[1] ?? null)) {
    onSubject?.(plan.operation);
    checkRejected(collector, plan, await wire.send(plan));
  }
  onSubject?.('executeAgent');
  for (const [kind, runTemplate] of runTemplates) {
    checkPace(collector, kind, runTemplate, await wire.send(planOfRun(runTemplate)));
    await wire.send(planOfRun(runTemplate, { streamResponse: false }));
  }
  skipUnseen(collector, runTemplates);
}

/** Why: a driver may call one recipe by several names. */
function distinctRunTemplates(runs: TestEnvironment['runs']): readonly (readonly [string, RunTemplate])[] {
  const byText = new Map(
    Object.entries(runs)
      .toReversed()
      .map((entry) => [JSON.stringify(entry[1]), entry]),
  );
  return [...byText.values()].toReversed();
}

/** Tells S20 of what did not fail. Why: a client that refuses with a status, or with an error in JSON, is judged by that answer. */
function checkRejected(
  collector: ResultCollector,
  { operation, label }: RefusedPlan,
  exchange: Exchange,
): void {
  const { response } = exchange;
  if (response === null) {
    collector.skip('S20', operation, exchange.failure ?? 'No reply came.');
    return;
  }
  if (response.status >= 300 || isRefusal(response.body)) return;
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

/** Judges S17 of a run that takes time. */
function checkPace(
  collector: ResultCollector,
  kind: string,
  runTemplate: RunTemplate,
  exchange: Exchange,
): void {
  const body = exchange.response?.body;
  if (!takesTime(runTemplate) || body?.kind !== 'stream') return;
  const checkResult = checkFlush(body.stream);
  const label = `a run of the kind ${kind}, at a pace`;
  if (checkResult !== null)
    collector.record('executeAgent', checkResult, { exchanges: [exchange], origin: { label } });
}

/** Checks whether a recipe asks for a run that takes time. */
function takesTime({ headers }: RunTemplate): boolean {
  return Object.values(headers).some((value) => /\bpace=(?:real|fast)\b/.test(value));
}

/** Counts only for what nothing else is known of. */
function skipUnseen(
  collector: ResultCollector,
  runTemplates: readonly (readonly [string, RunTemplate])[],
): void {
  if (runTemplates.length === 0)
    for (const check of ['S18', 'S19'])
      collector.skip(check, 'executeAgent', 'No kind of run is set up (`runs` of the configuration).');
  if (!runTemplates.some(([, runTemplate]) => takesTime(runTemplate)))
    collector.skip(
      'S17',
      'executeAgent',
      'No kind of run is set up that prefers a pace (`prefer: pace=real`).',
    );
}
