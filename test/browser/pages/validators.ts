/**
 * Runs in a page whose policy forbids `eval`: calls the generated validators, and writes their results
 * to the page.
 */
import { validateExecutionStreamEvent, validateSchema } from '../../../generated/service/validators.ts';

/** The page, as far as this script needs it. */
declare const document: { readonly body: { textContent: string } };

const delta = { type: 'text_delta', executionId: 'exec_1', seq: 3, id: 'text_1', delta: 'Hi' };

const verdicts = {
  evaluation: nameOfError(() => new Function('return 1')()),
  good: validateExecutionStreamEvent.check(delta),
  bad: validateExecutionStreamEvent.check({ ...delta, delta: 1 }),
  unknown: validateExecutionStreamEvent.check({ ...delta, type: 'constructor' }),
  wrong: (await validateSchema.AgentCreate.explain({ agentType: 'nativ' })).map(({ path }) => path),
};

document.body.textContent = JSON.stringify(verdicts);

function nameOfError(attempt: () => unknown): string {
  try {
    attempt();
    return 'none';
  } catch (error) {
    return (error as Error).name;
  }
}
