/**
 * Plans where the mock adds properties that it does not know: the paths to them in the schemas, with samples.
 */
import type { NewProperties, PropertyPlan } from '../../../mock/http/add-properties.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { Shape } from '../../../templates/runtime/shape.ts';
import { constructValue } from '../../../generator/emit/samples/construct.ts';
import type { ContractShapes } from '../../../generator/schema/shape/contract-shapes.ts';
import { isObject } from '../../../generator/json/json.ts';
import { namesIn } from '../../../generator/schema/shape/names-in.ts';
import { objectOf, partsOf, tagsOf, type Part, type Root } from './list-properties.ts';

type RecordShape = Extract<Shape, { kind: 'record' }>;

/**
 * Plans one contract.
 *
 * A property is not new in an object that is unknown to the mock: a schema that was renamed or added is not one
 * that has gained properties.
 */
export class PropertyPlanner {
  readonly #shapes: ContractShapes;
  readonly #known: ReadonlySet<string>;
  readonly #knownObjects: ReadonlySet<string>;
  readonly #names = new Set<string>();
  /** Schemas with a new property, directly or in a schema that they refer to. */
  readonly #leading = new Set<string>();

  constructor(shapes: ContractShapes, names: readonly string[]) {
    this.#shapes = shapes;
    this.#known = new Set(names);
    this.#knownObjects = new Set(names.map(objectOf));
  }

  /** Lists the new properties that `plan` has found. */
  get names(): readonly string[] {
    return [...this.#names].sort();
  }

  /** Plans roots and the schemas that they refer to. */
  plan(roots: readonly Root[]): NewProperties {
    const names = namesIn(
      roots.map(({ shape }) => shape),
      this.#shapes.shapeOf,
    );
    for (let before = -1; before !== this.#leading.size;) {
      before = this.#leading.size;
      for (const name of names) if (this.#planSchema(name) !== null) this.#leading.add(name);
    }
    return {
      checks: plansOf(roots.map(({ name, shape }) => [name, this.#plan({ path: name, shape })])),
      schemas: plansOf(names.map((name) => [name, this.#planSchema(name)])),
    };
  }

  #planSchema(name: string): PropertyPlan | null {
    return this.#plan({ path: name, shape: this.#shapes.shapeOf(name) });
  }

  #plan(part: Part): PropertyPlan | null {
    const { shape } = part;
    switch (shape.kind) {
      case 'named':
        return this.#leading.has(shape.name) ? { kind: 'named', name: shape.name } : null;
      case 'list': {
        const [items = null] = partsOf(part).map((inner) => this.#plan(inner));
        return items && { kind: 'list', items };
      }
      case 'union': {
        const cases = partsOf(part).flatMap((inner) => this.#plan(inner) ?? []);
        return cases.length === 0 ? null : { kind: 'union', cases };
      }
      case 'inexact':
        return this.#plan({ path: part.path, shape: shape.shape });
      case 'record':
        return this.#planRecord(part.path, shape);
      default:
        return null;
    }
  }

  #planRecord(path: string, shape: RecordShape): PropertyPlan | null {
    const properties = plansOf(
      shape.properties.map((property) => [
        property.name,
        this.#plan({ path: `${path}.${property.name}`, shape: property.shape }),
      ]),
    );
    const add = this.#samplesOfNew(path, shape);
    if (Object.keys(add).length === 0 && Object.keys(properties).length === 0) return null;
    const required = shape.properties.filter(({ isRequired }) => isRequired).map(({ name }) => name);
    // What became required is filled in later, so it does not decide here.
    const expected = required.filter((name) => this.#known.has(`${path}.${name}`));
    return { kind: 'record', required: expected, tags: tagsOf(shape), add, properties };
  }

  #samplesOfNew(path: string, shape: RecordShape): Readonly<Record<string, JsonValue>> {
    if (!this.#knownObjects.has(path)) return {};
    const fresh = shape.properties.filter(
      ({ name, isRequired }) => !isRequired && !this.#known.has(`${path}.${name}`),
    );
    const samples = fresh.flatMap((property): [string, JsonValue][] => {
      const value = this.#sampleOf(property, shape);
      if (value === undefined) return [];
      this.#names.add(`${path}.${property.name}`);
      return [[property.name, value]];
    });
    return Object.fromEntries(samples);
  }

  /** Returns the value from an example of the object, else a sample of the property's schema. */
  #sampleOf(property: RecordShape['properties'][number], around: RecordShape): JsonValue | undefined {
    for (const shown of this.#shapes.shownBy(around))
      if (isObject(shown) && Object.hasOwn(shown, property.name)) return shown[property.name];
    const alone: Shape = { ...around, properties: [{ ...property, isRequired: true }], least: 0, most: null };
    const plan = { usesShown: true, isFull: true, preferred: 0 };
    const value = constructValue(alone, this.#shapes, plan);
    return isObject(value) ? value[property.name] : undefined;
  }
}

function plansOf(
  plans: readonly (readonly [string, PropertyPlan | null])[],
): Readonly<Record<string, PropertyPlan>> {
  return Object.fromEntries(plans.flatMap(([name, plan]) => (plan === null ? [] : [[name, plan]])));
}
