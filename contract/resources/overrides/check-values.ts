/** Checks the values of overrides against the description: properties, states and records that it does not have. */
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import { pointerStep, valueAt } from '../../../templates/runtime/json/pointer.ts';
import type { OperationRole, ResourceGraph } from '../graph.ts';
import { recordSchemaOf } from '../records/record-schema.ts';
import { schemaAt } from '../records/schema-parts.ts';
import { guardProperty } from '../records/state-values.ts';
import type { ResourceSource, SourceOperation, SourceSchema } from '../source.ts';
import { flatten } from '../words.ts';
import {
  operationFinder,
  type OverrideProblem,
  type ResourceOverrides,
  type StateTable,
} from './override.ts';
import { ValueProblems } from './value-problems.ts';

/** Returns the values that do not fit a description. Shape: `graph` is the one with the overrides. */
export function checkValues(
  graph: ResourceGraph,
  source: ResourceSource,
  overrides: ResourceOverrides,
): readonly OverrideProblem[] {
  return new ValueCheck(graph, source, overrides).problems();
}

class ValueCheck {
  readonly #graph: ResourceGraph;
  readonly #source: ResourceSource;
  readonly #overrides: ResourceOverrides;
  readonly #roles: ReadonlyMap<string, OperationRole>;
  readonly #schemas = new Map<string, SourceSchema | null>();
  readonly #operationNamed: ReturnType<typeof operationFinder>;
  readonly #problems = new ValueProblems();

  constructor(graph: ResourceGraph, source: ResourceSource, overrides: ResourceOverrides) {
    this.#graph = graph;
    this.#source = source;
    this.#overrides = overrides;
    this.#operationNamed = operationFinder(source.operations);
    this.#roles = new Map(graph.operations.map((role) => [role.id, role]));
  }

  problems(): readonly OverrideProblem[] {
    const { resources = {}, operations = {}, unique = {}, machines = {}, records = {} } = this.#overrides;
    for (const [name, { key }] of Object.entries(resources))
      if (key !== undefined) this.#property(name, key, ['resources', name, 'key']);
    for (const name of Object.keys(operations)) this.#behavior(name);
    for (const [name, properties] of Object.entries(unique))
      for (const [index, property] of properties.entries())
        this.#property(name, property, ['unique', name, String(index)]);
    for (const [name, table] of Object.entries(machines)) this.#machine(name, table);
    for (const [name, given] of Object.entries(records))
      if (typeof given === 'object') this.#records(name, given);
    return this.#problems.all;
  }

  /** Returns the schema of the records of a resource; `null` if nothing is known of their properties. */
  #schemaOf(name: string): SourceSchema | null {
    const existing = this.#schemas.get(name);
    if (existing !== undefined) return existing;
    const resource = this.#graph.resources.find((each) => each.name === name);
    const schema = resource === undefined ? null : recordSchemaOf(this.#graph, this.#source, resource);
    const described = schema === null || schema.properties.size === 0 ? null : schema;
    this.#schemas.set(name, described);
    return described;
  }

