/**
 * Finds the provenance of a place in the contract, which decides the severity of findings there: facts fail an
 * implementation, assumptions warn. In a contract without evidence the description itself is the fact.
 */
import type { Contract } from '../../contract/contract.ts';
import { factsOf } from '../../contract/facts/facts.ts';
import { isUntyped, supportingFacts } from '../../contract/facts/supporting-facts.ts';
import { childLocation, type SchemaLocation } from '../../contract/locations/schema-location.ts';
import { followPath, type PathStep } from '../../contract/locations/value-path.ts';
import { operationKey, type ContractOperation } from '../../contract/operations.ts';
import type { ProblemCode } from '../../templates/runtime/problem-rows.ts';
import { declaredResponses } from '../../templates/runtime/server/declared-responses.ts';
import type { Severity } from '../model/check.ts';

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
  readonly of?: { readonly operation: ContractOperation; readonly status?: number } | undefined;
}

const commonStatuses: ReadonlySet<number> = new Set([400, 401, 403, 404]);

/** Statuses of servers and frameworks, which descriptions seldom declare. */
const frameworkStatuses: ReadonlySet<number> = new Set([405, 406, 410, 413, 415, 422]);

/** Assumptions about permissions and links, which responses cannot violate. */
const ignoredAssumptions: ReadonlySet<string> = new Set(['A-SCOPE', 'A-LINKS']);

/**
 * Returns the severity of a violated assumption: at most `warn`, because an assumption is only our decision. Shape: `warn`
 * for a contract without assumptions.
 */
export function assumptionSeverity({ provenance }: Contract, id: string): Severity {
  if (provenance === null) return 'warn';
  const check = provenance.assumptions[id]?.check;
  return check === 'off' || check == null ? 'off' : 'warn';
}

/**
 * Returns the provenance of the set of statuses of an operation; that of the operation itself if the source lists none.
 */
export function provenanceOfStatuses(operation: ContractOperation): Provenance {
  const { contract } = operation;
  const place = placeOfOperation(contract, operation.id);
  if (contract.provenance === null) return provenanceOfFacts([], place);
  const facts = factsOf(contract)
    .about(`${operationKey(operation)}#*`)
    .filter((fact) => fact.details.has('set'));
  if (facts.length > 0) return provenanceOfFacts(facts, place);
  const success = operation.responses.find(
    ({ status }) => typeof status === 'number' && status < 300,
  )?.status;
  const named = assumedFor(operation, success);
  return provenanceOfMarks(contract, named.length > 0 ? named : assumedAt(contract, place), place);
}

/**
 * Returns the provenance of an undeclared status. Why: that a list omits the common statuses on purpose is an
 * assumption, and any operation may return 429.
 */
export function provenanceOfUndeclared(operation: ContractOperation, status: number): Provenance {
  const provenance = provenanceOfStatuses(operation);
  if (provenance.severity !== 'fail') return provenance;
  const { contract } = operation;
  const isUndeclared = contract.provenance === null && frameworkStatuses.has(status);
  if (commonStatuses.has(status) || isUndeclared)
    return provenanceOfMarks(contract, ['A-055'], provenance.place);
  return status === 429 ? provenanceOfMarks(contract, [], provenance.place) : provenance;
}

/** Returns the provenance of one status of an operation, with its media types and headers. */
export function provenanceOfStatus(operation: ContractOperation, status: number): Provenance {
  const { contract, id } = operation;
  const entry = contract.places[id];
  const place = entry?.responses[String(status)] ?? entry?.place ?? null;
  if (contract.provenance === null) return provenanceOfDeclaration(operation, status, place);
  const { about, byId } = factsOf(contract);
  const facts = about(`${operationKey(operation)}#${status}`);
  if (facts.length > 0) return provenanceOfFacts(facts, place);
  const assumed = assumedFor(operation, status);
  if (assumed.length > 0) return provenanceOfMarks(contract, assumed, place);
  const stated = statusEntry(operation, status).source ?? [];
  const named = stated.flatMap((fact) => byId(fact) ?? []);
  const general = stated.length > 0 && named.length === 0 ? about(`*#${status}`) : named;
  if (general.length > 0) return provenanceOfFacts(general, place);
  return provenanceOfMarks(contract, assumedAt(contract, entry?.place ?? null), place);
}

