/**
 * Makes a failing case smaller: leaves out members, items and parameters for as long as the request stays right, or wrong in
 * the same place, and its response stays as wrong as it was.
 */
import type { Exchange } from '../../engine/exchange.ts';
import type { Problem } from '../../engine/finding.ts';
import type { Case } from './case.ts';
import { isObject, propertiesOf, fitsContract, listFaults, type RequestForm } from './request-form.ts';
import { dropAt } from './values.ts';
import type { JsonValue } from '../../../generated/runtime/operation-spec.ts';

/** A case with the response that it failed on. */
export interface Failure {
  readonly case: Case;
  readonly exchange: Exchange;
  /** At least one. */
  readonly problems: readonly Problem[];
}

/** Units: requests. */
const MOST = 30;

/**
 * Makes a failing case smaller.
 *
 * Shape: `attempt` sends a case and answers `null` when it did not fail. At most thirty requests are sent.
 */
export async function shrinkCase(
  failure: Failure,
  attempt: (smaller: Case) => Promise<Failure | null>,
): Promise<Failure> {
  if (failure.case.keeps === null) return failure;
  const faults = new Set(await listFaults(failure.case.form));
  let best = failure;
  let left = MOST;
  for (const drop of dropsOf(failure.case.form)) {
    const form = drop(best.case.form);
    if (form === null || !(await isKept(best.case, form, faults))) continue;
    if (left-- === 0) break;
    const smaller = await attempt(retold({ ...best.case, form }));
    if (smaller !== null && isAlike(smaller, failure)) best = smaller;
  }
  return best;
}

/** Checks whether two failures show the same fault: of the same weight, answered alike. */
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

/** Updates the description of a valid case. */
function retold(made: Case): Case {
  if (made.keeps !== 'right' || made.form.body.kind !== 'json') return made;
  const names = Object.keys(propertiesOf(made.form));
  const description = names.length === 0 ? 'An empty body' : `A body with ${names.join(', ')}`;
  return { ...made, expectation: { ...made.expectation, description } };
}

type Drop = (form: RequestForm) => RequestForm | null;

/** Lists what could be dropped, outer values first. */
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
