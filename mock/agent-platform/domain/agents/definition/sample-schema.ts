/**
 * Creates a value that fits the JSON Schema of a caller, for the parameters of its tools.
 *
 * Shape: const, enum, default and examples come first; else the smallest value of the type within its bounds. `pattern`
 * and `not` are not supported.
 * Source: JSON Schema 2020-12, validation.
 */
import { isMap } from '../../../../kernel/json.ts';
import type { Json, JsonMap } from '../../../../kernel/json.ts';
import { valueAt } from '../../../../../templates/runtime/json/pointer.ts';

/** The maximum number of schemas read for one sample, so that recursive schemas terminate. */
const mostSchemas = 500;

/** The maximum number of items, properties or characters that a bound may require. */
const mostParts = 100;

export function sampleOf(schema: Json): Json {
  return new Sampler(schema).sample(schema);
}

/** Creates the parameters of a call: an object that fits a schema, empty when the schema is not of an object. */
export function sampleParameters(schema: Json): JsonMap {
  const sample = sampleOf(schema);
  return isMap(sample) ? sample : {};
}

class Sampler {
  readonly #root: Json;
  #left = mostSchemas;

  constructor(root: Json) {
    this.#root = root;
  }

  sample(schema: Json): Json {
    if (!isMap(schema) || this.#left <= 0) return null;
    this.#left -= 1;
    const whole = this.#merge(schema);
    if ('const' in whole) return whole['const'];
    for (const keyword of ['enum', 'examples']) {
      const values = whole[keyword];
      if (Array.isArray(values) && values.length > 0) return (values as readonly Json[])[0];
    }
    if ('default' in whole) return whole['default'];
    return this.#sampleType(typeOf(whole), whole);
  }

  #sampleType(type: string, schema: JsonMap): Json {
    switch (type) {
      case 'object':
        return this.#sampleObject(schema);
      case 'array':
        return this.#sampleArray(schema);
      case 'string':
        return sampleText(schema);
      case 'integer':
      case 'number':
        return sampleNumber(schema, type === 'integer');
      case 'boolean':
        return true;
      default:
        return null;
    }
  }

  /**
   * Samples every listed property, so that a page sees all of them, unless a property only refers to its own schema.
   */
  #sampleObject({
    properties,
    required,
    minProperties,
    maxProperties,
    additionalProperties,
  }: JsonMap): JsonMap {
    const known = isMap(properties) ? properties : {};
    const names = new Set([...textsOf(required), ...Object.keys(known)]);
    const wanted = numberOr(minProperties, 0);
    for (let extra = 1; names.size < Math.min(wanted, mostParts); extra += 1) names.add(`property${extra}`);
    const most = numberOr(maxProperties, Infinity);
    const fallback = isMap(additionalProperties) ? additionalProperties : { type: 'string' };
    const object: Record<string, Json> = {};
    for (const name of [...names].slice(0, Math.max(most, textsOf(required).length))) {
      if (this.#left <= 0 && !textsOf(required).includes(name)) continue;
      const schema = Object.hasOwn(known, name) ? known[name] : fallback;
      if (schema !== false) object[name] = this.sample(schema === true ? { type: 'string' } : schema);
    }
    return object;
  }

  #sampleArray({ items, prefixItems, minItems, uniqueItems }: JsonMap): readonly Json[] {
    const first = Array.isArray(prefixItems) ? (prefixItems as readonly Json[]) : [];
    const count = Math.min(Math.max(numberOr(minItems, 1), first.length), mostParts);
    const schema = isMap(items) ? items : { type: 'string' };
    return Array.from({ length: count }, (_, index) => {
      const sample = this.sample(first[index] ?? schema);
      return uniqueItems === true && index > 0 ? vary(sample, index, schema) : sample;
    });
  }

  /** Resolves a reference, and merges `allOf` and the first of `oneOf` or `anyOf` into the schema. */
  #merge(schema: JsonMap): JsonMap {
    const { $ref, allOf, oneOf, anyOf, ...own } = schema;
    const parts: Json[] = [];
    if (typeof $ref === 'string') parts.push(this.#resolve($ref));
    if (Array.isArray(allOf)) parts.push(...(allOf as readonly Json[]));
    if (Array.isArray(oneOf)) parts.push((oneOf as readonly Json[])[0]);
    if (Array.isArray(anyOf)) parts.push((anyOf as readonly Json[])[0]);
    let whole: JsonMap = own;
    for (const part of parts) {
      this.#left -= 1;
      if (isMap(part) && this.#left > 0) whole = join(whole, this.#merge(part));
    }
    return whole;
  }

  #resolve(reference: string): Json {
    if (reference !== '#' && !reference.startsWith('#/')) return {};
    return valueAt(this.#root, decodeURIComponent(reference.slice(1)));
  }
}

