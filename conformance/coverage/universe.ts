/** Lists everything in the contract that a run could cover, in its order. Coverage is measured against this list. */
import { executionStreamEventTypes } from '../../generated/service/events.ts';
import { shapes } from '../../generated/service/arbitraries.ts';
import { allFacts } from '../schema-location/facts.ts';
import { allOperations } from '../schema-location/operations.ts';
import {
  alternativesOf,
  rootLocation,
  childLocation,
  type SchemaLocation,
} from '../schema-location/schema-location.ts';

/** Everything that can be covered, by name. */
export interface Universe {
  /** `listAgents` */
  readonly operations: readonly string[];
  /** `listAgents 200` */
  readonly statuses: readonly string[];
  /** `listAgents query.limit` */
  readonly parameters: readonly string[];
  /** `SandboxDeployment.status=running`, `Role=user`, `pollProductEvents query.onlyRegressions=true` */
  readonly enumMembers: readonly string[];
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

let listed: Universe | null = null;

/** Lists everything, once. */
export function listUniverse(): Universe {
  listed ??= {
    operations: allOperations.map(({ id }) => id),
    statuses: allOperations.flatMap(({ id, responses }) => [
      ...new Set(responses.map(({ status }) => `${id} ${status}`)),
    ]),
    parameters: allOperations.flatMap(({ id, parameters }) =>
      parameters.map((parameter) => `${id} ${parameter.in}.${parameter.name}`),
    ),
    enumMembers: [
      ...new Set([
        ...Object.keys(shapes.schemas).flatMap((name) => propertiesOf(name)),
        ...parameterValues(),
      ]),
    ],
    events: [...executionStreamEventTypes, ...productEventNames()],
    facts: allFacts()
      .filter(({ kind, subject }) => kinds.has(kind) && !besideService.test(subject))
      .map(({ id }) => id),
  };
  return listed;
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

function propertiesOf(schema: string): readonly string[] {
  const root = rootLocation(schema);
  return root === null ? [] : propertiesBelow(root, schema);
}

/** Lists the enum members of a schema. Why: a place that refers to another schema is counted there. */
function propertiesBelow(location: SchemaLocation, schema: string): readonly string[] {
  if (location.schema !== schema) return [];
  const { shape } = location;
  if (shape.kind === 'union')
    return alternativesOf(location).flatMap((each) => propertiesBelow(each, schema));
  if (shape.kind === 'values') return [...(enumAt(location)?.values() ?? [])];
  const names =
    shape.kind === 'record' ? shape.properties.map(({ name }) => name) : shape.kind === 'list' ? ['0'] : [];
  return names.flatMap((name) => {
    const below = childLocation(location, name);
    return below === null ? [] : propertiesBelow(below, schema);
  });
}

function parameterValues(): readonly string[] {
  return allOperations.flatMap(({ id, parameters }) =>
    parameters.flatMap((parameter) => {
      const shape = rootLocation(parameter.check.name)?.shape;
      if (shape?.kind !== 'values') return [];
      const texts = shape.values.filter((value) => typeof value === 'string');
      return texts.map((value) => `${id} ${parameter.in}.${parameter.name}=${value}`);
    }),
  );
}

function productEventNames(): readonly string[] {
  const shape = shapes.schemas['ProductEventName'];
  return shape?.kind === 'values' ? shape.values.filter((value) => typeof value === 'string') : [];
}
