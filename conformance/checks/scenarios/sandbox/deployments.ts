/**
 * Creates sandbox deployments in a given status for scenario checks, and calls the two operations on them.
 */
import { destroySandboxDeployment, resumeSandboxDeployment } from '../../../../generated/service/client.ts';
import type { Exchange } from '../../../engine/exchange.ts';
import { awaitResponse, type CallResponse } from '../call-response.ts';
import { propertyOf } from '../read-value.ts';
import type { CheckContext } from '../scenario-check.ts';

/** The two operations. */
export type DeploymentMutation = 'destroy' | 'resume';

/** A policy without expiry. Why: a deployment must still exist after a scenario check advances the clock. */
const lasting = { effectivePolicy: { retention: 'unlimited', sleepPolicy: { mode: 'never' } } };

/**
 * Returns whether the driver can create deployments. If not, an earlier scenario check may have used the one of the
 * test environment.
 */
export function canMakeDeployments(context: CheckContext): boolean {
  return 'makeDeployment' in context.abilities;
}

/** Creates a deployment in a status. Shape: requires the ability; see `canMakeDeployments`. */
export function makeDeployment({ abilities }: CheckContext, status: string): Promise<string> {
  const isIntent = ['suspended', 'destroyed', 'expired'].includes(status);
  return abilities.makeDeployment({ status, ...(isIntent && { desiredState: status }), ...lasting });
}

/** Returns a deployment to destroy or resume: a new one if possible, else that of the test environment. */
export async function deploymentFor(context: CheckContext, mutation: DeploymentMutation): Promise<string> {
  if (canMakeDeployments(context))
    return makeDeployment(context, mutation === 'resume' ? 'suspended' : 'running');
  const operation = mutation === 'resume' ? 'resumeSandboxDeployment' : 'destroySandboxDeployment';
  const id = takeSpare(context, operation) ?? context.environment.parameters[operation]?.['id'];
  return (
    id ??
    context.skip(`It needs a deployment: set parameters.${operation}.id, or use a driver that can create it.`)
  );
}

/** Number of spare ids that checks have taken, by list. */
const taken = new WeakMap<readonly string[], number>();

function takeSpare({ environment }: CheckContext, operation: string): string | undefined {
  const ids = environment.spareIds?.[operation];
  if (ids === undefined) return undefined;
  const count = taken.get(ids) ?? 0;
  taken.set(ids, count + 1);
  return ids[count];
}

/** Destroys or resumes a deployment, by default with a new idempotency key. */
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

/** The response to a request with an idempotency key. Shape: `body` is parsed JSON, `undefined` for other bodies. */
export interface DeploymentResponse {
  readonly status: number;
  readonly text: string;
  readonly body: unknown;
}

/** A mutation with exactly this key and body. Shape: `ifMatch` is the value of that header, which is absent by default. */
export interface KeyedMutation {
  readonly id: string;
  readonly key: string;
  readonly body?: string;
  readonly ifMatch?: string;
}

/** Sends a mutation with an idempotency key. */
export async function sendKeyed(
  context: CheckContext,
  mutation: DeploymentMutation,
  { id, key, body = '{}', ifMatch }: KeyedMutation,
): Promise<DeploymentResponse> {
  const path = `/v1/sandbox-deployments/${encodeURIComponent(id)}`;
  const headers = [
    ['content-type', 'application/json'],
    ['idempotency-key', key],
    ...(ifMatch === undefined ? [] : [['if-match', ifMatch] as const]),
  ] as const;
  const plan = { headers, body, profile: 'full' };
  return responseOf(
    context,
    mutation === 'destroy'
      ? await context.send({ ...plan, method: 'DELETE', path })
      : await context.send({ ...plan, method: 'POST', path: `${path}/resume` }),
  );
}

/** Sends a mutation that must be accepted. Skips the check if it is not. */
export async function sendAccepted(
  context: CheckContext,
  mutation: DeploymentMutation,
  keyed: KeyedMutation,
): Promise<DeploymentResponse> {
  const first = await sendKeyed(context, mutation, keyed);
  if (first.status !== 202) context.skip(`The first ${mutation} returned ${first.status}, not accepted.`);
  return first;
}

/** Returns the deployment in a response; `undefined` if there is none. */
export function deploymentIn(response: Pick<CallResponse, 'body'>): unknown {
  return propertyOf(response.body, 'deployment');
}

/** Returns an idempotency key that is unique to a scenario check and a deployment. */
export function keyFor(check: string, id: string): string {
  return `${check}-${id}`;
}

function responseOf(context: CheckContext, { response, failure }: Exchange): DeploymentResponse {
  context.expect(response !== null, `No response was received: ${failure ?? 'the connection failed'}`);
  const { status, body } = response;
  if (body.kind === 'json') return { status, text: body.text, body: body.value };
  return { status, text: body.kind === 'text' ? body.text : '', body: undefined };
}
