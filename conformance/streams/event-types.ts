/** What the contract specifies about the events of a stream: their types, what ends and pauses it, and their order. */
import type { Contract } from '../../contract/contract.ts';
import type { OperationSpec } from '../../templates/runtime/operation-spec.ts';
import type { SchemaCheck } from '../../templates/runtime/schema-check.ts';
import type { Shape } from '../../templates/runtime/shape.ts';
import { propertyOf } from '../model/json-fields.ts';
import { familyOf, rolesOf, type BlockRole } from './block-roles.ts';

/** The events of one union. */
export interface EventTypes {
  /** The property with the type of an event; `null` if no property discriminates them. */
  readonly tag: string | null;
  readonly known: ReadonlySet<string>;
  /** The type with which a run begins; `null` if the names of its types do not show it. */
  readonly opening: string | null;
  readonly terminal: ReadonlySet<string>;
  /** Whether the contract states which events end a run; otherwise their names show it. */
  readonly isEndStated: boolean;
  readonly pausing: ReadonlySet<string>;
  readonly keepalive: ReadonlySet<string>;
  /** The property with the position of an event in its run; `null` without one. */
  readonly position: string | null;
  /** The property with the id of the run; `null` without one. */
  readonly runId: string | null;
  /** The role of each type that belongs to a block. */
  readonly roles: ReadonlyMap<string, BlockRole>;
  readonly checks: ReadonlyMap<unknown, SchemaCheck>;
  /** The check of a whole frame, if the contract describes frames with a name; `null` if it describes their data. */
  readonly frame: SchemaCheck | null;
  /** The check of any event, if no property discriminates them; `null` otherwise. */
  readonly any: SchemaCheck | null;
}

const cache = new WeakMap<Contract, Map<string, EventTypes>>();

/** Returns the events of a union. Shape: no types for an unknown union. */
export function eventTypesOf(contract: Contract, union: string): EventTypes {
  const byUnion = cache.get(contract) ?? new Map<string, EventTypes>();
  cache.set(contract, byUnion);
  const types = byUnion.get(union) ?? readTypes(contract, union);
  byUnion.set(union, types);
  return types;
}

function readTypes({ unions, service, shapes }: Contract, union: string): EventTypes {
  const { check, position = null, shape } = service.streams[union] ?? {};
  const frame = shape === 'frame' ? (check ?? null) : null;
  const names = frame === null ? null : (listNames(shapes, shapes.checks[frame.name]) ?? []);
  const {
    tag = null,
    types: listed = [],
    terminal: stated = none,
    pausing = none,
    keepalive = none,
  } = unions[union] ?? {};
  const types = names ?? listed;
  const terminal = stated.size > 0 ? stated : inferTerminal(types);
  const runFamilies = new Set([...terminal].flatMap((type) => familyOf(type) ?? []));
  const ownFamilies = new Set([...pausing, ...terminal].flatMap((type) => familyOf(type) ?? []));
  const roles = rolesOf(types);
  return {
    tag: frame === null ? tag : 'event',
    known: new Set(types),
    opening: types.find((type) => isStartOf(roles.get(type), runFamilies)) ?? null,
    terminal,
    isEndStated: stated.size > 0,
    pausing,
    keepalive,
    position,
    runId: runIdOf(service.operations, union),
    roles: new Map([...roles].filter(([, { family }]) => !ownFamilies.has(family))),
    checks: check?.cases ?? new Map(),
    frame,
    any: frame === null && tag === null ? (check ?? null) : null,
  };
}

/** Returns the names that frames may have; `null` if they are not listed. */
function listNames(shapes: Contract['shapes'], shape: Shape | undefined): readonly string[] | null {
  if (shape?.kind === 'named') return listNames(shapes, shapes.schemas[shape.name]);
  if (shape?.kind === 'values') return shape.values.filter((value) => typeof value === 'string');
  if (shape?.kind === 'record')
    return listNames(shapes, shape.properties.find(({ name }) => name === 'event')?.shape);
  if (shape?.kind !== 'union') return null;
  const all = shape.cases.map((each) => listNames(shapes, each));
  return all.every((each) => each !== null) ? all.flat() : null;
}

const none: ReadonlySet<string> = new Set();

/** Returns the event that ends a stream by its name; none if others could end or begin a part of it. */
function inferTerminal(types: readonly string[]): ReadonlySet<string> {
  const ends = types.filter((type) => /^(?:end|done|eof|\[done\]|finish(?:ed)?|complete[d]?)$/i.test(type));
  const hasStart = types.some((type) => /^(?:start|begin|open)(?:ed)?$/i.test(type));
  return ends.length === 1 && !hasStart ? new Set(ends) : none;
}

function isStartOf(role: BlockRole | undefined, families: ReadonlySet<string>): boolean {
  return role?.kind === 'start' && families.has(role.family);
}

/** Returns the event property whose last value is the id in the path of the request that continues a stream. */
function runIdOf(operations: readonly OperationSpec[], union: string): string | null {
  for (const { stream, extensions } of operations) {
    if (stream?.stream !== union) continue;
    const sources: readonly unknown[] = Object.values(propertyOf(extensions['x-resume'], 'path') ?? {});
    const source = sources.findLast((each) => typeof each === 'string' && each.startsWith('event.'));
    if (typeof source === 'string') return source.slice('event.'.length);
  }
  return null;
}
