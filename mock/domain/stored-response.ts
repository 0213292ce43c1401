/**
 * Responses that are given again to a request with the same idempotency key. The response is kept as the text that went out, so
 * that a replay has the same bytes.
 */
import type { Transaction } from '../kernel/transaction/transaction.ts';
import { defineCollection } from '../kernel/store/schema.ts';
import type { Binding } from '../kernel/machine/machine.ts';
import { ok, err } from '../kernel/transaction/result.ts';
import type { Result } from '../kernel/transaction/result.ts';
import { days } from '../kernel/time/time.ts';
import { canonicalJson } from './json.ts';

/** The property of the stored text, as saved worlds name it. */
export const responseKey = 'reply';

/**
 * A response and the body that it answered.
 *
 * Shape: `id` names organization, operation, path and key; `fingerprint` is the body in one canonical form; `responseKey` has
 * the response as JSON text.
 */
export interface StoredResponseRecord {
  readonly id: string;
  readonly fingerprint: string;
  readonly [responseKey]: string;
}

export const storedReplies = defineCollection<StoredResponseRecord>('storedReply');

/** How long a response is replayed. Source: F-4.5-048, F-8-011. */
const replayTime = days(7);

/**
 * A request that may carry a key.
 *
 * Shape: `key` is null or empty for one that must not be replayed; without a body it counts as an empty object.
 * Source: assumptions.
 */
export interface KeyedRequest {
  readonly organizationId: string;
  readonly operation: string;
  readonly path: string;
  readonly key: string | null;
  readonly body: unknown;
}

/** Says that a key was used before with another body. */
export interface KeyReused {
  readonly code: 'KEY_REUSED';
}

/**
 * Answers a request, or replays the answer that its key has got before. Only answers are stored, refusals are not.
 *
 * Errors: KEY_REUSED, and those of the answer.
 */
export function respondOnce<T, E>(
  tx: Transaction,
  request: KeyedRequest,
  respond: () => Result<T, E>,
): Result<T, E | KeyReused> {
  const { organizationId, operation, path, key, body } = request;
  if (key === null || key === '') return respond();
  const id = JSON.stringify([organizationId, operation, path, key]);
  const fingerprint = canonicalJson(body ?? {});
  const stored = tx.get(storedReplies, id);
  if (stored !== undefined)
    return stored.fingerprint === fingerprint
      ? ok(JSON.parse(stored[responseKey]) as T)
      : err({ code: 'KEY_REUSED' });
  const result = respond();
  if (result.ok) store(tx, { id, fingerprint, [responseKey]: JSON.stringify(result.value) });
  return result;
}

/** How the timer that ends a replay reaches its response. */
export const storedResponseBinding: Binding = {
  kind: storedReplies.name,
  move(tx, id) {
    const stored = tx.get(storedReplies, id);
    if (stored === undefined) return err({ code: 'TARGET_UNKNOWN', target: targetOf(id) });
    tx.delete(storedReplies, id);
    return ok({ record: stored, effects: [] });
  },
};

function store(tx: Transaction, stored: StoredResponseRecord): void {
  tx.put(storedReplies, stored);
  tx.startTimer({
    key: `stored-reply/${stored.id}`,
    after: replayTime,
    target: targetOf(stored.id),
    trigger: 'forget',
  });
}

function targetOf(id: string) {
  return { kind: storedReplies.name, id };
}
