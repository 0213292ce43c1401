/**
 * The way of every request, in order. Each step is a neighbour of its own; this file only says what comes after what:
 * world → route → gate → preferences → due timers → caller → values → fault → handler → check → reply.
 */
import type { HttpReply, HttpRequest } from '../../generated/runtime/http.ts';
import { readRequest, type RequestValues } from '../../generated/runtime/read-request.ts';
import { ok, refuse, type Result } from '../kernel/result.ts';
import { milliseconds } from '../kernel/units.ts';
import { createControlGate, openGate, type Exposure } from './access.ts';
import { authenticate } from './auth.ts';
import type { Caller } from './context.ts';
import { createCors, isPreflight } from './cors.ts';
import { findOperation, openDesk, type Desk, type DeskRoute } from './desk.ts';
import {
  bodyTooLarge,
  insufficientPermissions,
  internalError,
  methodNotAllowed,
  notImplemented,
  replyViolation,
  unauthorized,
  unknownRoute,
  unknownWorld,
  validationFailed,
  type ErrorReply,
} from './error-replies.ts';
import { NO_DAMAGE, type StreamDamage } from './event-stream.ts';
import { faultReply } from './faults.ts';
import type { HandlerReply, Operation } from './operation.ts';
import type { PipelineParts } from './pipeline-parts.ts';
import { honouredPreferences, readPreferences, withApplied, type Preferences } from './prefer.ts';
import { preferredReply } from './preferred-reply.ts';
import { allowReply, withoutBody, writeError, writeReply } from './respond.ts';
import { Visit } from './visit.ts';
import { findWorld } from './world-route.ts';

/** Answers a request; never rejects. */
export type Serve = (request: HttpRequest, exposure?: Exposure) => Promise<HttpReply>;

const CONTROL_PREFIX = '/_mock/';

/** Units: bytes and levels. The control API takes whole dumps. */
const SERVICE_LIMITS = { bytes: 1_048_576, depth: 64 };
const CONTROL_LIMITS = { bytes: 268_435_456, depth: 128 };

