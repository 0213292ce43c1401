/**
 * LAW36 and LAW37: valid requests about a record that belongs to another account, or to another parent than the one in
 * the path.
 */
import { operationsOf, type ContractOperation } from '../../../contract/operations.ts';
import type { Shape } from '../../../templates/runtime/shape.ts';
import type { Problem } from '../../model/finding.ts';
import { isEmptyList } from '../../model/search-value.ts';
import type { TestEnvironment } from '../../model/test-environment.ts';
import { needsCredential } from '../access-cases.ts';
import type { Subject } from '../case.ts';
import { isInconclusive } from '../expectation.ts';
import { mixedParameters, type Siblings } from '../invalid-requests.ts';
import { bodyOf, keyOfRow, requestedKey, rowsIn } from '../lists/read-rows.ts';
import type { Stage } from '../play-cases.ts';
import { takesKey } from '../records/distinct.ts';
import { pathNamesOf } from '../records/record-maker.ts';
import { isRelating } from '../operation-traits.ts';
import { withKey } from '../replay.ts';
import { contentOf, planOf, withJson, type RequestForm } from '../request-form.ts';
import { placesIn, putAt, resolveShape, shapeOfCheck, statefulReason, type ValuePlace } from '../values.ts';

import { varyId } from '../vary-id.ts';

/** The profile of another account, which must have no access to the records of a run. */
const OTHER = 'otherOrganization';

/** Returns whether a request with a credential refers to a record, in its path or its body. */
export function namesRecord(operation: ContractOperation): boolean {
  const isNaming = pathNamesOf(operation).length > 0 || recordNamesIn(operation).length > 0;
  return needsCredential(operation) && isNaming;
}

/** LAW36: sends the base request with the credential of another account. */
export async function sendAsOther(
  stage: Stage,
  subject: Subject,
  { credentials }: TestEnvironment,
): Promise<void> {
  const { base } = subject;
  const isNaming = Object.keys(base.path).length > 0 || idsIn(base).length > 0;
  const reason =
    credentials[OTHER] === undefined
      ? `No other account is known: set credentials.${OTHER}.`
      : isNaming
        ? reasonOf(subject)
        : 'The valid request names no record.';
  const request = { form: { ...base, profile: OTHER }, what: 'with the credential of another account' };
  if (reason === null) await judge(stage, 'LAW36', subject, request);
  else stage.collector.skip('LAW36', subject.operation.id, reason);
}

/** Lists the path parameters that identify a parent of the record, or of the rows of a list. */
export function parentsOf(operation: ContractOperation): readonly string[] {
  const { resources } = operation.contract.resources;
  const names = recordNamesIn(operation);
  const owned = resources.filter(({ path, itemPath, key }) => {
    const isInBody = names.some((name) => name === key?.value.parameters.at(-1));
    const isBelow = itemPath !== null && `${operation.path}/`.startsWith(`${itemPath}/`);
    return (
      isBelow || (isList(operation) && operation.path === path) || (isInBody && isBeside(operation, path))
    );
  });
  const parents = owned.flatMap((resource) => resource.parents.map(({ parameter }) => parameter));
  const checked = mixedParameters(operation);
  return pathNamesOf(operation).filter((name) => parents.includes(name) && !checked.includes(name));
}

/** Returns whether an operation is about the parent of a collection: both paths have the same first parameter. */
function isBeside(operation: ContractOperation, path: string): boolean {
  const start = path.slice(0, path.indexOf('}') + 1);
  return start !== '' && operation.path.startsWith(start);
}

function isList({ id, contract }: ContractOperation): boolean {
  return contract.resources.operations.some((each) => each.id === id && each.role.value === 'list');
}

/** Returns whether a record of a list has its own key. Why: a member belongs to several groups under the same id. */
function hasOwnKeys({ id, path, contract }: ContractOperation): boolean {
  const { resources, operations } = contract.resources;
  if (contract.provenance !== null) return true;
  const list = resources.find(({ name }) =>
    operations.some((each) => each.id === id && each.resource === name),
  );
  if (list?.itemPath == null) return false;
  if (!list.itemPath.startsWith(`${path}/`)) return true;
  const creation = operations.find(({ resource, role }) => resource === list.name && role.value === 'create');
  const operation = creation === undefined ? null : operationsOf(contract).byId(creation.id);
  return operation !== null && !takesKey(operation);
}

/** LAW37: sends the base request with the id of another record in place of each parent. */
export async function sendToOtherParent(
  stage: Stage,
  subject: Subject,
  _: TestEnvironment,
  { otherRecord }: Siblings,
): Promise<void> {
  const { base, operation } = subject;
  const reason = isRelating(operation)
    ? 'The operation relates two records, and any two may be related.'
    : reasonOf(subject);
  for (const name of reason === null ? parentsOf(operation) : []) {
    const id = otherRecord(name);
    if (id === null || id === base.path[name]) continue;
    const form = { ...base, path: { ...base.path, [name]: id } };
    await judge(stage, 'LAW37', subject, { form, what: `by way of another ${name}` });
  }
  stage.collector.skip('LAW37', operation.id, reason ?? 'No other parent is known: none can be created.');
}

