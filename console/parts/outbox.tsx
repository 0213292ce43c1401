/** The emails that the service has sent, with their one-time codes. */
import type { JSX } from 'preact';
import { bodyOf, control } from '../api.ts';
import { formatTime } from '../format.ts';
import { useLoaded } from '../live.ts';
import { Show } from './common.tsx';

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
          <div class="scroll" tabIndex={0}>
            <table>
              <thead>
                <tr>
                  <th>Sent</th>
                  <th>To</th>
                  <th>Subject</th>
                  <th>Code</th>
                </tr>
              </thead>
              <tbody>
                {messages.map(({ to, subject, otp, sentAt }, place) => (
                  <tr key={place}>
                    <td class="mono">{formatTime(sentAt)}</td>
                    <td>
                      <bdi>{to}</bdi>
                    </td>
                    <td>
                      <bdi>{subject}</bdi>
                    </td>
                    <td class="mono">
                      <strong>{otp}</strong>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Show>
    </section>
  );
}
