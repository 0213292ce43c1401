/** Sends callbacks and webhooks, and records them in the journal. */
import type { SourceRequest } from '../../../contract/resources/source.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import { ANONYMOUS, NO_PREFERENCES } from '../../http/context.ts';
import type { OutboundProblem, SendMessage } from '../../http/outbound.ts';
import type { Journals } from '../../http/pipeline-parts.ts';
import type { World } from '../../kernel/world/world.ts';
import { isFields } from '../fields.ts';
import type { ResourceContract } from '../plan/described-operations.ts';
import type { ResourcePlan, ResourcePlans } from '../plan/plan.ts';
import type { RecordFields } from '../record.ts';
import { makePayload } from './payload.ts';

export interface DeliveryParts {
  readonly described: ResourceContract;
  readonly plans: ResourcePlans;
  readonly journals: Journals;
  readonly send: SendMessage;
  /** Receives the reasons why requests could not be sent. */
  readonly report: (message: string, error?: unknown) => void;
}

/** One request to send. Shape: `about` is `null` for a request that is about no record. */
export interface Delivery {
  readonly request: SourceRequest;
  readonly address: string;
  readonly about: { readonly resource: ResourcePlan; readonly value: RecordFields } | null;
  readonly verb: string | null;
}

/** Sends a request; a failure is reported and in the journal. */
export async function deliver(parts: DeliveryParts, world: World, delivery: Delivery): Promise<void> {
  const { request, address } = delivery;
  try {
    const body = await bodyOf(parts, world, delivery);
    const startedAt = performance.now();
    const sent = await parts.send({ method: request.method, address, body: JSON.stringify(body) });
    const problem = sent.ok ? null : `${request.name} was not sent to ${address}: ${reasonOf(sent.error)}`;
    if (problem !== null) parts.report(problem);
    await record(parts, world, {
      request,
      address,
      body,
      status: sent.ok ? sent.value.status : 0,
      durationMs: performance.now() - startedAt,
      problem,
    });
  } catch (error) {
    parts.report(`${request.name} was not sent to ${address}`, error);
  }
}

async function bodyOf(
  { described: { contract } }: DeliveryParts,
  world: World,
  { request, about, verb }: Delivery,
): Promise<JsonValue> {
  const { samples } = await contract.loadSamples();
  const sample = (samples as Readonly<Record<string, JsonValue | undefined>>)[request.check] ?? {};
  if (about === null) return sample;
  const accepts = (body: JsonValue): boolean => contract.checks[request.check]?.check(body) ?? true;
  return makePayload({ request, sample, accepts, ...about, verb, at: world.now });
}

function reasonOf(problem: OutboundProblem): string {
  if (problem.code === 'RESPONSE_TOO_LONG') return `the response is longer than ${problem.maxBytes} bytes`;
  if (problem.code !== 'ADDRESS_REFUSED' || problem.allowable === null) return problem.reason;
  return `${problem.reason}. Start the mock with --allow-callbacks ${problem.allowable} if it is meant to be reached`;
}

/** A request that was sent. Shape: `status` is 0 without a response. */
interface SentRequest {
  readonly request: SourceRequest;
  readonly address: string;
  readonly body: JsonValue;
  readonly status: number;
  readonly durationMs: number;
  readonly problem: string | null;
}

async function record(
  { journals }: DeliveryParts,
  world: World,
  { request: { name, method }, address, body, status, durationMs, problem }: SentRequest,
): Promise<void> {
  const url = URL.parse(address);
  const path = url === null ? address : url.origin + url.pathname;
  const notes =
    problem === null ? {} : { notes: [{ in: 'request' as const, pointer: '', message: problem }] };
  const call = {
    at: world.now,
    method,
    path,
    operationId: name,
    status,
    durationMs,
    violations: [],
    ...notes,
  };
  await journals.of(world).write(call, {
    method,
    path,
    query: '',
    sent: [],
    body: isFields(body) || Array.isArray(body) ? body : null,
    operation: null,
    caller: ANONYMOUS,
    credentialProblem: null,
    preferences: NO_PREFERENCES,
    violations: [],
    faults: [],
    notes: { sent: name },
    state: null,
    versions: [world.version, world.version],
    committed: null,
    dueTimers: null,
    nearIds: [],
    status,
    response: { contentType: null, text: null },
  });
}
