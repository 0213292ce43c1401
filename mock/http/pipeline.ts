/**
 * The way of every request, in order. Each step is a neighbour of its own; this file only says what comes after what:
 * world → route → gate → preferences → due timers → caller → values → fault → handler → check → reply.
 */
import type { HttpReply, HttpRequest } from '../../generated/runtime/http.ts';
import type { Problem } from '../../generated/runtime/problem.ts';
import { readRequest, type RawRequest } from '../../generated/runtime/read-request.ts';
import { WorldClosedError } from '../kernel/engine.ts';
import { refuse, type Result } from '../kernel/result.ts';
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
  unauthorized,
  unknownRoute,
  unknownWorld,
  type ErrorReply,
} from './error-replies.ts';
import type { StreamDamage } from './event-stream.ts';
import { faultReply, touchReply } from './faults.ts';
import type { HandlerReply, Operation } from './operation.ts';
import type { PipelineParts } from './pipeline-parts.ts';
import {
  honouredPreferences,
  NO_PREFERENCES,
  readPreferences,
  withApplied,
  type Preferences,
} from './prefer.ts';
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

  return (request, exposure = 'loopback') => {
    const origin = request.headers.get('origin');
    return origin === null ? answer(request, exposure) : answerPage(request, exposure, origin);
  };

  async function answerPage(request: HttpRequest, exposure: Exposure, origin: string): Promise<HttpReply> {
    if (!isPreflight(request)) return cors.expose(await answer(request, exposure), origin);
    const decided = cors.preflight(request);
    return cors.expose(decided.ok ? decided.value : writeError(null, decided.error), origin);
  }

  async function answer(request: HttpRequest, exposure: Exposure): Promise<HttpReply> {
    const route = findWorld(parts.worlds, request.path);
    if (route.kind === 'unknown') return writeError(null, unknownWorld(route.id));
    const visit = new Visit(request, exposure, route.world, route.prefix, route.path);
    const isControl = route.path.startsWith(CONTROL_PREFIX);
    const startedAt = parts.stopwatch();
    let reply: HttpReply;
    try {
      reply = await answerAt(isControl ? control : service, visit);
    } catch (error) {
      if (error instanceof WorldClosedError) return writeError(null, unknownWorld(route.world.id));
      if (!visit.signal.aborted) parts.log(`${visit.operation?.spec.id ?? visit.path} failed`, error);
      reply = writeError(visit.operation, internalError());
    }
    if (!isControl) writeDown(visit, reply, startedAt);
    return request.method === 'HEAD' ? withoutBody(reply) : reply;
  }

  /** A stream is listed at once, and once more when it is known how it ended. */
  function writeDown(visit: Visit, reply: HttpReply, startedAt: number): void {
    const journal = parts.journals.of(visit.world);
    const elapsed = (): number => parts.stopwatch() - startedAt;
    const call = visit.describe(reply, elapsed());
    if (reply.body.kind !== 'frames') {
      journal.write(call);
      return;
    }
    const open = journal.open(call);
    visit.whenStreamEnds = () => open.finish({ durationMs: elapsed(), violations: visit.violations });
  }

  function answerAt(desk: Desk, visit: Visit): HttpReply | Promise<HttpReply> {
    const { request, world } = visit;
    const route = findOperation(desk, request.method, visit.path, visit.prefix);
    if (route.kind !== 'found') return unrouted(route, visit);
    const { operation, params } = route;
    visit.operation = operation;
    const barred = desk.gate(request, visit.exposure, operation.spec.security.length > 0);
    if (barred !== null) return writeError(operation, barred);
    const asked = readPreferences(request.headers.get('prefer'), () => parts.scenarios(world));
    if (!asked.ok) return writeError(operation, asked.error);
    visit.run = asked.value;
    return asked.value === NO_PREFERENCES
      ? runOperation(desk, visit, operation, params)
      : runAsPreferred(desk, visit, operation, params, asked.value);
  }

  async function runAsPreferred(
    desk: Desk,
    visit: Visit,
    operation: Operation,
    params: Params,
    asked: Preferences,
  ): Promise<HttpReply> {
    const delay = asked.delay > 0 ? visit.world.sleep(milliseconds(asked.delay), visit.signal) : null;
    const shown = asked.code === null ? null : await preferredReply(operation, asked.code, asked, visit);
    if (shown !== null && !shown.ok) return writeError(operation, shown.error);
    const reply =
      shown === null
        ? await runOperation(desk, visit, operation, params)
        : conclude(visit, operation, shown.value);
    if (delay !== null) await delay;
    return withApplied(reply, honouredPreferences(asked, operation, reply.status));
  }

  /** Most steps have nothing to wait for; each wait that is left out is one turn less. */
  async function runOperation(
    desk: Desk,
    visit: Visit,
    operation: Operation,
    params: Params,
  ): Promise<HttpReply> {
    const { spec, handler } = operation;
    const { request, world } = visit;
    const firing = world.catchUp();
    if (firing !== null) await firing;

    const caller = identify(visit, operation);
    if (!caller.ok) return writeError(operation, caller.error);
    visit.caller = caller.value;

    const body = spec.body === null ? null : await request.readBody(desk.limits.bytes);
    if (body === null && spec.body !== null) return writeError(operation, bodyTooLarge(desk.limits.bytes));
    const reading = readRequest(spec, rawRequest(request, params, body), desk.limits);
    const read = reading instanceof Promise ? await reading : reading;
    if (!read.ok) return refuseMisfit(visit, operation, read.problems);

    const struck = desk === service ? parts.faults.strike(world, visit.describeTarget(operation)) : null;
    const fault = struck instanceof Promise ? await struck : struck;
    if (fault !== null) await world.sleep(milliseconds(fault.latency), visit.signal);
    if (fault !== null && fault.status !== null) return writeError(null, faultReply(fault.status, fault));

    if (handler === null) return writeError(operation, notImplemented(spec.id));
    const replied = handler(read.request, visit);
    const reply = conclude(
      visit,
      operation,
      replied instanceof Promise ? await replied : replied,
      fault?.damage,
    );
    return fault === null ? reply : touchReply(reply, fault);
  }

  async function refuseMisfit(
    visit: Visit,
    operation: Operation,
    problems: readonly Problem[],
  ): Promise<HttpReply> {
    const refusal = visit.refuseProblems(problems);
    if (operation.misfit === null) return writeError(operation, refusal);
    return conclude(visit, operation, await operation.misfit(problems, visit));
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

  function conclude(
    visit: Visit,
    operation: Operation,
    replied: HandlerReply,
    damage?: StreamDamage,
  ): HttpReply {
    const { id } = operation.spec;
    const onEventViolation = (message: string) => {
      parts.log(`An event of ${id} leaves the contract: ${message}`);
      visit.noteEvent(message);
    };
    const reply = writeReply(operation, replied, onEventViolation, damage, () => visit.whenStreamEnds());
    if (reply.ok) return reply.value;
    const refusal = visit.refuseReply(id, reply.error);
    parts.log(refusal.body.error);
    return writeError(null, refusal);
  }
}

type Params = Readonly<Record<string, string>>;

function rawRequest(
  { query, headers }: HttpRequest,
  pathParams: Params,
  body: Uint8Array | null,
): RawRequest {
  return {
    pathParams,
    query,
    headers,
    body,
    contentType: body === null ? null : headers.get('content-type'),
  };
}

function unrouted(route: Exclude<DeskRoute, { kind: 'found' }>, { request, path }: Visit): HttpReply {
  if (route.kind === 'none') return writeError(null, unknownRoute(request.method, path));
  if (request.method === 'OPTIONS') return allowReply(route.allowed);
  return writeError(null, methodNotAllowed(request.method, route.allowed));
}
