/**
 * Places in the values that the contract describes: their shape, their pointers into the contract, and the subjects
 * under which facts describe them. Places are created on demand and cached.
 */
import type { Shape } from '../../templates/runtime/shape.ts';
import { shapes } from '../../generated/service/arbitraries.ts';
import { checks } from '../../generated/service/validators.ts';
import { isDocumented, variantsOf } from './supporting-facts.ts';

/**
 * A place in the schemas of the contract.
 *
 * Shape: `shape` is neither a reference nor inexact; `property` is the dotted path inside the named schema, empty for
 * the schema itself; `pointers` are its places in the contract, outer references first, at least one.
 */
export interface SchemaLocation {
  readonly shape: Shape;
  readonly schema: string;
  readonly property: string;
  readonly pointers: readonly string[];
  /** Subjects of facts; only those of a fact or a prefix of one. */
  readonly subjects: readonly string[];
  readonly isRequired: boolean;
  /** Cache of places below. */
  readonly known: Map<string, SchemaLocation | null>;
  cases: readonly SchemaLocation[] | null;
}

type NewLocation = Omit<SchemaLocation, 'known' | 'cases'>;

/** Schemas that facts name differently. */
const schemaAliases: Readonly<Record<string, readonly string[]>> = {
  AgentCreate: ['AgentInput'],
  AgentUpdate: ['AgentInput'],
  ApprovalConflict: ['ErrorBody'],
  ApprovalForbidden: ['ErrorBody'],
  ClientErrorBody: ['ErrorBody'],
  EventsBadRequest: ['ErrorBody', 'ErrorBody(product-events 400)'],
  EventsForbidden: ['ErrorBody'],
  RateLimitedBody: ['ErrorBody'],
  RegistrationError: ['ErrorBody'],
  UnauthorizedBody: ['ErrorBody'],
};

/** Properties that facts describe without their name. */
const implicitSubjects: Readonly<Record<string, readonly string[]>> = {
  'UnauthorizedBody.error': ['*#401'],
};

/** The maximum number of references followed to reach a shape. */
const DEEPEST = 8;

const roots = new Map<string, SchemaLocation | null>();
const pointers = new Map(
  Object.entries(checks).flatMap(([key, check]) => [
    [key, check.pointer],
    [check.name, check.pointer],
  ]),
);
let names: ReadonlyMap<string, string> | null = null;

/**
 * Returns the root place of a checked value.
 *
 * Shape: `check` is the name of a check of `generated/service/validators.ts`; `outer` are the subjects of the message
 * whose body the value is, such as `POST /v1/agents#body`. `null` for an unknown check.
 */
export function rootLocation(check: string, outer: readonly string[] = []): SchemaLocation | null {
  const key = [check, ...outer].join('\n');
  const cached = roots.get(key);
  if (cached !== undefined) return cached;
  const shape = shapes.checks[check] ?? shapes.schemas[check];
  const pointer = pointers.get(check);
  const root =
    shape === undefined || pointer === undefined
      ? null
      : enter({
          shape: shapes.schemas[check] === undefined ? shape : { kind: 'named', name: check },
          schema: check,
          property: '',
          pointers: [pointer],
          subjects: outer.filter(isDocumented),
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
export function alternativesOf(location: SchemaLocation): readonly SchemaLocation[] {
  const { shape } = location;
  if (shape.kind !== 'union') return [];
  location.cases ??= shape.cases.map((each, index) => {
    const name = nameOf(each);
    const subjects = [...location.subjects, ...variantSubjects(location, each, index)].filter(isDocumented);
    return enter({ ...location, subjects, shape: name === null ? each : { kind: 'named', name } });
  });
  return location.cases;
}

function describe(location: SchemaLocation, name: string): SchemaLocation | null {
  const { shape, schema, property, subjects } = location;
  const pointer = location.pointers.at(-1) ?? '';
  if (shape.kind === 'list')
    return enter({
      shape: shape.first[Number(name)] ?? shape.rest,
      schema,
      property: `${property}[]`,
      pointers: [stepTo(pointer, 'items')],
      isRequired: false,
      subjects: subjects.map((subject) => `${subject}[]`).filter(isDocumented),
    });
  if (shape.kind !== 'record') return null;
  const declared = shape.properties.find((each) => each.name === name);
  if (declared === undefined) {
    if (shape.rest.kind === 'any' || shape.rest.kind === 'never') return null;
    return enter({
      shape: shape.rest,
      schema,
      property: `${property}{}`,
      pointers: [stepTo(pointer, 'additionalProperties')],
      subjects: subjects.map((subject) => `${subject}{}`).filter(isDocumented),
      isRequired: false,
    });
  }
  const path = property === '' ? name : `${property}.${name}`;
  return enter({
    shape: declared.shape,
    schema,
    property: path,
    isRequired: declared.isRequired,
    pointers: [stepTo(stepTo(pointer, 'properties'), name)],
    subjects: [
      ...subjects.map((subject) => `${subject}.${name}`),
      ...(implicitSubjects[`${schema}.${path}`] ?? []),
    ].filter(isDocumented),
  });
}

function enter(location: NewLocation, depth = 0): SchemaLocation {
  const { shape } = location;
  if (shape.kind === 'inexact') return enter({ ...location, shape: shape.shape }, depth);
  const target = shape.kind === 'named' ? shapes.schemas[shape.name] : undefined;
  if (shape.kind !== 'named' || target === undefined || depth > DEEPEST)
    return { ...location, known: new Map(), cases: null };
  const { name } = shape;
  const pointer = pointers.get(name);
  const aliases = [name, `event:${name}`, `shared:${name}`, ...(schemaAliases[name] ?? [])];
  return enter(
    {
      shape: target,
      schema: name,
      property: '',
      isRequired: location.isRequired,
      pointers: pointer === undefined ? location.pointers : [...new Set([...location.pointers, pointer])],
      subjects: [...new Set([...location.subjects, ...aliases.filter(isDocumented)])],
    },
    depth + 1,
  );
}

/** Lists the subjects that facts use for a variant. */
function variantSubjects({ subjects }: SchemaLocation, shape: Shape, index: number): readonly string[] {
  const tags = tagsOf(shape);
  const letter = String.fromCharCode('A'.charCodeAt(0) + index);
  return subjects.flatMap((subject) => {
    const variants = variantsOf(subject);
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
function nameOf(shape: Shape): string | null {
  if (shape.kind !== 'record' || tagsOf(shape).length === 0) return null;
  names ??= new Map(Object.entries(shapes.schemas).map(([name, each]) => [JSON.stringify(each), name]));
  return names.get(JSON.stringify(shape)) ?? null;
}

function itemKey(listed: number, name: string): string {
  return Number(name) < listed ? name : '*';
}

function stepTo(pointer: string, property: string): string {
  const step = property.replaceAll('~', '~0').replaceAll('/', '~1');
  return pointer.endsWith('/') ? `${pointer}${step}` : `${pointer}/${step}`;
}
