/** Creates sandbox deployments in a given status for scenario checks, and calls the two operations on them. */
import { randomUUID } from 'node:crypto';
import type { TestEnvironment } from '../../../model/test-environment.ts';
import { keyOfRecord } from '../../../requests/replay.ts';
import { requireSuccess } from '../call-response.ts';
import { propertyOf } from '../read-value.ts';
import type { CheckContext, ReceivedResponse } from '../scenario-check.ts';

export type DeploymentMutation = 'destroy' | 'resume';

/** The check that must resume the configured deployment itself, because its requests are concurrent. */
export const CONCURRENT_RESUME = 'SANDBOX10';

/** The check that destroys the deployment that others have resumed. */
export const DESTROY_RESUMED = 'SANDBOX20';

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
  return takeSpareId(context, mutation) ?? configuredFor(context, mutation);
}

/** Returns the deployment of the test environment, which all checks share. */
function configuredFor(context: CheckContext, mutation: DeploymentMutation): string {
  const operation = operationFor(mutation);
  return (
    context.environment.parameters[operation]?.['id'] ??
    context.skip(`It needs a deployment: set parameters.${operation}.id, or use a driver that can create it.`)
  );
}

function operationFor(mutation: DeploymentMutation): 'resumeSandboxDeployment' | 'destroySandboxDeployment' {
  return mutation === 'resume' ? 'resumeSandboxDeployment' : 'destroySandboxDeployment';
}

/** The deployments of a test environment that checks have used up. */
interface UsedDeployments {
  /** Number of spare ids that checks have taken. */
  readonly spares: Record<DeploymentMutation, number>;
  /** The accepted resumes of configured deployments, by id. */
  readonly resumed: Map<string, ResumedDeployment>;
}

const used = new WeakMap<TestEnvironment, UsedDeployments>();

function usedOf({ environment }: CheckContext): UsedDeployments {
  const before = used.get(environment) ?? { spares: { destroy: 0, resume: 0 }, resumed: new Map() };
  used.set(environment, before);
  return before;
}

function takeSpareId(context: CheckContext, mutation: DeploymentMutation): string | undefined {
  const { spares } = usedOf(context);
  const ids = context.environment.spareIds?.[operationFor(mutation)] ?? [];
  return ids[spares[mutation]++];
}

export interface ResumedDeployment {
  readonly keyed: KeyedMutation;
  readonly first: ReceivedResponse;
}

/**
 * Resumes a deployment, by default once, with a key of the check. Without a deployment for each check, all of them
 * share the key and the first accepted response, since the configured deployment can be resumed only once.
 *
 * Shape: `resume` sends the request and returns its responses, of which the first accepted one counts.
 */
export async function resumeOnce(
  context: CheckContext,
  check: string,
  resume = async (keyed: KeyedMutation): Promise<readonly ReceivedResponse[]> => [
    await sendKeyed(context, 'resume', keyed),
  ],
): Promise<ResumedDeployment> {
  const own = canMakeDeployments(context)
    ? await makeDeployment(context, 'suspended')
    : takeSpareId(context, 'resume');
  const id = own ?? configuredFor(context, 'resume');
  const { resumed } = usedOf(context);
  const before = own === undefined ? resumed.get(id) : undefined;
  if (before !== undefined) return before;
  const key = own === undefined ? keyOfRecord('resumeSandboxDeployment', id) : keyFor(check, id);
  const keyed = { id, key };
  const responses = await resume(keyed);
  const accepted = responses.find(({ status }) => status === 202);
  if (accepted === undefined)
    context.skip(`Resuming a suspended deployment returned ${responses[0]?.status}, not accepted.`);
  const made = { keyed, first: accepted };
  if (own === undefined) resumed.set(id, made);
  return made;
}

/** A mutation with exactly this key and body. Shape: `ifMatch` is the value of that header, which is absent by default. */
export interface KeyedMutation {
  readonly id: string;
  readonly key: string;
  readonly body?: unknown;
  readonly ifMatch?: string;
}

export function sendKeyed(
  context: CheckContext,
  mutation: DeploymentMutation,
  { id, key, body = {}, ifMatch }: KeyedMutation,
): Promise<ReceivedResponse> {
  const headers = { 'idempotency-key': key, ...(ifMatch !== undefined && { 'if-match': ifMatch }) };
  return context.call(operationFor(mutation), { path: { id }, headers, body });
}

/** Destroys or resumes a deployment with a new idempotency key. */
export function mutate(
  context: CheckContext,
  mutation: DeploymentMutation,
  id: string,
): Promise<ReceivedResponse> {
  return sendKeyed(context, mutation, { id, key: randomUUID() });
}

/** Sends a mutation that must be accepted. Skips the check if it is not. */
export async function sendAccepted(
  context: CheckContext,
  mutation: DeploymentMutation,
  keyed: KeyedMutation,
): Promise<ReceivedResponse> {
  const first = await sendKeyed(context, mutation, keyed);
  requireSuccess(context, first, `The first ${mutation}`);
  return first;
}

/** Returns the deployment in a response; `undefined` if there is none. */
export function deploymentIn({ body }: Pick<ReceivedResponse, 'body'>): unknown {
  return propertyOf(body, 'deployment');
}

/** Returns an idempotency key that is unique to a scenario check and a deployment. */
export function keyFor(check: string, id: string): string {
  return `${check}-${id}`;
}
