/** The emails that the service has sent, with their one-time codes. */
import type { JSX } from 'preact';
import { bodyOf } from '../../api.ts';
import { control } from '../control.ts';
import { formatTime } from '../../format.ts';
import { useLoaded } from '../../live.ts';
import { Show } from '../../parts/common.tsx';
import { Table } from '../../parts/table.tsx';

export function Outbox(): JSX.Element {
  const loaded = useLoaded(
    'outbox',
    () => bodyOf(control.listOutbox()),
    (event) => event.type === 'world' || (event.type === 'record' && event.kind === 'mails'),
  );
  return (
    <section aria-label="Outbox">
      <h2>One-time codes</h2>
      <Show loaded={loaded}>
        {({ messages }) => (
          <Table
            label="One-time codes"
            rows={messages}
            keyOf={({ sentAt, to, otp }) => `${sentAt} ${to} ${otp}`}
            columns={[
              { title: 'Sent', cell: ({ sentAt }) => formatTime(sentAt), isMono: true },
              { title: 'To', cell: ({ to }) => to },
              { title: 'Subject', cell: ({ subject }) => subject },
              { title: 'Code', cell: ({ otp }) => <strong>{otp}</strong>, isMono: true },
            ]}
          />
        )}
      </Show>
    </section>
  );
}
