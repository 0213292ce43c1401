/** Serves a defined service in this process, with faults, and checks it by its description. */
import { expect, it } from 'vitest';
import type { Contract } from '../../../contract/contract.ts';
import { operationsOf } from '../../../contract/operations.ts';
import { isFields } from '../../../conformance/model/json-fields.ts';
import type { RunReport } from '../../../conformance/model/run-report.ts';
import { readBody } from '../../../templates/runtime/body/read-body.ts';
import { readParameters } from '../../../templates/runtime/read-parameters.ts';
import {
  describeService,
  initialOf,
  keyOf,
  parametersOf,
  planOperations,
  resourceOf,
  type Fields,
  type OperationPlan,
  type ResourceDefinition,
  type ServiceDefinition,
} from './service-definition.ts';
import {
  checkContract,
  empty,
  loadDescription,
  type CheckOptions,
  type WrittenCall,
} from './written-service.ts';

/** A stored record. Shape: `above` is the key of the record above, empty without one. */
export interface Row {
  readonly kind: string;
  readonly id: string;
  readonly owner: string;
  above: string;
  value: Fields;
}

/** A valid request. Shape: `rows` are the records of the path, `row` is the last one. */
export interface Call extends Omit<WrittenCall, 'body'> {
  readonly body: Fields;
  readonly values: Fields;
  readonly params: Readonly<Record<string, string>>;
  readonly isValid: boolean;
  readonly caller: string;
  readonly rows: readonly Row[];
  readonly row: Row;
  readonly store: Store;
}

/** What a handler returns: a response, a status without a body, or a body with the status of the operation. */
export type Result = number | object;

/** Handles a valid request; `usual` does what the operation is defined to do, `standard` what any such operation does. */
export type Handler = (call: Call, usual: () => Result, standard: () => Result) => Result;

export interface HandlerOptions {
  readonly run?: Handler;
  /** Returns the status of a request that is rejected before its parameters and body are validated. */
  readonly guard?: (call: Call) => number | null;
  /** Returns whether an invalid request reaches the handler; default: none does. */
  readonly accepts?: (call: Call) => boolean;
  /** Whether records of other callers are found. */
  readonly isPublic?: boolean;
  /** The status if an idempotency key comes with another request; `null` to return the stored response. Default 409. */
  readonly reusedKey?: number | null;
  /** Returns which requests share an idempotency key, and what has to be the same in them. */
  readonly keyOf?: (call: Call) => readonly [slot: string, request: string];
  /** Responds to a request for a record that does not exist; default 404. */
  readonly missing?: (call: Omit<Call, 'row'>) => Result;
  /** Returns properties of a record that are not stored. */
  readonly computed?: (row: Row, store: Store) => Fields;
}

/** What is wrong with a service: handlers by the id of their operation, `computed` by the name of a resource. */
export type Faults = Readonly<Record<string, Handler | HandlerOptions>>;

/** The records of a service, in the order of their creation. */
export class Store {
  readonly deleted: Row[] = [];
  /** The requests with idempotency keys, and their responses. */
  readonly responses = new Map<string, { readonly sent: string; readonly result: Result }>();
  /** What handlers keep besides records. */
  readonly state = new Map<string, unknown>();
  readonly #rows = new Map<string, Row>();
  readonly #resources: ReadonlyMap<string, ResourceDefinition>;
  readonly #faults: Faults;
  count = 0;

  constructor({ resources = [] }: ServiceDefinition, faults: Faults) {
    this.#resources = new Map(resources.map((resource) => [resource.name, resource]));
    this.#faults = faults;
    for (const { name, records = [] } of resources)
      for (const record of records) this.add(name, record, { caller: '' });
  }

  add(kind: string, value: Fields, { caller, row }: { readonly caller: string; readonly row?: Row }): Row {
    const resource = this.#resources.get(kind)!;
    const key = keyOf(resource);
    this.count += 1;
    const isNumber = resource.fields[key]?.['type'] === 'integer';
    const given = isNumber ? this.count : `${kind.toLowerCase()}-${String(this.count).padStart(4, '0')}`;
    const id = value[key] ?? given;
    const initial = initialOf(resource, this.count, row?.id);
    const added = {
      kind,
      id: String(id),
      owner: caller,
      above: row?.id ?? '',
      value: { ...initial, ...value, [key]: id },
    };
    this.#rows.set(`${kind} ${added.id}`, added);
    return added;
  }

