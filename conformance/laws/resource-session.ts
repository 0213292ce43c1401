/**
 * Creates the records of one resource, and their parents. Skips the law if a service rejects what the contract allows:
 * other checks report that.
 */
import type { ContractOperation } from '../../contract/operations.ts';
import { isSamePath } from '../../contract/resources/overrides/override.ts';
import type { JsonFields } from '../model/json-fields.ts';
import { pathNamesOf } from '../requests/records/record-maker.ts';
import { plainShape, propertiesAt, sentLocation } from './record-schema.ts';
import { takesKey, withDistinctTexts } from '../requests/records/distinct.ts';
import { referencesOf } from '../requests/records/references.ts';
import type { RequestForm, Texts } from '../requests/request-form.ts';
import {
  defaultRecord,
  isInvalid,
  recordIn,
  withRecord,
  withRequired,
} from '../requests/records/record-body.ts';
import {
  isSuccess,
  ResourceRequests,
  type CreatedRecord,
  type RecordPool,
  type RequestChanges,
  type ResourceResponse,
} from './resource-requests.ts';

/** The request of a new record, with its response. */
interface SentRecord {
  readonly form: RequestForm;
  readonly response: ResourceResponse;
}

export class ResourceSession extends ResourceRequests {
  /** Returns `count` records that laws share and must not change. */
  async shared(count = 1): Promise<readonly CreatedRecord[]> {
    const { records } = this.#pool;
    while (records.length < count) records.push(await this.create());
    const some = records.slice(0, count);
    for (const { exchange } of some) this.tools.record(exchange);
    return some;
  }

  /** Creates a record with these changes to its properties. Skips the law if it is rejected. */
  async create(changes: JsonFields = {}): Promise<CreatedRecord> {
    const { response, record } = await this.tryCreate(changes);
    const { operation } = this.operation('create');
    return (
      record ?? this.tools.skip(`${operation.id} returned ${response.status}, so that no record is created.`)
    );
  }

  /**
   * Creates a record unless it is rejected; `path` are its parents, by default those of the run, `isDistinct` makes
   * its texts unique.
   */
  async tryCreate(
    changes: JsonFields = {},
    path?: Texts,
    isDistinct = false,
  ): Promise<{ readonly response: ResourceResponse; readonly record: CreatedRecord | null }> {
    const { operation, role } = this.operation('create');
    const parents = path ?? (await this.parents());
    const base = this.base(operation, parents);
    const envelope = role.requestEnvelope?.value ?? '';
    const { unique } = this.operations.resource;
    const sent = {
      ...defaultRecord(base, { envelope, unique, number: this.context.count() }),
      ...this.#listedUnder(operation),
      ...changes,
    };
    const { form, response } = await this.#sendNew(withRecord(base, envelope, sent), changes, isDistinct);
    return { response, record: this.#recordOf(form, response) };
  }

  /** Returns the records to which a new record must refer to be listed. Why: a configuration may name them for the list only. */
  #listedUnder(creation: ContractOperation): Texts {
    const list = this.operations.byNeed.list?.operation;
    if (list === undefined) return {};
    const values = this.context.environment.parameters[list.id] ?? {};
    return Object.fromEntries(
      referencesOf(creation).flatMap(({ property }) =>
        values[property] === undefined ? [] : [[property, values[property]] as const],
      ),
    );
  }

  /** Creates a record with this request. Skips the law if it is rejected. */
  async createAs(form: RequestForm): Promise<CreatedRecord> {
    const response = await this.send(form);
    return (
      this.#recordOf(form, response) ??
      this.tools.skip(`${form.operation.id} returned ${response.status}, so that no record is created.`)
    );
  }

  /** Creates a record with this request; `null` if it is rejected. */
  async tryCreateAs(form: RequestForm): Promise<CreatedRecord | null> {
    return this.#recordOf(form, await this.send(form));
  }

