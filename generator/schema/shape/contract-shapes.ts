/** The shapes of one contract: of its named schemas, each read once on demand, and of its checks. */
import type { Shape } from '../../../templates/runtime/shape.ts';
import type { CheckDecl, ContractModel, JsonValue, SchemaDecl } from '../../model/contract-model.ts';
import { isObject } from '../../json/json.ts';
import { intersect, union } from './intersect.ts';
import { readShape, tagShape, type ShapeContext } from './read-shape.ts';
import { ANY, type ShapeOf } from './shape-of.ts';

export interface ContractShapes {
  readonly shapeOf: ShapeOf;
  /** Returns the shape of the values that a check accepts. */
  shapeOfCheck(check: CheckDecl): Shape;
  /** Lists the examples of the schema behind a shape. */
  shownBy(shape: Shape): readonly JsonValue[];
}

/** Creates the shapes of a contract; reads none yet. */
export function createContractShapes(contract: Pick<ContractModel, 'schemas'>): ContractShapes {
  const declared = new Map(contract.schemas.map((schema) => [schema.name, schema]));
  const read = new Map<string, Shape>();
  const shown = new WeakMap<Shape, readonly JsonValue[]>();
  const shapeOf: ShapeOf = (name) => {
    const existing = read.get(name);
    if (existing !== undefined) return existing;
    // A schema that contains itself only through references has no constraints.
    read.set(name, ANY);
    const declaration = declared.get(name);
    const shape = declaration === undefined ? ANY : readDeclaration(declaration, context);
    read.set(name, shape);
    return shape;
  };
  const context: ShapeContext = {
    shapeOf,
    shown,
    schemaOf: (name) => declared.get(name)?.schema,
  };
  const ofChecks = new Map<CheckDecl, Shape>();
  return {
    shapeOf,
    shapeOfCheck(check) {
      const existing = ofChecks.get(check);
      if (existing !== undefined) return existing;
      const shape = check.component === null ? readShape(check.schema, context) : shapeOf(check.component);
      ofChecks.set(check, shape);
      return shape;
    },
    shownBy: (shape) => shown.get(shape) ?? [],
  };
}

/** Adds the tag value to each member of a tagged union, whose own schema may leave it open. */
function readDeclaration({ schema, discriminator }: SchemaDecl, context: ShapeContext): Shape {
  const isUnion = isObject(schema) && (Object.hasOwn(schema, 'oneOf') || Object.hasOwn(schema, 'anyOf'));
  if (discriminator === null || !isUnion) return readShape(schema, context);
  const { property, cases } = discriminator;
  const tagged = cases.map(({ value, schema: name }) =>
    intersect({ kind: 'named', name }, tagShape(property, [value]), context.shapeOf),
  );
  const { oneOf: _one, anyOf: _any, ...rest } = schema;
  return intersect(union(tagged), readShape(rest, context), context.shapeOf);
}