  #property(resource: string, property: string, path: readonly string[]): SourceSchema | null {
    const schema = this.#schemaOf(resource);
    return schema === null ? null : this.#problems.property(schema, property, { of: resource, path });
  }

  #records(name: string, given: readonly JsonValue[]): void {
    const key = this.#graph.resources.find((each) => each.name === name)?.key?.value.property ?? null;
    const keys = new Set<string>();
    for (const [index, record] of given.entries()) {
      this.#record(name, record, String(index));
      const own = key === null ? null : valueAt(record, key);
      if (key === null || (typeof own !== 'string' && typeof own !== 'number')) continue;
      const path = ['records', name, String(index)];
      if (keys.has(String(own))) this.#problems.duplicate(key.slice(1), own, { of: name, path });
      keys.add(String(own));
    }
  }

  #record(name: string, record: JsonValue, index: string): void {
    const schema = this.#schemaOf(name);
    if (schema !== null) this.#problems.value(schema, record, { of: name, path: ['records', name, index] });
  }

  #behavior(name: string): void {
    const behavior = this.#overrides.operations?.[name];
    const operation = this.#operationNamed(name);
    const resource = operation === null ? null : (this.#roles.get(operation.id)?.resource ?? null);
    const schema = resource === null ? null : this.#schemaOf(resource);
    if (behavior === undefined || behavior === 'sample' || operation === null) return;
    if (resource === null || schema === null) return;
    const { set = {}, where = {}, from = [] } = behavior;
    const at = (...steps: readonly string[]): { of: string; path: readonly string[] } => ({
      of: resource,
      path: ['operations', name, ...steps],
    });
    for (const [property, value] of Object.entries(set)) {
      const own = this.#problems.property(schema, property, at('set', property));
      if (own !== null) this.#problems.value(own, value, at('set', property), property);
    }
    if (behavior.else !== undefined && behavior.from === undefined) this.#problems.spareElse(at('else'));
    const state = guardProperty(schema, set, from);
    const states = schema.properties.get(state ?? '');
    for (const [index, value] of from.entries())
      this.#problems.state(states, value, at('from', String(index)), state ?? undefined);
    for (const [property, value] of Object.entries(where))
      this.#where(schema, operation, [property, value], at);
  }

  /** Checks a condition of a list. Shape: the name of a parameter is its value. */
  #where(
    schema: SourceSchema,
    { parameters }: SourceOperation,
    [property, value]: readonly [string, JsonValue],
    at: (...steps: readonly string[]) => { readonly of: string; readonly path: readonly string[] },
  ): void {
    const own = schemaAt(schema, property.split('.').map(pointerStep).join(''));
    if (own === null) {
      const [first = ''] = property.split('.');
      const outer = this.#problems.property(schema, first, at('where', property));
      if (outer === null || outer.properties.size === 0) return;
      this.#problems.property(outer, property.slice(first.length + 1), at('where', property));
    } else if (!parameters.some(({ name }) => name === value))
      this.#problems.value(own, value, at('where', property), property);
  }

  #machine(name: string, table: StateTable): void {
    const resource = name.slice(0, name.lastIndexOf('.'));
    const property = name.slice(resource.length + 1);
    const own = this.#property(resource, property, ['machines', name]);
    if (own === null) return;
    const triggers = this.#triggersOf(resource);
    for (const [state, changes] of Object.entries(table)) {
      const at = (...steps: readonly string[]): { of: string; path: readonly string[] } => ({
        of: resource,
        path: ['machines', name, state, ...steps],
      });
      this.#problems.state(own, state, at(), property);
      for (const [trigger, change] of Object.entries(changes)) {
        const to = typeof change === 'string' ? change : change.to;
        this.#problems.state(own, to, typeof change === 'string' ? at(trigger) : at(trigger, 'to'), property);
        if (triggers !== null && !triggers.has(trigger))
          this.#problems.trigger(trigger, triggers, at(trigger));
      }
    }
  }

  /** Returns the names of the actions of a resource; `null` if bodies name some as well. */
  #triggersOf(name: string): ReadonlySet<string> | null {
    const operations = this.#source.operations.filter(({ id }) => {
      const role = this.#roles.get(id);
      return role?.resource === name && role.role.value === 'action';
    });
    const isNamedInBody = operations.some(({ bodies }) =>
      bodies.some(({ schema }) =>
        [...(schema?.properties.keys() ?? [])].some((each) => sent.test(flatten(each))),
      ),
    );
    return isNamedInBody ? null : new Set(operations.flatMap(({ id, path }) => [id, actionOf(path)]));
  }
}

/** The properties of bodies that name an action. */
const sent = /^(?:action|command|event|operation|transition|type|name)$/;

/** Returns the last fixed segment of a path, which names its action. */
export function actionOf(path: string): string {
  return path.split(/[/:]/).findLast((part) => part !== '' && !part.startsWith('{')) ?? '';
}
