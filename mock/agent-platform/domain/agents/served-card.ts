/**
 * Cards that a world serves itself, so that external agents work without a network: plain cards, and responses
 * that are not cards.
 */
import type { Transaction } from '../../../kernel/transaction/transaction.ts';
import { defineCollection } from '../../../kernel/store/collection.ts';
import { ok, err, type Result } from '../../../kernel/transaction/result.ts';
import type { View } from '../../../kernel/store/view.ts';
import type { AgentErrorOf } from '../errors.ts';
import type { Json } from '../../../kernel/json.ts';

/** A response served under a name. Shape: `id` is the name; names of `headers` are in lower case. */
export interface ServedCardRecord {
  readonly id: string;
  readonly status: number;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

export const servedCards = defineCollection<ServedCardRecord>('servedCard');

/** The path where cards are served, relative to the world. */
export const cardFolder = '/_mock/agent-cards/';

/** A response that replaces a card. Shape: a string as `body` is sent unchanged, anything else as JSON. */
export interface CardResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: Json;
}

/** Headers that delimit a message; the server sets them. */
const framing = [
  'connection',
  'content-length',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;
const mediaType = /^[^\s/;,]+\/[^\s/;,]+\s*(?:;.*)?$/;

/**
 * Serves a card, or another response, under a name.
 *
 * Errors: CARD_HEADER_INVALID for a header that HTTP can't transport, or an invalid content type.
 */
export function serveCard(
  tx: Transaction,
  name: string,
  { status, headers = {}, body }: CardResponse,
): Result<ServedCardRecord, AgentErrorOf<'CARD_HEADER_INVALID'>> {
  const wrong = Object.entries(headers).find(([header, value]) => !isHeader(header.toLowerCase(), value));
  if (wrong !== undefined) return err({ code: 'CARD_HEADER_INVALID', name: wrong[0] });
  const fields = new Map(Object.entries(headers).map(([header, value]) => [header.toLowerCase(), value]));
  const isText = typeof body === 'string';
  const contentType =
    fields.get('content-type') ?? (isText ? 'text/plain; charset=utf-8' : 'application/json');
  for (const header of ['content-type', ...framing]) fields.delete(header);
  return ok(
    tx.put(servedCards, {
      id: name,
      status,
      contentType,
      headers: Object.fromEntries(fields),
      text: isText ? body : JSON.stringify(body ?? null),
    }),
  );
}

/**
 * Finds the card or response for a file name, which is the name of a card and `.json`.
 *
 * Errors: CARD_NOT_SERVED.
 */
export function findServedCard(
  view: View,
  fileName: string,
): Result<ServedCardRecord, AgentErrorOf<'CARD_NOT_SERVED'>> {
  const name = fileName.endsWith('.json') ? fileName.slice(0, -'.json'.length) : null;
  const card = name === null ? undefined : view.get(servedCards, name);
  return card === undefined ? err({ code: 'CARD_NOT_SERVED', name: fileName }) : ok(card);
}

/** Stops serving a card. Errors: CARD_NOT_SERVED. */
export function stopServingCard(
  tx: Transaction,
  name: string,
): Result<null, AgentErrorOf<'CARD_NOT_SERVED'>> {
  return tx.delete(servedCards, name) ? ok(null) : err({ code: 'CARD_NOT_SERVED', name });
}

function isHeader(name: string, value: string): boolean {
  return (
    headerName.test(name) && headerValue.test(value) && (name !== 'content-type' || mediaType.test(value))
  );
}
