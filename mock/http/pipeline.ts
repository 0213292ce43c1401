/**
 * The way of every request, in order. Each step is a neighbour of its own; this file only says what comes after what:
 * host → world → route → gate → preferences → due timers → caller → values → fault → handler → check → response.
 */
import type { ResponseViolation } from '../../generated/runtime/check-response.ts';
import type { HttpResponse, HttpRequest } from '../../generated/runtime/http.ts';
import type { Problem } from '../../generated/runtime/problem.ts';
import { readRequest, type RawRequest, type RequestValues } from '../../generated/runtime/read-request.ts';
import { WorldClosedError } from '../kernel/world/engine.ts';
import { refuse, type Result } from '../kernel/transaction/result.ts';
import { andThen, type Soon } from '../kernel/soon.ts';
import { milliseconds } from '../kernel/time/units.ts';
import { createControlGate, createHostGate, createServiceGate, type Exposure } from './access.ts';
import { authenticate } from './auth.ts';
import type { Caller } from './context.ts';
import { addToResponse, completeResponse, sampledResponse } from './complete-response.ts';
import { createCors, isPreflight } from './cors.ts';
import { findOperation, openDesk, type Desk, type DeskRoute } from './desk.ts';
import {
  bodyTooLarge,
  insufficientPermissions,
  internalError,
  methodNotAllowed,
  unauthorized,
  unknownRoute,
  unknownWorld,
  type ErrorResponse,
} from './error-responses.ts';
import type { StreamDamage } from './event-stream.ts';
import { faultResponse, touchResponse, type Fault } from './faults.ts';
import { serveMockPage } from './mock-pages.ts';
import type { HandlerResponse, Operation } from './operation.ts';
import type { PipelineParts } from './pipeline-parts.ts';
import {
  honouredPreferences,
  NO_PREFERENCES,
  readPreferences,
  withApplied,
  type Preferences,
} from './prefer.ts';
import { preferredResponse, preferredStatus } from './preferred-response.ts';
import { allowResponse, markOutside, withoutBody, writeError, writeResponse } from './respond.ts';
import { RequestProblem } from './request-problem.ts';
import { findUndescribed } from './undescribed-properties.ts';
import { Visit } from './visit.ts';
import { findWorld } from './world-route.ts';

/** Answers a request, at once where nothing has to be waited for; never throws or rejects. */
export type Serve = (request: HttpRequest, exposure?: Exposure) => Soon<HttpResponse>;

const CONTROL_PREFIX = '/_mock/';

/** Units: bytes and levels. The control API takes whole dumps. */
const SERVICE_LIMITS = { bytes: 1_048_576, depth: 64 };
const CONTROL_LIMITS = { bytes: 268_435_456, depth: 128 };

