/** Follows shapes to the named schemas that they refer to. */
import type { Shape } from '../../../templates/runtime/shape.ts';
import type { ShapeOf } from './shape-of.ts';

/** Lists the names that shapes refer to, directly or indirectly, each once and in the order of discovery. */
export function namesIn(shapes: readonly Shape[], shapeOf: ShapeOf): readonly string[] {
  const names = new Set<string>();
  const open = [...shapes];
  // The list grows during the loop; removing items from its front would take longer the longer it is.
  for (const shape of open) {
    if (shape.kind === 'named') {
      if (!names.has(shape.name)) open.push(shapeOf(shape.name));
      names.add(shape.name);
    } else open.push(...partsOf(shape));
  }
  return [...names];
}

function partsOf(shape: Shape): readonly Shape[] {
  switch (shape.kind) {
    case 'list':
      return [...shape.first, shape.rest];
    case 'record':
      return [...shape.properties.map((property) => property.shape), shape.rest];
    case 'union':
      return shape.cases;
    case 'inexact':
      return [shape.shape];
    default:
      return [];
  }
}
