/** Reduces the shapes of request bodies to names, with which the mock finds undocumented properties. */
import type { PropertyTree, RequestProperties } from '../../../mock/http/undescribed-properties.ts';
import type { Shape } from '../../../templates/runtime/shape.ts';
import { namesIn } from '../../../generator/schema/shape/names-in.ts';
import type { ShapeOf } from '../../../generator/schema/shape/shape-of.ts';
import { tagsOf, type Root } from './list-properties.ts';

/** Creates the trees of roots and of the schemas that they refer to. */
export function treesOfRequests(roots: readonly Root[], shapeOf: ShapeOf): RequestProperties {
  const names = namesIn(
    roots.map(({ shape }) => shape),
    shapeOf,
  );
  return {
    checks: treesOf(roots.map(({ name, shape }) => [name, shape])),
    schemas: treesOf(names.map((name) => [name, shapeOf(name)])),
  };
}

function treesOf(shapes: readonly (readonly [string, Shape])[]): Readonly<Record<string, PropertyTree>> {
  const trees = shapes.map(([name, shape]) => [name, treeOf(shape)] as const);
  return Object.fromEntries(trees.flatMap(([name, tree]) => (tree === null ? [] : [[name, tree]])));
}

/** Returns null for a shape that describes no property. */
function treeOf(shape: Shape): PropertyTree | null {
  switch (shape.kind) {
    case 'named':
      return { kind: 'named', name: shape.name };
    case 'list': {
      const items = treeOf(shape.rest);
      return items && { kind: 'list', items };
    }
    case 'union': {
      const cases = shape.cases.flatMap((each) => treeOf(each) ?? []);
      return cases.length > 1 ? { kind: 'union', cases } : (cases[0] ?? null);
    }
    case 'inexact':
      return treeOf(shape.shape);
    case 'record': {
      // Other properties of a map are data, and those of a closed object are violations.
      if (shape.properties.length === 0 || shape.rest.kind !== 'any') return null;
      const properties = shape.properties.map((property) => [property.name, treeOf(property.shape)] as const);
      return { kind: 'record', tags: tagsOf(shape), properties: Object.fromEntries(properties) };
    }
    default:
      return null;
  }
}