function join(one: JsonMap, other: JsonMap): JsonMap {
  const properties = { ...mapOr(one['properties']), ...mapOr(other['properties']) };
  const required = [...textsOf(one['required']), ...textsOf(other['required'])];
  return {
    ...other,
    ...one,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  };
}

function typeOf({
  type,
  properties,
  required,
  items,
  pattern,
  minLength,
  minimum,
  maximum,
}: JsonMap): string {
  if (typeof type === 'string') return type;
  const [first] = textsOf(type).filter((name) => name !== 'null');
  if (first !== undefined) return first;
  if (isMap(properties) || Array.isArray(required)) return 'object';
  if (items !== undefined) return 'array';
  if (minimum !== undefined || maximum !== undefined) return 'number';
  return type === undefined || pattern !== undefined || minLength !== undefined ? 'string' : 'null';
}

const formats: Readonly<Record<string, string>> = {
  'date-time': '2026-01-15T09:30:00Z',
  date: '2026-01-15',
  time: '09:30:00Z',
  duration: 'PT1H',
  email: 'ada@example.com',
  'idn-email': 'ada@example.com',
  hostname: 'example.com',
  'idn-hostname': 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/',
  'uri-reference': '/example',
  iri: 'https://example.com/',
  'iri-reference': '/example',
  'uri-template': '/example/{id}',
  uuid: '0f8fad5b-d9cb-469f-a165-70867728950e',
  'json-pointer': '/example',
  'relative-json-pointer': '0',
  regex: '^a$',
};

function sampleText({ format, minLength, maxLength }: JsonMap): string {
  const known = typeof format === 'string' && Object.hasOwn(formats, format) ? formats[format] : undefined;
  if (known !== undefined) return known;
  const least = Math.min(numberOr(minLength, 0), mostParts);
  return 'sample'.padEnd(least, ' text').slice(0, Math.max(least, numberOr(maxLength, Infinity)));
}

function sampleNumber(schema: JsonMap, isWhole: boolean): number {
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
  const base = Number.isFinite(least) ? least : Number.isFinite(most) ? Math.min(step, most) : step;
  const candidates = [Math.ceil(base / step) * step, (Math.floor(base / step) + 1) * step];
  const between = multipleOf === undefined ? [(least + most) / 2] : [];
  return [...candidates, ...between, Math.floor(most / step) * step].find(fits) ?? 0;
}

function vary(sample: Json, index: number, schema: JsonMap): Json {
  const { enum: values } = schema;
  if (Array.isArray(values)) return (values as readonly Json[])[index] ?? sample;
  if (typeof sample === 'string') return `${sample}${index + 1}`;
  if (typeof sample === 'number') return sample + index * numberOr(schema['multipleOf'], 1);
  return typeof sample === 'boolean' ? !sample : sample;
}

function numberOr(value: Json, fallback: number): number {
  return typeof value === 'number' ? value : fallback;
}

function mapOr(value: Json): JsonMap {
  return isMap(value) ? value : {};
}

function textsOf(value: Json): readonly string[] {
  return Array.isArray(value) ? (value as readonly Json[]).filter((item) => typeof item === 'string') : [];
}
