/**
 * What scenario checks about sandbox deployments begin with: a deployment in a status, and calls of the two operations on it.
 */
import { destroySandboxDeployment, resumeSandboxDeployment } from '../../../../generated/service/client.ts';
import type { Exchange } from '../../../engine/exchange.ts';
import { awaitResponse, type CallResponse } from '../call-response.ts';
import { propertyOf } from '../read-value.ts';
import type { CheckContext } from '../scenario-check.ts';

/** The two operations. */
export type DeploymentMutation = 'destroy' | 'resume';

/** Why: a deployment that is over after a day would be gone when a scenario check puts the clock forward. */
const lasting = { effectivePolicy: { retention: 'unlimited', sleepPolicy: { mode: 'never' } } };

/** Checks whether a driver can make deployments; one that the test environment name may have been used by an earlier scenario check. */
export function canMakeDeployments(context: CheckContext): boolean {
  return 'makeDeployment' in context.abilities;
}

/** Creates a deployment in a status. Shape: the scenario check needs this ability, or has asked for it. */
export function makeDeployment({ abilities }: CheckContext, status: string): Promise<string> {
  const isIntent = ['suspended', 'destroyed', 'expired'].includes(status);
  return abilities.makeDeployment({ status, ...(isIntent && { desiredState: status }), ...lasting });
}

/** Finds a deployment that may be destroyed or is suspended: a fresh one, or the one that the test environment name. */
export async function deploymentFor(context: CheckContext, mutation: DeploymentMutation): Promise<string> {
  if (canMakeDeployments(context))
    return makeDeployment(context, mutation === 'resume' ? 'suspended' : 'running');
  const operation = mutation === 'resume' ? 'resumeSandboxDeployment' : 'destroySandboxDeployment';
  const id = context.environment.parameters[operation]?.['id'];
  return (
    id ??
    context.skip(
      `It needs a deployment: give one under parameters.${operation}.id, or have a driver make it.`,
    )
  );
}

/** Destroys or resumes a deployment; every call has a key of its own unless one is given. */
export function mutate(
  { client }: CheckContext,
  mutation: DeploymentMutation,
  id: string,
  key?: string,
): Promise<CallResponse> {
  const call = mutation === 'destroy' ? destroySandboxDeployment : resumeSandboxDeployment;
  const headers = key === undefined ? {} : { headers: { 'idempotency-key': key } };
  return awaitResponse(call(client, { path: { id }, ...headers, body: {} }));
}

/** What one request with an idempotency key was answered, to the byte. Shape: `body` is parsed where it is JSON. */
export interface DeploymentResponse {
  readonly status: number;
  readonly text: string;
  readonly body: unknown;
}

/** Sends a mutation with a key and a body as they stand. */
export async function sendKeyed(
  context: CheckContext,
  mutation: DeploymentMutation,
  { id, key, body = '{}' }: { readonly id: string; readonly key: string; readonly body?: string },
): Promise<DeploymentResponse> {
  const path = `/v1/sandbox-deployments/${encodeURIComponent(id)}`;
  const headers = [
    ['content-type', 'application/json'],
    ['idempotency-key', key],
  ] as const;
  const plan = { headers, body, profile: 'full' };
  return responseOf(
    context,
    mutation === 'destroy'
      ? await context.send({ ...plan, method: 'DELETE', path })
      : await context.send({ ...plan, method: 'POST', path: `${path}/resume` }),
  );
}

/** Sends a mutation that must be accepted for the scenario check to go on. Errors: ends the check when it is not. */
export async function sendAccepted(
  context: CheckContext,
  mutation: DeploymentMutation,
  keyed: { readonly id: string; readonly key: string },
): Promise<DeploymentResponse> {
  const first = await sendKeyed(context, mutation, keyed);
  if (first.status !== 202) context.skip(`The first ${mutation} returned ${first.status}, not accepted.`);
  return first;
}

/** The deployment in an answer; `undefined` where there is none. */
export function deploymentIn(response: Pick<CallResponse, 'body'>): unknown {
  return propertyOf(response.body, 'deployment');
}

/** Creates a key that no other scenario check uses: the name of the check, and of the deployment, which is there only once. */
export function keyFor(check: string, id: string): string {
  return `${check}-${id}`;
}

function responseOf(context: CheckContext, { response, failure }: Exchange): DeploymentResponse {
  context.expect(response !== null, `No reply came: ${failure ?? 'the connection failed'}`);
  const { status, body } = response;
  if (body.kind === 'json') return { status, text: body.text, body: body.value };
  return { status, text: body.kind === 'text' ? body.text : '', body: undefined };
}
