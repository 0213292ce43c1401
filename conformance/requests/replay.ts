/** P02: a request that is repeated with its idempotency key returns the stored response. */
import { isDeepStrictEqual } from 'node:util';
import { factsOf } from '../../contract/facts/facts.ts';
import { roleOf } from '../../contract/resources/graph.ts';
import type { ContractOperation } from '../../contract/operations.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Problem } from '../model/finding.ts';
import { readJson } from '../model/read-json.ts';
import type { JsonValue } from '../../templates/runtime/operation-spec.ts';
import type { Stage } from './play-cases.ts';
import { withDistinctTexts } from './records/distinct.ts';
import { planOf, propertiesOf, withJson, type RequestForm } from './request-form.ts';

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

/** Repeats an accepted request, unchanged and with another body, and records the result. Errors: as `Wire.send`. */
export async function playReplay(
  { wire, collector }: Stage,
  form: RequestForm,
  first: Exchange,
): Promise<void> {
  if (!takesKey(form.operation) || first.response === null || first.response.status >= 300) return;
  const again = await wire.send(first.request);
  // Why through the first request: its texts may have been changed to be unique.
  const sent = withSent(form, first.request.body);
  const changed = withDistinctTexts(sent, wire.budget.spent);
  const other = await wire.send(
    planOf(withJson(changed, { ...propertiesOf(changed), note: 'Another body' })),
  );
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

function checkMismatch({ id, contract }: ContractOperation, { response }: Exchange): readonly Problem[] {
  const stated = contract.provenance === null ? roleOf(contract.resources, id)?.reusedKey : undefined;
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
