import type { Scenario } from '../domain/scenarios/scenario.ts';

/** Questions of a tool server to the user, one as a form and one as an address. */
export const elicitation: Scenario = {
  name: 'elicitation',
  description: 'Pauses twice for the user: a form with two fields, then a page to sign in at.',
  steps: [
    { say: 'I can book a table. I need two things from you.' },
    {
      await: [
        {
          elicitation: {
            role: 'mcp',
            name: 'book_table',
            parameters: { restaurant: 'Bryggen' },
            serverName: 'Bryggen bookings',
            message: 'When, and for how many?',
            mode: 'form',
            requestedSchema: {
              type: 'object',
              properties: {
                when: { type: 'string', format: 'date-time', title: 'When' },
                guests: { type: 'integer', minimum: 1, maximum: 12, title: 'Guests' },
              },
              required: ['when', 'guests'],
            },
            requests: [
              {
                name: 'table',
                message: 'When, and for how many?',
                mode: 'form',
                requestedSchema: {
                  type: 'object',
                  properties: {
                    when: { type: 'string', format: 'date-time', title: 'When' },
                    guests: { type: 'integer', minimum: 1, maximum: 12, title: 'Guests' },
                  },
                  required: ['when', 'guests'],
                },
              },
            ],
            result: { bookingId: 'booking_31', asked: '{{output.book_table}}' },
          },
        },
      ],
    },
    {
      await: [
        {
          elicitation: {
            role: 'mcp',
            name: 'confirm_booking',
            parameters: { bookingId: 'booking_31' },
            serverName: 'Bryggen bookings',
            message: 'Please sign in to confirm the booking.',
            mode: 'url',
            url: 'https://bookings.bryggen.test/confirm/booking_31',
            requests: [
              {
                name: 'signIn',
                message: 'Sign in to confirm',
                mode: 'url',
                url: 'https://bookings.bryggen.test/confirm/booking_31',
              },
            ],
          },
        },
      ],
    },
    { say: 'Your table is booked: booking_31.' },
  ],
};
