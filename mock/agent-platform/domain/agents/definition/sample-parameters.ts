/**
 * Samples that fit the JSON Schema of a caller or of a tool, using the parameters of a scenario as far as they fit.
 * Source: JSON Schema 2020-12, validation.
 */
import { isMap, type Json, type JsonMap } from '../../../../kernel/json.ts';
import { fitsSchema, mergeAll, typeOf } from './schema-fit.ts';
import { sampleText, type Quoting } from './sample-text.ts';
import type { AgentTool } from './agent-tools.ts';
import { valueAt } from '../../../../../templates/runtime/json/pointer.ts';

/** The maximum number of schemas visited for one sample; larger ones are cut short. */
const maxSchemas = 500;

/** The nesting depth from which only required properties are filled. */
const fullDepth = 2;

/** The maximum number of items of a sampled list. */
const maxSampleItems = 20;

/**
 * Creates sample parameters for a tool.
 *
 * Shape: empty for a schema that is not of an object; an unconstrained text parameter for a question quotes the last
 * message.
 */
export function sampleParameters(schema: Json, preferred: JsonMap): JsonMap {
  if (!isMap(schema)) return preferred;
  const sample = new Sampler(schema, 'quotes').sample(schema, { ...top, preferred });
  return isMap(sample) ? sample : {};
}

/** Creates a value that fits a schema; it quotes no message. */
export function sampleOf(schema: Json): Json {
  return new Sampler(isMap(schema) ? schema : {}, 'plain').sample(schema, top);
}

/** The position of a sampled value. Shape: `variant` varies the items of a list. */
interface Place {
  readonly name: string;
  readonly preferred: Json;
  readonly depth: number;
  readonly variant: number;
}

const top: Place = { name: '', preferred: undefined, depth: 0, variant: 0 };

class Sampler {
  readonly #root: JsonMap;
  readonly #quoting: Quoting;
  #left = maxSchemas;

  constructor(root: JsonMap, quoting: Quoting) {
    this.#root = root;
    this.#quoting = quoting;
  }

  sample(definition: Json, place: Place): Json {
    const schema = this.#left > 0 ? this.#plain(definition) : null;
    this.#left -= 1;
    if (schema === null) return sampleText({}, place.name, place.variant, this.#quoting);
    const { preferred } = place;
    if ('const' in schema) return schema['const'];
    const type = typeOf(schema);
    if (preferred !== undefined && type !== 'object' && fitsSchema(preferred, schema)) return preferred;
    const listed = schema['enum'];
    if (Array.isArray(listed) && listed.length > 0) return listed[place.variant % listed.length] as Json;
    const examples = Array.isArray(schema['examples']) ? (schema['examples'] as readonly Json[]) : [];
    const own = [schema['default'], schema['example'], ...examples].find(
      (value) => value !== undefined && type !== 'object' && fitsSchema(value, schema),
    );
    if (own !== undefined && place.variant === 0) return own;
    return this.#byType(type, schema, place);
  }

  #byType(type: string, schema: JsonMap, place: Place): Json {
    switch (type) {
      case 'object':
        return this.#object(schema, place);
      case 'array':
        return this.#list(schema, place);
      case 'integer':
      case 'number':
        return sampleNumber(schema, type === 'integer', place.variant);
      case 'boolean':
        return place.variant % 2 === 0;
      case 'null':
        return null;
      default:
        return sampleText(schema, place.name, place.variant, this.#quoting);
    }
  }

  #object(schema: JsonMap, { preferred, depth, variant }: Place): JsonMap {
    const values = isMap(preferred) ? preferred : {};
    const properties = isMap(schema['properties']) ? schema['properties'] : {};
    const required = listOfTexts(schema['required']);
    const names = Object.keys(properties).filter((name) => depth < fullDepth || required.includes(name));
    const result = new Map<string, Json>();
    for (const name of new Set([...names, ...required])) {
      if (properties[name] === false) continue;
      const place = { name, preferred: values[name], depth: depth + 1, variant };
      result.set(name, this.sample(Object.hasOwn(properties, name) ? properties[name] : {}, place));
    }
    if (names.length === 0 && required.length === 0 && schema['additionalProperties'] !== false)
      return values;
    return Object.fromEntries(result);
  }

