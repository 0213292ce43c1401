/** Serves a defined service in this process, with faults, and checks it by its description. */
import { expect, it } from 'vitest';
import type { Contract } from '../../../contract/contract.ts';
import { operationsOf } from '../../../contract/operations.ts';
import type { RunReport } from '../../../conformance/model/run-report.ts';
import {
  checkService,
  empty,
  loadDescription,
  readRequest,
  type CheckOptions,
  type ServiceRequest,
} from './check-service.ts';
import { initialOf, keyOf, Store, type Fields, type Row } from './record-store.ts';
import {
  describeService,
  parametersOf,
  planOperations,
  resourceOf,
  type OperationPlan,
  type ServiceDefinition,
} from './service-definition.ts';
import type { Call, Faults, Handler, HandlerOptions, Result } from './service-handler.ts';

export type { Row, Store } from './record-store.ts';
export type { Call, Faults, Handler, HandlerOptions, Result } from './service-handler.ts';

/** A service that is described and served by its definition. */
export class DefinedService {
  readonly definition: ServiceDefinition;
  readonly contract: Contract;
  readonly #plans: ReadonlyMap<string, OperationPlan>;

  constructor(definition: ServiceDefinition, contract: Contract) {
    this.definition = definition;
    this.contract = contract;
    this.#plans = new Map(planOperations(definition).map((plan) => [plan.id, plan]));
  }

  check(faults: Faults = {}, options: CheckOptions = {}): Promise<RunReport> {
    const credentials = this.definition.isSecured === true ? { full: 'one', otherOrganization: 'two' } : {};
    return checkService(this.contract, this.serve(faults), { credentials, ...options });
  }

  serve(faults: Faults = {}): (call: ServiceRequest) => Promise<Response> {
    const { resources = [] } = this.definition;
    const store = new Store(
      resources.map((resource) => ({ ...resource, ...computedIn(faults[resource.name]) })),
    );
    return async (call) => {
      const operations = operationsOf(this.contract);
      const id = operations.match(call.method, call.path)?.id;
      const methods = METHODS.filter((method) => operations.match(method, call.path) !== null);
      if (methods.length === 0) return empty(404);
      const token = /^bearer (\w+)$/i.exec(call.headers.get('authorization') ?? '')?.[1] ?? '';
      const isKnown = this.definition.isSecured !== true || TOKENS.has(token);
      if (!isKnown) return empty(401, { 'www-authenticate': 'Bearer' });
      const plan = this.#plans.get(id ?? '');
      if (plan === undefined) return empty(405, { allow: methods.join(', ') });
      const caller = this.definition.isSecured === true ? token : '';
      const result = await this.#respond(plan, call, { caller, store }, faults[plan.id]);
      if (result instanceof Response) return result;
      if (typeof result === 'number') return empty(result);
      const { extend = () => ({}), envelope } = this.definition;
      const headers = plan.resource?.isTagged === true ? { etag: tagOf(result) } : {};
      if (!Array.isArray(result))
        return Response.json({ ...result, ...extend() }, { status: plan.status, headers });
      const rows = result.map((each) => ({ ...each, ...extend() }));
      return Response.json(envelope === undefined ? rows : { [envelope]: rows }, { status: plan.status });
    };
  }

  #respond(
    plan: OperationPlan,
    request: ServiceRequest,
    { caller, store }: { readonly caller: string; readonly store: Store },
    fault: Handler | HandlerOptions = {},
  ): Result {
    const { run, ...options } = typeof fault === 'function' ? { run: fault } : fault;
    const { accepts, isPublic = false, missing, guard } = { ...plan, ...options };
    const read = readRequest(operationsOf(this.contract).byId(plan.id)!, request);
    const rows = this.#rowsOf(read.params, store);
    const found = rows.filter((row) => row !== undefined);
    const call: Call = { ...request, ...read, caller, rows: found, row: found.at(-1)!, store };
    const isHidden = found.some(({ owner }) => !isPublic && owner !== '' && owner !== caller);
    if (found.length < rows.length || isHidden) return missing?.(call) ?? 404;
    const refused = guard?.(call) ?? this.#matchTag(plan, call);
    if (refused !== null) return refused;
    if (!read.isValid && accepts?.(call) !== true) return this.definition.invalid ?? 400;
    const standard = (): Result => handle(plan, call);
    const defined = (): Result => (plan.run === undefined ? standard() : plan.run(call, standard, standard));
    const respond = () => (run === undefined ? defined() : run(call, defined, standard));
    return 'Idempotency-Key' in (plan.headers ?? {})
      ? onceForKey(call, respond, { ...plan, ...options })
      : respond();
  }

  /** Returns the status of a request without the current ETag of its record, `null` if it has it. */
  #matchTag({ headers: documented }: OperationPlan, { headers, row, store }: Call): number | null {
    const sent = headers.get('if-match');
    if (sent === null) return documented?.['If-Match']?.['required'] === true ? 428 : null;
    return sent === '*' || sent === tagOf(store.show(row)) ? null : 412;
  }

  /** Finds the records of the parameters of a path, each below the one above it. */
  #rowsOf(params: Readonly<Record<string, string>>, store: Store): readonly (Row | undefined)[] {
    return Object.entries(params).flatMap(([parameter, id]) => {
      const resource = resourceOf(parameter, this.definition);
      if (resource === undefined) return [];
      const row = store.find(resource.name, id);
      const above = params[parametersOf(resource.path).at(-1) ?? ''];
      return [above === undefined || row?.above === above ? row : undefined];
    });
  }
}

