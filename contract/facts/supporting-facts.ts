/**
 * Selects the facts that support a violation: a fact that a property exists does not support a wrong type if the source
 * states no type.
 */
import type { ProblemCode } from '../../templates/runtime/problem-rows.ts';
import type { Contract, Fact } from '../contract.ts';
import { memoizeByObject } from '../memoize.ts';
import { factsOf } from './facts.ts';

interface DerivedFacts {
  /** Every subject, and every subject that contains one. */
  readonly subjects: ReadonlySet<string>;
  /** Rules about the format of a subject: `TokenAudienceEntry.resource#https`. */
  readonly rules: ReadonlyMap<string, readonly Fact[]>;
}

const deriveFrom = memoizeByObject((contract: Contract): DerivedFacts => {
  const { all } = factsOf(contract);
  const rules = all.filter(({ kind, subject }) => kind === 'rule' && subject.includes('#'));
  return {
    subjects: new Set(all.flatMap(({ subject }) => outerSubjects(subject))),
    rules: Map.groupBy(rules, ({ subject }) => subject.slice(0, subject.lastIndexOf('#'))),
  };
});

/** Checks whether any fact has this subject or one inside it: `SandboxDeployment.counters`. */
export function isDocumented(contract: Contract, subject: string): boolean {
  return deriveFrom(contract).subjects.has(subject);
}

/** Lists the variants that facts distinguish: `anonymous` for `POST /agent/auth#body(anonymous)`. */
export function variantsOf(contract: Contract, subject: string): readonly string[] {
  if (!isDocumented(contract, subject)) return [];
  const start = `${subject}(`;
  const names = factsOf(contract).all.flatMap((fact) =>
    fact.subject.startsWith(start) ? [fact.subject.slice(start.length).split(')')[0] ?? ''] : [],
  );
  return [...new Set(names)];
}

/**
 * Lists the facts about these subjects that a violation of this kind breaks; without a kind, all facts about them.
 *
 * Shape: in the order of the subjects, without duplicates.
 */
export function supportingFacts(
  contract: Contract,
  subjects: readonly string[],
  code: ProblemCode | undefined,
): readonly string[] {
  const { rules } = deriveFrom(contract);
  const about = factsOf(contract).about(...subjects);
  const broken = code === undefined ? about : about.filter((fact) => isBroken(fact, code));
  const provenance = broken.length === 0 && isTag(about, code) ? about : broken;
  const isRuled = code === undefined || isFormatProblem(code);
  const ruled = isRuled ? subjects.flatMap((subject) => rules.get(subject) ?? []) : [];
  return [...new Set([...provenance, ...ruled].map(({ id }) => id))];
}

/** Checks whether the source names one of these subjects without a type. */
export function isUntyped(contract: Contract, subjects: readonly string[]): boolean {
  return factsOf(contract)
    .about(...subjects)
    .some(({ details }) => details.get('type') === 'unstated');
}

/** Why: for a tag the source lists only values, but a missing tag makes the variants indistinguishable. */
function isTag(about: readonly Fact[], code: ProblemCode | undefined): boolean {
  return (
    (code === 'MISSING_REQUIRED_FIELD' || code === 'INVALID_TYPE') &&
    about.every(({ kind }) => kind === 'enum')
  );
}

function isFormatProblem(code: ProblemCode): boolean {
  return code === 'INVALID_FORMAT' || code === 'INVALID_VALUE';
}

function isBroken(fact: Fact, code: ProblemCode): boolean {
  const type = fact.details.get('type') ?? '';
  const isStated = type !== '' && type !== 'unstated';
  switch (fact.kind) {
    case 'field':
      if (code === 'MISSING_REQUIRED_FIELD')
        return /^(yes|on create only)$/.test(fact.details.get('required') ?? '');
      if (code === 'INVALID_TYPE') return isStated;
      if (code === 'INVALID_ENUM') return /^(enum|const|list of enum|shared:)/.test(type);
      return isFormatProblem(code) && /^string ?\(/.test(type);
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

/** Returns a subject after those that contain it: `Agent` and `Agent.name`. */
function outerSubjects(subject: string): readonly string[] {
  const cuts = [...subject.matchAll(/[.[{#(]/g)].map(({ index }) => subject.slice(0, index));
  return [...cuts, subject];
}
