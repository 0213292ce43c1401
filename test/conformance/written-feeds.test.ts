/** A feed whose events only an extension describes, and which ends where its text states it. */
import { describe } from 'vitest';
import { defineService, testFaults, type Call, type Result } from './support/defined-service.ts';
import { integer, name, object, oneOf, ref, text, type Fields } from './support/service-definition.ts';

const eventsOf = ({ store }: Call) => store.stateOf<Fields[]>('events', []);

function report(call: Call, kind: string, subject_id: unknown): void {
  const events = eventsOf(call);
  events.push({ seq: events.length + 1, kind, subject_id });
}

/** Sends the stored events; `frameOf` writes one, `isEnding` is whether the stream ends after them. */
function follow(
  call: Call,
  frameOf = (event: Fields) => `id: ${String(event['seq'])}\ndata: ${JSON.stringify(event)}\n\n`,
  isEnding = call.query.get('follow') === 'false',
): Result {
  const after = Number(call.headers.get('last-event-id') ?? 0);
  const stored = eventsOf(call).filter(({ seq }) => Number(seq) > after);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(stored.map(frameOf).join('')));
      if (isEnding) controller.close();
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

const crates = await defineService({
  title: 'Crates',
  schemas: {
    FeedEvent: object({
      seq: integer(1),
      kind: oneOf('crate.created', 'crate.deleted'),
      subject_id: text,
    }),
  },
  resources: [
    {
      name: 'Crate',
      path: '/crates',
      fields: { name },
      create: {
        run(call, usual) {
          const crate = usual() as Fields;
          report(call, 'crate.created', crate['id']);
          return crate;
        },
      },
      get: {},
      delete: {
        run(call, usual) {
          report(call, 'crate.deleted', call.row.id);
          return usual();
        },
      },
    },
  ],
  operations: {
    'GET /feed': {
      id: 'followFeed',
      text: 'With `follow=false` the stream ends after the stored events.',
      query: { follow: { schema: { type: 'boolean', default: true } } },
      headers: { 'Last-Event-ID': { schema: text } },
      status: 200,
      responses: {
        200: {
          description: 'Events.',
          content: { 'text/event-stream': { schema: text, 'x-event-data': ref('FeedEvent') } },
        },
      },
      run: (call) => follow(call),
    },
  },
});

const run = (event: Fields): string => `data: ${JSON.stringify(event)}\n`;

// Why concurrent: each waits for a stream that stays open.
describe.concurrent('a feed', () => {
  testFaults(
    crates,
    {
      none: [{}, []],
      'events without empty lines': [{ followFeed: (call) => follow(call, run) }, ['warn S09 followFeed']],
      'events in one frame': [
        { followFeed: (call) => follow(call, (event) => `${run(event)}${run(event)}\n`) },
        ['fail S02 followFeed', 'fail S04 followFeed'],
      ],
      'a feed that never ends': [
        { followFeed: (call) => follow(call, undefined, false) },
        ['fail LAW38 followFeed'],
      ],
      'an event of another form': [
        {
          followFeed: (call) =>
            follow(call, ({ seq }) => `id: ${String(seq)}\ndata: {"seq":${String(seq)}}\n\n`),
        },
        ['fail S04 followFeed'],
      ],
    },
    { only: ['S02', 'S04', 'S09', 'LAW38'] },
  );
});
