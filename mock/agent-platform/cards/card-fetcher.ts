/** Fetches the cards of external agents, and reads them. */
import { isDeeperThan } from '../../../templates/runtime/json-text.ts';
import type { OutboundContext, OutboundFetch, OutboundProblem } from '../../http/outbound.ts';
import { ok, err, type Result } from '../../kernel/transaction/result.ts';
import { isObject, parseJson } from '../../../templates/runtime/json/value.ts';

/** The reason why there is no card. */
export type CardProblem =
  | { readonly code: 'CARD_URL_INVALID'; readonly reason: string }
  | { readonly code: 'CARD_ADDRESS_REFUSED'; readonly reason: string; readonly suggestion: string | null }
  | { readonly code: 'CARD_UNREADABLE'; readonly reason: string }
  | { readonly code: 'CARD_FETCH_FAILED'; readonly reason: string };

/** Any JSON object. */
export type Card = Readonly<Record<string, unknown>>;

/** Fetches cards. */
export interface CardFetcher {
  fetchCard(address: string, context: OutboundContext): Promise<Result<Card, CardProblem>>;
}

const MAX_LEVELS = 64;

/**
 * Creates a card fetcher.
 *
 * Errors: those of the request; CARD_FETCH_FAILED for an error response; CARD_UNREADABLE.
 */
export function createCardFetcher(outbound: OutboundFetch): CardFetcher {
  return {
    async fetchCard(address, context) {
      const response = await outbound.get(address, context);
      return response.ok
        ? readCard(response.value.status, response.value.text)
        : err(cardProblem(response.error));
    },
  };
}

function cardProblem(problem: OutboundProblem): CardProblem {
  switch (problem.code) {
    case 'ADDRESS_INVALID':
      return { code: 'CARD_URL_INVALID', reason: problem.reason };
    case 'ADDRESS_REFUSED':
      return {
        code: 'CARD_ADDRESS_REFUSED',
        reason: `url must not point there: ${problem.reason}`,
        suggestion:
          problem.allowable &&
          `Start the mock with --allow-cards ${problem.allowable} if it is meant to be reached.`,
      };
    case 'RESPONSE_TOO_LONG':
      return { code: 'CARD_FETCH_FAILED', reason: `The card is longer than ${problem.maxBytes} bytes` };
    case 'FETCH_FAILED':
      return { code: 'CARD_FETCH_FAILED', reason: problem.reason };
  }
}

function readCard(status: number, text: string): Result<Card, CardProblem> {
  if (status < 200 || status > 299)
    return err({ code: 'CARD_FETCH_FAILED', reason: `The address returned status ${status}` });
  const card = parseCard(text);
  return card === null
    ? err({ code: 'CARD_UNREADABLE', reason: 'The address did not return a JSON object' })
    : ok(card);
}

function parseCard(text: string): Card | null {
  if (isDeeperThan(text, MAX_LEVELS)) return null;
  const card = parseJson(text);
  return isObject(card) ? card : null;
}
