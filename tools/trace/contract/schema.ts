/**
 * Reads JSON Schemas in a bundled document across `$ref`, `allOf`, `oneOf` and `anyOf`.
 * Does not validate values.
 */
import {
  asArray,
  asStrings,
  childNode,
  followReferences,
  isArray,
  isObject,
  type Json,
  type DocumentNode,
} from './document.ts';

export interface Property {
  /** Pointer of the property where it is declared, before any reference in it is followed. */
  readonly pointer: string;
  /** The property's schema, references followed; `null` if one cannot be resolved. */
  readonly schema: DocumentNode | null;
  readonly required: boolean;
  /** The schema that declares it. */
  readonly owner: DocumentNode;
}

/** Returns the schemas of a composition: the schema itself, or its branches, flattened. */
export function branchesOf(schema: DocumentNode): readonly DocumentNode[] {
  const branches = (['allOf', 'oneOf', 'anyOf'] as const).flatMap((keyword) =>
    asArray(schema.value[keyword]).flatMap((_, index) => {
      const branch = childNode(schema, keyword, index);
      return branch === null ? [] : branchesOf(branch);
    }),
  );
  return [schema, ...branches];
}

/** Returns the alternatives of a union, in order; a schema that is not a union is its own only alternative. */
export function alternativesOf(schema: DocumentNode): readonly DocumentNode[] {
  for (const keyword of ['oneOf', 'anyOf'] as const) {
    const count = asArray(schema.value[keyword]).length;
    if (count > 0)
      return Array.from({ length: count }, (_, index) => childNode(schema, keyword, index)).filter(
        (node) => node !== null,
      );
  }
  return [schema];
}

/** Returns every declaration of a property in the schema and its branches; empty if there is none. */
export function propertiesOf(schema: DocumentNode, name: string): readonly Property[] {
  const branches = branchesOf(schema);
  const requiredAnywhere = branches.some(
    (branch) => !isAlternative(schema, branch) && asStrings(branch.value['required']).includes(name),
  );
  return branches.flatMap((owner) => {
    const properties = owner.value['properties'];
    const declared = isObject(properties) ? properties[name] : undefined;
    if (!isObject(declared)) return [];
    const pointer = `${owner.pointer}/properties/${name}`;
    const required = requiredAnywhere || asStrings(owner.value['required']).includes(name);
    return [
      { pointer, schema: followReferences({ root: owner.root, pointer, value: declared }), required, owner },
    ];
  });
}

function isAlternative(schema: DocumentNode, branch: DocumentNode): boolean {
  return alternativesOf(schema).includes(branch) && branch !== schema;
}

/** Returns the JSON types a schema allows; `null` when it allows any. */
export function typesOf(schema: DocumentNode): ReadonlySet<string> | null {
  const own = schema.value['type'];
  if (typeof own === 'string') return new Set([own]);
  if (isArray(own)) return new Set(asStrings(own));
  const values = ownValues(schema);
  if (values !== null) return new Set(values.map(typeOfValue));
  const parts = (['oneOf', 'anyOf', 'allOf'] as const).flatMap((keyword) =>
    asArray(schema.value[keyword]).map((_, index) => childNode(schema, keyword, index)),
  );
  if (parts.length === 0) return null;
  const types = parts.map((part) => (part === null ? null : typesOf(part)));
  // An `allOf` branch without a type adds nothing; an alternative without one allows anything.
  const present = types.filter((set) => set !== null);
  if (present.length < types.length && schema.value['allOf'] === undefined) return null;
  return present.length === 0 ? null : new Set(present.flatMap((set) => [...set]));
}

/** Returns the values of a closed enum, in order, across the alternatives of a union; `null` when it is open. */
export function valuesOf(schema: DocumentNode): readonly Json[] | null {
  const own = ownValues(schema);
  if (own !== null) return own;
  const alternatives = alternativesOf(schema);
  if (alternatives.length === 1) return null;
  const values = alternatives.map(valuesOf);
  return values.some((list) => list === null) ? null : values.flatMap((list) => list ?? []);
}

function ownValues(schema: DocumentNode): readonly Json[] | null {
  if (schema.value['const'] !== undefined) return [schema.value['const']];
  return isArray(schema.value['enum']) ? asArray(schema.value['enum']) : null;
}

/** Returns the name of the component that a property or schema refers to; `null` when it is inline. */
export function referredName(value: Json | undefined): string | null {
  if (!isObject(value)) return null;
  const ref = value['$ref'];
  if (typeof ref === 'string') return ref.split('/').at(-1) ?? null;
  const all = asArray(value['allOf']);
  return all.length === 1 ? referredName(all[0]) : null;
}

function typeOfValue(value: Json): string {
  if (value === null) return 'null';
  if (isArray(value)) return 'array';
  return typeof value;
}
