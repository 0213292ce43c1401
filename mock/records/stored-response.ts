/**
 * Responses that are repeated for a request with the same idempotency key. The response is stored as the text that was
 * sent, so that a replay has the same bytes.
 */
import type { Transaction } from '../kernel/transaction/transaction.ts';
import { defineCollection } from '../kernel/store/collection.ts';
import type { Binding } from '../kernel/machine/machine.ts';
import { ok, err } from '../kernel/transaction/result.ts';
import type { Result } from '../kernel/transaction/result.ts';
import { days } from '../kernel/time/time.ts';
import type { Shape } from '../kernel/world/record-shape.ts';
import { canonicalJson } from '../kernel/json.ts';

/** The property of the stored text in saved worlds. */
export const responseKey = 'reply';

/**
 * A response and the body of its request.
 *
 * Shape: `id` consists of organization, operation, path and key; `fingerprint` is the body in canonical form;
 * `responseKey` has the response as JSON text.
 */
export interface StoredResponseRecord {
  readonly id: string;
  readonly fingerprint: string;
  readonly [responseKey]: string;
}

export const storedReplies = defineCollection<StoredResponseRecord>('storedReply');

/** The shape that a response must have in a dump. */
export const storedResponseShape: Shape = {
  properties: { id: 'text', fingerprint: 'text', [responseKey]: 'text' },
};

/** How long a response can be replayed. Source: F-4.5-048, F-8-011. */
const replayTime = days(7);

/**
 * A request that may have an idempotency key.
 *
 * Shape: `key` is null or empty for a request without replay; a missing body counts as an empty object.
 * Source: assumptions.
 */
export interface KeyedRequest {
  readonly organizationId: string;
  readonly operation: string;
  readonly path: string;
  readonly key: string | null;
  readonly body: unknown;
  /** Called for a request with a key: whether its earlier response is repeated. */
  readonly noteRepeated?: (isRepeated: boolean) => void;
}

/** The error for a key that was used before with another body. */
export interface KeyReused {
  readonly code: 'KEY_REUSED';
}

/**
 * Responds to a request, or replays the response that its key got before. Only successful responses are stored.
 *
 * Errors: KEY_REUSED, and those of the response.
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
  request.noteRepeated?.(stored?.fingerprint === fingerprint);
  if (stored !== undefined)
    return stored.fingerprint === fingerprint
      ? ok(JSON.parse(stored[responseKey]) as T)
      : err({ code: 'KEY_REUSED' });
  const result = respond();
  if (result.ok) store(tx, { id, fingerprint, [responseKey]: JSON.stringify(result.value) });
  return result;
}

/** Binds stored responses to the timer that ends their replay. */
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
