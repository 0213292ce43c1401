/**
 * Fetching the card of an agent: what handlers ask for, what hosts can do, and the way from one address to the next that
 * is the same for all of them. How an address is judged and reached is the host's.
 */
import { isDeeperThan } from '../../generated/runtime/json-text.ts';
import { ok, err, type Result } from '../kernel/transaction/result.ts';

/** Why there is no card. */
export type CardProblem =
  | { readonly code: 'CARD_URL_INVALID'; readonly reason: string }
  | { readonly code: 'CARD_ADDRESS_REFUSED'; readonly reason: string; readonly suggestion: string | null }
  | { readonly code: 'CARD_UNREADABLE'; readonly reason: string }
  | { readonly code: 'CARD_FETCH_FAILED'; readonly reason: string };

/** One answer of an address. Shape: `location` is the header as it was sent, null without one. */
export interface CardResponse {
  readonly status: number;
  readonly location: string | null;
  readonly text: string;
}

/** Any JSON object. */
export type Card = Readonly<Record<string, unknown>>;

/** What a fetch may use. */
export interface CardFetchContext {
  /** Fires when nobody needs the card any more. */
  readonly signal: AbortSignal;
  /** Responds for addresses of the mock itself, which are never fetched over the network; null for any other. */
  readonly own: (address: URL) => CardResponse | null;
}

/** Fetches cards. */
export interface CardFetcher {
  fetchCard(address: string, context: CardFetchContext): Promise<Result<Card, CardProblem>>;
}

/** Asks one address. Must judge it first: it may come from a redirect. */
export type CardHop = (address: URL) => Promise<Result<CardResponse, CardProblem>>;

/** How many redirects are followed, and how deep a card may nest. */
export const cardLimits = { redirects: 5, depth: 64 } as const;

/**
 * Fetches a card by asking address after address.
 *
 * Errors: CARD_URL_INVALID; CARD_FETCH_FAILED for a failing answer or a redirect too many; CARD_UNREADABLE; those of the hop.
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

/** Creates a fetcher that only knows the addresses of the mock itself, for hosts that can't reach others safely. */
export function createOwnCardFetcher(): CardFetcher {
  return {
    fetchCard: (address, { own }) =>
      followCard(address, (url) => {
        const response = own(url);
        return Promise.resolve(
          response === null ? failed('This mock can reach no other host') : ok(response),
        );
      }),
  };
}

/** Refuses with an address that could not be asked, or answered with something else than a card. */
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
  if (status < 200 || status > 299) return failed(`The address answered with status ${status}`);
  const card = parseCard(text);
  return card === null
    ? err({
        code: 'CARD_UNREADABLE',
        reason: 'The address answered with something that is no JSON object',
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
