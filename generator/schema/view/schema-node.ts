/** Schemas with an identity, a name and a position, so that each is compared once and can be located in its file. */
import type { JsonObject, JsonSchema, Place } from '../../model/contract-model.ts';
import { propertyPlace } from '../../json/json.ts';
import { referredName } from '../../schema/keywords.ts';
import type { RepairedSchema } from '../../model/reading.ts';

/** A named position in a description: `Agent.status` in line 12. */
export interface Anchor {
  readonly label: string;
  readonly place: Place;
}

export interface SchemaNode extends Anchor {
  /** Unique among the nodes of both descriptions for schemas that are objects. */
  readonly id: string;
  readonly schema: JsonSchema;
}

/** Schemas that must all match; an empty list accepts anything. */
export type Conjunction = readonly SchemaNode[];

/** A step into a schema: the keys to follow, and the suffix of the label. */
export interface SchemaStep {
  readonly keys: readonly string[];
  readonly label: string;
}

/** Creates the nodes of one description, the same node for the same schema. */
export class SchemaSource {
  readonly #declared: ReadonlyMap<string, RepairedSchema>;
  readonly #nodes = new WeakMap<JsonObject, SchemaNode>();
  readonly #side: string;
  #count = 0;

  /** Creates a source; `side` keeps the ids of two descriptions distinct. */
  constructor(side: string, schemas: readonly RepairedSchema[]) {
    this.#side = side;
    this.#declared = new Map(schemas.map((schema) => [schema.name, schema]));
  }

  /** Returns the declaration of a name; `null` if there is none. */
  declared(name: string): SchemaNode | null {
    const schema = this.#declared.get(name);
    return schema === undefined ? null : this.node(schema.schema, schema.place, name);
  }

  /** Returns the schema that a reference points to; `null` when the schema is not a reference. */
  target({ schema }: SchemaNode): SchemaNode | null {
    const name = referredName(schema);
    return name === null ? null : this.declared(name);
  }

  /** Returns the node of a schema, with the position and label of the first call. */
  node(schema: JsonSchema, place: Place, label: string): SchemaNode {
    if (typeof schema === 'boolean') return { id: String(schema), schema, place, label };
    const existing = this.#nodes.get(schema);
    if (existing !== undefined) return existing;
    const made = { id: `${this.#side}${this.#count++}`, schema, place, label };
    this.#nodes.set(schema, made);
    return made;
  }

  inside(owner: SchemaNode, schema: JsonSchema, { keys, label }: SchemaStep): SchemaNode {
    return this.node(schema, keys.reduce(propertyPlace, owner.place), owner.label + label);
  }
}

/** Returns the position of a keyword. */
export function keywordAnchor({ label, place }: Anchor, ...keys: readonly string[]): Anchor {
  return { label, place: keys.reduce(propertyPlace, place) };
}

/** Returns the key of a conjunction; two with the same schemas have the same key. */
export function keyOf(nodes: Conjunction): string {
  return nodes.map(({ id }) => id).join('&');
}
