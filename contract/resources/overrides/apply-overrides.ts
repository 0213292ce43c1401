/** Replaces what was inferred by what a file says. */
import { closestWord } from '../../../templates/runtime/closest-word.ts';
import type { Inference, OperationRole, Resource, ResourceGraph } from '../graph.ts';
import { readPath } from '../path-shape.ts';
import type { ResourceSource } from '../source.ts';
import { pointerStep } from '../../../templates/runtime/json/pointer.ts';
import { checkValues } from './check-values.ts';
import {
  isSamePath,
  operationFinder,
  withoutEntries,
  type OperationOverride,
  type OverrideProblem,
  type ResourceOverride,
  type ResourceOverrides,
} from './override.ts';

/**
 * Replaces inferences by overrides.
 *
 * Shape: entries with a problem have no effect, and are not in `overrides`; all others are certain.
 */
export function applyOverrides(
  graph: ResourceGraph,
  source: ResourceSource,
  overrides: ResourceOverrides,
  file: string,
): AppliedOverrides {
  const first = writeGraph(graph, source, overrides, file);
  const problems = [...first.problems, ...checkValues(first.graph, source, overrides)];
  if (problems.length === 0) return { ...first, overrides };
  const paths = problems.map(({ path }) => path);
  const valid = withoutEntries(overrides, paths);
  return { graph: writeGraph(graph, source, valid, file).graph, overrides: valid, problems };
}

/** What overrides changed. */
export interface AppliedOverrides {
  readonly graph: ResourceGraph;
  readonly overrides: ResourceOverrides;
  readonly problems: readonly OverrideProblem[];
}

function writeGraph(
  graph: ResourceGraph,
  source: ResourceSource,
  overrides: ResourceOverrides,
  file: string,
): Pick<AppliedOverrides, 'graph' | 'problems'> {
  const writer = new GraphWriter(graph, source, file);
  for (const [name, entry] of Object.entries(overrides.resources ?? {})) writer.resource(name, entry);
  for (const [name, entry] of Object.entries(overrides.operations ?? {})) writer.operation(name, entry);
  for (const [name, properties] of Object.entries(overrides.unique ?? {})) writer.unique(name, properties);
  for (const name of Object.keys(overrides.records ?? {})) writer.known(name, ['records', name]);
  for (const key of Object.keys(overrides.machines ?? {})) writer.machine(key);
  writer.checkParents(overrides.resources ?? {});
  return { graph: writer.graph(), problems: writer.problems };
}

class GraphWriter {
  readonly problems: OverrideProblem[] = [];
  readonly #resources: Map<string, Resource>;
  readonly #operations: Map<string, OperationRole>;
  readonly #source: ResourceSource;
  readonly #operationNamed: ReturnType<typeof operationFinder>;
  readonly #file: string;

  constructor(graph: ResourceGraph, source: ResourceSource, file: string) {
    this.#resources = new Map(graph.resources.map((resource) => [resource.name, resource]));
    this.#operations = new Map(graph.operations.map((operation) => [operation.id, operation]));
    this.#source = source;
    this.#operationNamed = operationFinder(source.operations);
    this.#file = file;
  }