/** Puts the parts together. */
export function createPipeline(parts: PipelineParts): Serve {
  const cors = createCors(parts.allowOrigins);
  const service = openDesk(parts.service, openGate, SERVICE_LIMITS);
  const control = openDesk(parts.control, createControlGate(cors, parts.controlToken), CONTROL_LIMITS);

  return async (request, exposure = 'loopback') => {
    const origin = request.headers.get('origin');
    if (origin === null) return answer(request, exposure);
    return cors.expose(isPreflight(request) ? preflight(request) : await answer(request, exposure), origin);
  };

  function preflight(request: HttpRequest): HttpReply {
    const decided = cors.preflight(request);
    return decided.ok ? decided.value : writeError(null, decided.error);
  }

  async function answer(request: HttpRequest, exposure: Exposure): Promise<HttpReply> {
    const route = findWorld(parts.worlds, request.path);
    if (route.kind === 'unknown') return writeError(null, unknownWorld(route.id));
    const visit = new Visit(request, exposure, route.world, route.prefix, route.path);
    if (visit.path.startsWith(CONTROL_PREFIX)) return serve(control, visit);
    const startedAt = parts.stopwatch();
    const reply = await serve(service, visit);
    parts.journals.of(visit.world).write(visit.describe(reply.status, parts.stopwatch() - startedAt));
    return reply;
  }

  async function serve(desk: Desk, visit: Visit): Promise<HttpReply> {
    const { method } = visit.request;
    const route = findOperation(desk, method, visit.path, visit.prefix);
    if (route.kind !== 'found') return unrouted(route, visit);
    visit.operation = route.operation;
    try {
      const reply = await serveOperation(desk, visit, route.operation, route.params);
      return method === 'HEAD' ? withoutBody(reply) : reply;
    } catch (error) {
      if (!visit.signal.aborted) parts.log(`${route.operation.spec.id} failed`, error);
      return writeError(route.operation, internalError());
    }
  }

  async function serveOperation(
    desk: Desk,
    visit: Visit,
    operation: Operation,
    params: Params,
  ): Promise<HttpReply> {
    const { request, world } = visit;
    const barred = desk.gate(request, visit.exposure, operation.spec.security.length > 0);
    if (barred !== null) return writeError(operation, barred);
    const asked = readPreferences(request.headers.get('prefer'), () => parts.scenarios(world));
    if (!asked.ok) return writeError(operation, asked.error);
    const { delay } = asked.value;
    const delayed = delay === 0 ? null : world.sleep(milliseconds(delay), visit.signal);
    const reply = await runOperation(desk, visit, operation, params, asked.value);
    if (delayed !== null) await delayed;
    return withApplied(reply, honouredPreferences(asked.value, operation.spec, operation.startsRun));
  }

  async function runOperation(
    desk: Desk,
    visit: Visit,
    operation: Operation,
    params: Params,
    asked: Preferences,
  ): Promise<HttpReply> {
    if (asked.code !== null)
      return conclude(visit, operation, preferredReply(operation, asked.code, asked, visit));
    await visit.world.catchUp();
    const caller = identify(visit, operation);
    if (!caller.ok) return writeError(operation, caller.error);
    visit.caller = caller.value;
    visit.run = asked;
    const values = await readValues(desk, visit, operation, params);
    if (!values.ok) return writeError(operation, values.error);
    const fault = await parts.faults.strike(visit.world, visit.describeTarget(operation));
    if (fault === null) return conclude(visit, operation, await handle(visit, operation, values.value));
    await visit.world.sleep(milliseconds(fault.latency), visit.signal);
    if (fault.status !== null) return writeError(operation, faultReply(fault.status, fault));
    return conclude(visit, operation, await handle(visit, operation, values.value), fault.damage);
  }

  function identify(visit: Visit, operation: Operation): Result<Caller, ErrorReply> {
    const { world, request } = visit;
    const authorization = request.headers.get('authorization');
    const caller = world.query((view, now) =>
      authenticate(operation.auth, authorization, { view, now }, parts),
    );
    if (caller.ok) return caller;
    return refuse(caller.error === 'unauthorized' ? unauthorized(visit) : insufficientPermissions());
  }

  async function readValues(
    { limits }: Desk,
    visit: Visit,
    { spec }: Operation,
    pathParams: Params,
  ): Promise<Result<RequestValues, ErrorReply>> {
    const { request } = visit;
    const { query, headers } = request;
    const body = spec.body === null ? null : await request.readBody(limits.bytes);
    if (body === null && spec.body !== null) return refuse(bodyTooLarge(limits.bytes));
    const raw = { pathParams, query, headers, body, contentType: headers.get('content-type') };
    const read = await readRequest(spec, raw, limits);
    if (read.ok) return ok(read.request);
    visit.noteRequestProblems(read.problems);
    return refuse(validationFailed(read.problems));
  }

  async function handle(visit: Visit, { handler, spec }: Operation, values: RequestValues): Promise<Outcome> {
    return handler === null ? refuse(notImplemented(spec.id)) : ok(await handler(values, visit));
  }

  function conclude(
    visit: Visit,
    operation: Operation,
    outcome: Outcome,
    damage: StreamDamage = NO_DAMAGE,
  ): HttpReply {
    if (!outcome.ok) return writeError(operation, outcome.error);
    const { id } = operation.spec;
    const onEventViolation = (message: string) =>
      parts.log(`An event of ${id} leaves the contract: ${message}`);
    const reply = writeReply(operation, outcome.value, onEventViolation, damage);
    if (reply.ok) return reply.value;
    visit.noteReplyViolation(reply.error);
    const refusal = replyViolation(id, reply.error.pointer, reply.error.message);
    parts.log(refusal.body.error);
    return writeError(null, refusal);
  }
}

type Params = Readonly<Record<string, string>>;

type Outcome = Result<HandlerReply, ErrorReply>;

function unrouted(route: Exclude<DeskRoute, { kind: 'found' }>, { request, path }: Visit): HttpReply {
  if (route.kind === 'none') return writeError(null, unknownRoute(request.method, path));
  if (request.method === 'OPTIONS') return allowReply(route.allowed);
  return writeError(null, methodNotAllowed(request.method, route.allowed));
}
