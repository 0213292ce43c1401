/**
 * Adds to responses and events the optional properties that are in the contract but not yet in the mock. They are
 * determined at code generation, so a contract without any has no cost here.
 */
import type { JsonValue, ResponseSpec } from '../../templates/runtime/operation-spec.ts';
import { isObject } from '../../templates/runtime/json/value.ts';

/**
 * The new properties of a schema: only the parts of the schema that lead to one.
 *
 * Shape: an object is left unchanged unless it has every property of `required` and the value of every tag; `add` maps
 * properties to samples. `named` refers to `NewProperties.schemas`.
 */
export type PropertyPlan =
  | {
      readonly kind: 'record';
      readonly required: readonly string[];
      readonly tags: Readonly<Record<string, JsonValue>>;
      readonly add: Readonly<Record<string, JsonValue>>;
      readonly properties: Readonly<Record<string, PropertyPlan>>;
    }
  | { readonly kind: 'list'; readonly items: PropertyPlan }
  | { readonly kind: 'union'; readonly cases: readonly PropertyPlan[] }
  | { readonly kind: 'named'; readonly name: string };

/** The new properties of a contract, by the name of the schema check of a response or a stream. */
export interface NewProperties {
  readonly checks: Readonly<Record<string, PropertyPlan>>;
  readonly schemas: Readonly<Record<string, PropertyPlan>>;
}

export interface OperationAdditions {
  readonly responses: ReadonlyMap<ResponseSpec, PropertyPlan>;
  readonly event: PropertyPlan | null;
  readonly schemas: NewProperties['schemas'];
}

/** A value with new properties. Shape: `paths` lists where they were added, such as `data[].region`, each once. */
export interface Addition {
  readonly value: unknown;
  readonly paths: readonly string[];
}

/** Selects the plans of an operation; null when it has none, which is the usual case. */
export function planAdditions(
  { checks, schemas }: NewProperties,
  responses: readonly ResponseSpec[],
  stream: string | null,
): OperationAdditions | null {
  const plans = responses.flatMap((response): [ResponseSpec, PropertyPlan][] => {
    const plan =
      response.kind === 'json' && response.check !== null ? read(checks, response.check.name) : undefined;
    return plan === undefined ? [] : [[response, plan]];
  });
  const event = (stream === null ? null : read(checks, stream)) ?? null;
  return plans.length === 0 && event === null ? null : { responses: new Map(plans), event, schemas };
}

/** Adds the new properties that a value lacks; null when it lacks none. Does not mutate the value. */
export function addProperties(
  plan: PropertyPlan,
  schemas: NewProperties['schemas'],
  value: unknown,
): Addition | null {
  const paths = new Set<string>();
  const added = addTo(value, plan, { schemas, paths, path: '' });
  return paths.size === 0 ? null : { value: added, paths: [...paths] };
}

interface Site {
  readonly schemas: NewProperties['schemas'];
  readonly paths: Set<string>;
  readonly path: string;
}

function addTo(value: unknown, plan: PropertyPlan, site: Site): unknown {
  switch (plan.kind) {
    case 'named': {
      const named = read(site.schemas, plan.name);
      return named === undefined ? value : addTo(value, named, site);
    }
    case 'list': {
      if (!Array.isArray(value)) return value;
      const inside = { ...site, path: `${site.path}[]` };
      return value.map((item) => addTo(item, plan.items, inside));
    }
    case 'union':
      return plan.cases.reduce((current, each) => addTo(current, each, site), value);
    case 'record':
      return isObject(value) && matchesTags(value, plan) ? addToRecord(value, plan, site) : value;
  }
}

type RecordPlan = Extract<PropertyPlan, { kind: 'record' }>;

function addToRecord(value: Readonly<Record<string, unknown>>, plan: RecordPlan, site: Site): unknown {
  const whole: Record<string, unknown> = { ...value };
  for (const [name, property] of Object.entries(plan.properties))
    if (Object.hasOwn(whole, name)) whole[name] = addTo(whole[name], property, inside(site, name));
  for (const [name, sample] of Object.entries(plan.add)) {
    if (Object.hasOwn(whole, name)) continue;
    whole[name] = structuredClone(sample);
    site.paths.add(inside(site, name).path);
  }
  return whole;
}

function inside(site: Site, name: string): Site {
  return { ...site, path: site.path === '' ? name : `${site.path}.${name}` };
}

function matchesTags(value: object, { required, tags }: RecordPlan): boolean {
  return (
    required.every((name) => Object.hasOwn(value, name)) &&
    Object.entries(tags).every(([name, tag]) => read(value, name) === tag)
  );
}

function read<T>(values: Readonly<Record<string, T>> | object, name: string): T | undefined {
  return Object.hasOwn(values, name) ? (values as Readonly<Record<string, T>>)[name] : undefined;
}
