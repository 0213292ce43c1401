/**
 * Shrinks a failing case: drops properties, items and parameters as long as the request stays valid, or invalid in the
 * same place, and the response fails in the same way.
 */
import { isObject } from '../../templates/runtime/json/value.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Problem } from '../model/finding.ts';
import type { Case } from './case.ts';
import { propertiesOf, fitsContract, listFaults, type RequestForm } from './request-form.ts';
import { dropAt } from './values.ts';
import type { JsonValue } from '../../templates/runtime/operation-spec.ts';

/** A case with the response that it failed on. */
export interface Failure {
  readonly case: Case;
  readonly exchange: Exchange;
  /** At least one. */
  readonly problems: readonly Problem[];
}

/** Maximum number of requests. */
const MAX = 30;

/**
 * Shrinks a failing case.
 *
 * Shape: `attempt` sends a case and returns `null` if it passed. At most thirty requests are sent.
 */
export async function shrinkCase(
  failure: Failure,
  attempt: (smaller: Case) => Promise<Failure | null>,
): Promise<Failure> {
  if (failure.case.keeps === null) return failure;
  const faults = new Set(await listFaults(failure.case.form));
  let best = failure;
  let left = MAX;
  for (const drop of dropsOf(failure.case.form)) {
    const form = drop(best.case.form);
    if (form === null || !(await isKept(best.case, form, faults))) continue;
    if (left-- === 0) break;
    const smaller = await attempt(updateDescription({ ...best.case, form }));
    if (smaller !== null && isAlike(smaller, failure)) best = smaller;
  }
  return best;
}

/**
 * Returns whether two failures show the same fault: problems in the same places, with the same severity and status.
 */
export function isAlike(one: Failure, other: Failure): boolean {
  return (
    weightOf(one) === weightOf(other) && one.exchange.response?.status === other.exchange.response?.status
  );
}

function weightOf({ problems }: Failure): string {
  return problems.map(({ at, severity }) => `${at} ${severity ?? ''}`).join();
}

async function isKept({ keeps }: Case, form: RequestForm, faults: ReadonlySet<string>): Promise<boolean> {
  if (keeps === 'right') return fitsContract(form);
  const left = await listFaults(form);
  return left.length > 0 && left.every((fault) => faults.has(fault));
}

function updateDescription(made: Case): Case {
  if (made.keeps !== 'right' || made.form.body.kind !== 'json') return made;
  const names = Object.keys(propertiesOf(made.form));
  const description = names.length === 0 ? 'An empty body' : `A body with ${names.join(', ')}`;
  return { ...made, expectation: { ...made.expectation, description } };
}

type Drop = (form: RequestForm) => RequestForm | null;

/** Lists the parts that could be dropped, outer values first. */
function dropsOf({ query, body }: RequestForm): readonly Drop[] {
  const parameters = Object.keys(query).map((name): Drop => (form) => {
    const { [name]: dropped, ...others } = form.query;
    return dropped === undefined ? null : { ...form, query: others };
  });
  const paths =
    body.kind === 'json' ? pathsIn(body.value).sort((one, other) => depthOf(one) - depthOf(other)) : [];
  const places = paths.map((path): Drop => (form) => {
    if (form.body.kind !== 'json') return null;
    const value = dropAt(form.body.value, path);
    const isSame = JSON.stringify(value) === JSON.stringify(form.body.value);
    return isSame ? null : { ...form, body: { kind: 'json', value } };
  });
  return [...parameters, ...places];
}

function pathsIn(value: JsonValue, path = ''): string[] {
  const entries = Array.isArray(value)
    ? [...value.entries()].map(([at, item]) => [String(at), item as JsonValue] as const).reverse()
    : isObject(value)
      ? Object.entries(value)
      : [];
  return entries.flatMap(([step, item]) => {
    const here = path === '' ? step : `${path}.${step}`;
    return [here, ...pathsIn(item, here)];
  });
}

function depthOf(path: string): number {
  return path.split('.').length;
}