  find(kind: string, id: unknown): Row | undefined {
    return this.#rows.get(`${kind} ${String(id)}`);
  }

  /** Returns what handlers keep under a name; `initial` the first time. */
  stateOf<State>(name: string, initial: State): State {
    if (!this.state.has(name)) this.state.set(name, initial);
    return this.state.get(name) as State;
  }

  /** Returns the records of a resource in the order of their creation: all, or those below a record. */
  rows(kind: string, above?: Row): readonly Row[] {
    return [...this.#rows.values()].filter(
      (row) => row.kind === kind && (above === undefined || row.above === above.id),
    );
  }

  values(kind: string, above?: Row): readonly Fields[] {
    return this.rows(kind, above).map((row) => this.show(row));
  }

  /** Returns a record as responses have it. */
  show(row: Row): Fields {
    const fault = this.#faults[row.kind];
    const { computed } = { ...this.#resources.get(row.kind), ...(typeof fault === 'object' ? fault : {}) };
    return { ...row.value, ...computed?.(row, this) };
  }

  change(row: Row, changes: Fields): Fields {
    row.value = { ...row.value, ...changes };
    return this.show(row);
  }

  /** Removes a record and those below it. */
  remove(row: Row): number {
    this.#rows.delete(`${row.kind} ${row.id}`);
    this.deleted.push(row);
    for (const other of [...this.#rows.values()]) if (other.above === row.id) this.remove(other);
    return 204;
  }
}

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
    return checkContract(this.contract, this.serve(faults), { credentials, ...options });
  }

  serve(faults: Faults = {}): (call: WrittenCall) => Promise<Response> {
    const store = new Store(this.definition, faults);
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
    request: WrittenCall,
    { caller, store }: { readonly caller: string; readonly store: Store },
    fault: Handler | HandlerOptions = {},
  ): Result {
    const { run, ...options } = typeof fault === 'function' ? { run: fault } : fault;
    const { accepts, isPublic = false, missing, guard } = { ...plan, ...options };
    const operations = operationsOf(this.contract);
    const params = Object.fromEntries(
      Object.entries(operations.pathValues(request.method, request.path)).map(([parameter, value]) => [
        parameter,
        decodeURIComponent(value),
      ]),
    );
    const spec = operations.byId(plan.id)!;
    const query = request.query.toString();
    const read = readParameters(spec.parameters, { pathParams: params, query, headers: request.headers });
    const content = readBody(spec.body, request.bytes, request.headers.get('content-type'));
    const rows = this.#rowsOf(params, store);
    const isValid = read.problems.length + read.mismatches.length === 0 && content.kind === 'value';
    const form = content.kind === 'value' && isFields(content.value) ? content.value : request.body;
    const values = { values: read.query, body: form ?? {}, isValid };
    const found = rows.filter((row) => row !== undefined);
    const call: Call = { ...request, ...values, params, caller, rows: found, row: found.at(-1)!, store };
    const isHidden = found.some(({ owner }) => !isPublic && owner !== '' && owner !== caller);
    if (found.length < rows.length || isHidden) return missing?.(call) ?? 404;
    const refused = guard?.(call) ?? this.#matchTag(plan, call);
    if (refused !== null) return refused;
    if (!isValid && accepts?.(call) !== true) return this.definition.invalid ?? 400;
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

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const TOKENS = new Set(['one', 'two', 'reader']);

/** Returns the stored response to a request that is repeated with its idempotency key. */
async function onceForKey(call: Call, respond: () => Result, options: HandlerOptions): Promise<Result> {
  const { headers, caller, path, text, store } = call;
  const { reusedKey = 409, keyOf: slotOf = () => [caller, `${path} ${text}`] as const } = options;
  const key = headers.get('idempotency-key');
  if (key === null) return respond();
  const [slot, sent] = slotOf(call);
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
