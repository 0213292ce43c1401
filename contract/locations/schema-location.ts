/**
 * Places in the values that the contract describes: their shape, their pointers into the contract, and the subjects
 * under which facts describe them. Places are created on demand and cached.
 */
import type { Shape } from '../../templates/runtime/shape.ts';
import type { Contract } from '../contract.ts';
import { memoizeByObject } from '../memoize.ts';
import { isDocumented, variantsOf } from '../facts/supporting-facts.ts';
import { pointerStep } from '../../templates/runtime/json/pointer.ts';

/**
 * A place in the schemas of the contract.
 *
 * Shape: `shape` is neither a reference nor inexact; `property` is the dotted path inside the named schema, empty for
 * the schema itself; `pointers` are its places in the contract, outer references first, at least one.
 */
export interface SchemaLocation {
  readonly contract: Contract;
  readonly shape: Shape;
  readonly schema: string;
  readonly property: string;
  readonly pointers: readonly string[];
  /** Subjects of facts; only those of a fact or a prefix of one. */
  readonly subjects: readonly string[];
  readonly isRequired: boolean;
  /** Cache of places below. */
  readonly known: Map<string, SchemaLocation | null>;
}

type NewLocation = Omit<SchemaLocation, 'known'>;

/** The maximum number of references followed to reach a shape. */
const MAX_DEPTH = 8;

const rootsIn = memoizeByObject<Contract, Map<string, SchemaLocation | null>>(() => new Map());

/**
 * Returns the root place of a checked value.
 *
 * Shape: `check` is the name of a check of the contract; `outer` are the subjects of the message
 * whose body the value is, such as `POST /v1/agents#body`. `null` for an unknown check.
 */
export function rootLocation(
  contract: Contract,
  check: string,
  outer: readonly string[] = [],
): SchemaLocation | null {
  const roots = rootsIn(contract);
  const { shapes } = contract;
  const key = [check, ...outer].join('\n');
  const cached = roots.get(key);
  if (cached !== undefined) return cached;
  const shape = shapes.checks[check] ?? shapes.schemas[check];
  const pointer = pointerOf(contract, check);
  const root =
    shape === undefined || pointer === undefined
      ? null
      : enter({
          contract,
          shape: shapes.schemas[check] === undefined ? shape : { kind: 'named', name: check },
          schema: check,
          property: '',
          pointers: [pointer],
          subjects: outer.filter((subject) => isDocumented(contract, subject)),
          isRequired: true,
        });
  roots.set(key, root);
  return root;
}

/** Returns the place of a property or a list item; `null` if the contract does not describe it. */
export function childLocation(location: SchemaLocation, name: string): SchemaLocation | null {
  const key = location.shape.kind === 'list' ? itemKey(location.shape.first.length, name) : name;
  const cached = location.known.get(key);
  if (cached !== undefined) return cached;
  const below = describe(location, name);
  location.known.set(key, below);
  return below;
}

/** Lists the variants of a union, each with its own subjects of facts; empty for other shapes. */
export const alternativesOf = memoizeByObject((location: SchemaLocation): readonly SchemaLocation[] => {
  const { shape } = location;
  if (shape.kind !== 'union') return [];
  return shape.cases.map((each, index) => {
    const name = nameOf(location.contract, each);
    const subjects = documented(location, [...location.subjects, ...variantSubjects(location, each, index)]);
    return enter({ ...location, subjects, shape: name === null ? each : { kind: 'named', name } });
  });
});

