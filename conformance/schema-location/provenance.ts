/**
 * Finds the provenance of a place in the contract, which decides the severity of findings there: facts fail an
 * implementation, assumptions warn.
 */
import type { ProblemCode } from '../../generated/runtime/problem-rows.ts';
import { executionStreamEventTypes } from '../../generated/service/events.ts';
import { assumptions, marks, places } from '../../generated/service/provenance.ts';
import type { Severity } from '../check.ts';
import { factById, factsAbout } from './facts.ts';
import { followPath, type PathStep } from './value-path.ts';
import { operationKey, type Operation } from './operations.ts';
import { childLocation, type SchemaLocation } from './schema-location.ts';
import { detailsOf, isUnstated, supportingFacts } from './supporting-facts.ts';

/** The facts or the assumption that something relies on. Shape: fails with facts only; with facts the assumption is `null`. */
export interface Provenance {
  readonly severity: Severity;
  readonly facts: readonly string[];
  readonly assumption: string | null;
  /** Where it is written. */
  readonly place: string | null;
}

/** What is known of a fault in a value, beside where it is. */
export interface SchemaViolation {
  /** Which kind it is of; facts that say nothing of this kind don't count. */
  readonly code?: ProblemCode | undefined;
  /** The whole value, which tells the alternatives of unions apart. */
  readonly value?: unknown;
  /** What it is the body of: of the operation's request, or of its response with a status. */
  readonly of?: { readonly operation: Operation; readonly status?: number } | undefined;
}

const commonStatuses: ReadonlySet<number> = new Set([400, 401, 403, 404]);

/** Assumptions about permissions and links, which no response shows. */
const ignoredAssumptions: ReadonlySet<string> = new Set(['A-SCOPE', 'A-LINKS']);

const events: ReadonlySet<string> = new Set(executionStreamEventTypes);

/** How the contract says that who decides otherwise is judged; what is called an error there is still our decision. */
export function assumptionSeverity(id: string): Severity {
  const check = assumptions[id]?.check;
  return check === 'off' || check == null ? 'off' : 'warn';
}

/**
 * What the set of statuses of an operation rests on; where the source lists none, on what the operation itself does.
 */
export function provenanceOfStatuses(operation: Operation): Provenance {
  const place = places[operation.id]?.place ?? null;
  const facts = factsAbout(`${operationKey(operation)}#*`).filter((fact) => detailsOf(fact).has('set'));
  if (facts.length > 0) return provenanceOfFacts(facts, place);
  const success = operation.responses.find(
    ({ status }) => typeof status === 'number' && status < 300,
  )?.status;
  const named = assumedFor(operation, success);
  return provenanceOfMarks(named.length > 0 ? named : (marks[place ?? '']?.assumption ?? []), place);
}

/**
 * What a status that an operation does not declare breaks. That the usual ones are left out of a list on purpose is an
 * assumption, and a client that is asked too often may say so anywhere.
 */
export function provenanceOfUndeclared(operation: Operation, status: number): Provenance {
  const provenance = provenanceOfStatuses(operation);
  if (provenance.severity !== 'fail') return provenance;
  if (commonStatuses.has(status)) return provenanceOfMarks(['A-055'], provenance.place);
  return status === 429 ? provenanceOfMarks([], provenance.place) : provenance;
}

/** What one status of an operation, with its media types and headers, rests on. */
export function provenanceOfStatus(operation: Operation, status: number): Provenance {
  const entry = places[operation.id];
  const place = entry?.responses[String(status)] ?? entry?.place ?? null;
  const facts = factsAbout(`${operationKey(operation)}#${status}`);
  if (facts.length > 0) return provenanceOfFacts(facts, place);
  const assumed = assumedFor(operation, status);
  if (assumed.length > 0) return provenanceOfMarks(assumed, place);
  const stated = sourceOf(operation, status);
  const named = stated.flatMap((id) => factById(id) ?? []);
  const general = stated.length > 0 && named.length === 0 ? factsAbout(`*#${status}`) : named;
  if (general.length > 0) return provenanceOfFacts(general, place);
  return provenanceOfMarks(marks[entry?.place ?? '']?.assumption ?? [], place);
}

