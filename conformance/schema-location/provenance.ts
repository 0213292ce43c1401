/**
 * Finds the provenance of a place in the contract, which decides the severity of findings there: facts fail an
 * implementation, assumptions warn.
 */
import type { ProblemCode } from '../../templates/runtime/problem-rows.ts';
import { executionStreamEventTypes } from '../../generated/service/events.ts';
import { assumptions, marks, places } from '../../generated/service/provenance.ts';
import type { Severity } from '../model/check.ts';
import { factById, factsAbout } from './facts.ts';
import { followPath, type PathStep } from './value-path.ts';
import { operationKey, type Operation } from './operations.ts';
import { childLocation, type SchemaLocation } from './schema-location.ts';
import { detailsOf, isUnstated, supportingFacts } from './supporting-facts.ts';

/**
 * The facts or the assumption that something relies on. Shape: fails with facts only; with facts the assumption is
 * `null`.
 */
export interface Provenance {
  readonly severity: Severity;
  readonly facts: readonly string[];
  readonly assumption: string | null;
  /** Its place in the contract. */
  readonly place: string | null;
}

/** Details of a violation, besides its path. */
export interface SchemaViolation {
  /** Kind of the violation; only facts about this kind count. */
  readonly code?: ProblemCode | undefined;
  /** The whole value, which selects the variants of unions. */
  readonly value?: unknown;
  /** The operation whose request body the value is, or with `status` whose response body. */
  readonly of?: { readonly operation: Operation; readonly status?: number } | undefined;
}

const commonStatuses: ReadonlySet<number> = new Set([400, 401, 403, 404]);

/** Assumptions about permissions and links, which responses cannot violate. */
const ignoredAssumptions: ReadonlySet<string> = new Set(['A-SCOPE', 'A-LINKS']);

const events: ReadonlySet<string> = new Set(executionStreamEventTypes);

/** Returns the severity of a violated assumption: at most `warn`, because an assumption is only our decision. */
export function assumptionSeverity(id: string): Severity {
  const check = assumptions[id]?.check;
  return check === 'off' || check == null ? 'off' : 'warn';
}

/**
 * Returns the provenance of the set of statuses of an operation; that of the operation itself if the source lists none.
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
 * Returns the provenance of an undeclared status. Why: that a list omits the common statuses on purpose is an
 * assumption, and any operation may return 429.
 */
export function provenanceOfUndeclared(operation: Operation, status: number): Provenance {
  const provenance = provenanceOfStatuses(operation);
  if (provenance.severity !== 'fail') return provenance;
  if (commonStatuses.has(status)) return provenanceOfMarks(['A-055'], provenance.place);
  return status === 429 ? provenanceOfMarks([], provenance.place) : provenance;
}

/** Returns the provenance of one status of an operation, with its media types and headers. */
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

/** Returns the provenance of the media type of a response: JSON unless the source specifies another. */
export function provenanceOfMediaType(operation: Operation, status: number): Provenance {
  const provenance = provenanceOfStatus(operation, status);
  if (provenance.severity !== 'fail') return provenance;
  const named = status < 300 ? factsAbout(`${operationKey(operation)}?response.Content-Type`) : [];
  return provenanceOfFacts([...named, ...factsAbout('*#content-type')], provenance.place);
}

/**
 * Returns the provenance of a response header; without facts, that of its mark in the contract. The presence of a
 * header may be a fact while its format is an assumption.
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
 * Returns the provenance of the value at a path of a checked value.
 *
 * Shape: `check` is the name of a check of `generated/service/validators.ts`; `path` is dotted, as in problems
 * (`data.0.id`), empty for the whole value. The nearest place with a statement about the violation decides; there,
 * facts take precedence over marks.
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

/** Returns the provenance of a violation at one place, or inside it if it is not the target; `null` for none. */
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

/** Why: prose facts of a place describe the format of its values, not its presence, type or enum members. */
function isProse(code: ProblemCode | undefined): boolean {
  return code !== 'MISSING_REQUIRED_FIELD' && code !== 'INVALID_TYPE' && code !== 'INVALID_ENUM';
}

/** Lists the facts of required properties. */
function factsOfProperties(location: SchemaLocation): readonly string[] {
  if (location.shape.kind !== 'record') return [];
  const required = location.shape.properties.filter(({ isRequired }) => isRequired);
  const subjects = required.flatMap(({ name }) => childLocation(location, name)?.subjects ?? []);
  return supportingFacts(subjects, 'MISSING_REQUIRED_FIELD');
}

/** Checks whether a step is the end of a path or a list that contains it. */
function isTarget(steps: readonly PathStep[], depth: number): boolean {
  return steps.slice(depth + 1).every(({ isItem }) => isItem);
}

/** Why: a newer producer may send enum members of events that the source does not list yet. */
function isOpenEnum(steps: readonly PathStep[], code: ProblemCode | undefined): boolean {
  return (
    code === 'INVALID_ENUM' &&
    steps.some(({ locations }) =>
      locations.some(({ schema }) => events.has(schema) || schema === 'ExecutionStreamEvent'),
    )
  );
}

/**
 * Returns the provenance of the strictest assumption; without any, the contract is silent and the severity is `warn`.
 */
function provenanceOfMarks(ids: readonly string[], place: string | null): Provenance {
  const candidates = ids.filter((id) => !ignoredAssumptions.has(id));
  const strictest = candidates.find((id) => assumptionSeverity(id) === 'warn') ?? candidates[0] ?? null;
  const severity = strictest === null ? 'warn' : assumptionSeverity(strictest);
  return { severity, facts: [], assumption: strictest, place };
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

/** Returns the place of an operation in the contract; `null` for an unknown id. */
export function placeOfOperation(id: string): string | null {
  return places[id]?.place ?? null;
}

let placesByFact: ReadonlyMap<string, string> | null = null;

/**
 * Returns the place in the contract that cites the first of these facts that is cited anywhere; `null` for none. Ranges
 * are looked up by their start.
 */
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