  graph(): ResourceGraph {
    return { resources: [...this.#resources.values()], operations: [...this.#operations.values()] };
  }

  resource(name: string, entry: ResourceOverride): void {
    const path = entry.path ?? entry.set ?? entry.singleton;
    const before =
      this.#resources.get(name) ??
      [...this.#resources.values()].find((each) => path !== undefined && isSamePath(each.path, path));
    if (before === undefined && path === undefined) {
      this.#unknown(name, ['resources', name], ' To add it, give its `path`, `set` or `singleton`.');
      return;
    }
    const made = before ?? this.#create(name, path ?? '', entry);
    if (before !== undefined && before.name !== name) this.#rename(before.name, name);
    this.#resources.set(name, {
      ...made,
      name,
      ...(entry.set === undefined ? {} : { kind: 'set' as const }),
      ...(entry.singleton === undefined ? {} : { kind: 'singleton' as const, key: null }),
      ...(path === undefined ? {} : { path }),
      ...(entry.key === undefined ? {} : { key: this.#key(made, entry.key, ['resources', name, 'key']) }),
      ...(entry.parent === undefined ? {} : { parents: this.#parents(name, entry.parent) }),
    });
  }

  operation(name: string, entry: OperationOverride): void {
    const path = ['operations', name];
    const id = this.#operationNamed(name)?.id ?? '';
    const before = this.#operations.get(id);
    if (before === undefined) {
      const requests = this.#source.operations.map((each) => `${each.method} ${each.path}`);
      this.#note(path, `The description has no operation ${name}.${suggest(name, requests)}`);
      return;
    }
    if (entry === 'sample') {
      this.#operations.set(id, { ...before, role: this.#certain('sample', path), resource: null });
      return;
    }
    if (entry.of !== undefined && !this.known(entry.of, [...path, 'of'])) return;
    this.#operations.set(id, {
      ...before,
      ...(entry.role === undefined ? {} : { role: this.#certain(entry.role, path) }),
      ...(entry.of === undefined ? {} : { resource: entry.of }),
    });
  }

  unique(name: string, properties: readonly string[]): void {
    const resource = this.#resources.get(name);
    if (resource === undefined) this.#unknown(name, ['unique', name]);
    else this.#resources.set(name, { ...resource, unique: properties });
  }

  machine(key: string): void {
    const name = key.slice(0, key.lastIndexOf('.'));
    if (name === '') this.#note(['machines', key], `Name a machine \`resource.property\`, not ${key}.`);
    else this.known(name, ['machines', key]);
  }

  /** Returns whether a resource exists; a name that does not is a problem. */
  known(name: string, path: readonly string[]): boolean {
    if (this.#resources.has(name)) return true;
    this.#unknown(name, path);
    return false;
  }

  /** Finds resources that are their own parents, directly or through others. */
  checkParents(overrides: Readonly<Record<string, ResourceOverride>>): void {
    for (const name of Object.keys(overrides)) {
      const line: string[] = [name];
      for (let next = this.#parentOf(name); next !== null; next = this.#parentOf(next)) {
        const isRound = line.includes(next);
        line.push(next);
        if (!isRound) continue;
        if (next === name) {
          this.#note(['resources', name, 'parent'], `The parents form a circle: ${line.join(' in ')}.`);
          const resource = this.#resources.get(name);
          if (resource !== undefined) this.#resources.set(name, { ...resource, parents: [] });
        }
        break;
      }
    }
  }

  #parentOf(name: string): string | null {
    return this.#resources.get(name)?.parents.at(-1)?.resource ?? null;
  }

  #create(name: string, path: string, entry: ResourceOverride): Resource {
    const item = this.#source.operations.find((operation) => {
      const shape = readPath(operation.path);
      return shape.isItem && isSamePath(shape.collection, path);
    });
    const kind = entry.set !== undefined ? 'set' : entry.singleton !== undefined ? 'singleton' : 'collection';
    return {
      name,
      kind,
      path,
      itemPath: item?.path ?? null,
      key: null,
      parents: [],
      schema: null,
      unique: [],
      oneWay: [],
    };
  }

  #key(resource: Resource, property: string, path: readonly string[]): Resource['key'] {
    const parameters =
      resource.key?.value.parameters ??
      (resource.itemPath === null ? [property] : readPath(resource.itemPath).keys);
    return this.#certain({ parameters, property: pointerStep(property) }, path);
  }

  #parents(name: string, parents: Readonly<Record<string, string>>): Resource['parents'] {
    return Object.entries(parents).map(([parent, itemPath]) => {
      const parameter = readPath(itemPath).keys.at(-1);
      const owner = [...this.#resources.values()].find(
        (each) => each.name === parent || (each.itemPath !== null && isSamePath(each.itemPath, itemPath)),
      );
      if (owner === undefined) this.#unknown(parent, ['resources', name, 'parent', parent]);
      return { parameter: parameter ?? parent, resource: owner?.name ?? null };
    });
  }

  #rename(before: string, name: string): void {
    this.#resources.delete(before);
    for (const [id, operation] of this.#operations)
      if (operation.resource === before) this.#operations.set(id, { ...operation, resource: name });
    for (const [each, resource] of this.#resources)
      if (resource.parents.some((parent) => parent.resource === before))
        this.#resources.set(each, {
          ...resource,
          parents: resource.parents.map((parent) =>
            parent.resource === before ? { ...parent, resource: name } : parent,
          ),
        });
  }

  #certain<Value>(value: Value, path: readonly string[]): Inference<Value> {
    return {
      value,
      confidence: 1,
      evidence: [{ text: `${this.#file}: ${path.join('.')}`, pointer: this.#file }],
    };
  }

  #unknown(name: string, path: readonly string[], more = ''): void {
    this.#note(path, `There is no resource ${name}.${suggest(name, this.#resources.keys())}${more}`);
  }

  #note(path: readonly string[], message: string): void {
    this.problems.push({ path, message });
  }
}

function suggest(word: string, names: Iterable<string>): string {
  const close = closestWord(word, names);
  return close === null ? '' : ` Did you mean ${close}?`;
}