  /** Returns the record that a request has created; `null` for none. */
  #recordOf(form: RequestForm, response: ResourceResponse): CreatedRecord | null {
    const created = isSuccess(response) ? this.recordIn('create', response) : null;
    const key = created === null ? null : (this.keyOf(created) ?? lastSegment(response));
    if (created === null || key === null) return null;
    const sent = recordIn(form, this.operation('create').role.requestEnvelope?.value ?? '');
    const path = { ...form.path, [this.keyParameter]: key };
    return { key, path, sent, created, exchange: response.exchange };
  }

  /**
   * Creates a record with these values; if they are rejected, without lists. Why: an item may have to refer to a
   * record.
   */
  async tryCreateWith(values: JsonFields): ReturnType<ResourceSession['tryCreate']> {
    const whole = await this.tryCreate(values);
    const plain = Object.entries(values).filter(([, value]) => !Array.isArray(value));
    return whole.record !== null || plain.length === Object.keys(values).length
      ? whole
      : this.tryCreate(Object.fromEntries(plain));
  }

  /** Sends a new record; if the first one of a run is invalid, with only what is required, and what a law chose. */
  async #sendNew(form: RequestForm, changes: JsonFields, isDistinct: boolean): Promise<SentRecord> {
    const pool = this.#pool;
    const required = (): RequestForm => withRequired(form, (name) => Object.hasOwn(changes, name));
    const first = await this.#sendUnique(pool.sent === 'required' ? required() : form, changes, isDistinct);
    if (isSuccess(first.response)) pool.sent ??= 'shown';
    if (pool.sent !== null || !isInvalid(first.response.status)) return first;
    const second = await this.#sendUnique(required(), changes, isDistinct);
    if (isSuccess(second.response)) pool.sent = 'required';
    return second;
  }

  /** Sends a new record; after a conflict with unique texts, except those that a law chose. */
  async #sendUnique(form: RequestForm, changes: JsonFields, isDistinct: boolean): Promise<SentRecord> {
    const distinct = (number: number): RequestForm =>
      withDistinctTexts(form, number, (name) => Object.hasOwn(changes, name));
    const pool = this.#pool;
    pool.isUnique ||= takesKey(form.operation);
    const first = pool.isUnique || isDistinct ? distinct(this.context.count()) : form;
    const response = await this.send(first);
    if (response.status !== 409) return { form: first, response };
    pool.isUnique = true;
    const second = distinct(Date.now() % 1e8);
    return { form: second, response: await this.send(second) };
  }

  /** Reads an existing record. Fails the law if it can't be read within two seconds, or if it is a different one. */
  async readExisting(record: CreatedRecord): Promise<JsonFields> {
    const response = await this.until(() => this.read(record), isSuccess);
    const { operation } = this.operation('read');
    this.tools.expect(
      isSuccess(response),
      `${operation.id} of a record that was created returned ${response.status}.`,
      'status',
    );
    const read = this.recordIn('read', response);
    if (read === null) return this.tools.skip(`The response of ${operation.id} is not a record.`);
    this.expectKey(read, record.key);
    return read;
  }

  /** Fails this law, and ends those of the resource, if a record is read with a key other than that of its path. */
  expectKey(read: JsonFields, key: string): void {
    const actual = this.keyOf(read);
    this.expectKept(
      actual === null || actual === key,
      `The record with the key ${key} is read with the key ${actual}.`,
    );
  }

  /** Fails the law unless the service keeps the records. Why the following laws are skipped: all would report that. */
  expectKept(isKept: boolean, message: string): void {
    if (!isKept) this.#pool.flaw = message;
    this.tools.expect(isKept, message, 'body');
  }

  /** Returns the keys of two other records for each property of a new record that refers to one. */
  async references(): Promise<readonly JsonFields[]> {
    const source = this.operation('create');
    const sent = sentLocation(source);
    const { maker } = this.context;
    const all = [
      await maker.references(source.operation),
      await maker.references(source.operation, [], true),
    ];
    const numbers = new Set(
      propertiesAt(sent).flatMap(({ name, shape }) =>
        sent !== null && plainShape(sent, shape).kind === 'number' ? [name] : [],
      ),
    );
    return all.map((keys) =>
      Object.fromEntries(
        referencesOf(source.operation).flatMap(({ property, known }) => {
          const key = keys[known];
          return key === undefined ? [] : [[property, numbers.has(property) ? Number(key) : key]];
        }),
      ),
    );
  }

  /** Reads a list; `path` are the parents of its records, by default those of the run. */
  async list(how: RequestChanges = {}, path?: Texts): Promise<ResourceResponse> {
    const { operation } = this.operation('list');
    return this.callOperation(operation, path ?? (await this.listPath()), how);
  }

  /** Returns the path parameters of the list that the law checks. */
  async listPath(): Promise<Texts> {
    const { operation } = this.operation('list');
    const creation = this.operations.byNeed.create?.operation;
    if (creation !== undefined) {
      const parents = await this.parents();
      return isSamePath(operation.path, creation.path) ? parents : this.pathTo(operation, parents);
    }
    const { base, missing } = this.context.builder.baseOf(operation, this.context.environment);
    return missing.length === 0 ? base.path : this.#createPath(operation, false);
  }

  /** Adds the path parameters of an operation with the keys of records above those that are known. */
  async pathTo(operation: ContractOperation, known: Texts): Promise<Texts> {
    const missing = pathNamesOf(operation).filter((name) => known[name] === undefined);
    return missing.length === 0
      ? known
      : { ...(await this.context.maker.create(operation, missing)), ...known };
  }

  /** Returns the path parameters of the parents of new records, which are created first. */
  parents(): Promise<Texts> {
    this.#pool.parents ??= this.createParents();
    return this.#pool.parents;
  }

  /** Creates parents; `isFresh` is whether they are used for nothing else. Skips the law if one can't be created. */
  createParents(isFresh = false): Promise<Texts> {
    return this.#createPath(this.operation('create').operation, isFresh);
  }

  async #createPath(operation: ContractOperation, isFresh: boolean): Promise<Texts> {
    const { maker, environment, builder, pools } = this.context;
    const names = pathNamesOf(operation);
    if (names.length === 0) return {};
    const linked = await maker.create(operation, names, isFresh);
    const { base } = builder.baseOf(operation, environment, linked);
    let path: Texts = { ...base.path, ...linked };
    for (const { parameter, resource } of this.operations.resource.parents) {
      const parent = resource === null ? undefined : pools.get(resource);
      if (path[parameter] !== undefined || parent?.operations.byNeed.create === undefined) continue;
      const session = new ResourceSession(parent.operations, this.tools, this.context);
      path = { ...path, ...(isFresh ? await session.create() : (await session.shared())[0])?.path };
    }
    const missing = names.find((name) => path[name] === undefined);
    return missing === undefined
      ? path
      : this.tools.skip(
          `No value is known for the path parameter {${missing}}: name it in conformance.yaml under parameters.${operation.id}.`,
        );
  }

  get #pool(): RecordPool {
    const pool = this.context.pools.get(this.operations.resource.name);
    if (pool === undefined) throw new RangeError(`There are no records of ${this.path}.`);
    return pool;
  }
}

/** Returns the last segment of the `Location` of a response; `null` without one. */
function lastSegment({ exchange }: ResourceResponse): string | null {
  const end = exchange.response?.headers['location']?.split(/[?#]/)[0]?.split('/').at(-1) ?? '';
  return end === '' ? null : decodeURIComponent(end);
}
