/**
 * What a case rests on: how sure the source is of the place that was changed, and of the answer that is expected. The least
 * sure of them judges, since a service that tolerates what only we forbid is right.
 */
import { marks, places } from '../../generated/service/provenance.ts';
import type { ParameterSpec } from '../../generated/runtime/operation-spec.ts';
import type { Severity } from '../check.ts';
import { allFacts, factsAbout, type Fact } from '../contract/facts.ts';
import { operationKey, type Operation } from '../contract/operations.ts';
import { assumptionSeverity, groundOfStatus, groundOfValue, type Ground } from '../contract/provenance.ts';

/** What is wrong with a value: its type or that it is not in the list, a bound, that it is null, that it is missing. */
export type FaultKind = 'type' | 'bound' | 'null' | 'missing';

const strengths: readonly Severity[] = ['off', 'warn', 'fail'];

/** The least sure of some grounds; the facts of all of them where all are sure. Shape: at least one. */
export function weakest(first: Ground, ...others: readonly Ground[]): Ground {
  const all = [first, ...others];
  const least = all.reduce((one, other) =>
    strengths.indexOf(other.severity) < strengths.indexOf(one.severity) ? other : one,
  );
  if (least.severity !== 'fail') return { ...least, place: first.place ?? least.place };
  return { ...first, facts: [...new Set(all.flatMap(({ facts }) => facts))] };
}

/** Makes a ground at most a warning. */
export function atMostWarn(ground: Ground): Ground {
  return ground.severity === 'fail' ? { ...ground, severity: 'warn' } : ground;
}

/** What it rests on that there is such an operation at all. */
export function groundOfOperation(operation: Operation): Ground {
  const place = places[operation.id]?.place ?? null;
  const facts = factsAbout(operationKey(operation)).map(({ id }) => id);
  if (facts.length > 0) return { severity: 'fail', facts, assumption: null, place };
  return { ...groundOfStatus(operation, 200), place };
}

/** What it rests on that a request may be refused with 400. */
export function groundOfRefusal(operation: Operation): Ground {
  return groundOfStatus(operation, 400);
}

/** What the body as a whole rests on: that it is needed, and that it is a JSON object. */
export function groundOfBody(operation: Operation): Ground {
  const facts = factsOfBody(operation).filter(({ subject }) => subject.endsWith('#body'));
  const refusal = groundOfRefusal(operation);
  return { ...refusal, facts: [...facts.map(({ id }) => id), ...refusal.facts] };
}

/**
 * What a member of a body rests on, and what is wrong with it.
 *
 * Shape: `path` is dotted, `check` the name of the check of the body.
 */
export function groundOfMember(operation: Operation, check: string, path: string, kind: FaultKind): Ground {
  const steps = path.split('.').map((_, index, all) => all.slice(0, index + 1).join('.'));
  const grounds = steps.map((step) => groundOfStep(operation, check, step));
  const [last, ...above] = grounds.toReversed();
  if (last === undefined) return groundOfBody(operation);
  const others = above.map((ground) =>
    isNotShown(ground) ? boundedBy(ground, ground.place, 'bound') : ground,
  );
  const own = boundedBy(last, last.place, kind);
  const facts = own.facts.map((id) => allFacts().find((fact) => fact.id === id)?.text ?? '');
  const isStated = own.severity !== 'fail' || says(kind, facts);
  return weakest(isStated ? own : atMostWarn(own), ...others, groundOfRefusal(operation));
}

/** What a parameter rests on, and what is wrong with it. */
export function groundOfParameter(operation: Operation, parameter: ParameterSpec, kind: FaultKind): Ground {
  const where = `${parameter.in}.${parameter.name}`;
  const place = places[operation.id]?.parameters[where] ?? null;
  const facts = factsAbout(`${operationKey(operation)}?${where}`).map(({ id }) => id);
  const own: Ground =
    facts.length > 0
      ? { severity: 'fail', facts, assumption: null, place }
      : { ...weakest(groundOfValue(parameter.check.name, ''), groundOfOperation(operation)), place };
  return boundedBy(own, place, kind);
}

/** Bounds are mostly ours: where a place has an assumption beside its facts, the assumption is about the bound. */
function boundedBy(ground: Ground, place: string | null, kind: FaultKind): Ground {
  const ours = place === null ? [] : (marks[place]?.assumption ?? []);
  if (kind !== 'bound' || ours.length === 0) return ground;
  const strictest = ours.findLast((id) => assumptionSeverity(id) === 'warn') ?? ours.at(-1) ?? null;
  const severity = strictest === null ? 'off' : assumptionSeverity(strictest);
  return { severity, facts: [], assumption: strictest, place };
}

/** What is inside of a place that the source does not show is ours, although the place itself is a fact. */
function isNotShown({ place }: Ground): boolean {
  return place !== null && marks[place]?.notShown === true;
}

/** Why: many services take null for absent, and a member of which no fact says that it is needed may be left out. */
function says(kind: FaultKind, texts: readonly string[]): boolean {
  const needed = /required=(yes|on create only)/;
  if (kind === 'missing') return texts.some((text) => needed.test(text));
  return kind !== 'null' || texts.some((text) => /nullable=no/.test(text) || needed.test(text));
}

function groundOfStep(operation: Operation, check: string, path: string): Ground {
  const ground = groundOfValue(check, path);
  const exact = factsOfBody(operation).filter(({ subject }) => /#body(?:\([a-z]+\))?\./.test(subject));
  const own = exact.filter(
    ({ subject }) => subject.slice(subject.indexOf('.', subject.indexOf('#'))) === `.${path}`,
  );
  if (own.length > 0)
    return { ...ground, severity: 'fail', facts: own.map(({ id }) => id), assumption: null };
  // Why: the source tells of such a body without naming its members, so the names are ours.
  const isOurs = exact.some(({ subject }) => subject.includes('#body.('));
  const root = groundOfValue(check, '');
  return isOurs ? { ...root, place: ground.place } : ground;
}

const factsByOperation = new Map<string, readonly Fact[]>();

function factsOfBody(operation: Operation): readonly Fact[] {
  const start = `${operationKey(operation)}#body`;
  const known = factsByOperation.get(start);
  if (known !== undefined) return known;
  const found = allFacts().filter(({ subject }) => subject.startsWith(start));
  factsByOperation.set(start, found);
  return found;
}
