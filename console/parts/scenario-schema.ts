/** The schema of scenarios: what is allowed at a place, and examples of it. */
import document from '../../mock/scenarios/scenario.schema.json' with { type: 'json' };
import type { JsonPath } from '../json-pointer.ts';

/** The part of JSON Schema that the schema of scenarios uses. */
export interface ScenarioSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, ScenarioSchema>>;
  readonly items?: ScenarioSchema;
  readonly minimum?: number;
  readonly maxProperties?: number;
}

const scenarioSchema: ScenarioSchema = document;
const definitions: Readonly<Record<string, ScenarioSchema>> = document.$defs;

/** The steps by name. */
export const steps = definitions['ScenarioStep']?.properties ?? {};

/** Returns a schema with its reference resolved. */
export function resolve(schema: ScenarioSchema): ScenarioSchema {
  const name = schema.$ref?.split('/').at(-1);
  const target = name === undefined ? undefined : definitions[name];
  return target === undefined ? schema : { ...target, ...schema };
}

/** Returns the schema of the value at a path; undefined where any value is allowed, or none. */
export function schemaAt(path: JsonPath): ScenarioSchema | undefined {
  let schema: ScenarioSchema | undefined = scenarioSchema;
  for (const step of path) {
    const { items, properties }: ScenarioSchema = schema;
    const next: ScenarioSchema | undefined = items ?? properties?.[step];
    if (next === undefined) return undefined;
    schema = resolve(next);
  }
  return schema;
}

export function typeOf(schema: ScenarioSchema): string {
  const { type, enum: values, items } = resolve(schema);
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(', ');
  if (items !== undefined) return `array of ${typeOf(items)}`;
  return [type ?? 'any'].flat().join(' or ');
}

/** Returns the first sentence of a description in Markdown as plain text. */
export function firstSentence(text = ''): string {
  const sentence = /^.*?[.:](?=\s|$)/s.exec(text)?.[0] ?? text;
  return sentence.replaceAll('`', '').replace(/:$/, '.');
}

/** Units: levels of an example. */
const MAX_DEPTH = 6;

/** Returns the smallest value of a schema with all required properties. */
export function exampleOf(schema: ScenarioSchema, level = 0): unknown {
  const { type, enum: values, items, properties = {}, required = [], minimum = 0 } = resolve(schema);
  if (values !== undefined) return values[0];
  switch ([type].flat()[0]) {
    case 'string':
      return 'text';
    case 'number':
    case 'integer':
      return Math.max(minimum, 1);
    case 'boolean':
      return true;
    case 'array':
      return items === undefined || level > MAX_DEPTH ? [] : [exampleItem(items, level)];
    default:
      return Object.fromEntries(
        required.map((name) => [name, exampleOf(properties[name] ?? {}, level + 1)] as const),
      );
  }
}

/** A step has no required property, but needs one of several; the example has the first. */
function exampleItem(items: ScenarioSchema, level: number): unknown {
  const { properties = {}, maxProperties } = resolve(items);
  const [first] = Object.entries(properties);
  if (maxProperties !== 1 || first === undefined) return exampleOf(items, level + 1);
  const [name, property] = first;
  return { [name]: exampleOf(property, level + 1) };
}
