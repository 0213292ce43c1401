import type { Scenario } from '../domain/scenarios/scenario.ts';

/** Two tools of the service, one of them with streamed input and output, and a response that uses both. */
export const tools: Scenario = {
  name: 'tools',
  description: 'Looks up an order and its parcel with two tools, then responds with the results.',
  steps: [
    { think: 'I need {{tool.find_order}} first, then {{tool.track_parcel}}.' },
    { say: 'Let me look that up.' },
    {
      tool: {
        role: 'lookup',
        name: 'find_order',
        parameters: { query: '{{lastMessage}}', limit: 1 },
        streamInput: true,
        result: { orderId: 'order_1042', total: 129.9, currency: 'EUR', parcelId: 'parcel_77' },
        takes: 420,
      },
    },
    {
      tool: {
        role: 'lookup',
        name: 'track_parcel',
        toolType: 'external',
        parameters: { parcelId: 'parcel_77' },
        progress: ['Asking the carrier… ', 'answer received.'],
        result: { state: 'in_transit', expectedOn: '2026-01-17', lastSeen: 'Hamburg' },
        takes: 860,
      },
    },
    {
      say: {
        text: 'Your order order_1042 is on its way. The parcel was last seen in Hamburg and should arrive on 17 January 2026.',
        adapted:
          'This is what I found. {{tool.find_order}} returned {{output.find_order}}, and {{tool.track_parcel}} returned {{output.track_parcel}}.',
      },
    },
  ],
};
