/** Adds to the handlers of a contract that they send its callbacks and webhooks. */
import type { SourceRequest } from '../../../contract/resources/source.ts';
import { sampledResponse } from '../../http/complete-response.ts';
import type { Handler } from '../../http/operation.ts';
import type { SendMessage } from '../../http/outbound.ts';
import { sendCallbacks } from './callbacks.ts';
import type { DeliveryParts } from './deliver.ts';
import { WebhookSender } from './webhooks.ts';

export interface SentOptions {
  /** Sends a request to another server; nothing is sent when absent. */
  readonly send?: SendMessage | undefined;
  /** The address that gets webhooks; none are sent when absent. */
  readonly webhooks?: string | undefined;
  /** Receives errors of work that no request waits for. */
  readonly report?: ((message: string, error?: unknown) => void) | undefined;
}

type Handlers = Readonly<Record<string, Handler>>;

/** Returns the handlers of a contract that send what it declares. */
export function withSentRequests(
  handlers: Handlers,
  {
    send,
    webhooks,
    report = () => undefined,
    ...contract
  }: SentOptions & Omit<DeliveryParts, 'send' | 'report'>,
): Handlers {
  const { sent } = contract.described.source;
  if (send === undefined || sent.length === 0) return handlers;
  const parts: DeliveryParts = { ...contract, send, report };
  const sender = webhooks === undefined ? null : new WebhookSender(parts, webhooks);
  const callbacks = Map.groupBy(sent, ({ callback }) => callback?.operation ?? null);
  const owners = [...callbacks.keys()].filter((id) => id !== null);
  const all = { ...Object.fromEntries(owners.map((id) => [id, sampleHandler(parts, id)])), ...handlers };
  return Object.fromEntries(
    Object.entries(all).map(([id, handler]): [string, Handler] => {
      const expressions = callbacks.get(id) ?? [];
      if (sender === null && expressions.length === 0) return [id, handler];
      return [id, sending(parts, { id, handler, own: expressions, sender })];
    }),
  );
}

interface SendingHandler {
  readonly id: string;
  readonly handler: Handler;
  readonly own: readonly SourceRequest[];
  readonly sender: WebhookSender | null;
}

function sending(parts: DeliveryParts, { id, handler, own, sender }: SendingHandler): Handler {
  return async (request, context) => {
    sender?.watch(context.world);
    const response = await handler(request, context);
    if (own.length > 0 && response.status < 300)
      void sendCallbacks(parts, id, own, { request, context, response }).catch((error: unknown) =>
        parts.report(`The callbacks of ${id} were not sent`, error),
      );
    return response;
  };
}

function sampleHandler({ described: { contract } }: DeliveryParts, id: string): Handler {
  return async () => {
    const spec = contract.service.operations.find((each) => each.id === id);
    const sample =
      spec === undefined ? null : await sampledResponse({ spec, loadSamples: contract.loadSamples });
    if (sample === null) throw new Error(`${id} has no sample.`);
    return sample;
  };
}
