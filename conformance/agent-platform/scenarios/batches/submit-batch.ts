/**
 * Submits batches for scenario checks. The source shows no property of these responses, so ids are looked up under
 * every plausible name.
 */
import { isSuccess } from '../call-response.ts';
import { textOf } from '../read-value.ts';
import type { CheckContext, ReceivedResponse } from '../scenario-check.ts';

/** Submits the batch of the test environment. Skips the check if there is none. */
export function submit(context: CheckContext, profile = 'full'): Promise<ReceivedResponse> {
  return context.call('submitFlowBatch', { body: context.configuredBody('submitFlowBatch'), profile });
}

/** Submits a batch and returns its id. Skips the check if the response has none. */
export async function submitted(context: CheckContext, profile?: string): Promise<string> {
  const response = await submit(context, profile);
  const id = textOf(response.body, 'batchExecutionId', 'batchId', 'id');
  if (!isSuccess(response) || id === null)
    return context.skip(`Submitting a batch returned ${response.status} without an id that was recognized.`);
  return id;
}

export function askStatus(context: CheckContext, id: string, profile = 'full'): Promise<ReceivedResponse> {
  return context.call('getBatchStatus', { path: { id }, profile });
}

/** Returns the status of a batch in lower case; `null` if it has none. */
export function stateIn({ body }: Pick<ReceivedResponse, 'body'>): string | null {
  return textOf(body, 'status', 'state')?.toLowerCase() ?? null;
}
