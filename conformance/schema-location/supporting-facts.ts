/**
 * Selects the facts that support a violation: a fact that a property exists does not support a wrong type if the source
 * states no type.
 */
import type { ProblemCode } from '../../templates/runtime/problem-rows.ts';
import { allFacts, factsAbout, type Fact } from './facts.ts';

let starts: ReadonlySet<string> | null = null;
let rules: ReadonlyMap<string, readonly Fact[]> | null = null;
const details = new Map<string, ReadonlyMap<string, string>>();

/** Checks whether any fact has this subject or one inside it: `SandboxDeployment.counters`. */
export function isDocumented(subject: string): boolean {
  starts ??= new Set(allFacts().flatMap((fact) => startsOf(fact.subject)));
  return starts.has(subject);
}

/** Lists the variants that facts distinguish: `anonymous` for `POST /agent/auth#body(anonymous)`. */
export function variantsOf(subject: string): readonly string[] {
  if (!isDocumented(subject)) return [];
  const start = `${subject}(`;
  const names = allFacts().flatMap((fact) =>
    fact.subject.startsWith(start) ? [fact.subject.slice(start.length).split(')')[0] ?? ''] : [],
  );
  return [...new Set(names)];
}

/** Reads the `key=value` list of a fact's text. */
export function detailsOf(fact: Fact): ReadonlyMap<string, string> {
  const cached = details.get(fact.id);
  if (cached !== undefined) return cached;
  const read = new Map(
    fact.text.split('; ').map((part): [string, string] => {
      const at = part.indexOf('=');
      return at === -1 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)];
    }),
  );
  details.set(fact.id, read);
  return read;
}

/**
 * Lists the facts about these subjects that a violation of this kind breaks; without a kind, all facts about them.
 *
 * Shape: in the order of the subjects, without duplicates.
 */
export function supportingFacts(
  subjects: readonly string[],
  code: ProblemCode | undefined,
): readonly string[] {
  const about = factsAbout(...subjects);
  const broken = code === undefined ? about : about.filter((fact) => isBroken(fact, code));
  const provenance = broken.length === 0 && isTag(about, code) ? about : broken;
  const ruled = code === undefined || isForm(code) ? subjects.flatMap((subject) => rulesOf(subject)) : [];
  return [...new Set([...provenance, ...ruled].map(({ id }) => id))];
}

/** Checks whether the source names one of these subjects without a type. */
export function isUnstated(subjects: readonly string[]): boolean {
  return factsAbout(...subjects).some((fact) => detailsOf(fact).get('type') === 'unstated');
}

/** Why: for a tag the source lists only values, but a missing tag makes the variants indistinguishable. */
function isTag(about: readonly Fact[], code: ProblemCode | undefined): boolean {
  return (
    (code === 'MISSING_REQUIRED_FIELD' || code === 'INVALID_TYPE') &&
    about.every(({ kind }) => kind === 'enum')
  );
}

function isForm(code: ProblemCode): boolean {
  return code === 'INVALID_FORMAT' || code === 'INVALID_VALUE';
}

function isBroken(fact: Fact, code: ProblemCode): boolean {
  const type = detailsOf(fact).get('type') ?? '';
  const isStated = type !== '' && type !== 'unstated';
  switch (fact.kind) {
    case 'field':
      if (code === 'MISSING_REQUIRED_FIELD') return /^(yes|on create only)$/.test(requirement(fact));
      if (code === 'INVALID_TYPE') return isStated;
      if (code === 'INVALID_ENUM') return /^(enum|const|list of enum|shared:)/.test(type);
      return isForm(code) && /^string ?\(/.test(type);
    case 'enum':
    case 'status':
      return code === 'INVALID_ENUM';
    case 'rule':
    case 'event':
      return code === 'INVALID_TYPE';
    default:
      return false;
  }
}

function requirement(fact: Fact): string {
  return detailsOf(fact).get('required') ?? '';
}

/** Lists the rules about the format of a subject: `TokenAudienceEntry.resource#https`. */
function rulesOf(subject: string): readonly Fact[] {
  rules ??= Map.groupBy(
    allFacts().filter(({ kind, subject: whole }) => kind === 'rule' && whole.includes('#')),
    ({ subject: whole }) => whole.slice(0, whole.lastIndexOf('#')),
  );
  return rules.get(subject) ?? [];
}

function startsOf(subject: string): readonly string[] {
  const cuts = [...subject.matchAll(/[.[{#(]/g)].map(({ index }) => subject.slice(0, index));
  return [...cuts, subject];
}
