/** The events of an execution as a table and as frames. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { formatClock, shorten } from '../../format.ts';
import { route, setQuery } from '../../route.ts';
import type { StoredEvent, TimedEvent } from '../timed-event.ts';
import { Json } from '../../parts/common.tsx';
import { Rows } from '../../parts/rows.tsx';

/** Shows events with a filter by type and a search in their properties. */
export function EventTable({ events }: { readonly events: readonly TimedEvent[] }): JSX.Element {
  const { query } = route.value;
  const type = query.get('type') ?? '';
  const search = (query.get('q') ?? '').toLowerCase();
  const types = useMemo(() => [...new Set(events.map(({ event }) => event.type))].sort(), [events.length]);
  const shown = useMemo(
    () => events.filter(({ event }) => isShown(event, type, search)),
    [events.length, type, search],
  );
  return (
    <>
      <div class="bar">
        <label>
          Type{' '}
          <select value={type} onChange={(event) => setQuery({ type: event.currentTarget.value })}>
            <option value="">all</option>
            {types.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <label>
          Search in events{' '}
          <input
            type="search"
            value={query.get('q') ?? ''}
            onInput={(event) => setQuery({ q: event.currentTarget.value.slice(0, 200) })}
          />
        </label>
        <span class="quiet" role="status">
          {shown.length < events.length && `${shown.length} of ${events.length} events`}
        </span>
      </div>
      <EventRows events={shown} />
    </>
  );
}

function isShown(event: StoredEvent, type: string, search: string): boolean {
  if (type !== '' && event.type !== type) return false;
  return search === '' || JSON.stringify(event).toLowerCase().includes(search);
}

function EventRows({ events }: { readonly events: readonly TimedEvent[] }): JSX.Element {
  return (
    <Selectable
      events={events}
      label="Events in order"
      columns="3.5rem 7.5rem 13rem minmax(0, 1fr)"
      narrow="3rem minmax(0, 1fr)"
      row={({ seq, at, event }, button) => (
        <>
          <span class="quiet mono number">{seq}</span>
          <span class="quiet mono wide">{formatClock(at)}</span>
          {button(event.type)}
          <span class="mono wide">
            <bdi>
              {shorten(
                JSON.stringify({ ...event, type: undefined, seq: undefined, executionId: undefined }),
                300,
              )}
            </bdi>
          </span>
        </>
      )}
      detail={({ event }) => event}
    />
  );
}

export function Frames({ events }: { readonly events: readonly TimedEvent[] }): JSX.Element {
  return (
    <Selectable
      events={events}
      label="Frames of the stream"
      columns="13rem minmax(0, 1fr)"
      row={({ event }, button) => (
        <>
          {button(`event: ${event.type}`)}
          <span class="mono">
            <bdi>data: {shorten(JSON.stringify(event), 300)}</bdi>
          </span>
        </>
      )}
      detail={({ event }) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`}
    />
  );
}

/** A list of events; the selected one is shown in full beside it. */
function Selectable({
  events,
  label,
  columns,
  narrow = columns,
  row,
  detail,
}: {
  readonly events: readonly TimedEvent[];
  readonly label: string;
  readonly columns: string;
  readonly narrow?: string;
  readonly row: (event: TimedEvent, button: (text: string) => JSX.Element) => JSX.Element;
  readonly detail: (event: TimedEvent) => unknown;
}): JSX.Element {
  const chosen = Number(route.value.query.get('event') ?? -1);
  const selected = useMemo(() => events.find(({ seq }) => seq === chosen), [chosen, events.length]);
  return (
    <div class={selected === undefined ? '' : 'columns'}>
      <Rows
        count={events.length}
        height={30}
        label={label}
        follows
        columns={columns}
        narrow={narrow}
        row={(index) => {
          const event = events[index];
          if (event === undefined) return null;
          const { seq } = event;
          return row(event, (text) => (
            <button
              class="plain mono"
              aria-pressed={seq === chosen}
              onClick={() => setQuery({ event: seq === chosen ? '' : String(seq) })}
            >
              {text}
            </button>
          ));
        }}
      />
      {selected !== undefined && <Json value={detail(selected)} />}
    </div>
  );
}
