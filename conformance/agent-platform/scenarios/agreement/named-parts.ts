/** STAT05: a response has the parts that the source requires, under any name and at any depth. */
import type { OperationId } from '../../contract.ts';
import { makeAgent } from '../agents/make-agent.ts';
import { submitted } from '../batches/submit-batch.ts';
import { recordIdsOf } from '../batches/batch-records.ts';
import { isSuccess } from '../call-response.ts';
import { defineCheck, relyOnFacts } from '../define-check.ts';
import { isFields, propertyOf } from '../read-value.ts';
import type { CheckContext, OperationInput } from '../scenario-check.ts';

export const partsCheck = defineCheck({
  id: 'STAT05',
  title: 'A response has the parts that the source requires.',
  description:
    'Reads the statistics, the current identity, an agent, its export, and the status and cost of a batch, and looks for a name or a text with each word by which the source describes the response.',
  rationale: 'A client could not show what the operation is for.',
  basis: relyOnFacts('F-4.3-018', 'F-4.3-053', 'F-4.2-038', 'F-4.2-193', 'F-4.4-025', 'F-4.4-043'),
  run: lookForParts,
});

/** A part of a response. Shape: `name` matches the name of a property or a text. */
interface NamedPart {
  readonly what: string;
  readonly name: RegExp;
}

const counted = ['records', 'prompts', 'flows', 'executions', 'evals', 'agents', 'products'];

const statistics: readonly NamedPart[] = counted.map((what) => ({
  what,
  name: new RegExp(what.slice(0, -1), 'i'),
}));

const identity: readonly NamedPart[] = [
  { what: 'user', name: /user/i },
  { what: 'organization', name: /org/i },
];

const agentParts: readonly NamedPart[] = [
  { what: 'capabilities', name: /capabilit|tool/i },
  { what: 'configuration', name: /config|setting/i },
];

const progress: readonly NamedPart[] = [
  { what: 'status', name: /stat(?:e|us)/i },
  { what: 'progress', name: /progress|processed|completed|percent|done|count|total/i },
];

const cost: readonly NamedPart[] = [{ what: 'cost', name: /cost|price|amount|usd|credits/i }];

async function lookForParts(context: CheckContext): Promise<void> {
  await lookIn(context, 'getAnalyticsStats', {}, statistics, 'F-4.3-018');
  await expectNumbers(context);
  if (context.environment.credentials['session'] !== undefined)
    await lookIn(context, 'getCurrentIdentity', { profile: 'session' }, identity, 'F-4.3-053');
  const id = await makeAgent(context, {
    name: 'Backlot check of parts',
    config: { systemPrompt: 'Answer briefly.' },
  });
  await lookIn(context, 'getAgent', { path: { id } }, agentParts, 'F-4.2-038');
  await lookIn(context, 'exportAgentRuntime', { path: { id } }, agentParts.slice(0, 1), 'F-4.2-193');
  const batch = context.environment.bodies['submitFlowBatch'];
  if (batch === undefined) return;
  const batchId = await submitted(context);
  await lookIn(context, 'getBatchStatus', { path: { id: batchId } }, progress, 'F-4.4-025');
  const [recordId] = recordIdsOf(batch);
  if (recordId !== undefined)
    await lookIn(context, 'getBatchRecordCost', { path: { batchId, recordId } }, cost, 'F-4.4-043');
}

/** Expects that the values under the names of the source in the statistics are numbers. */
async function expectNumbers(context: CheckContext): Promise<void> {
  const { body } = await context.call('getAnalyticsStats');
  for (const what of counted) {
    const count = propertyOf(body, what);
    context.warn(
      typeof count !== 'string' && typeof count !== 'boolean' && count !== null,
      `The number of ${what} is not a number.`,
      `body.${what}`,
    );
  }
}

async function lookIn(
  context: CheckContext,
  operation: OperationId,
  call: OperationInput,
  parts: readonly NamedPart[],
  fact: string,
): Promise<void> {
  const response = await context.call(operation, call);
  if (!isSuccess(response)) return;
  for (const { what, name } of parts)
    context.note(hasName(response.body, name), {
      message: `The response of ${operation} has no ${what}, under any name that contains the word.`,
      at: 'body',
      facts: [fact],
      // Why: the source shows no names.
      severity: 'warn',
    });
}

/** Longer texts are not names. Units: characters. */
const MAX_NAME_LENGTH = 20;

/** Returns whether a property has such a name, or is a string with it. */
function hasName(value: unknown, name: RegExp): boolean {
  if (typeof value === 'string') return value.length <= MAX_NAME_LENGTH && name.test(value);
  if (Array.isArray(value)) return value.some((item) => hasName(item, name));
  if (!isFields(value)) return false;
  return Object.entries(value).some(([key, inner]) => name.test(key) || hasName(inner, name));
}
