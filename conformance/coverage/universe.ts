/** Lists everything in the contract that a run could cover, in its order. Coverage is measured against this list. */
import type { Contract } from '../../contract/contract.ts';
import { factsOf } from '../../contract/facts/facts.ts';
import {
  alternativesOf,
  childLocation,
  rootLocation,
  type SchemaLocation,
} from '../../contract/locations/schema-location.ts';
import { operationsOf } from '../../contract/operations.ts';
import type { Shape } from '../../templates/runtime/shape.ts';

/** Events that a service lists, besides those of streams. */
export interface PolledEvents {
  /** The operation whose responses have them. */
  readonly operation: string;
  /** The property of a response with the events, and that of an event with its name. */
  readonly list: string;
  readonly name: string;
  /** The schema of their names. */
  readonly schema: string;
  /** The start of the subjects of facts about an event, which its name completes. */
  readonly subject: string;
}

/** Everything that can be covered, by name. */
export interface Universe {
  /** `listAgents` */
  readonly operations: readonly string[];
  /** `listAgents 200` */
  readonly statuses: readonly string[];
  /** `listAgents query.limit` */
  readonly parameters: readonly string[];
  /** `SandboxDeployment.status=running`, `Role=user`, `pollProductEvents query.onlyRegressions=true` */
  readonly enumValues: readonly string[];
  /** `text_delta`, `svc.task.failed` */
  readonly events: readonly string[];
  /** `F-4.7-025` */
  readonly facts: readonly string[];
}

/** Kinds of facts that a client can observe. */
const kinds: ReadonlySet<string> = new Set([
  ...['field', 'enum', 'status', 'header', 'endpoint'],
  ...['event', 'rule', 'limit', 'code', 'scope'],
]);

/** Facts about the source itself. */
const besideService = /^(?:not-shown|doc|naming|server|service):/;

/** Lists everything in a contract. Shape: `polled` is `null` if the API has no such events. */
export function listUniverse(contract: Contract, polled: PolledEvents | null): Universe {
  const operations = operationsOf(contract).all;
  return {
    operations: operations.map(({ id }) => id),
    statuses: operations.flatMap(({ id, responses }) => [
      ...new Set(responses.map(({ status }) => `${id} ${status}`)),
    ]),
    parameters: operations.flatMap(({ id, parameters }) =>
      parameters.map((parameter) => `${id} ${parameter.in}.${parameter.name}`),
    ),
    enumValues: [
      ...new Set([
        ...listUsed(contract, polled).flatMap((name) => propertiesOf(contract, name)),
        ...parameterValues(contract),
      ]),
    ],
    events: [...streamEvents(contract), ...(polled === null ? [] : valuesOf(contract, polled.schema))],
    facts: factsOf(contract)
      .all.filter(({ kind, subject }) => kinds.has(kind) && !besideService.test(subject))
      .map(({ id }) => id),
  };
}

/** Lists the types of the events of every stream, each once. */
export function streamEvents({ unions }: Contract): readonly string[] {
  return [...new Set(Object.values(unions).flatMap(({ types }) => types))];
}

/**
 * Returns the strings that a place allows, with their names in the universe; `null` if the place is not an enum.
 *
 * Shape: without the type of an event, because events are counted separately.
 */
export function enumAt({ shape, schema, property }: SchemaLocation): ReadonlyMap<unknown, string> | null {
  if (shape.kind !== 'values') return null;
  const texts = shape.values.filter((value) => typeof value === 'string').filter((text) => text !== schema);
  if (texts.length === 0) return null;
  const place = property === '' ? schema : `${schema}.${property}`;
  return new Map(texts.map((value) => [value, `${place}=${value}`]));
}

/**
 * Lists the schemas that bodies and events use directly, in the order of the contract. Why not all: a schema that
 * others only include with `allOf` is counted as part of them.
 */
function listUsed(contract: Contract, polled: PolledEvents | null): readonly string[] {
  const checks = operationsOf(contract).all.flatMap(({ body, responses }) => [
    ...(body?.content ?? []).map(({ check }) => check),
    ...responses.map(({ check }) => check),
  ]);
  const roots = [
    ...checks.flatMap((check) => check?.name ?? []),
    ...Object.keys(contract.unions),
    ...streamEvents(contract),
    ...(polled === null ? [] : [polled.schema]),
  ];
  const used = new Set<string>();
  const seen = new Set<Shape>();
  const left = [...new Set(roots)].flatMap((name) => rootLocation(contract, name) ?? []);
  for (let location = left.pop(); location !== undefined; location = left.pop()) {
    used.add(location.schema);
    if (seen.has(location.shape)) continue;
    seen.add(location.shape);
    left.push(...partsOf(location));
  }
  return Object.keys(contract.shapes.schemas).filter((name) => used.has(name));
}

/** Lists the places directly in a place: alternatives, properties or items. */
function partsOf(location: SchemaLocation): readonly SchemaLocation[] {
  const { shape } = location;
  if (shape.kind === 'union') return alternativesOf(location);
  const names =
    shape.kind === 'record' ? shape.properties.map(({ name }) => name) : shape.kind === 'list' ? ['0'] : [];
  return names.flatMap((name) => childLocation(location, name) ?? []);
}

function propertiesOf(contract: Contract, schema: string): readonly string[] {
  const root = rootLocation(contract, schema);
  return root === null ? [] : propertiesBelow(root, schema);
}

/**
 * Lists the enum members of a schema. Why: a place that refers to another schema is counted there. Shape: `above` are the
 * shapes around the place, since a schema may refer to itself.
 */
function propertiesBelow(
  location: SchemaLocation,
  schema: string,
  above: readonly Shape[] = [],
): readonly string[] {
  const { shape } = location;
  if (location.schema !== schema || above.includes(shape)) return [];
  const inside = [...above, shape];
  if (shape.kind === 'values') return [...(enumAt(location)?.values() ?? [])];
  return partsOf(location).flatMap((each) => propertiesBelow(each, schema, inside));
}

function parameterValues(contract: Contract): readonly string[] {
  return operationsOf(contract).all.flatMap(({ id, parameters }) =>
    parameters.flatMap((parameter) => {
      const shape = rootLocation(contract, parameter.check.name)?.shape;
      if (shape?.kind !== 'values') return [];
      const texts = shape.values.filter((value) => typeof value === 'string');
      return texts.map((value) => `${id} ${parameter.in}.${parameter.name}=${value}`);
    }),
  );
}

function valuesOf({ shapes }: Contract, schema: string): readonly string[] {
  const shape = shapes.schemas[schema];
  return shape?.kind === 'values' ? shape.values.filter((value) => typeof value === 'string') : [];
}
