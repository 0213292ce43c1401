/** Looks up the schemas of checks by name while the contract is linked. */
import type { JsonSchema, Place } from '../json/documents.ts';
import type { CheckDecl, SchemaDecl } from '../model/contract-model.ts';
import { referenceTo } from '../schema/keywords.ts';
import type { RepairedReading, RepairedSchema } from '../model/reading.ts';

export interface CheckEntry extends RepairedSchema {
  /** Name of the declaration; `null` for an inline schema. */
  readonly component: string | null;
}

/** Every check of a reading by name, and checks that were added while linking. */
export class CheckTable {
  readonly declared: ReadonlyMap<string, JsonSchema>;
  readonly #checks = new Map<string, CheckEntry>();

  constructor(reading: RepairedReading) {
    this.declared = new Map(reading.schemas.map(({ name, schema }) => [name, schema]));
    for (const schema of reading.schemas) {
      const check = reading.componentChecks.get(schema.name);
      if (check !== undefined) this.#checks.set(check, { ...schema, component: schema.name });
    }
    for (const part of reading.parts) this.#checks.set(part.name, { ...part, component: null });
  }

  find(check: string): CheckEntry | null {
    return this.#checks.get(check) ?? null;
  }

  schemaOf(check: string): JsonSchema {
    return this.#checks.get(check)?.schema ?? true;
  }

  /** Adds an inline check; a second call with the same name adds nothing. */
  add(name: string, schema: JsonSchema, place: Place): string {
    if (!this.#checks.has(name))
      this.#checks.set(name, { name, schema, place, discriminator: null, component: null });
    return name;
  }

  /** Lists the checks that are used, components first. */
  list(usage: ReadonlyMap<string, SchemaDecl['usedBy']>): CheckDecl[] {
    return [...this.#checks].flatMap(([name, { schema, place, component }]) =>
      component !== null && (usage.get(component) ?? 'none') === 'none'
        ? []
        : [{ name, schema, pointer: `${place.file}${place.pointer}`, component }],
    );
  }
}

/** Returns a schema that accepts any of some declarations. */
export function unionOf(names: readonly string[]): JsonSchema {
  return { anyOf: names.map((name) => ({ $ref: referenceTo(name) })) };
}
