/**
 * Submits batches for scenario checks. The source shows no property of these responses, so ids are looked up under
 * every plausible name.
 */
import { getBatchStatus, submitFlowBatch } from '../../../../generated/service/client.ts';
import type { Client } from '../../../../templates/runtime/client/client.ts';
import type { BatchFlowRequest } from '../../../../generated/service/types.ts';
import type { CheckContext } from '../scenario-check.ts';
import { awaitResponse, isSuccess, type CallResponse } from '../call-response.ts';
import { textOf } from '../read-value.ts';

/** Submits the batch of the test environment. Skips the check if there is none. */
export function submit(context: CheckContext, client: Client = context.client): Promise<CallResponse> {
  const body = context.environment.bodies['submitFlowBatch'] as BatchFlowRequest | undefined;
  if (body === undefined) return context.skip('It needs a valid batch: set bodies.submitFlowBatch.');
  return awaitResponse(submitFlowBatch(client, { body }));
}

/** Submits a batch and returns its id. Skips the check if the response has none. */
export async function submitted(context: CheckContext, client?: Client): Promise<string> {
  const response = await submit(context, client);
  const id = idIn(response.body);
  if (!isSuccess(response) || id === null)
    return context.skip(`Submitting a batch returned ${response.status} without an id that was recognized.`);
  return id;
}

/** Reads the state of a batch. */
export function askStatus({ client }: Pick<CheckContext, 'client'>, id: string): Promise<CallResponse> {
  return awaitResponse(getBatchStatus(client, { path: { id } }));
}

/** Returns the status of a batch; `null` if it has none under a known name. */
export function stateIn({ body }: CallResponse): string | null {
  return textOf(body, 'status', 'state')?.toLowerCase() ?? null;
}

function idIn(body: unknown): string | null {
  return textOf(body, 'batchExecutionId', 'batchId', 'id');
}