/** Returns how a fault computes properties of a resource. */
const computedIn = (fault?: Handler | HandlerOptions) =>
  typeof fault === 'object' && fault.computed !== undefined ? { computed: fault.computed } : {};

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const TOKENS = new Set(['one', 'two', 'reader']);

/** Returns the stored response to a request that is repeated with its idempotency key. */
async function onceForKey(call: Call, respond: () => Result, options: HandlerOptions): Promise<Result> {
  const { headers, caller, path, text, store } = call;
  const { reusedKey = 409, requestKeyOf = () => [caller, `${path} ${text}`] as const } = options;
  const key = headers.get('idempotency-key');
  if (key === null) return respond();
  const [slot, sent] = requestKeyOf(call);
  const before = store.responses.get(`${slot} ${key}`);
  if (before !== undefined) return before.sent === sent ? before.result : (reusedKey ?? before.result);
  const result = respond();
  store.responses.set(`${slot} ${key}`, { sent, result });
  if (typeof (await result) === 'number') store.responses.delete(`${slot} ${key}`);
  return result;
}

/** Returns the ETag of a record. */
const tagOf = (value: object): string => `"${Buffer.from(JSON.stringify(value)).toString('base64url')}"`;

/** Does what an operation of its kind does with a resource. */
function handle({ kind, resource, ...plan }: OperationPlan, call: Call): Result {
  const { body, row, store, values } = call;
  if (resource === null) return plan.status;
  const keep = (): Fields => {
    const names = Object.keys(resource.fields).filter((each) => resource.fields[each]?.['readOnly'] !== true);
    return Object.fromEntries(Object.entries(body).filter(([each]) => names.includes(each)));
  };
  switch (kind) {
    case 'list':
      return store
        .rows(resource.name, resource.path.includes('{') ? row : undefined)
        .filter(({ owner }) => owner === call.caller || owner === '')
        .map((each) => store.show(each))
        .filter((value) =>
          Object.entries(values).every(([each, is]) => !(each in value) || value[each] === is),
        );
    case 'create': {
      const key = keyOf(resource);
      if (key in body && store.find(resource.name, body[key]) !== undefined) return 409;
      return store.show(store.add(resource.name, keep(), call));
    }
    case 'update':
      return store.change(row, keep());
    case 'replace': {
      const kept = [keyOf(resource), ...(resource.fixed ?? [])].map((each) => [each, row.value[each]]);
      return store.change(row, { ...initialOf(resource), ...Object.fromEntries(kept), ...keep() });
    }
    case 'delete':
      return store.remove(row);
    default:
      return store.show(row);
  }
}

/** Does only what any operation of its kind does. */
export const standardHandler: Handler = (_call, _usual, standard) => standard();

/** Loads the description of a service. */
export async function defineService(definition: ServiceDefinition): Promise<DefinedService> {
  return new DefinedService(definition, await loadDescription(describeService(definition)));
}

/** Returns the findings of a report, each once: verdict, check and subject. */
export function namesOf({ outcomes }: RunReport): readonly string[] {
  const all = outcomes.flatMap(({ findings }) => findings);
  return [...new Set(all.map(({ verdict, check, subject }) => `${verdict} ${check} ${subject}`))];
}

export function messagesOf({ outcomes }: RunReport): readonly string[] {
  return [...new Set(outcomes.flatMap(({ findings }) => findings.map(({ message }) => message)))];
}

/** Tests that each fault has its findings, and no others. */
export function testFaults(
  service: DefinedService,
  cases: Readonly<Record<string, readonly [faults: Faults, findings: readonly string[]]>>,
  options: CheckOptions = {},
  print = namesOf,
): void {
  const rows = Object.entries(cases).map(([name, [faults, findings]]) => [name, faults, findings] as const);
  it.each(rows)('%s', async (_, faults, findings) => {
    expect(new Set(print(await service.check(faults, options)))).toEqual(new Set(findings));
  });
}
