import { chart } from '../domain/assets/media/built-in-media.ts';
import type { Scenario } from '../domain/scenarios/scenario.ts';

/** The longest scenario: every event type except `await` and `execution_error`. */
export const everything: Scenario = {
  name: 'everything',
  description:
    "Emits every type of event that one completed run can have, and pauses once for the owner's approval.",
  steps: [
    { state: { snapshot: { progress: 0, log: [] } } },
    { think: 'I show everything that I can do, one thing after the other.' },
    { say: 'This run shows everything that a run can show.' },
    {
      fallback: {
        reason: 'The model provider is overloaded',
        attempts: [{ type: 'model', success: true }],
      },
    },
    {
      tool: {
        role: 'lookup',
        name: 'find_order',
        parameters: { query: '{{lastMessage}}', secret: 'kept back' },
        hidden: ['secret'],
        annotations: { readOnlyHint: true, idempotentHint: true },
        streamInput: true,
        progress: ['Looking… ', 'found.'],
        result: { orderId: 'order_1042' },
        takes: 400,
        cost: 0.002,
      },
    },
    { source: { title: 'Order 1042', url: 'https://shop.test/orders/1042', sourceType: 'record' } },
    { state: { patch: [{ op: 'replace', path: '/progress', value: 50 }] } },
    {
      subagent: {
        role: 'subagent',
        name: 'research',
        parameters: { topic: 'order_1042' },
        steps: [{ think: 'I look at the parcel.' }, { say: 'The parcel is in Hamburg.' }],
      },
    },
    { notice: { error: { message: 'One carrier did not answer. The others did.' } } },
    { notice: { compaction: {} } },
    {
      artifact: {
        type: 'markdown',
        title: 'Report',
        file: { path: 'report.md', mimeType: 'text/markdown' },
        text: '# Order 1042\n\nThe parcel is in Hamburg.\n',
      },
    },
    {
      artifact: {
        type: 'component',
        component: 'ParcelMap',
        updates: [{ place: 'Hamburg', percent: 60 }],
      },
    },
    { media: chart },
    { custom: { name: 'shop.parcel_found', value: { parcelId: 'parcel_77' } } },
    { step: { name: 'Weigh the parcel', type: 'api-call', result: { grams: 840 }, takes: 200 } },
    { step: { name: 'Insure the parcel', type: 'api-call', skip: 'order.total < 500' } },
    { wait: 16_000 },
    {
      say: {
        text: 'I can refund the shipping. That needs an approval.',
        adapted: 'I can call {{tool.refund_shipping}}. That needs an approval.',
      },
    },
    {
      approve: {
        role: 'approval',
        name: 'refund_shipping',
        description: 'Pays the shipping of the order back.',
        reason: 'Refunds need the owner.',
        parameters: { orderId: 'order_1042', amount: 6.9, currency: 'EUR' },
        annotations: { consequentialHint: true },
        result: { refundId: 'refund_77' },
        takes: 350,
        denied: [
          {
            say: {
              text: 'The shipping was not refunded. That is all I can show.',
              adapted: 'That was not approved. That is all I can show.',
            },
          },
        ],
      },
    },
    {
      say: {
        text: 'The shipping is refunded. That is all I can show.',
        adapted: 'That is done. That is all I can show.',
      },
    },
  ],
};