/**
 * Returns why a rejection would prove nothing: the valid request is rejected too; `null` if it is not. Why the
 * confidence: requests that cost something or use something up have not been sent before.
 */
function reasonOf({ confidence, baseline }: Subject): string | null {
  const isUnknown = baseline === null ? confidence !== 'given' : baseline >= 300;
  return isUnknown
    ? 'No valid request is known: ids in it are invented, or the record can not be used.'
    : null;
}

/** A valid request with one change. Shape: `what` completes a sentence. */
interface ForeignRequest {
  readonly form: RequestForm;
  readonly what: string;
}

/**
 * Sends a request that must be rejected, or whose list must contain no row of the original one, and records the
 * result.
 */
async function judge(
  stage: Stage,
  check: string,
  subject: Subject,
  { form, what }: ForeignRequest,
): Promise<void> {
  const { id } = subject.operation;
  const exchange = await stage.wire.send(planOf(withKey(form, check)), { isExamined: false });
  if (isInconclusive(exchange)) return;
  const exchanges = [exchange];
  const report = (problem: Problem | null): void =>
    void stage.collector.record(
      id,
      { check, problems: problem === null ? [] : [problem] },
      { exchanges, origin: { label: `A request ${what}` } },
    );
  const status = exchange.response?.status ?? 0;
  if (status >= 300 || isEmptyList(bodyOf(exchange), requestedKey(subject.operation, form.path))) {
    report(null);
    return;
  }
  const rows = isList(subject.operation) ? rowsIn(bodyOf(exchange)) : null;
  if (rows !== null) {
    const own = await stage.wire.send(planOf(subject.base));
    exchanges.unshift(own);
    const keyOf = (row: unknown): string => keyOfRow(subject.operation, row);
    const keys = (rowsIn(bodyOf(own)) ?? []).map(keyOf);
    const isShared = hasOwnKeys(subject.operation) && rows.some((row) => keys.includes(keyOf(row)));
    report(
      isShared ? { message: `${id} ${what} contains a row of the list of this account.`, at: 'body' } : null,
    );
    return;
  }
  const message = `${id} ${what} returned ${status}.`;
  const unknown = withUnknownIds(subject.base);
  const any = unknown === null ? null : await stage.wire.send(planOf(withKey(unknown, check)));
  // Why: a request that also succeeds for an unknown record reveals nothing about this one.
  if (any !== null && (any.response?.status ?? 500) < 300) {
    report(null);
    return;
  }
  // Why a warning: a service may find a record by its own id alone, after checking the credential.
  const isFound = check === 'LAW37' && subject.operation.method === 'GET';
  report({ message, at: 'status', ...(isFound ? { severity: 'warn' } : {}) });
}

/** Returns a request with unknown ids of the same form; `null` without an id that can be changed. */
function withUnknownIds(form: RequestForm): RequestForm | null {
  const canVary = (value: unknown): value is string => typeof value === 'string' && /[a-z\d]{4}/i.test(value);
  const names = Object.keys(form.path).filter((name) => canVary(form.path[name]));
  const last = names.at(-1);
  if (last !== undefined) return { ...form, path: { ...form.path, [last]: varyId(form.path[last] ?? '') } };
  const place = idsIn(form).find(({ value }) => canVary(value));
  if (typeof place?.value !== 'string' || form.body.kind !== 'json') return null;
  return withJson(form, putAt(form.body.value, place.path, varyId(place.value)));
}

/** Lists the ids of records in the body of a request, with their places. */
function idsIn({ operation, body: sent }: RequestForm): readonly ValuePlace[] {
  const check = contentOf(operation)?.check?.name;
  if (check === undefined || sent.kind !== 'json') return [];
  const places = placesIn(operation.contract, shapeOfCheck(operation.contract, check), sent.value);
  return places.filter(({ path }) => isRecordName(path.split('.').findLast((step) => /\D/.test(step)) ?? ''));
}

/** Lists the properties of a body that refer to a record, at any depth. */
function recordNamesIn(operation: ContractOperation): readonly string[] {
  const { contract } = operation;
  const check = contentOf(operation)?.check?.name;
  const namesIn = (shape: Shape, depth: number): readonly string[] => {
    const { kind, ...target } = resolveShape(contract, shape);
    if (kind !== 'record' || !('properties' in target) || depth > 3) return [];
    return target.properties.flatMap(({ name, shape: inner }) => [name, ...namesIn(inner, depth + 1)]);
  };
  return check === undefined ? [] : namesIn(shapeOfCheck(contract, check), 0).filter(isRecordName);
}

function isRecordName(name: string): boolean {
  return statefulReason(name) === 'names a record';
}
