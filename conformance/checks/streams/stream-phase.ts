/**
 * Plays every kind of run once as a stream and once as one result, and provokes the failures that come before a stream
 * begins. What every answer shows is judged wherever exchanges are; here is only what needs to know why a request was sent.
 */
import type { RunRecipe, Surroundings } from '../../driver/driver.ts';
import type { Exchange } from '../../engine/exchange.ts';
import type { Problem } from '../../engine/finding.ts';
import type { Ledger } from '../../engine/ledger.ts';
import type { Wire } from '../../http/wire.ts';
import { judgeFlush } from './flush.ts';
import { isRefusal } from './judge-form.ts';
import type { StreamMemory } from './memory.ts';
import { planOfRun, plansOfRefusals, type RefusedPlan } from './stream-plans.ts';

/** What the phase works with. */
export interface StreamPhaseContext {
  readonly wire: Wire;
  readonly surroundings: Surroundings;
  readonly ledger: Ledger;
  readonly memory: StreamMemory;
  readonly seed: number;
  /** Is told what is looked at next. */
  readonly onSubject?: ((subject: string) => void) | undefined;
}

/**
 * Sends the requests of the phase one after the other.
 *
 * Errors: as `Wire.send`.
 */
export async function runStreamPhase(context: StreamPhaseContext): Promise<void> {
  const { wire, surroundings, ledger, onSubject } = context;
  const recipes = differentRecipes(surroundings.runs);
  for (const plan of plansOfRefusals(surroundings, recipes[0]?.[1] ?? null)) {
    onSubject?.(plan.operation);
    judgeRefused(ledger, plan, await wire.send(plan));
  }
  onSubject?.('executeAgent');
  for (const [kind, recipe] of recipes) {
    judgePace(ledger, kind, recipe, await wire.send(planOfRun(recipe)));
    await wire.send(planOfRun(recipe, { streamResponse: false }));
  }
  skipUnseen(ledger, recipes);
}

/** Why: a driver may call one recipe by several names. */
function differentRecipes(runs: Surroundings['runs']): readonly (readonly [string, RunRecipe])[] {
  const byText = new Map(
    Object.entries(runs)
      .toReversed()
      .map((entry) => [JSON.stringify(entry[1]), entry]),
  );
  return [...byText.values()].toReversed();
}

/** Tells S20 of what did not fail. Why: whoever refuses with a status, or with an error in JSON, is judged by that answer. */
function judgeRefused(ledger: Ledger, { operation, label }: RefusedPlan, exchange: Exchange): void {
  const { response } = exchange;
  if (response === null) {
    ledger.skip('S20', operation, exchange.failure ?? 'No reply came.');
    return;
  }
  if (response.status >= 300 || isRefusal(response.body)) return;
  const problem: Problem = {
    message: `A request ${label} is answered with ${response.status} and a ${response.body.kind} body.`,
    at: 'status',
  };
  ledger.judge(
    operation,
    { check: 'S20', problems: [problem] },
    { exchanges: [exchange], origin: { label } },
  );
}

/** Judges S17 of a run that takes time. */
function judgePace(ledger: Ledger, kind: string, recipe: RunRecipe, exchange: Exchange): void {
  const body = exchange.response?.body;
  if (!takesTime(recipe) || body?.kind !== 'stream') return;
  const judgement = judgeFlush(body.stream);
  const label = `a run of the kind ${kind}, at a pace`;
  if (judgement !== null)
    ledger.judge('executeAgent', judgement, { exchanges: [exchange], origin: { label } });
}

/** Says whether a recipe asks for a run that takes time. */
function takesTime({ headers }: RunRecipe): boolean {
  return Object.values(headers).some((value) => /\bpace=(?:real|fast)\b/.test(value));
}

/** Counts only for what nothing else is known of. */
function skipUnseen(ledger: Ledger, recipes: readonly (readonly [string, RunRecipe])[]): void {
  if (recipes.length === 0)
    for (const check of ['S18', 'S19'])
      ledger.skip(check, 'executeAgent', 'No kind of run is set up (`runs` of the configuration).');
  if (!recipes.some(([, recipe]) => takesTime(recipe)))
    ledger.skip('S17', 'executeAgent', 'No kind of run is set up that prefers a pace (`prefer: pace=real`).');
}