/** What the media type of a response rests on: JSON unless the source says otherwise. */
export function provenanceOfMediaType(operation: Operation, status: number): Provenance {
  const provenance = provenanceOfStatus(operation, status);
  if (provenance.severity !== 'fail') return provenance;
  const named = status < 300 ? factsAbout(`${operationKey(operation)}?response.Content-Type`) : [];
  return provenanceOfFacts([...named, ...factsAbout('*#content-type')], provenance.place);
}

/**
 * What a header of a response rests on; one that no fact names rests on what its status does. That it is there may be a fact
 * where its form is an assumption.
 */
export function provenanceOfHeader(
  operation: Operation,
  status: number,
  header: string,
  fault: 'missing' | 'form' = 'missing',
): Provenance {
  const provenance = provenanceOfStatus(operation, status);
  const spec = operation.responses
    .filter((response) => response.status === status)
    .flatMap((response) => response.headers)
    .find(({ name }) => name.toLowerCase() === header.toLowerCase());
  const place = spec?.check.pointer ?? provenance.place;
  if (provenance.severity !== 'fail') return { ...provenance, place };
  if (fault === 'form') return provenanceOfMarks(marks[place ?? '']?.assumption ?? [], place);
  const name = spec?.name ?? header;
  const facts = factsAbout(
    `${operationKey(operation)}?response.${name}`,
    `*#${status}?response.${name}`,
    ...(status < 300 ? [`execution-response?response.${name}`] : []),
  );
  return facts.length > 0
    ? provenanceOfFacts(facts, place)
    : provenanceOfMarks(marks[place ?? '']?.assumption ?? [], place);
}

/**
 * What the value at a path of a checked value rests on.
 *
 * Shape: `check` is the name of a check of `generated/service/validators.ts`; `path` is dotted, as problems tell it
 * (`data.0.id`), empty for the whole value. The nearest place that says something of the fault decides, and there the facts
 * do before the marks.
 */
export function provenanceOfValue(check: string, path: string, fault: SchemaViolation = {}): Provenance {
  const { steps, isWhole } = followPath(check, path, fault.value, outerOf(fault.of));
  const place = steps.at(-1)?.locations.at(-1)?.pointers.at(-1) ?? null;
  if (!isWhole) return provenanceOfMarks([], place);
  if (isOpenEnum(steps, fault.code)) return provenanceOfMarks(['A-111'], place);
  for (let depth = steps.length - 1; depth >= 0; depth--) {
    const locations = steps[depth]?.locations ?? [];
    const provenance = provenanceAt(locations, isTarget(steps, depth), fault.code, place);
    if (provenance !== null) return provenance;
  }
  return provenanceOfMarks([], place);
}

/** What one place says of a fault at it or, where it is no target, somewhere in it; `null` for nothing. */
function provenanceAt(
  locations: readonly SchemaLocation[],
  isTarget: boolean,
  code: ProblemCode | undefined,
  place: string | null,
): Provenance | null {
  const subjects = isTarget ? locations.flatMap((location) => location.subjects) : [];
  const stated = supportingFacts(subjects, code);
  const facts =
    stated.length === 0 && isTarget && code === 'INVALID_TYPE'
      ? locations.flatMap(factsOfProperties)
      : stated;
  if (facts.length > 0) return { severity: 'fail', facts, assumption: null, place };
  for (const pointer of locations.flatMap((location) => location.pointers).toReversed()) {
    const { source = [], assumption = [], notShown = false } = marks[pointer] ?? {};
    if (assumption.length > 0 || notShown) return provenanceOfMarks(assumption, place);
    const named = isTarget && isProse(code) ? source.filter((id) => factById(id) !== undefined) : [];
    if (named.length > 0) return { severity: 'fail', facts: named, assumption: null, place };
  }
  return isUnstated(subjects) ? provenanceOfMarks(['A-109'], place) : null;
}