/** Why a warning for another status: what a description omits is seldom omitted on purpose. */
function provenanceOfDeclaration(
  operation: ContractOperation,
  status: number,
  place: string | null,
): Provenance {
  return declaredResponses(operation, status).length > 0
    ? provenanceOfFacts([], place)
    : provenanceOfMarks(operation.contract, [], place);
}

/** Returns the provenance of the media type of a response: JSON unless the source specifies another. */
export function provenanceOfMediaType(operation: ContractOperation, status: number): Provenance {
  const provenance = provenanceOfStatus(operation, status);
  if (provenance.severity !== 'fail') return provenance;
  const { about } = factsOf(operation.contract);
  const named = status < 300 ? about(`${operationKey(operation)}?response.Content-Type`) : [];
  return provenanceOfFacts([...named, ...about('*#content-type')], provenance.place);
}

/**
 * Returns the provenance of a response header; without facts, that of its mark in the contract. The presence of a
 * header may be a fact while its format is an assumption.
 */
export function provenanceOfHeader(
  operation: ContractOperation,
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
  const { contract } = operation;
  if (provenance.severity !== 'fail' || contract.provenance === null) return { ...provenance, place };
  const marked = provenanceOfMarks(contract, assumedAt(contract, place), place);
  if (fault === 'form') return marked;
  const name = spec?.name ?? header;
  const facts = factsOf(contract).about(
    `${operationKey(operation)}?response.${name}`,
    `*#${status}?response.${name}`,
    ...(status < 300 ? [`execution-response?response.${name}`] : []),
  );
  return facts.length > 0 ? provenanceOfFacts(facts, place) : marked;
}

/**
 * Returns the provenance of the value at a path of a checked value.
 *
 * Shape: `check` is the name of a check of the contract; `path` is dotted, as in problems
 * (`data.0.id`), empty for the whole value. The nearest place with a statement about the violation decides; there,
 * facts take precedence over marks.
 */
export function provenanceOfValue(
  contract: Contract,
  check: string,
  path: string,
  fault: SchemaViolation = {},
): Provenance {
  const { steps, isWhole } = followPath(contract, check, path, fault.value, outerOf(fault.of));
  const place = steps.at(-1)?.locations.at(-1)?.pointers.at(-1) ?? null;
  if (contract.provenance === null) return provenanceOfFacts([], place);
  if (!isWhole) return provenanceOfMarks(contract, [], place);
  if (fault.code === 'INVALID_ENUM' && isInEvent(contract, steps))
    return provenanceOfMarks(contract, ['A-111'], place);
  for (let depth = steps.length - 1; depth >= 0; depth--) {
    const locations = steps[depth]?.locations ?? [];
    const provenance = provenanceAt(contract, {
      locations,
      isTarget: isTarget(steps, depth),
      code: fault.code,
      place,
    });
    if (provenance !== null) return provenance;
  }
  return provenanceOfMarks(contract, [], place);
}

/** A place on the path to a violation. Shape: `place` is that of the end of the path. */
interface ViolatedPlace {
  readonly locations: readonly SchemaLocation[];
  readonly isTarget: boolean;
  readonly code: ProblemCode | undefined;
  readonly place: string | null;
}

/** Returns the provenance of a violation at one place, or inside it if it is not the target; `null` for none. */
function provenanceAt(
  contract: Contract,
  { locations, isTarget, code, place }: ViolatedPlace,
): Provenance | null {
  const subjects = isTarget ? locations.flatMap((location) => location.subjects) : [];
  const stated = supportingFacts(contract, subjects, code);
  const facts =
    stated.length === 0 && isTarget && code === 'INVALID_TYPE'
      ? locations.flatMap(factsOfProperties)
      : stated;
  if (facts.length > 0) return { severity: 'fail', facts, assumption: null, place };
  for (const pointer of locations.flatMap((location) => location.pointers).toReversed()) {
    const { source = [], assumption = [], notShown = false } = contract.provenance?.marks[pointer] ?? {};
    if (assumption.length > 0 || notShown) return provenanceOfMarks(contract, assumption, place);
    const named = isTarget && isProse(code) ? source.filter((id) => factsOf(contract).byId(id) !== null) : [];
    if (named.length > 0) return { severity: 'fail', facts: named, assumption: null, place };
  }
  return isUntyped(contract, subjects) ? provenanceOfMarks(contract, ['A-109'], place) : null;
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
  return supportingFacts(location.contract, subjects, 'MISSING_REQUIRED_FIELD');
}

