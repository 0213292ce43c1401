/** P02: a request that is repeated with its idempotency key returns the stored response. */
import { isDeepStrictEqual } from 'node:util';
import { factsOf } from '../../contract/facts/facts.ts';
import { roleOf } from '../../contract/resources/graph.ts';
import type { ContractOperation } from '../../contract/operations.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Problem } from '../model/finding.ts';
import { readJson } from '../model/read-json.ts';
import { ownsKeys, reusedKeyStatus } from '../../contract/statements/access.ts';
import type { JsonValue } from '../../templates/runtime/operation-spec.ts';
import type { Stage } from './play-cases.ts';
import { withDistinctTexts, withOtherText } from './records/distinct.ts';
import { planOf, propertiesOf, withJson, type RequestForm, type Texts } from './request-form.ts';

const HEADER = 'idempotency-key';

/** Returns whether an operation takes an idempotency key. */
export function takesKey({ parameters }: ContractOperation): boolean {
  return parameters.some(({ name, in: place }) => place === 'header' && name.toLowerCase() === HEADER);
}

/**
 * Returns a request with its own idempotency key, if its operation takes one. Shape: `check` is part of the key, for a
 * request that must not get the response stored for another one.
 */
export function withKey(form: RequestForm, check?: string): RequestForm {
  if (!takesKey(form.operation)) return form;
  const headers = form.headers.filter(([name]) => name.toLowerCase() !== HEADER);
  const key = keyOfRecord(
    form.operation.id,
    ...Object.values(form.path),
    ...(check === undefined ? [] : [check]),
  );
  return { ...form, headers: [...headers, [HEADER, key]] };
}

/**
 * Returns the key that is shared by all requests that may change a record only once, so that each later one gets the
 * stored response.
 */
export function keyOfRecord(operation: string, ...ids: readonly string[]): string {
  return `backlot-check-${operation}-${ids.join('-')}`;
}

/** Creates the records above that of a request: others for the same account, or those of another account. */
export interface OtherPlaces {
  readonly create: (operation: ContractOperation, profile: string | null) => Promise<Texts>;
  /** The profile of another account; `null` without one. */
  readonly other: string | null;
}

/**
 * Repeats an accepted request, unchanged, with another body and in other places, and records the result. Errors: as
 * `Wire.send`.
 */
export async function playReplay(
  { wire, collector }: Stage,
  form: RequestForm,
  accepted: Exchange,
  places: OtherPlaces,
): Promise<void> {
  if (!takesKey(form.operation)) return;
  // Why: the values of the request may be taken, which shows nothing about its key.
  const isTaken = accepted.response?.status === 409;
  const free = isTaken ? withKey(withDistinctTexts(form, wire.budget.spent), 'P02') : form;
  const first = isTaken ? await wire.send(planOf(free)) : accepted;
  if (first.response === null || first.response.status >= 300) return;
  const again = await wire.send(first.request);
  // Why through the first request: its texts may have been changed to be unique.
  const sent = withSent(free, first.request.body);
  const other = await wire.send(planOf(withOtherBody(sent, wire.budget.spent)));
  const { id } = form.operation;
  for (const [label, exchange, problems] of [
    ['sent again with its idempotency key', again, compare(first, again)],
    ['sent again with its idempotency key and another body', other, checkMismatch(form.operation, other)],
  ] as const)
    collector.record(
      id,
      { check: 'P02', problems },
      { exchanges: [first, exchange], origin: { label: `A request ${label}` } },
    );
  if (form.operation.contract.provenance !== null) return;
  for (const { exchange, where, isStated } of await sendElsewhere(wire, sent, places)) {
    const isSame = (exchange.response?.status ?? 500) < 300 && compare(first, exchange).length === 0;
    const message = `The same idempotency key ${where} returned the stored response.`;
    const problem: Problem = { message, at: 'body', ...(isStated ? {} : { severity: 'warn' }) };
    collector.record(
      id,
      { check: 'P02', problems: isSame ? [problem] : [] },
      { exchanges: [first, exchange], origin: { label: `The same idempotency key ${where}` } },
    );
  }
}

