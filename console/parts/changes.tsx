/** What has changed in the world since a snapshot, until now or until another one. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { RecordChangeCount, Snapshot } from '../../generated/control/types.ts';
import { bodyOf, control } from '../api.ts';
import { formatTime } from '../format.ts';
import { useLoaded } from '../live.ts';
import { Empty, Json, Show, Status } from './common.tsx';

export function Changes({
  snapshot,
  others,
}: {
  readonly snapshot: string;
  readonly others: readonly Snapshot[];
}): JSX.Element {
  const [to, setTo] = useState('');
  const query = { limit: 200, ...(to !== '' && { to }) };
  const loaded = useLoaded(
    `${snapshot} ${to}`,
    () => bodyOf(control.listStateChanges({ path: { id: snapshot }, query })),
    to === '' ? (event) => event.type !== 'request' : null,
  );
  return (
    <section aria-label={`Changes since ${snapshot}`}>
      <h2>Changes since {snapshot}</h2>
      <p class="bar">
        <label>
          Until
          <select value={to} onChange={(event) => setTo(event.currentTarget.value)}>
            <option value="">now</option>
            {others.map(({ id, name }) => (
              <option key={id} value={id}>
                {name === null ? id : `${id} ${name}`}
              </option>
            ))}
          </select>
        </label>
      </p>
      <Show loaded={loaded}>
        {({ clock, summary, records, topics, timers, counters, settings, isTruncated }) => (
          <>
            <p>
              Time: {formatTime(clock.before)} → {formatTime(clock.after)}
            </p>
            {summary.length === 0 && topics.length === 0 ? (
              <Empty>No record has changed.</Empty>
            ) : (
              <p>{summary.map(countsOf).join('; ')}</p>
            )}
            {records.map(({ kind, id, change, before, after }) => (
              <details key={`${kind} ${id}`}>
                <summary>
                  <Status value={change} /> {kind} <bdi class="mono">{id}</bdi>
                </summary>
                <div class="columns">
                  {before !== null && <Json value={before} label="Before" />}
                  {after !== null && <Json value={after} label="After" />}
                </div>
              </details>
            ))}
            {topics.map(({ topic, newEvents }) => (
              <p key={topic}>
                {newEvents} new events in <bdi class="mono">{topic}</bdi>
              </p>
            ))}
            {timers.length + counters.length + settings.length > 0 && (
              <details>
                <summary>
                  {timers.length} timers, {counters.length} counters, {settings.length} settings
                </summary>
                <Json value={{ timers, counters, settings }} />
              </details>
            )}
            {isTruncated && <p class="quiet">There are more changes than are shown.</p>}
          </>
        )}
      </Show>
    </section>
  );
}

function countsOf({ kind, created, updated, deleted }: RecordChangeCount): string {
  const counts = Object.entries({ created, updated, deleted }).filter(([, count]) => count > 0);
  return `${kind}: ${counts.map(([change, count]) => `${count} ${change}`).join(', ')}`;
}
