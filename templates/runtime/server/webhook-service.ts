/**
 * Serves the webhooks of another service: reads the bytes of a body, verifies their signature, and only then parses them,
 * validates the value and calls the handler. Runs on every adapter.
 */
import type { HttpRequest, HttpResponse } from '../http.ts';
import { decodeUtf8 } from '../request-texts.ts';
import { problemResponse } from './errors.ts';
import type { ServeRequest } from './service.ts';
import type { VerifyWebhook } from './webhook-signatures.ts';
import type { Receiver, WebhookHandlers } from './webhooks.ts';

/** One request with a webhook. Shape: `id` and `sentAt` as the verification returns them, else `null`. */
export interface WebhookDelivery {
  /** The same for every retry of the webhook, so that it can be handled once. */
  readonly id: string | null;
  readonly sentAt: Date | null;
  readonly request: HttpRequest;
}

/** A handler for each name; webhooks without one are acknowledged. */
export type DeliveryHandlers<Bodies> = {
  readonly [Name in keyof Bodies]?: (body: Bodies[Name], delivery: WebhookDelivery) => unknown;
};

/** The options of a service for webhooks. */
export interface WebhookServiceOptions<Bodies> {
  /** Verifies signatures, before a body is parsed: `standardWebhooks({ secret })`, or a function; `null` for none. */
  readonly verify: VerifyWebhook | null;
  readonly handlers: DeliveryHandlers<Bodies>;
  /** Returns the name of a webhook; its property `type` when absent. Shape: `null` if it has none. */
  readonly nameOf?: (body: unknown, request: HttpRequest) => string | null;
  /** Receives errors of handlers, which are 500, and of webhooks that are not in the description, which are 204. */
  readonly onError: (error: unknown) => void;
  /** Units: bytes of a body; default 1 MiB. */
  readonly maxBytes?: number;
}

const MAX_WEBHOOK_LENGTH = 1_048_576;

const ACCEPTED: HttpResponse = { status: 204, headers: {}, body: { kind: 'none' } };

/** Creates a service for webhooks. Shape: every path and method is a webhook; 204 once a handler has finished. */
export function serveWebhooks<Bodies extends object>(
  receive: Receiver<Bodies>,
  options: WebhookServiceOptions<Bodies>,
): ServeRequest {
  return async (request) => {
    try {
      return await acceptWebhook(receive, options, request);
    } catch (error) {
      if (!request.signal.aborted) options.onError(error);
      return problemResponse(500, 'The webhook was not handled.');
    }
  };
}

async function acceptWebhook<Bodies extends object>(
  receive: Receiver<Bodies>,
  {
    verify,
    handlers,
    nameOf = typeOf,
    onError,
    maxBytes = MAX_WEBHOOK_LENGTH,
  }: WebhookServiceOptions<Bodies>,
  request: HttpRequest,
): Promise<HttpResponse> {
  const bytes = await request.readBody(maxBytes);
  if (bytes === null) return problemResponse(413, `The body is longer than ${maxBytes} bytes.`);
  const verdict = verify === null ? UNVERIFIED : await verify(request.headers, bytes);
  if (!verdict.ok) return problemResponse(verdict.status, verdict.message);
  const text = decodeUtf8(bytes);
  if (text === null) return problemResponse(400, 'body is not valid UTF-8');
  const { id, sentAt } = verdict;
  const received = await receive(
    (body) => nameOf(body, request),
    text,
    withDelivery(handlers, { id, sentAt, request }),
  );
  if (received.kind === 'invalid') return problemResponse(400, 'The webhook is invalid.', received.problems);
  if (received.kind === 'unknown') {
    const { name } = received;
    if (name === null) return problemResponse(400, 'The body does not name a webhook.');
    onError(new Error(`The webhook ${JSON.stringify(name).slice(0, 100)} is not in the description.`));
  }
  return ACCEPTED;
}

const UNVERIFIED = { ok: true, id: null, sentAt: null } as const;

function typeOf(body: unknown): string | null {
  const type = typeof body === 'object' && body !== null && 'type' in body ? body.type : null;
  return typeof type === 'string' ? type : null;
}

function withDelivery<Bodies>(
  handlers: DeliveryHandlers<Bodies>,
  delivery: WebhookDelivery,
): WebhookHandlers<Bodies, unknown> {
  const bound = Object.entries(handlers as Readonly<Record<string, Handle | undefined>>).flatMap(
    ([name, handle]) =>
      handle === undefined ? [] : [[name, (body: never) => handle(body, delivery)] as const],
  );
  return Object.fromEntries(bound) as WebhookHandlers<Bodies, unknown>;
}

type Handle = (body: never, delivery: WebhookDelivery) => unknown;
