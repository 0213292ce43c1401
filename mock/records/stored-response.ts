/**
 * Responses that are repeated for a request with the same idempotency key. The response is stored as the text that was
 * sent, so that a replay has the same bytes.
 */
import type { Transaction } from '../kernel/transaction/transaction.ts';
import { defineCollection } from '../kernel/store/collection.ts';
import type { View } from '../kernel/store/view.ts';
import type { Binding } from '../kernel/machine/machine.ts';
import { ok, err, type Result } from '../kernel/transaction/result.ts';
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
 * Responds to a request, or replays the earlier response to its key. Only successful responses are stored.
 *
 * Errors: KEY_REUSED, and those of the response.
 */
export function respondOnce<T, E>(
  tx: Transaction,
  request: KeyedRequest,
  respond: () => Result<T, E>,
): Result<T, E | KeyReused> {
  const stored = findResponse<T>(tx, request);
  if (stored !== null) return stored;
  const result = respond();
  if (result.ok) storeResponse(tx, request, result.value);
  return result;
}

/** Returns the earlier response to the key of a request; `null` for none. Errors: KEY_REUSED. */
export function findResponse<T>(view: View, request: KeyedRequest): Result<T, KeyReused> | null {
  if (!hasKey(request)) return null;
  const stored = view.get(storedReplies, idOf(request));
  const isSame = stored?.fingerprint === fingerprintOf(request);
  request.noteRepeated?.(isSame);
  if (stored === undefined) return null;
  return isSame ? ok(JSON.parse(stored[responseKey]) as T) : err({ code: 'KEY_REUSED' });
}

export function storeResponse(tx: Transaction, request: KeyedRequest, response: unknown): void {
  if (!hasKey(request)) return;
  const fingerprint = fingerprintOf(request);
  store(tx, { id: idOf(request), fingerprint, [responseKey]: JSON.stringify(response) });
}

function hasKey({ key }: KeyedRequest): boolean {
  return key !== null && key !== '';
}

function idOf({ organizationId, operation, path, key }: KeyedRequest): string {
  return JSON.stringify([organizationId, operation, path, key]);
}

function fingerprintOf({ body }: KeyedRequest): string {
  return canonicalJson(body ?? {});
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
