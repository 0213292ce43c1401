/**
 * Places in the values that the contract describes: what shape a value has there, where that is written, and under which
 * names facts may speak of it. Built step by step as values and paths lead there, each place once.
 */
import type { Shape } from '../../generated/runtime/shape.ts';
import { shapes } from '../../generated/service/arbitraries.ts';
import { checks } from '../../generated/service/validators.ts';
import { isDocumented, variantsOf } from './supporting-facts.ts';

/**
 * A place in the schemas of the contract.
 *
 * Shape: `shape` is neither a reference nor inexact; `member` is the dotted path inside the named schema, empty for the
 * schema itself; `pointers` lead to where it is written, through references inwards, at least one.
 */
export interface SchemaLocation {
  readonly shape: Shape;
  readonly schema: string;
  readonly property: string;
  readonly pointers: readonly string[];
  /** Subjects of facts; only those that some fact is about or leads through. */
  readonly subjects: readonly string[];
  readonly isRequired: boolean;
  /** The places below that were asked for already. */
  readonly known: Map<string, SchemaLocation | null>;
  cases: readonly SchemaLocation[] | null;
}

type Fresh = Omit<SchemaLocation, 'known' | 'cases'>;

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

/** Deeper values are not read. */
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
 * Finds where a checked value begins.
 *
 * Shape: `check` is the name of a check of `generated/service/validators.ts`; `outer` names what the value is the body of,
 * as facts name it: `POST /v1/agents#body`. `null` for a name that no check has.
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

/** Finds the member of an object or the item of a list; `null` for one that the contract does not describe. */
export function childLocation(location: SchemaLocation, name: string): SchemaLocation | null {
  const key = location.shape.kind === 'list' ? itemKey(location.shape.first.length, name) : name;
  const cached = location.known.get(key);
  if (cached !== undefined) return cached;
  const below = describe(location, name);
  location.known.set(key, below);
  return below;
}

/** Lists the alternatives of a union, each with the names that facts give to that one alone; empty for what is none. */
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
  const declared = shape.members.find((each) => each.name === name);
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

function enter(location: Fresh, depth = 0): SchemaLocation {
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

/** Lists the names that facts use for a variant. */
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
  return shape.members.flatMap(({ shape: property }) => {
    const [only, second] = property.kind === 'values' ? property.values : [];
    return typeof only === 'string' && second === undefined ? [only] : [];
  });
}

/** Why: the alternatives of a union are written out, and marks and facts know them by their names. */
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
