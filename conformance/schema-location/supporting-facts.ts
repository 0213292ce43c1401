/**
 * Which facts say something about a fault: one that a member is there says nothing of its type where the source states none.
 */
import type { ProblemCode } from '../../generated/runtime/problem-rows.ts';
import { allFacts, factsAbout, type Fact } from './facts.ts';

let starts: ReadonlySet<string> | null = null;
let rules: ReadonlyMap<string, readonly Fact[]> | null = null;
const details = new Map<string, ReadonlyMap<string, string>>();

/** Checks whether a fact is about this, or about something in it: `SandboxDeployment.counters`. */
export function isDocumented(subject: string): boolean {
  starts ??= new Set(allFacts().flatMap((fact) => startsOf(fact.subject)));
  return starts.has(subject);
}

/** Lists the names of the variants that facts tell apart: `anonymous` for `POST /agent/auth#body(anonymous)`. */
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
 * Lists the facts about any of these that are broken by a fault of this kind; without a kind all that are about them.
 *
 * Shape: in the order of the subjects, none twice.
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

/** Checks whether the source names these and leaves their type open. */
export function isUnstated(subjects: readonly string[]): boolean {
  return factsAbout(...subjects).some((fact) => detailsOf(fact).get('type') === 'unstated');
}

/** Why: of a tag the source lists the values alone, and without it nobody can tell the forms apart. */
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

/** Rules about a form: `TokenAudienceEntry.resource#https`. */
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
