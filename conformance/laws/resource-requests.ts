/**
 * Sends the requests of one resource, and finds its records in the responses according to the resource graph. Skips
 * the law if a credential or a path parameter is missing.
 */
import { valueAt } from '../../templates/runtime/json/pointer.ts';
import type { ContractOperation } from '../../contract/operations.ts';
import type { JsonValue } from '../../templates/runtime/operation-spec.ts';
import type { Exchange, StreamFrame } from '../model/exchange.ts';
import { isFields, type JsonFields, keyText } from '../model/json-fields.ts';
import type { TestEnvironment } from '../model/test-environment.ts';
import type { CheckTools } from '../play/play-check.ts';
import { describeLack, type RequestBuilder } from '../requests/base-request.ts';
import { keyPath } from '../requests/own-key.ts';
import { pathNamesOf, type RecordMaker } from '../requests/records/record-maker.ts';
import { planOf, type RequestForm, type Texts } from '../requests/request-form.ts';
import { withRecord } from '../requests/records/record-body.ts';
import type { Poller } from '../play/poller.ts';
import { propertiesAt, sentLocation, versionProperty } from './record-schema.ts';
import type { Need, ResourceOperation, ResourceOperations } from './resource-operations.ts';

/** What the sessions of a run share. */
export interface SessionContext {
  readonly builder: RequestBuilder;
  readonly environment: TestEnvironment;
  readonly maker: RecordMaker;
  /** The resources by name, with their records. */
  readonly pools: ReadonlyMap<string, RecordPool>;
  /** Counts created records, so that each has a unique name. */
  readonly count: () => number;
  readonly poller: Poller;
}

/** Records of a resource that laws share because they do not change them. */
export interface RecordPool {
  readonly operations: ResourceOperations;
  parents: Promise<Texts> | null;
  /** Whether a new record was rejected with 409, so that each one gets unique texts. */
  isUnique: boolean;
  /** Which properties new records have: those of the example, or only required ones; `null` before one was accepted. */
  sent: 'shown' | 'required' | null;
  readonly records: CreatedRecord[];
  /** The evidence that the service does not keep the records, which skips the following laws; `null` for none. */
  flaw: string | null;
}

export interface CreatedRecord {
  readonly key: string;
  /** The path parameters that identify it, by name, including those of its parents. */
  readonly path: Texts;
  readonly sent: JsonFields;
  /** The record in the response. */
  readonly created: JsonFields;
  readonly exchange: Exchange;
}

/** How a request differs from the default one. */
export interface RequestChanges {
  readonly path?: Texts;
  readonly query?: Texts;
  readonly profile?: string | null;
  readonly headers?: Texts;
  /** Whether the checks of every response examine this one; default true. */
  readonly isExamined?: boolean;
  /** The maximum pause of a stream. Units: milliseconds. */
  readonly idleMs?: number;
  /** Stops reading a stream after a frame for which it returns true. */
  readonly stopAfter?: (frame: StreamFrame) => boolean;
}

/** The response of an operation. Shape: `status` is 0 without a response, `body` is parsed JSON, else `undefined`. */
export interface ResourceResponse {
  readonly status: number;
  readonly body: JsonValue | undefined;
  readonly exchange: Exchange;
}

/** The delays before a request that was rejected with 429 is retried. Units: milliseconds. */
const LIMITED_MS = [250, 1_000, 2_000];

export class ResourceRequests {
  readonly operations: ResourceOperations;
  readonly tools: CheckTools;
  readonly context: SessionContext;

  constructor(operations: ResourceOperations, tools: CheckTools, context: SessionContext) {
    this.operations = operations;
    this.tools = tools;
    this.context = context;
  }

  /** Returns the name of the resource for messages: `/v1/agents`. */
  get path(): string {
    return this.operations.resource.path;
  }

  /** Returns an operation that the law needs. */
  operation(need: Need): ResourceOperation {
    return (
      this.operations.byNeed[need] ??
      this.tools.skip(`The contract has no operation to ${need} ${this.path}.`)
    );
  }

  /** Returns whether the record in a request must have a property. */
  isRequired(need: Need, name: string): boolean {
    const properties = propertiesAt(sentLocation(this.operation(need)));
    return properties.some((property) => property.name === name && property.isRequired);
  }

  /** Returns the properties that the record in a request may have. Why: a key may only be sent in a creation. */
  acceptedBy(need: Need, fields: JsonFields): JsonFields {
    const listed = propertiesAt(sentLocation(this.operation(need))).map(({ name }) => name);
    if (listed.length === 0) return fields;
    return Object.fromEntries(Object.entries(fields).filter(([name]) => listed.includes(name)));
  }

  read(record: Pick<CreatedRecord, 'path'>, how: RequestChanges = {}): Promise<ResourceResponse> {
    return this.call('read', record, how);
  }

  /**
   * Changes properties of a record, with its current version if required. Shape: a replacing operation gets everything
   * that was sent before, with the changes.
   */
  async update(
    record: CreatedRecord,
    changes: JsonFields,
    how: RequestChanges = {},
  ): Promise<ResourceResponse> {
    const { operation, role } = this.operation('update');
    const envelope = role.requestEnvelope?.value ?? '';
    const base = this.base(operation, this.pathFor(operation, record.path));
    const kept = { ...this.#keptIn(record), ...(await this.#versionOf(record)) };
    const form = withRecord(base, envelope, { ...kept, ...changes });
    const response = await this.send(form, how);
    if (response.status !== 428 || this.operations.byNeed.read === undefined) return response;
    const etag = (await this.read(record)).exchange.response?.headers['etag'];
    return etag === undefined
      ? response
      : this.send(form, { ...how, headers: { ...how.headers, 'if-match': etag } });
  }

  /** Returns the current version of a record, as far as an update names it; empty without one. */
  async #versionOf(record: CreatedRecord): Promise<JsonFields> {
    const name = versionProperty(this.operations);
    const value = name === null ? undefined : this.recordIn('read', await this.read(record))?.[name];
    return name === null || value === undefined ? {} : { [name]: value };
  }