/** Checks whether a step is the end of a path or a list that contains it. */
function isTarget(steps: readonly PathStep[], depth: number): boolean {
  return steps.slice(depth + 1).every(({ isItem }) => isItem);
}

/** Why: a newer producer may send enum members of events that the source does not list yet. */
function isInEvent({ unions }: Contract, steps: readonly PathStep[]): boolean {
  const isEvent = (schema: string): boolean =>
    Object.entries(unions).some(([name, { types }]) => name === schema || types.includes(schema));
  return steps.some(({ locations }) => locations.some(({ schema }) => isEvent(schema)));
}

/**
 * Returns the provenance of the strictest assumption; without any, the contract is silent and the severity is `warn`.
 */
function provenanceOfMarks(contract: Contract, ids: readonly string[], place: string | null): Provenance {
  if (contract.provenance === null) return { severity: 'warn', facts: [], assumption: null, place };
  const candidates = ids.filter((id) => !ignoredAssumptions.has(id));
  const strictest =
    candidates.find((id) => assumptionSeverity(contract, id) === 'warn') ?? candidates[0] ?? null;
  const severity = strictest === null ? 'warn' : assumptionSeverity(contract, strictest);
  return { severity, facts: [], assumption: strictest, place };
}

function provenanceOfFacts(facts: readonly { readonly id: string }[], place: string | null): Provenance {
  return { severity: 'fail', facts: [...new Set(facts.map(({ id }) => id))], assumption: null, place };
}

interface StatusEntry {
  readonly source?: readonly string[];
  readonly assumption?: string | readonly string[];
}

function statusEntry(operation: ContractOperation, status: number | string | undefined): StatusEntry {
  const entries = operation.extensions['x-statuses'] as Readonly<Record<string, StatusEntry>> | undefined;
  return entries?.[String(status)] ?? {};
}

function assumedFor(operation: ContractOperation, status: number | string | undefined): readonly string[] {
  return [statusEntry(operation, status).assumption ?? []].flat();
}

/** Lists the assumptions that are marked at a place. */
export function assumedAt({ provenance }: Contract, place: string | null): readonly string[] {
  return provenance?.marks[place ?? '']?.assumption ?? [];
}

function outerOf(of: SchemaViolation['of']): readonly string[] {
  if (of === undefined) return [];
  const part = of.status === undefined ? 'body' : String(of.status);
  return [`${operationKey(of.operation)}#${part}`];
}

/** Returns the place of an operation in the contract; `null` for an unknown id. */
export function placeOfOperation({ places }: Contract, id: string): string | null {
  return Object.hasOwn(places, id) ? (places[id]?.place ?? null) : null;
}

const placesByFact = new WeakMap<Contract, ReadonlyMap<string, string>>();

/**
 * Returns the place in the contract that cites the first of these facts that is cited anywhere; `null` for none. Ranges
 * are looked up by their start.
 */
export function placeOfFacts(contract: Contract, ids: readonly string[]): string | null {
  const places = placesByFact.get(contract) ?? citedPlaces(contract);
  placesByFact.set(contract, places);
  for (const id of ids) {
    const place = places.get(id.replace(/\.\.\d+$/, ''));
    if (place !== undefined) return place;
  }
  return null;
}

/** Returns the first place that cites each fact. */
function citedPlaces({ provenance }: Contract): ReadonlyMap<string, string> {
  const marks = Object.entries(provenance?.marks ?? {}).toReversed();
  return new Map(marks.flatMap(([place, { source = [] }]) => source.map((id) => [id, place] as const)));
}
