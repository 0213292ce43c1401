/**
 * Tells what a place of the contract rests on, so that a finding there can be judged: facts fail an implementation, what we
 * decided ourselves does not.
 */
import { assumptions, marks, places } from '../../generated/service/provenance.ts';
import { shapes } from '../../generated/service/arbitraries.ts';
import { checks } from '../../generated/service/validators.ts';
import type { Shape } from '../../generated/runtime/shape.ts';
import type { Severity } from '../check.ts';
import { factById, factsAbout } from './facts.ts';
import { operationKey, type Operation } from './operations.ts';

/** What something rests on. Shape: with facts the assumption is `null`. */
export interface Ground {
  readonly severity: Severity;
  readonly facts: readonly string[];
  readonly assumption: string | null;
  /** Where it is written. */
  readonly place: string | null;
}

/** How the contract says that who decides otherwise is judged; what is called an error there is still our decision. */
export function assumptionSeverity(id: string): Severity {
  const check = assumptions[id]?.check;
  return check === 'off' || check == null ? 'off' : 'warn';
}

/** What the set of statuses of an operation rests on. */
export function groundOfStatuses(operation: Operation): Ground {
  const place = places[operation.id]?.place ?? null;
  const facts = factsAbout(`${operationKey(operation)}#*`).map(({ id }) => id);
  if (facts.length > 0) return { severity: 'fail', facts, assumption: null, place };
  return groundOfMarks(marks[place ?? '']?.assumption ?? [], place);
}

/** What one status of an operation, with its media types and headers, rests on. */
export function groundOfStatus(operation: Operation, status: number): Ground {
  const entry = places[operation.id];
  const place = entry?.replies[String(status)] ?? entry?.place ?? null;
  const facts = factsAbout(`${operationKey(operation)}#${status}`).map(({ id }) => id);
  if (facts.length > 0) return { severity: 'fail', facts, assumption: null, place };
  const statuses = operation.extensions['x-statuses'] as
    Readonly<Record<string, { readonly assumption?: string | readonly string[] }>> | undefined;
  const named = [
    statuses?.[String(status)]?.assumption ?? marks[entry?.place ?? '']?.assumption ?? [],
  ].flat();
  return groundOfMarks(named, place);
}

/** What a header of a reply rests on; one that no fact names rests on what its status does. */
export function groundOfHeader(operation: Operation, status: number, header: string): Ground {
  const facts = factsAbout(
    `${operationKey(operation)}?response.${header}`,
    `*#${status}?response.${header}`,
  ).map(({ id }) => id);
  const ground = groundOfStatus(operation, status);
  return facts.length > 0 ? { ...ground, severity: 'fail', facts, assumption: null } : ground;
}

/**
 * What the value at a path of a checked value rests on.
 *
 * Shape: `check` is the name of a check of `generated/service/validators.ts`; `path` is dotted, as problems tell it
 * (`data.0.id`), empty for the whole value. The nearest place that says something decides.
 */
export function groundOfValue(check: string, path: string): Ground {
  const steps = trail(check, path);
  const place = steps.at(-1)?.pointer ?? null;
  for (const { schema, member, pointer } of steps.toReversed()) {
    const facts = factsOf(schema, member);
    if (facts.length > 0) return { severity: 'fail', facts, assumption: null, place };
    const mark = marks[pointer];
    if (mark === undefined) continue;
    if (mark.assumption !== undefined || mark.notShown) return groundOfMarks(mark.assumption ?? [], place);
    const named = (mark.source ?? []).filter((id) => factById(id) !== undefined);
    return { severity: 'fail', facts: named, assumption: null, place };
  }
  return { severity: 'fail', facts: [], assumption: null, place };
}

/** The strictest of some decisions judges; none at all means that the contract is silent, which is told and no more. */
function groundOfMarks(ids: readonly string[], place: string | null): Ground {
  const strictest = ids.find((id) => assumptionSeverity(id) === 'warn') ?? ids[0] ?? null;
  const severity = strictest === null ? 'warn' : assumptionSeverity(strictest);
  return { severity, facts: [], assumption: strictest, place };
}

/** The forms of a resource that facts tell of under one name. */
const told: Readonly<Record<string, string>> = { AgentCreate: 'AgentInput', AgentUpdate: 'AgentInput' };

function factsOf(schema: string, member: string): readonly string[] {
  const name = told[schema] ?? schema;
  const tail = member === '' ? '' : `.${member}`;
  return [
    ...new Set(
      factsAbout(`${name}${tail}`, `event:${name}${tail}`, `shared:${name}${tail}`).map(({ id }) => id),
    ),
  ];
}

/** One step on the way to a value. */
interface Step {
  /** The named schema that the step is in, and the dotted path of the step below it. */
  readonly schema: string;
  readonly member: string;
  readonly pointer: string;
}

interface Spot {
  readonly shape: Shape;
  readonly step: Step;
}

/** Follows a path from the whole value down. Shape: at least one step where the check is known. */
function trail(check: string, path: string): readonly Step[] {
  const start = (checks as Readonly<Record<string, { readonly pointer: string }>>)[check];
  const shape = shapes.checks[check];
  if (start === undefined || shape === undefined) return [];
  let spots = enter({ shape, step: { schema: check, member: '', pointer: start.pointer } });
  const steps = [...spots.map(({ step }) => step)];
  for (const name of path === '' ? [] : path.split('.')) {
    spots = spots.flatMap((spot) => descend(spot, name));
    if (spots.length === 0) break;
    steps.push(...spots.map(({ step }) => step));
  }
  return steps;
}

/** Follows references and goes into every case of a union. Shape: as deep as unions are nested, never in a circle. */
function enter(spot: Spot, depth = 0): readonly Spot[] {
  const { shape, step } = spot;
  if (depth > 8) return [spot];
  if (shape.kind === 'inexact') return enter({ shape: shape.shape, step }, depth + 1);
  if (shape.kind === 'union') return shape.cases.flatMap((each) => enter({ shape: each, step }, depth + 1));
  if (shape.kind !== 'named') return [spot];
  const target = shapes.schemas[shape.name];
  const pointer = (checks as Readonly<Record<string, { readonly pointer: string }>>)[shape.name]?.pointer;
  if (target === undefined || pointer === undefined) return [spot];
  return enter({ shape: target, step: { schema: shape.name, member: '', pointer } }, depth + 1);
}

function descend({ shape, step }: Spot, name: string): readonly Spot[] {
  if (shape.kind === 'list') {
    const item = { ...step, pointer: below(step.pointer, 'items'), member: `${step.member}[]` };
    return enter({ shape: shape.first[Number(name)] ?? shape.rest, step: item });
  }
  if (shape.kind !== 'record') return [];
  const member = shape.members.find((each) => each.name === name);
  if (member === undefined) return [];
  const path = step.member === '' ? name : `${step.member}.${name}`;
  const pointer = below(below(step.pointer, 'properties'), name);
  return enter({ shape: member.shape, step: { schema: step.schema, member: path, pointer } });
}

function below(pointer: string, member: string): string {
  const step = member.replaceAll('~', '~0').replaceAll('/', '~1');
  return pointer.endsWith('/') ? `${pointer}${step}` : `${pointer}/${step}`;
}