/** The response to a request with the same key in another place. Shape: `isStated` is whether it must differ. */
interface Elsewhere {
  readonly exchange: Exchange;
  readonly where: string;
  readonly isStated: boolean;
}

/** Sends a request below another record, with another account, and with that below a record of its own. */
async function sendElsewhere(
  wire: Stage['wire'],
  form: RequestForm,
  { create, other }: OtherPlaces,
): Promise<readonly Elsewhere[]> {
  const { operation } = form;
  const names = Object.keys(form.path);
  const all: Elsewhere[] = [];
  const add = async (where: string, isStated: boolean, path: Texts, profile: string | null) => {
    if (names.some((name) => path[name] === undefined)) return;
    all.push({ exchange: await wire.send(planOf({ ...form, path, profile })), where, isStated });
  };
  if (names.length > 0) {
    const isStated = statedStatus(operation) !== undefined;
    await add('below another record', isStated, await create(operation, null), form.profile);
  }
  if (other === null) return all;
  await add('of another account', ownsKeys(operation.contract), form.path, other);
  if (names.length > 0)
    await add('of another account below its own record', true, await create(operation, other), other);
  return all;
}

/** Returns a form with another body. Why only another text: other changes may be rejected for their own sake. */
function withOtherBody(form: RequestForm, number: number): RequestForm {
  const other = withOtherText(form, number);
  if (other !== null) return other;
  const changed = withDistinctTexts(form, number);
  return withJson(changed, { ...propertiesOf(changed), note: 'Another body' });
}

/** Returns a form with the body that was sent, if that is JSON. */
function withSent(form: RequestForm, body: string | null): RequestForm {
  const reading = form.body.kind === 'json' && body !== null ? readJson(body) : null;
  return reading?.ok === true ? withJson(form, reading.value as JsonValue) : form;
}

function compare(first: Exchange, again: Exchange): readonly Problem[] {
  const [expected, actual] = [first.response, again.response];
  if (expected === null || actual === null) return [];
  const message = 'A request that is sent again with its idempotency key returned';
  if (actual.status !== expected.status)
    return [{ message: `${message} ${actual.status} instead of ${expected.status}.`, at: 'status' }];
  return isDeepStrictEqual(valueOf(actual), valueOf(expected))
    ? []
    : [{ message: `${message} another body.`, at: 'body' }];
}

/** Returns the status that a text states for a key that was used with another request; `undefined` for none. */
function statedStatus({ id, contract, responses }: ContractOperation): number | undefined {
  if (contract.provenance !== null) return undefined;
  const general = reusedKeyStatus(contract);
  const isDeclared = responses.some(({ status }) => status === general);
  return roleOf(contract.resources, id)?.reusedKey ?? (isDeclared ? (general ?? undefined) : undefined);
}

function checkMismatch(operation: ContractOperation, { response }: Exchange): readonly Problem[] {
  const { contract } = operation;
  const stated = statedStatus(operation);
  // Why: a body that must be empty may also be rejected for its content.
  if (response === null || response.status === 409 || response.status === 400) return [];
  const message = `The same idempotency key with another body returned ${response.status} instead of ${stated ?? 409}.`;
  if (stated !== undefined) return response.status < 300 ? [{ message, at: 'status' }] : [];
  const facts = factsOf(contract).about('idempotency-key#mismatch', '*#409');
  // Why: the contract does not specify this, so a service may also return the stored response, or another error.
  if (facts.length === 0) return [];
  return [{ message, at: 'status', facts: facts.map(({ id }) => id) }];
}

function valueOf({ body }: NonNullable<Exchange['response']>): unknown {
  return body.kind === 'json' ? body.value : null;
}
