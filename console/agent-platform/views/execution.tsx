/** One execution: its timeline beside the conversation, its events as a table and as frames. */
import type { JSX } from 'preact';
import type { ConsoleEvent } from '../../../generated/control/types.ts';
import { bodyOf } from '../../api.ts';
import { control } from '../control.ts';
import { useEvents, type EventLog } from '../execution-events.ts';
import { useLoaded } from '../../live.ts';
import { askedIn, Conversation } from '../execution/conversation.tsx';
import { Action, Empty, Json, Show } from '../../parts/common.tsx';
import { EventTable, Frames } from '../execution/event-lists.tsx';
import { ExecutionCopies } from '../execution/execution-copies.tsx';
import { ExecutionFacts } from '../execution/execution-facts.tsx';
import { linkTo, route, setQuery } from '../../route.ts';
import { Timeline } from '../timeline/timeline.tsx';

const TABS = { timeline: 'Timeline', events: 'Events', frames: 'Raw frames', record: 'Record' } as const;
type Tab = keyof typeof TABS;

export function ExecutionView({ id }: { readonly id: string }): JSX.Element {
  const log = useEvents(id);
  const concerns = (event: ConsoleEvent): boolean =>
    (event.type === 'run' && event.executionId === id) || event.type === 'clock' || event.type === 'world';
  const loaded = useLoaded(id, () => loadExecution(id), concerns);
  return (
    <>
      <h1>
        Execution <span class="mono">{id}</span>
      </h1>
      <Show loaded={loaded}>
        {({ execution, now }) => (
          <>
            <ExecutionFacts
              execution={execution}
              loaded={log.events.length}
              scenario={<a href={linkTo('scenarios', execution.scenario)}>{execution.scenario}</a>}
            >
              {execution.waitingFor !== null && (
                <a href={linkTo('waiting')}>waits for {execution.waitingFor}</a>
              )}
              {execution.parentExecutionId !== null && (
                <a href={linkTo('executions', execution.parentExecutionId)}>parent</a>
              )}
              {execution.childExecutionIds.map((child) => (
                <a key={child} href={linkTo('executions', child)}>
                  sub-agent {child}
                </a>
              ))}
            </ExecutionFacts>
            <div class="bar">
              <ExecutionCopies execution={execution} log={log} />
              {(execution.status === 'running' || execution.status === 'paused') && (
                <Action kind="danger" run={() => bodyOf(control.abortExecution({ path: { id } }))}>
                  Abort
                </Action>
              )}
            </div>
            <ExecutionBody log={log} record={execution} now={now} />
          </>
        )}
      </Show>
    </>
  );
}

/** The tabs of an execution, also for one from a file. */
export function ExecutionBody({
  log,
  record,
  now,
}: {
  readonly log: EventLog;
  readonly record: object;
  readonly now: string;
}): JSX.Element {
  const chosen = route.value.query.get('tab') ?? 'timeline';
  const tab: Tab = Object.hasOwn(TABS, chosen) ? (chosen as Tab) : 'timeline';
  return (
    <>
      <div class="bar" role="tablist" aria-label="Representations" onKeyDown={moveBetweenTabs}>
        {Object.entries(TABS).map(([name, title]) => (
          <button
            key={name}
            role="tab"
            id={`tab-${name}`}
            aria-selected={name === tab}
            tabIndex={name === tab ? 0 : -1}
            aria-controls="tab-panel"
            onClick={() => setQuery({ tab: name === 'timeline' ? '' : name })}
          >
            {title}
          </button>
        ))}
      </div>
      {log.error !== null && (
        <p class="error" role="alert">
          {log.error}
        </p>
      )}
      {log.isShortened && (
        <p class="quiet">The stream is no longer stored; its events come from the history.</p>
      )}
      <div role="tabpanel" id="tab-panel" aria-labelledby={`tab-${tab}`}>
        {tab === 'record' ? (
          <Json value={record} />
        ) : (
          <Events tab={tab} log={log} now={now} record={record} />
        )}
      </div>
    </>
  );
}

/** Moves the focus with the arrow keys, as in any tab list, and selects the tab. */
function moveBetweenTabs(event: KeyboardEvent): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  const names = Object.keys(TABS);
  const place = names.findIndex((name) => `tab-${name}` === document.activeElement?.id);
  const name = names.at((place + step) % names.length);
  if (step === 0 || place < 0 || name === undefined) return;
  event.preventDefault();
  setQuery({ tab: name === 'timeline' ? '' : name });
  document.getElementById(`tab-${name}`)?.focus();
}

function Events({
  tab,
  log,
  now,
  record,
}: {
  readonly tab: Tab;
  readonly log: EventLog;
  readonly now: string;
  readonly record: object;
}): JSX.Element {
  const { events, builder } = log;
  if (events.length === 0) return <Empty>No events yet.</Empty>;
  if (tab === 'timeline')
    return (
      <div class="columns">
        <Timeline spans={[...builder.spans]} now={Math.max(Date.parse(now), builder.latest)} />
        <Conversation events={events} asked={askedIn(record)} />
      </div>
    );
  return tab === 'events' ? <EventTable events={log.events} /> : <Frames events={log.events} />;
}

async function loadExecution(id: string) {
  const [execution, clock] = await Promise.all([
    bodyOf(control.getExecution({ path: { id } })),
    bodyOf(control.getClock()),
  ]);
  return { execution, now: clock.now };
}
