/** Keeps the records of a service. */

export type Schema = Readonly<Record<string, unknown>>;
export type Fields = Readonly<Record<string, unknown>>;

/** Defines the records of a resource. */
export interface RecordDefinition {
  readonly name: string;
  /** The property with the key; default `id`. Clients choose the key if `fields` has it. */
  readonly key?: string;
  /** The properties of a record besides its key. Clients write those that are not `readOnly`. */
  readonly fields: Readonly<Record<string, Schema>>;
  /** Values of properties that clients may leave out, or can't write. */
  readonly initial?: Fields | ((place: { readonly number: number; readonly above: string }) => Fields);
  readonly records?: readonly Fields[];
  /** Returns properties of a record that are not stored. */
  readonly computed?: (row: Row, store: Store) => Fields;
}

/** A stored record. Shape: `above` is the key of the record above, empty without one. */
export interface Row {
  readonly kind: string;
  readonly id: string;
  readonly owner: string;
  above: string;
  value: Fields;
}

export const keyOf = ({ key = 'id' }: Pick<RecordDefinition, 'key'>): string => key;

/** Returns the initial values of the record with a number below another record. */
export const initialOf = ({ initial = {} }: RecordDefinition, number = 0, above = ''): Fields =>
  typeof initial === 'function' ? initial({ number, above }) : initial;

/** The records of a service, in the order of their creation. */
export class Store {
  readonly deleted: Row[] = [];
  /** The requests with idempotency keys, and their responses. */
  readonly responses = new Map<string, { readonly sent: string; readonly result: number | object }>();
  /** What handlers keep besides records. */
  readonly state = new Map<string, unknown>();
  readonly #rows = new Map<string, Row>();
  readonly #resources: ReadonlyMap<string, RecordDefinition>;
  count = 0;

  constructor(resources: readonly RecordDefinition[]) {
    this.#resources = new Map(resources.map((resource) => [resource.name, resource]));
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
    const { computed } = this.#resources.get(row.kind)!;
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