  #list(schema: JsonMap, { name, depth }: Place): readonly Json[] {
    const first = Array.isArray(schema['prefixItems']) ? (schema['prefixItems'] as readonly Json[]) : [];
    const least = typeof schema['minItems'] === 'number' ? schema['minItems'] : 0;
    const most = typeof schema['maxItems'] === 'number' ? schema['maxItems'] : maxSampleItems;
    const rest = schema['items'] === false ? 0 : Math.max(1, least - first.length);
    const length = Math.min(first.length + rest, most, maxSampleItems);
    return Array.from({ length }, (_, index) =>
      this.sample(first[index] ?? schema['items'] ?? {}, {
        name,
        preferred: undefined,
        depth: depth + 1,
        variant: index,
      }),
    );
  }

  /** Resolves references and alternatives of a schema: the first alternative that permits more than null is used. */
  #plain(definition: Json): JsonMap | null {
    let schema = isMap(definition) ? definition : null;
    for (let steps = 0; schema !== null && steps < 16; steps += 1) {
      const { $ref, allOf, anyOf, oneOf, ...rest } = schema;
      if (typeof $ref === 'string') schema = merge(rest, this.#resolve($ref));
      else if (Array.isArray(allOf)) schema = mergeAll([{ ...rest, anyOf, oneOf }, ...(allOf as Json[])]);
      else if (Array.isArray(anyOf)) schema = merge({ ...rest, oneOf }, race(anyOf as Json[]));
      else if (Array.isArray(oneOf)) schema = merge(rest, race(oneOf as Json[]));
      else return schema;
      this.#left -= 1;
    }
    return schema;
  }

  #resolve(reference: string): Json {
    if (reference !== '#' && !reference.startsWith('#/')) return {};
    return valueAt(this.#root, reference.slice(1)) ?? {};
  }
}

function merge(schema: JsonMap, other: Json): JsonMap {
  return mergeAll([schema, other]);
}

function race(schemas: readonly Json[]): Json {
  return schemas.find((schema) => !(isMap(schema) && schema['type'] === 'null')) ?? {};
}

/** Returns a number within its bounds, the nearest to one step; 0 if there is none. */
function sampleNumber(schema: JsonMap, isWhole: boolean, variant: number): number {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const step = typeof multipleOf === 'number' && multipleOf > 0 ? multipleOf : 1;
  const least = Math.max(numberOr(minimum, -Infinity), numberOr(exclusiveMinimum, -Infinity));
  const most = Math.min(numberOr(maximum, Infinity), numberOr(exclusiveMaximum, Infinity));
  const fits = (value: number) =>
    value >= least &&
    value <= most &&
    value !== exclusiveMinimum &&
    value !== exclusiveMaximum &&
    (!isWhole || Number.isInteger(value));
  const base = Number.isFinite(least) ? least : Math.min(step, most);
  const first = Math.ceil(base / step) * step;
  const between = multipleOf === undefined ? [(least + most) / 2] : [];
  const last = Math.floor(most / step) * step;
  return [first + variant * step, first, first + step, ...between, last, last - step].find(fits) ?? 0;
}

function numberOr(value: Json, fallback: number): number {
  return typeof value === 'number' ? value : fallback;
}

function listOfTexts(value: Json): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** Returns a plausible, deterministic result of a tool. */
export function sampleResult({ name, kind }: Pick<AgentTool, 'name' | 'kind'>): JsonMap {
  const words = name
    .replaceAll(/([a-z])([A-Z])/gu, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/u)
    .filter((word) => word !== '' && word !== 'tool');
  const thing = words.at(-1) ?? 'item';
  if (kind === 'flow') return { success: true, response: `The flow ${name} has run.` };
  if (words.length > 1 && reading.has(words[0] ?? ''))
    return { total: 1, items: [{ id: `${thing}_1042`, name: capitalized(words.slice(1).join(' ')) }] };
  return { status: 'done', id: `${thing}_1042` };
}

const reading: ReadonlySet<string> = new Set(
  'check count describe fetch find get list lookup query read retrieve search show track view'.split(' '),
);

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
