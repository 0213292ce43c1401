/**
 * Fetches the card of an agent: the interface for handlers, the interface for hosts, and the redirects, which are
 * handled in the same way on all hosts. Checking and reaching an address is up to the host.
 */
import { isDeeperThan } from '../../templates/runtime/json-text.ts';
import { ok, err, type Result } from '../kernel/transaction/result.ts';

/** The reason why there is no card. */
export type CardProblem =
  | { readonly code: 'CARD_URL_INVALID'; readonly reason: string }
  | { readonly code: 'CARD_ADDRESS_REFUSED'; readonly reason: string; readonly suggestion: string | null }
  | { readonly code: 'CARD_UNREADABLE'; readonly reason: string }
  | { readonly code: 'CARD_FETCH_FAILED'; readonly reason: string };

/** The response of one address. Shape: `location` is the raw header, null without one. */
export interface CardResponse {
  readonly status: number;
  readonly location: string | null;
  readonly text: string;
}

/** Any JSON object. */
export type Card = Readonly<Record<string, unknown>>;

/** The context of a fetch. */
export interface CardFetchContext {
  /** Aborts when the card is no longer needed. */
  readonly signal: AbortSignal;
  /**
   * Responds for addresses of the mock itself, which are never fetched over the network; null for any other address.
   */
  readonly own: OwnCards;
}

/** Responds for addresses of the mock itself; null for any other address. */
export type OwnCards = (address: URL) => CardResponse | null | Promise<CardResponse | null>;

/** Fetches cards. */
export interface CardFetcher {
  fetchCard(address: string, context: CardFetchContext): Promise<Result<Card, CardProblem>>;
}

/** Requests one address. Must check it first, since it may come from a redirect. */
export type CardHop = (address: URL) => Promise<Result<CardResponse, CardProblem>>;

/** The maximum number of redirects, and the maximum nesting depth of a card. */
export const cardLimits = { redirects: 5, depth: 64 } as const;

/**
 * Fetches a card and follows redirects.
 *
 * Errors: CARD_URL_INVALID; CARD_FETCH_FAILED for an error response or too many redirects; CARD_UNREADABLE; those of
 * the hop.
 */
export async function followCard(address: string, hop: CardHop): Promise<Result<Card, CardProblem>> {
  let url = readAddress(address);
  for (let redirects = 0; url.ok; redirects += 1) {
    const answered = await hop(url.value);
    if (!answered.ok) return answered;
    const { status, location, text } = answered.value;
    if (!isRedirect(status) || location === null) return readCard(status, text);
    if (redirects === cardLimits.redirects)
      return failed(`The address redirects more than ${cardLimits.redirects} times`);
    url = readAddress(location, url.value);
  }
  return url;
}

/** Creates a fetcher that only serves addresses of the mock itself, for hosts that can't reach others safely. */
export function createOwnCardFetcher(): CardFetcher {
  return {
    fetchCard: (address, { own }) =>
      followCard(address, async (url) => {
        const response = await own(url);
        return response === null ? failed('This mock can reach no other host') : ok(response);
      }),
  };
}

/** Returns the error for an address that could not be requested, or whose response is not a card. */
export function failed(reason: string): Result<never, CardProblem> {
  return err({ code: 'CARD_FETCH_FAILED', reason });
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

function readAddress(address: string, from?: URL): Result<URL, CardProblem> {
  try {
    return ok(new URL(address, from));
  } catch {
    return err({ code: 'CARD_URL_INVALID', reason: 'The address is not a valid URL' });
  }
}

function readCard(status: number, text: string): Result<Card, CardProblem> {
  if (status < 200 || status > 299) return failed(`The address returned status ${status}`);
  const card = parseCard(text);
  return card === null
    ? err({
        code: 'CARD_UNREADABLE',
        reason: 'The address did not return a JSON object',
      })
    : ok(card);
}

function parseCard(text: string): Card | null {
  if (isDeeperThan(text, cardLimits.depth)) return null;
  try {
    const card: unknown = JSON.parse(text);
    return card !== null && typeof card === 'object' && !Array.isArray(card) ? (card as Card) : null;
  } catch {
    return null;
  }
}
