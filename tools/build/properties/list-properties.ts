/** Lists the properties of the JSON responses and events of a service. */
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { Shape } from '../../../templates/runtime/shape.ts';
import type { CheckDecl, ContractModel } from '../../../generator/model/contract-model.ts';
import type { ContractShapes } from '../../../generator/schema/shape/contract-shapes.ts';
import { namesIn } from '../../../generator/schema/shape/names-in.ts';
import type { ShapeOf } from '../../../generator/schema/shape/shape-of.ts';

/** The shape of a response or a stream. */
export interface Root {
  /** The name of its validator. */
  readonly name: string;
  readonly shape: Shape;
}

/** Lists the shapes of the responses and streams of a contract, each once. */
export function listRoots(contract: ContractModel, shapes: ContractShapes): readonly Root[] {
  const names = new Set(
    contract.operations.flatMap(({ responses }) =>
      responses.flatMap(({ content }) =>
        content.flatMap((each) => {
          if (each.kind === 'json') return each.check;
          return each.kind === 'eventStream' ? each.stream : [];
        }),
      ),
    ),
  );
  return rootsOf(contract, shapes, names);
}

/** Lists the schemas that request bodies of a contract are validated against, each once. */
export function listRequestRoots(contract: ContractModel, shapes: ContractShapes): readonly Root[] {
  const contents = contract.operations.flatMap(({ body }) => body?.content ?? []);
  return rootsOf(contract, shapes, new Set(contents.flatMap(({ check }) => check ?? [])));
}

function rootsOf(
  contract: ContractModel,
  shapes: ContractShapes,
  names: ReadonlySet<string>,
): readonly Root[] {
  return contract.checks
    .filter(({ name }) => names.has(name))
    .map((check) => ({ name: check.name, shape: rootShape(check, shapes) }));
}

function rootShape(check: CheckDecl, shapes: ContractShapes): Shape {
  return check.component === null ? shapes.shapeOfCheck(check) : { kind: 'named', name: check.component };
}

/** Lists the properties that are no longer described, of objects that still are. */
export function propertiesGone(before: readonly string[], described: ReadonlySet<string>): readonly string[] {
  const objects = new Set([...described].map(objectOf));
  return before.filter((path) => !described.has(path) && objects.has(objectOf(path)));
}

export function objectOf(path: string): string {
  return path.slice(0, path.lastIndexOf('.'));
}

/** A part of a schema under its own path: `Agent.config`, `AgentPage.data[]`, `ExecutionStreamEvent(text_delta)`. */
export interface Part {
  readonly path: string;
  readonly shape: Shape;
}

/** Lists the properties of roots and of the schemas that they refer to, such as `Agent.config`, each once. */
export function listProperties(roots: readonly Root[], shapeOf: ShapeOf): ReadonlySet<string> {
  const named = namesIn(
    roots.map(({ shape }) => shape),
    shapeOf,
  ).map((name) => ({ path: name, shape: shapeOf(name) }));
  const open: Part[] = [...roots.map(({ name, shape }) => ({ path: name, shape })), ...named];
  const names = new Set<string>();
  // The list grows during the loop.
  for (const part of open) {
    for (const inner of partsOf(part)) open.push(inner);
    if (part.shape.kind === 'record') for (const { path } of partsOf(part)) names.add(path);
  }
  return names;
}

/** Lists the parts of a part; empty for a named schema, whose parts have their own paths. */
export function partsOf({ path, shape }: Part): readonly Part[] {
  switch (shape.kind) {
    case 'record':
      return shape.properties.map((property) => ({
        path: `${path}.${property.name}`,
        shape: property.shape,
      }));
    case 'list':
      return [{ path: `${path}[]`, shape: shape.rest }];
    case 'union':
      return shape.cases.map((each) => ({ path: casePath(path, each), shape: each }));
    case 'inexact':
      return [{ path, shape: shape.shape }];
    default:
      return [];
  }
}

/** Returns the label of a union case: its tag, if it has one. */
function casePath(path: string, shape: Shape): string {
  const [tag] = shape.kind === 'record' ? Object.values(tagsOf(shape)) : [];
  return typeof tag === 'string' ? `${path}(${tag})` : path;
}

/** Returns the required properties of a record that have one value only. */
export function tagsOf({
  properties,
}: Extract<Shape, { kind: 'record' }>): Readonly<Record<string, JsonValue>> {
  const tags = properties.flatMap(({ name, isRequired, shape }): [string, JsonValue][] => {
    const [value, ...others] = isRequired && shape.kind === 'values' ? shape.values : [];
    return value === undefined || others.length > 0 ? [] : [[name, value]];
  });
  return Object.fromEntries(tags);
}