/** Why: what is said of a place beside its name, type and members is about what its values look like. */
function isProse(code: ProblemCode | undefined): boolean {
  return code !== 'MISSING_REQUIRED_FIELD' && code !== 'INVALID_TYPE' && code !== 'INVALID_ENUM';
}

/** Lists the facts of required properties. */
function factsOfProperties(location: SchemaLocation): readonly string[] {
  if (location.shape.kind !== 'record') return [];
  const required = location.shape.members.filter(({ isRequired }) => isRequired);
  const subjects = required.flatMap(({ name }) => childLocation(location, name)?.subjects ?? []);
  return supportingFacts(subjects, 'MISSING_REQUIRED_FIELD');
}

/** Checks whether a step is the end of a path or a list that contains it. */
function isTarget(steps: readonly PathStep[], depth: number): boolean {
  return steps.slice(depth + 1).every(({ isItem }) => isItem);
}

/** Why: a newer producer may know more members of an enum than the source lists for its events. */
function isOpenEnum(steps: readonly PathStep[], code: ProblemCode | undefined): boolean {
  return (
    code === 'INVALID_ENUM' &&
    steps.some(({ locations }) =>
      locations.some(({ schema }) => events.has(schema) || schema === 'ExecutionStreamEvent'),
    )
  );
}

/** The strictest of some decisions judges; none at all means that the contract is silent, which is told and no more. */
function provenanceOfMarks(ids: readonly string[], place: string | null): Provenance {
  const concerned = ids.filter((id) => !ignoredAssumptions.has(id));
  const strictestProvenance =
    concerned.find((id) => assumptionSeverity(id) === 'warn') ?? concerned[0] ?? null;
  const severity = strictestProvenance === null ? 'warn' : assumptionSeverity(strictestProvenance);
  return { severity, facts: [], assumption: strictestProvenance, place };
}

function provenanceOfFacts(facts: readonly { readonly id: string }[], place: string | null): Provenance {
  return { severity: 'fail', facts: [...new Set(facts.map(({ id }) => id))], assumption: null, place };
}

interface StatusEntry {
  readonly source?: readonly string[];
  readonly assumption?: string | readonly string[];
}

function statusEntry(operation: Operation, status: number | string | undefined): StatusEntry {
  const entries = operation.extensions['x-statuses'] as Readonly<Record<string, StatusEntry>> | undefined;
  return entries?.[String(status)] ?? {};
}

function assumedFor(operation: Operation, status: number | string | undefined): readonly string[] {
  return [statusEntry(operation, status).assumption ?? []].flat();
}

function sourceOf(operation: Operation, status: number): readonly string[] {
  return statusEntry(operation, status).source ?? [];
}

function outerOf(of: SchemaViolation['of']): readonly string[] {
  if (of === undefined) return [];
  const part = of.status === undefined ? 'body' : String(of.status);
  return [`${operationKey(of.operation)}#${part}`];
}

/** Where an operation is written; `null` for an id that none has. */
export function placeOfOperation(id: string): string | null {
  return places[id]?.place ?? null;
}

let placesByFact: ReadonlyMap<string, string> | null = null;

/** Where the contract names the first of these facts that it names at all; `null` for none. Spans are looked up by their start. */
export function placeOfFacts(ids: readonly string[]): string | null {
  placesByFact ??= new Map(
    Object.entries(marks)
      .toReversed()
      .flatMap(([place, { source = [] }]) => source.map((id) => [id, place] as const)),
  );
  for (const id of ids) {
    const place = placesByFact.get(id.replace(/\.\.\d+$/, ''));
    if (place !== undefined) return place;
  }
  return null;
}
