/** Describes the values of schemas for the inference of resources; each fact is read when it is first used. */
import type { SourceBounds, SourceSchema } from '../../contract/resources/source.ts';
import { withFacts } from '../../contract/resources/records/state-values.ts';
import type { JsonValue } from '../../templates/runtime/operation-spec.ts';
import { statedValue } from '../../contract/samples/stated-value.ts';
import { isArray } from '../json/json.ts';
import { isUsablePattern } from '../schema/validators/pattern-safety.ts';
import type { ViewReader } from '../schema/view/read-view.ts';
import type { Conjunction } from '../schema/view/schema-node.ts';
import type { SchemaView } from '../schema/view/schema-view.ts';

/** Descriptions of what only clients send. */
const ofClients = /\b(?:must not|never) be (?:sent|returned) by (?:the )?server\b/i;

const boundKeywords = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
] as const satisfies readonly (keyof SourceBounds)[];

/** The facts of schemas that must all match, read from their view. */
export class LazySchema implements SourceSchema {
  readonly name: string | null;
  readonly #nodes: Conjunction;
  readonly #views: ViewReader;
  readonly #schemaOf: (nodes: Conjunction) => SourceSchema;
  #view: SchemaView | null = null;
  #properties: ReadonlyMap<string, SourceSchema> | null = null;

  constructor(
    nodes: Conjunction,
    views: ViewReader,
    name: string | null,
    schemaOf: (nodes: Conjunction) => SourceSchema,
  ) {
    this.#nodes = nodes;
    this.#views = views;
    this.name = name;
    this.#schemaOf = schemaOf;
  }

  get #read(): SchemaView {
    return (this.#view ??= this.#views.viewOf(this.#nodes));
  }

  get pointer(): string {
    const [first] = this.#nodes;
    return first === undefined ? '' : `${first.place.file}${first.place.pointer}`;
  }

  get types(): ReadonlySet<string> | null {
    const { types } = this.#read;
    if (types !== null) return types;
    const ofAlternatives = this.alternatives.map(({ types }) => types);
    if (ofAlternatives.length === 0) return this.properties.size > 0 ? new Set(['object']) : null;
    return ofAlternatives.every((each) => each !== null)
      ? new Set(ofAlternatives.flatMap((each) => [...each]))
      : null;
  }

  get isNullable(): boolean {
    return this.#read.nullable === true;
  }

  get properties(): ReadonlyMap<string, SourceSchema> {
    if (this.#properties !== null) return this.#properties;
    // Why: a recursive union ends here.
    this.#properties = new Map();
    const properties = new Map<string, SourceSchema>();
    for (const [name, nodes] of this.#read.properties) properties.set(name, this.#schemaOf(nodes));
    const further = (this.#itemUnion?.alternatives ?? this.alternatives).flatMap(({ properties: own }) => [
      ...own,
    ]);
    for (const [name, [first, ...others]] of Map.groupBy(further, ([name]) => name))
      if (first !== undefined && !properties.has(name))
        properties.set(
          name,
          joinValues(
            first[1],
            others.map(([, schema]) => schema),
          ),
        );
    this.#properties = properties;
    return properties;
  }

  get isOpen(): boolean {
    return this.#read.isOpen;
  }

  get required(): ReadonlySet<string> {
    return new Set(this.#read.required.keys());
  }

  /**
   * Returns the alternatives of a schema without a type that are written as its items. Why: converters write the lists
   * of schemas of older drafts this way, although the values are not lists.
   */
  get #itemUnion(): SourceSchema | null {
    const { items, types, properties, unions } = this.#read;
    if (items.length === 0 || types !== null || properties.size > 0 || unions.length > 0) return null;
    const union = this.#schemaOf(items);
    return union.alternatives.some((each) => each.properties.size > 0) ? union : null;
  }

  get items(): SourceSchema | null {
    const { items, tuple, types } = this.#read;
    // Why: an object is not a list, even with `items`.
    const isObjectOnly = types?.size === 1 && types.has('object');
    if (isObjectOnly || this.#itemUnion !== null) return null;
    if (items.length > 0) return this.#schemaOf(items);
    const [first] = tuple;
    if (first !== undefined) return this.#schemaOf(first);
    if (types?.has('array') === true) return this.#schemaOf([]);
    return this.alternatives.find(({ items: each }) => each !== null)?.items ?? null;
  }

  get values(): readonly JsonValue[] | null {
    const { literals } = this.#read;
    return literals === null ? null : [...literals.values.values()];
  }

  get format(): string | null {
    return this.#text('format');
  }

  get pattern(): string | null {
    const pattern = this.#text('pattern');
    return pattern !== null && isUsablePattern(pattern) ? pattern : null;
  }

  get text(): string {
    return [this.#text('title'), this.#text('description')].filter((text) => text !== null).join('\n');
  }

  get isReadOnly(): boolean {
    return this.#read.words.get('readOnly')?.value === true;
  }

  get isWriteOnly(): boolean {
    return this.#read.words.get('writeOnly')?.value === true || ofClients.test(this.text);
  }

  get minimum(): number | null {
    const value = this.#read.words.get('minimum')?.value;
    return typeof value === 'number' ? value : null;
  }

  get bounds(): SourceBounds | null {
    const { unions, rules, words } = this.#read;
    if (unions.length > 0 || rules.size > 0) return null;
    const numbers = boundKeywords.flatMap((keyword) => {
      const value = words.get(keyword)?.value;
      return typeof value === 'number' ? [[keyword, value] as const] : [];
    });
    return Object.fromEntries(numbers);
  }

  get examples(): readonly JsonValue[] {
    const words = this.#read.words;
    const list = words.get('examples')?.value;
    const single = ['example', 'default'].flatMap((keyword) => words.get(keyword)?.value ?? []);
    const isText = this.types?.size === 1 && this.types.has('string') && this.values === null;
    const stated = isText ? statedValue(this.#text('description') ?? '') : null;
    return [...(isArray(list) ? list : []), ...single, ...(stated === null ? [] : [stated])];
  }

  get defaultValue(): JsonValue | undefined {
    return this.#read.words.get('default')?.value;
  }

  /** The alternatives of its unions. */
  get alternatives(): readonly SourceSchema[] {
    return this.#read.unions.flatMap(({ alternatives }) =>
      alternatives.map((each) => this.#schemaOf([each])),
    );
  }

  #text(keyword: string): string | null {
    const value = this.#read.words.get(keyword)?.value;
    return typeof value === 'string' ? value : null;
  }
}

/** Keeps what the getters of a class return. Why: each request reads the same facts many times. */
function keepValues(prototype: object): void {
  for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    if (!('get' in descriptor)) continue;
    Object.defineProperty(prototype, name, {
      get(this: object): unknown {
        const value: unknown = descriptor.get?.call(this);
        Object.defineProperty(this, name, { value, configurable: true });
        return value;
      },
    });
  }
}

keepValues(LazySchema.prototype);

/** Returns a property of several alternatives: where the first one lists values, with those that the others list. */
function joinValues(first: SourceSchema, others: readonly SourceSchema[]): SourceSchema {
  if (others.length === 0) return first;
  return withFacts(first, {
    get values() {
      const all = [first, ...others].flatMap(({ values }) => values ?? []);
      return first.values === null ? null : [...new Set(all)];
    },
  });
}