  /** Returns the properties of a record that an update repeats: its key, and all required ones. */
  #keptIn({ sent, created }: CreatedRecord): JsonFields {
    const { operation, role } = this.operation('update');
    const [key] = keyPath(operation) ?? [];
    const isWhole = role.role.value === 'replace';
    const kept = propertiesAt(sentLocation({ operation, role })).flatMap(({ name, isRequired }) => {
      const value = sent[name] ?? created[name];
      return (isRequired || name === key) && value !== undefined ? [[name, value] as const] : [];
    });
    return { ...(isWhole ? this.acceptedBy('update', sent) : {}), ...Object.fromEntries(kept) };
  }

  delete(record: CreatedRecord, how: RequestChanges = {}): Promise<ResourceResponse> {
    return this.call('delete', record, how);
  }

  /** Calls an operation for a record with its default body. */
  call(need: Need, record: Pick<CreatedRecord, 'path'>, how: RequestChanges = {}): Promise<ResourceResponse> {
    return this.callOperation(this.operation(need).operation, record.path, how);
  }

  /** Calls any operation with these path parameters and its default body. */
  callOperation(
    operation: ContractOperation,
    path: Texts,
    how: RequestChanges = {},
  ): Promise<ResourceResponse> {
    return this.send(this.base(operation, this.pathFor(operation, path)), how);
  }

  async send(
    form: RequestForm,
    { path, query, profile, headers, isExamined = true, idleMs, stopAfter }: RequestChanges = {},
  ): Promise<ResourceResponse> {
    const { operation: _, ...plan } = planOf({
      ...form,
      path: { ...form.path, ...path },
      query: { ...form.query, ...query },
      headers: [...form.headers, ...Object.entries(headers ?? {})],
      profile: profile === undefined ? form.profile : profile,
    });
    const isOfRun = form.operation.method === 'DELETE';
    const options = {
      isOfRun,
      isExamined,
      ...(idleMs === undefined ? {} : { caps: { idleMs } }),
      ...(stopAfter === undefined ? {} : { stopAfter }),
    };
    let exchange = await this.tools.send(plan, options);
    for (const wait of LIMITED_MS) {
      if (exchange.response?.status !== 429) break;
      await new Promise((resolve) => setTimeout(resolve, wait));
      exchange = await this.tools.send(plan, options);
    }
    if (exchange.response?.status === 429) this.tools.skip('The service returned 429: too many requests.');
    const body = exchange.response?.body;
    return {
      status: exchange.response?.status ?? 0,
      body: body?.kind === 'json' ? (body.value as JsonValue) : undefined,
      exchange,
    };
  }

  /** Repeats a request until its response is as expected, or shows that the operation does not exist. */
  until(
    request: () => Promise<ResourceResponse>,
    isExpected: (response: ResourceResponse) => boolean,
  ): Promise<ResourceResponse> {
    return this.context.poller.until(request, (response) => isExpected(response) || response.status === 501);
  }

  /** Returns the record in a response; `null` if there is none. */
  recordIn(need: Need, { body }: ResourceResponse): JsonFields | null {
    const record = valueAt(body, this.operation(need).role.envelope?.value ?? '');
    return isFields(record) ? record : null;
  }

  /** Returns the items of a page; `null` if there is no list where it is expected. */
  itemsIn({ body }: ResourceResponse): readonly JsonValue[] | null {
    const { envelope, inItem = '' } = this.operation('list').role;
    const items = valueAt(body, envelope?.value ?? '');
    return Array.isArray(items) ? items.map((item) => valueAt(item, inItem) as JsonValue) : null;
  }

  /** Returns the key of a record; `null` if it has none. */
  keyOf(record: JsonValue | JsonFields): string | null {
    const property = this.operations.resource.key?.value.property ?? null;
    return property === null ? null : keyText(valueAt(record, property));
  }

  /** Returns the base request of an operation with these path parameters. Skips the law without a credential. */
  base(operation: ContractOperation, path: Texts): RequestForm {
    const { builder, environment } = this.context;
    const { base, missing } = builder.baseOf(operation, environment, path);
    const lacking = missing.find((name) => !pathNamesOf(operation).includes(name));
    if (lacking !== undefined) this.tools.skip(describeLack(operation, lacking));
    if (base.profile !== null && environment.credentials[base.profile] === undefined)
      this.tools.skip(
        `No credential is known: name one in conformance.yaml under credentials.${base.profile}.`,
      );
    return { ...base, path: { ...base.path, ...path } };
  }

  /** Renames path parameters for an operation. Why by position: the last ones are the key. */
  pathFor(operation: ContractOperation, path: Texts): Texts {
    const names = pathNamesOf(operation);
    if (names.every((name) => path[name] !== undefined)) return path;
    const values = Object.values(path);
    return names.length === values.length
      ? Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']))
      : path;
  }

  /** Returns the path parameter with the key of a record. */
  get keyParameter(): string {
    return this.operations.resource.key?.value.parameters.at(-1) ?? 'key';
  }
}

export function isSuccess({ status }: Pick<ResourceResponse, 'status'>): boolean {
  return status >= 200 && status < 300;
}
