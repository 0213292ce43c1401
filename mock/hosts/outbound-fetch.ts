/**
 * Requests other servers with Node's own HTTP client. Every URL, including redirects, is checked, and the connection
 * uses the checked IP address, so a name that resolves differently a moment later has no effect.
 */
import { lookup } from 'node:dns/promises';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import {
  fetchFailed,
  followRedirects,
  readAddress,
  type OutboundFetch,
  type OutboundProblem,
  type OutboundResponse,
  type SendMessage,
  type SentMessage,
} from '../http/outbound.ts';
import { signWebhook } from '../../templates/runtime/server/webhook-signatures.ts';
import { ok, err, type Result } from '../kernel/transaction/result.ts';
import { createAddressGuard, literalOf, type AddressGuard } from './address-guard.ts';

/** Resolves a name to its IP addresses. Errors: rejects when there are none. */
export type Resolve = (name: string) => Promise<readonly string[]>;

/** Options for requests; all of them are optional. */
export interface OutboundOptions {
  /** Hosts that may be requested although they are not public: `host` or `host:port`. */
  readonly allow?: readonly string[];
  readonly resolve?: Resolve;
  /** Units: milliseconds for one request, redirects included. */
  readonly timeout?: number;
  /** Units: bytes of one response. */
  readonly maxBytes?: number;
}

/** Options for callbacks and webhooks; all of them are optional. */
export interface OutboundSend extends Omit<OutboundOptions, 'maxBytes'> {
  /** Signs requests according to Standard Webhooks; none are signed when absent. */
  readonly secret?: string | undefined;
}

/** Units: milliseconds; bytes. */
const defaults = { timeout: 10_000, maxBytes: 262_144 };

interface Trip {
  readonly guard: AddressGuard;
  readonly resolve: Resolve;
  readonly maxBytes: number;
  /** Aborts when the client disconnects or the time is up. */
  readonly deadline: AbortSignal;
  /** The message to send; absent to read JSON. */
  readonly message?: SentMessage & { readonly headers: Readonly<Record<string, string>> };
}

/** Creates the fetch for other servers. Errors: throws for an entry of `allow` that is not a host. */
export function createOutboundFetch(options: OutboundOptions = {}): OutboundFetch {
  const {
    allow = [],
    resolve = resolveName,
    timeout = defaults.timeout,
    maxBytes = defaults.maxBytes,
  } = options;
  const guard = createAddressGuard(allow);
  return {
    get(address, { signal, own }) {
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
      const trip: Trip = { guard, resolve, maxBytes, deadline };
      return followRedirects(address, async (url) => {
        const response = await own(url);
        return response === null ? ask(url, trip) : ok(response);
      });
    },
  };
}

/**
 * Creates the function that sends requests to servers on this computer, and to allowed hosts.
 *
 * Errors: throws for an entry of `allow` that is not a host.
 */
export function createSendMessage(options: OutboundSend = {}): SendMessage {
  const { allow = [], resolve = resolveName, timeout = defaults.timeout, secret } = options;
  const guard = createAddressGuard(allow, 'loopback');
  return async (sent) => {
    const headers = secret === undefined ? {} : await signWebhook(sent.body, { secret });
    const message = { ...sent, headers };
    const deadline = AbortSignal.timeout(timeout);
    const url = readAddress(message.address);
    return url.ok ? ask(url.value, { guard, resolve, maxBytes: defaults.maxBytes, deadline, message }) : url;
  };
}

async function ask(url: URL, trip: Trip): Promise<Result<OutboundResponse, OutboundProblem>> {
  const problem = trip.guard.checkUrl(url);
  if (problem !== null) return rejected(url, problem);
  try {
    const addresses = await withDeadline(resolveHost(url, trip.resolve), trip.deadline);
    for (const address of addresses) {
      const addressProblem = trip.guard.checkAddress(url, address);
      if (addressProblem !== null) return rejected(url, addressProblem);
    }
    return await download(url, addresses, trip);
  } catch (error) {
    return fetchFailed(reasonOf(error, url, trip));
  }
}

function rejected(url: URL, reason: string): Result<never, OutboundProblem> {
  const canBeAllowed = url.protocol.startsWith('http') && url.username === '' && url.password === '';
  return err({ code: 'ADDRESS_REFUSED', reason, allowable: canBeAllowed ? url.host : null });
}

async function resolveHost(url: URL, resolve: Resolve): Promise<readonly string[]> {
  const literal = literalOf(url);
  const addresses = literal === null ? await resolve(url.hostname) : [literal];
  if (addresses.length === 0) throw new Error(`${url.hostname} has no address`);
  return addresses;
}

async function resolveName(name: string): Promise<readonly string[]> {
  return (await lookup(name, { all: true })).map(({ address }) => address);
}

/** Why: a DNS lookup can't be cancelled, so it is abandoned when the time is up. */
function withDeadline<T>(work: Promise<T>, deadline: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Error('late'));
    if (deadline.aborted) late();
    deadline.addEventListener('abort', late, { once: true });
    work.then(resolve, reject).finally(() => deadline.removeEventListener('abort', late));
  });
}

/** Requests an address on a new connection, so that none is shared with addresses that were not checked. */
function download(
  url: URL,
  addresses: readonly string[],
  trip: Trip,
): Promise<Result<OutboundResponse, OutboundProblem>> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const { message } = trip;
  const content = message === undefined ? {} : { 'content-type': 'application/json', ...message.headers };
  return new Promise((resolve, reject) => {
    request(url, {
      method: message?.method ?? 'GET',
      agent: false,
      lookup: fixedLookup(addresses),
      signal: trip.deadline,
      headers: {
        accept: 'application/json',
        'accept-encoding': 'identity',
        'user-agent': 'backlot',
        ...content,
      },
    })
      .on('response', (response) => void readResponse(response, trip.maxBytes).then(resolve, reject))
      .on('error', reject)
      .end(message?.body);
  });
}

/** Resolves every lookup to the addresses that were checked. */
function fixedLookup(addresses: readonly string[]): LookupFunction {
  const resolved = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  return (_, { all }, done) => {
    const [first] = resolved;
    if (all === true || first === undefined) done(null, resolved);
    else done(null, first.address, first.family);
  };
}

async function readResponse(
  response: IncomingMessage,
  maxBytes: number,
): Promise<Result<OutboundResponse, OutboundProblem>> {
  const { statusCode: status = 0, headers } = response;
  const location = headers.location ?? null;
  if (location !== null && status >= 300 && status < 400) {
    response.destroy();
    return ok({ status, location, text: '' });
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > maxBytes) return err({ code: 'RESPONSE_TOO_LONG', maxBytes });
    chunks.push(chunk);
  }
  return ok({ status, location, text: new TextDecoder().decode(Buffer.concat(chunks)) });
}

function reasonOf(error: unknown, url: URL, { deadline }: Trip): string {
  if (deadline.aborted) return `${url.host} did not respond in time`;
  const code = (error as NodeJS.ErrnoException | null)?.code;
  return `${url.host} could not be asked${code === undefined ? '' : ` (${code})`}`;
}