function describe(location: SchemaLocation, name: string): SchemaLocation | null {
  const { contract, shape, schema, property, subjects } = location;
  const pointer = location.pointers.at(-1) ?? '';
  if (shape.kind === 'list')
    return enter({
      contract,
      shape: shape.first[Number(name)] ?? shape.rest,
      schema,
      property: `${property}[]`,
      pointers: [stepTo(pointer, 'items')],
      isRequired: false,
      subjects: documented(
        location,
        subjects.map((subject) => `${subject}[]`),
      ),
    });
  if (shape.kind !== 'record') return null;
  const declared = shape.properties.find((each) => each.name === name);
  if (declared === undefined) {
    if (shape.rest.kind === 'any' || shape.rest.kind === 'never') return null;
    return enter({
      contract,
      shape: shape.rest,
      schema,
      property: `${property}{}`,
      pointers: [stepTo(pointer, 'additionalProperties')],
      subjects: documented(
        location,
        subjects.map((subject) => `${subject}{}`),
      ),
      isRequired: false,
    });
  }
  const path = property === '' ? name : `${property}.${name}`;
  return enter({
    contract,
    shape: declared.shape,
    schema,
    property: path,
    isRequired: declared.isRequired,
    pointers: [stepTo(stepTo(pointer, 'properties'), name)],
    subjects: documented(location, [
      ...subjects.map((subject) => `${subject}.${name}`),
      ...(contract.provenance?.source?.propertySubjects[`${schema}.${path}`] ?? []),
    ]),
  });
}

/** Returns the subjects that facts have. */
function documented({ contract }: NewLocation, subjects: readonly string[]): readonly string[] {
  return subjects.filter((subject) => isDocumented(contract, subject));
}

function enter(location: NewLocation, depth = 0): SchemaLocation {
  const { contract, shape } = location;
  if (shape.kind === 'inexact') return enter({ ...location, shape: shape.shape }, depth);
  const target = shape.kind === 'named' ? contract.shapes.schemas[shape.name] : undefined;
  if (shape.kind !== 'named' || target === undefined || depth > MAX_DEPTH)
    return { ...location, known: new Map() };
  const { name } = shape;
  const pointer = pointerOf(contract, name);
  const others = contract.provenance?.source?.schemaNames[name] ?? [];
  const aliases = documented(location, [name, `event:${name}`, `shared:${name}`, ...others]);
  return enter(
    {
      contract,
      shape: target,
      schema: name,
      property: '',
      isRequired: location.isRequired,
      pointers: pointer === undefined ? location.pointers : [...new Set([...location.pointers, pointer])],
      subjects: [...new Set([...location.subjects, ...aliases])],
    },
    depth + 1,
  );
}

function pointerOf({ checks }: Contract, name: string): string | undefined {
  return Object.hasOwn(checks, name) ? checks[name]?.pointer : undefined;
}

/** Lists the subjects that facts use for a variant. */
function variantSubjects(
  { contract, subjects }: SchemaLocation,
  shape: Shape,
  index: number,
): readonly string[] {
  const tags = tagsOf(shape);
  const letter = String.fromCharCode('A'.charCodeAt(0) + index);
  return subjects.flatMap((subject) => {
    const variants = variantsOf(contract, subject);
    const matching = variants.filter((name) =>
      tags.some((tag) => tag === name || tag.startsWith(`${name}_`)),
    );
    const named = matching.length > 0 ? matching : variants.filter((name) => !name.includes(' '));
    return [`${subject}#${letter}`, ...named.map((name) => `${subject}(${name})`)];
  });
}

function tagsOf(shape: Shape): readonly string[] {
  if (shape.kind !== 'record') return [];
  return shape.properties.flatMap(({ shape: property }) => {
    const [only, second] = property.kind === 'values' ? property.values : [];
    return typeof only === 'string' && second === undefined ? [only] : [];
  });
}

/** Returns the schema name of a variant. Why: unions contain variants inline, but marks and facts use their names. */
function nameOf(contract: Contract, shape: Shape): string | null {
  if (shape.kind !== 'record' || tagsOf(shape).length === 0) return null;
  return namesByShape(contract).get(JSON.stringify(shape)) ?? null;
}

/** Returns the names of schemas by the text of their shape. */
const namesByShape = memoizeByObject(
  ({ shapes }: Contract) =>
    new Map(Object.entries(shapes.schemas).map(([name, each]) => [JSON.stringify(each), name])),
);

function itemKey(listed: number, name: string): string {
  return Number(name) < listed ? name : '*';
}

function stepTo(pointer: string, property: string): string {
  return pointer.replace(/\/$/, '') + pointerStep(property);
}