/** Puts the parts together. */
export function createPipeline(parts: PipelineParts): Serve {
  const cors = createCors(parts.allowOrigins);
  const hostGate = createHostGate(parts.allowHosts);
  const service = openDesk(parts.service, createServiceGate(cors), SERVICE_LIMITS);
  const control = openDesk(parts.control, createControlGate(cors, parts.controlToken), CONTROL_LIMITS);

  return (request, exposure = 'loopback') => {
    const origin = request.headers.get('origin');
    return origin === null ? answer(request, exposure) : answerPage(request, exposure, origin);
  };

  async function answerPage(request: HttpRequest, exposure: Exposure, origin: string): Promise<HttpResponse> {
    if (!cors.allows(origin)) parts.observer?.originRefused(origin);
    if (!isPreflight(request)) return cors.expose(await answer(request, exposure), origin);
    const decided = cors.preflight(request);
    return cors.expose(decided.ok ? decided.value : writeError(null, decided.error), origin);
  }

  function answer(request: HttpRequest, exposure: Exposure): Soon<HttpResponse> {
    const barred = hostGate(request.headers.get('host'), exposure);
    if (barred !== null) return writeError(null, barred);
    const route = findWorld(parts.worlds, request.path);
    if (route.kind === 'unknown') return writeError(null, unknownWorld(route.id));
    const visit = new Visit(request, exposure, route.world, route.prefix, route.path);
    const isControl = route.path.startsWith(CONTROL_PREFIX);
    visit.isListed = !isControl;
    const startedAt = parts.stopwatch();
    let reply: Soon<HttpResponse>;
    try {
      reply = answerAt(isControl ? control : service, visit);
    } catch (error) {
      return fail(visit, error, startedAt);
    }
    return reply instanceof Promise
      ? reply.then(
          (later) => settle(visit, later, startedAt),
          (error: unknown) => fail(visit, error, startedAt),
        )
      : settle(visit, reply, startedAt);
  }

  /** Writes the call down where it is one of the service, and gives the response as it leaves. */
  function settle(visit: Visit, reply: HttpResponse, startedAt: number): HttpResponse {
    if (visit.isListed) writeDown(visit, reply, startedAt);
    return visit.request.method === 'HEAD' ? withoutBody(reply) : reply;
  }

  function fail(visit: Visit, error: unknown, startedAt: number): HttpResponse {
    if (error instanceof WorldClosedError) return writeError(null, unknownWorld(visit.world.id));
    if (error instanceof RequestProblem)
      return settle(visit, writeError(visit.operation, visit.refuseProblems(error.details)), startedAt);
    if (!visit.signal.aborted) parts.log(`${visit.operation?.spec.id ?? visit.path} failed`, error);
    return settle(visit, writeError(visit.operation, internalError()), startedAt);
  }

  /** A stream is listed at once, and once more when it is known how it ended. */
  function writeDown(visit: Visit, reply: HttpResponse, startedAt: number): void {
    const journal = parts.journals.of(visit.world);
    const call = visit.describe(reply, parts.stopwatch() - startedAt);
    const isStream = reply.body.kind === 'frames';
    parts.observer?.requested({ ...call, world: visit.world.id, isStream });
    if (!isStream) {
      journal.write(call);
      return;
    }
    const open = journal.open(call);
    visit.whenStreamEnds = () =>
      open.finish({ durationMs: parts.stopwatch() - startedAt, violations: visit.violations });
  }

  function answerAt(desk: Desk, visit: Visit): Soon<HttpResponse> {
    const { request, world } = visit;
    const route = findOperation(desk, request.method, visit.path, visit.prefix);
    if (route.kind !== 'found') return answerUnrouted(route, visit);
    const { operation, params } = route;
    visit.operation = operation;
    const barred = desk.gate(request, visit.exposure, operation.spec);
    if (barred !== null) return writeError(operation, barred);
    const asked = readPreferences(request.headers.get('prefer'), () => parts.scenarios(world));
    if (!asked.ok) return writeError(operation, asked.error);
    visit.run = asked.value;
    return asked.value === NO_PREFERENCES
      ? runOperation(desk, visit, operation, params)
      : runAsPreferred(desk, visit, operation, params, asked.value);
  }

  function answerUnrouted(route: Exclude<DeskRoute, { kind: 'found' }>, visit: Visit): Soon<HttpResponse> {
    const page = serveMockPage(parts, visit);
    return page === null ? unrouted(route, visit) : andThen(page, (reply) => reply ?? unrouted(route, visit));
  }

  async function runAsPreferred(
    desk: Desk,
    visit: Visit,
    operation: Operation,
    params: Params,
    asked: Preferences,
  ): Promise<HttpResponse> {
    const delay = asked.delay > 0 ? visit.world.sleep(milliseconds(asked.delay), visit.signal) : null;
    const status = preferredStatus(operation, asked);
    const shown = status === null ? null : await preferredResponse(operation, status, asked, visit);
    if (shown !== null && !shown.ok) return writeError(operation, shown.error);
    const reply =
      shown === null
        ? await runOperation(desk, visit, operation, params)
        : await conclude(visit, operation, shown.value);
    if (delay !== null) await delay;
    return withApplied(reply, honouredPreferences(asked, operation, reply.status));
  }

  /** Most steps have nothing to wait for; each wait that is left out is one turn less. */
  function runOperation(desk: Desk, visit: Visit, operation: Operation, params: Params): Soon<HttpResponse> {
    return andThen(visit.world.catchUp(), () => admit(desk, visit, operation, params));
  }

  function admit(desk: Desk, visit: Visit, operation: Operation, params: Params): Soon<HttpResponse> {
    const caller = identify(visit, operation);
    if (!caller.ok) return writeError(operation, caller.error);
    visit.caller = caller.value;
    if (operation.spec.body === null) return readValues(desk, visit, operation, params, null);
    return visit.request
      .readBody(desk.limits.bytes)
      .then((body) =>
        body === null
          ? writeError(operation, bodyTooLarge(desk.limits.bytes))
          : readValues(desk, visit, operation, params, body),
      );
  }

  function readValues(
    desk: Desk,
    visit: Visit,
    operation: Operation,
    params: Params,
    body: Uint8Array | null,
  ): Soon<HttpResponse> {
    const reading = readRequest(operation.spec, rawRequest(visit.request, params, body), desk.limits);
    return andThen(reading, (read): Soon<HttpResponse> => {
      if (!read.ok) return refuseMisfit(visit, operation, read.problems);
      if (desk === service) noteUndescribed(visit, operation, read.request.body);
      const struck =
        desk === service ? parts.faults.strike(visit.world, visit.describeTarget(operation)) : null;
      return andThen(struck, (fault) =>
        fault === null
          ? runHandler(visit, operation, read.request)
          : runFaulty(visit, operation, read.request, fault),
      );
    });
  }

  function noteUndescribed(visit: Visit, { bodyCheck }: Operation, body: unknown): void {
    const { requestProperties } = parts.service;
    if (bodyCheck === null || requestProperties === undefined) return;
    visit.notes = findUndescribed(requestProperties, bodyCheck, body);
  }

  async function runFaulty(
    visit: Visit,
    operation: Operation,
    values: RequestValues,
    fault: Fault,
  ): Promise<HttpResponse> {
    await visit.world.sleep(milliseconds(fault.latency), visit.signal);
    if (fault.status !== null) return writeError(null, faultResponse(fault.status, fault));
    return touchResponse(await runHandler(visit, operation, values, fault.damage), fault);
  }

  function runHandler(
    visit: Visit,
    operation: Operation,
    values: RequestValues,
    damage?: StreamDamage,
  ): Soon<HttpResponse> {
    const { handler } = operation;
    if (handler === null) return runSampled(visit, operation, damage);
    return andThen(handler(values, visit), (replied) =>
      operation.additions === null
        ? conclude(visit, operation, replied, damage)
        : concludeWithAdditions(visit, operation, replied, damage),
    );
  }

  /** Sends with a response what the contract has gained since its handler was written. */
  function concludeWithAdditions(
    visit: Visit,
    operation: Operation,
    replied: HandlerResponse,
    damage?: StreamDamage,
  ): Soon<HttpResponse> {
    const addition = addToResponse(operation, replied);
    if (addition === null) return conclude(visit, operation, replied, damage);
    return andThen(conclude(visit, operation, addition.response, damage), (reply) => {
      if (visit.violations.length > 0) return reply;
      visit.noteAdditions(addition.pointer, addition.paths);
      return markOutside(reply, 'sampled');
    });
  }

  function refuseMisfit(
    visit: Visit,
    operation: Operation,
    problems: readonly Problem[],
  ): Soon<HttpResponse> {
    const refusal = visit.refuseProblems(problems);
    if (operation.misfit === null) return writeError(operation, refusal);
    return andThen(operation.misfit(problems, visit), (replied) => conclude(visit, operation, replied));
  }

  function identify(visit: Visit, operation: Operation): Result<Caller, ErrorResponse> {
    const { world, request, at } = visit;
    const authorization = request.headers.get('authorization');
    const caller = authenticate(operation.auth, authorization, { view: world.view, now: at }, parts);
    if (caller.ok) return caller;
    return refuse(caller.error === 'unauthorized' ? unauthorized(visit) : insufficientPermissions());
  }

  function conclude(
    visit: Visit,
    operation: Operation,
    replied: HandlerResponse,
    damage?: StreamDamage,
  ): Soon<HttpResponse> {
    const reply = write(visit, operation, replied, damage);
    return reply.ok ? reply.value : completeReply(visit, operation, replied, reply.error, damage);
  }

  /** Fills in what the contract requires and the handler does not know of; without samples it is an error of the mock. */
  async function completeReply(
    visit: Visit,
    operation: Operation,
    replied: HandlerResponse,
    violation: ResponseViolation,
    damage?: StreamDamage,
  ): Promise<HttpResponse> {
    const { id } = operation.spec;
    const completed = await completeResponse(operation, replied);
    const reply = completed && write(visit, operation, completed, damage);
    if (reply?.ok !== true) {
      const refusal = visit.refuseResponse(id, violation);
      parts.log(refusal.body.error);
      return writeError(null, refusal);
    }
    parts.log(`${id} is completed from the samples of the contract: ${violation.message}`);
    visit.noteSampled(violation);
    return markOutside(reply.value, 'sampled');
  }

  /** Answers for an operation that has no handler yet. */
  async function runSampled(
    visit: Visit,
    operation: Operation,
    damage?: StreamDamage,
  ): Promise<HttpResponse> {
    const sample = await sampledResponse(operation);
    const reply = sample && write(visit, operation, sample, damage);
    if (reply?.ok === true) return markOutside(reply.value, 'sampled');
    throw new Error(`${operation.spec.id} has neither a handler nor a sample`);
  }

  function write(visit: Visit, operation: Operation, replied: HandlerResponse, damage?: StreamDamage) {
    const onEventViolation = (message: string) => {
      parts.log(`An event of ${operation.spec.id} leaves the contract: ${message}`);
      visit.noteEvent(message);
    };
    return writeResponse(operation, replied, onEventViolation, damage, () => visit.whenStreamEnds());
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

function unrouted(route: Exclude<DeskRoute, { kind: 'found' }>, { request, path }: Visit): HttpResponse {
  if (route.kind === 'none') return writeError(null, unknownRoute(request.method, path));
  if (request.method === 'OPTIONS') return allowResponse(route.allowed);
  return writeError(null, methodNotAllowed(request.method, route.allowed));
}
