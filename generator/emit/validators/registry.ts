/**
 * Collects what a contract checks values against: every schema once, under a unique id.
 * Equal schemas share an id, so that the size of the compiled modules follows the schemas and not the operations.
 */
import type { CheckDecl, ContractModel, JsonSchema, SchemaDecl } from '../../model/contract-model.ts';
import { normalizeSchema, type NormalizeContext } from '../../schema/validators/normalize.ts';
import type { ReportFinding } from '../../schema/validators/findings.ts';
import { referredName } from '../../schema/keywords.ts';
import { findUnevaluatedLimits, type UnevaluatedLimits } from '../../schema/validators/unevaluated.ts';

/** The schemas that are compiled together. */
export interface Library {
  /** Normalized schemas by id, which is valid in an identifier; a `$ref` in them is another id. */
  readonly schemas: ReadonlyMap<string, JsonSchema>;
  /** Ids by exported name. */
  readonly exports: ReadonlyMap<string, string>;
  /** Ids by component that is checked or referred to. */
  readonly components: ReadonlyMap<string, string>;
  /** The position of each id in the documents. */
  readonly pointers: ReadonlyMap<string, string>;
  readonly usesUnevaluated: boolean;
}

/** Builds the library of a contract; omits components that nothing checks or refers to. */
export function buildLibrary(
  contract: Pick<ContractModel, 'checks' | 'schemas'>,
  report: ReportFinding,
): Library {
  const limits = findUnevaluatedLimits([...contract.schemas, ...contract.checks].map(({ schema }) => schema));
  const registry = new SchemaRegistry(contract.schemas, limits, report);
  const exports = new Map(contract.checks.map((check) => [check.name, registry.idOf(check)]));
  const { schemas, pointers, componentIds: components } = registry;
  return { schemas, pointers, exports, components, usesUnevaluated: limits.areUsed };
}

/** Maximum number of nested normalizations; deeper components are deferred, so that no chain exhausts the stack. */
const MAX_NESTED = 30;

interface Normalization {
  readonly id: string;
  readonly declaration: SchemaDecl;
}

/** Assigns ids and stores the schema of each. */
class SchemaRegistry {
  readonly schemas = new Map<string, JsonSchema>();
  readonly pointers = new Map<string, string>();
  private readonly declarations: ReadonlyMap<string, SchemaDecl>;
  readonly componentIds = new Map<string, string>();
  /** Ids by the text of the normalized schema. */
  private readonly idsByText = new Map<string, string>();
  private readonly ids = new Set<string>();
  private readonly context: NormalizeContext;
  /** Components that are deferred until the enclosing ones are normalized. */
  private readonly pending: Normalization[] = [];
  /** Number of components that are being normalized, each inside the one before. */
  private depth = 0;

  constructor(schemas: readonly SchemaDecl[], limits: UnevaluatedLimits, report: ReportFinding) {
    this.declarations = new Map(schemas.map((declaration) => [declaration.name, declaration]));
    this.context = {
      lookup: (name) => this.declarations.get(name)?.schema,
      idOf: (name) => this.componentId(name),
      report,
      limits,
    };
  }

  /** Returns the id of a check; a bare reference has the id of its target. */
  idOf({ name, schema, pointer, component }: CheckDecl): string {
    const target = component ?? bareReference(schema);
    const id = target === null ? null : this.componentId(target);
    return id ?? this.inlineId(name, schema, pointer);
  }

  /** Reserves the id before it normalizes the schema, which may be recursive. */
  private componentId(name: string): string | null {
    const existing = this.componentIds.get(name);
    const declaration = this.declarations.get(name);
    if (existing !== undefined || declaration === undefined) return existing ?? null;
    const id = this.takeId(name);
    this.componentIds.set(name, id);
    if (this.depth >= MAX_NESTED) this.pending.push({ id, declaration });
    else this.normalize({ id, declaration });
    if (this.depth === 0) this.normalizePending();
    return id;
  }

  private normalize({ id, declaration }: Normalization): void {
    const pointer = declaration.place.file + declaration.place.pointer;
    this.depth += 1;
    this.keep(id, normalizeSchema(declaration.schema, pointer, this.context), pointer);
    this.depth -= 1;
  }

  private normalizePending(): void {
    for (let next = this.pending.pop(); next !== undefined; next = this.pending.pop()) this.normalize(next);
  }

  private inlineId(name: string, schema: JsonSchema, pointer: string): string {
    const normalized = normalizeSchema(schema, pointer, this.context);
    const existing = this.idsByText.get(JSON.stringify(normalized));
    if (existing !== undefined) return existing;
    const id = this.takeId(name);
    this.keep(id, normalized, pointer);
    return id;
  }

  /** Reserves an id based on the name, so that the code of one schema does not change with the number of others. */
  private takeId(name: string): string {
    const plain = name.replaceAll(/[^\w$]/g, '_');
    let id = plain;
    for (let count = 2; this.ids.has(id); count++) id = `${plain}$${count}`;
    this.ids.add(id);
    return id;
  }

  private keep(id: string, normalized: JsonSchema, pointer: string): void {
    this.schemas.set(id, normalized);
    this.pointers.set(id, pointer);
    const text = JSON.stringify(normalized);
    if (!this.idsByText.has(text)) this.idsByText.set(text, id);
  }
}

/** Returns the component that a schema refers to without any other keyword; `null` for every other schema. */
function bareReference(schema: JsonSchema): string | null {
  const isBare = typeof schema === 'object' && Object.keys(schema).length === 1;
  return isBare ? referredName(schema) : null;
}
