/** Who polls the product events of the world, from the journal. */
import type { JSX } from 'preact';
import { bodyOf } from '../../api.ts';
import { control } from '../control.ts';
import { formatClock } from '../../format.ts';
import { useLoaded } from '../../live.ts';
import { linkTo } from '../../route.ts';
import { Empty, Show } from '../../parts/common.tsx';
import { Table } from '../../parts/table.tsx';

const OPERATION = 'pollProductEvents';
/** The newest polls are read; those of the same client and the same filter are shown once. */
const MAX_POLLS = 20;

export function Pollers(): JSX.Element {
  const loaded = useLoaded(
    'pollers',
    loadPolls,
    (event) =>
      event.type === 'world' || (event.type === 'request' && event.request.operationId === OPERATION),
  );
  return (
    <section aria-label="Polls">
      <h2>Who polls</h2>
      <Show loaded={loaded}>
        {(polls) =>
          polls.length === 0 ? (
            <Empty>
              Nobody has polled the product events yet. A client reads them with <code>GET /v1/events</code>.
            </Empty>
          ) : (
            <Table
              label="Polls"
              rows={polls}
              keyOf={({ id }) => id}
              columns={[
                {
                  title: 'Last poll',
                  cell: ({ id, at }) => <a href={linkTo('journal', id)}>{formatClock(at)}</a>,
                  isMono: true,
                },
                { title: 'Credential', cell: ({ credential }) => credential, isMono: true },
                { title: 'Cursor', cell: ({ cursor }) => cursor, isMono: true },
                { title: 'Asks for', cell: ({ filter }) => filter, isMono: true },
              ]}
            />
          )
        }
      </Show>
    </section>
  );
}

interface Poll {
  readonly id: string;
  readonly at: string;
  readonly credential: string;
  readonly cursor: string;
  readonly filter: string;
}

async function loadPolls(): Promise<readonly Poll[]> {
  const { requests } = await bodyOf(
    control.listRequests({ query: { operationId: OPERATION, order: 'newest', limit: MAX_POLLS } }),
  );
  const polls = await Promise.all(requests.map(({ id }) => readPoll(id)));
  const byClient = new Map<string, Poll>();
  for (const poll of polls) {
    const client = `${poll.credential} ${poll.filter}`;
    if (!byClient.has(client)) byClient.set(client, poll);
  }
  return [...byClient.values()];
}

async function readPoll(id: string): Promise<Poll> {
  const { request, headers, query } = await bodyOf(control.getRequest({ path: { id } }));
  const { after = 'from now', ...filter } = Object.fromEntries(new URLSearchParams(query));
  return {
    id,
    at: request.at,
    credential: headers['authorization'] ?? 'none',
    cursor: after,
    filter:
      Object.entries(filter)
        .map(([name, value]) => `${name} ${value}`)
        .join(', ') || 'everything',
  };
}
