/** The clock of the world and the timers that are due. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ClockAdvance, ClockSetting, ConsoleEvent } from '../../generated/control/types.ts';
import { advanceTo, bodyOf, control } from '../api.ts';
import { formatDuration, formatTime } from '../format.ts';
import { useLoaded } from '../live.ts';
import { Action, ActionForm, Empty, Show } from '../parts/common.tsx';
import { Table } from '../parts/table.tsx';
import { usePlugin } from '../plugin.ts';

const concerns = (event: ConsoleEvent): boolean => event.type !== 'request';

const STEPS: readonly (readonly [by: string, title: string])[] = [
  ['PT1M', '+1 minute'],
  ['PT10M', '+10 minutes'],
  ['PT1H', '+1 hour'],
  ['P1D', '+1 day'],
];

export function ClockView(): JSX.Element {
  const loaded = useLoaded('clock', load, concerns);
  const { reload } = loaded;
  const hint = usePlugin()?.timerHint ?? '';
  const advance = (body: ClockAdvance) => () => bodyOf(control.advanceClock({ body })).then(reload);
  return (
    <>
      <h1>Clock</h1>
      <Show loaded={loaded}>
        {({ clock, timers }) => (
          <>
            <p class="card">
              <strong class="mono">{formatTime(clock.now)}</strong> UTC, mode {clock.mode}, {clock.rate}{' '}
              second
              {clock.rate === 1 ? '' : 's'} per second
            </p>
            <div class="bar" role="group" aria-label="Advance the clock">
              <Action kind="primary" run={advance({ to: 'next-timer' })} disabled={timers.length === 0}>
                To the next timer
              </Action>
              {STEPS.map(([by, title]) => (
                <Action key={by} run={advance({ by })}>
                  {title}
                </Action>
              ))}
            </div>
            <Setting mode={clock.mode} rate={clock.rate} reload={reload} />
            <h2>Due timers</h2>
            {timers.length === 0 ? (
              <Empty>No timer is due. {hint}</Empty>
            ) : (
              <Table
                label="Due timers"
                rows={timers}
                keyOf={({ key }) => key}
                columns={[
                  { title: 'Due', cell: ({ due }) => formatTime(due), isMono: true },
                  {
                    title: 'In',
                    cell: ({ due }) => formatDuration(Math.max(0, Date.parse(due) - Date.parse(clock.now))),
                  },
                  {
                    title: 'Action',
                    cell: ({ due, kind, targetId, trigger }) => (
                      <Action
                        label={`To this timer: ${trigger} of ${kind} ${targetId}`}
                        run={() => advanceTo(due).then(reload)}
                      >
                        To this timer
                      </Action>
                    ),
                  },
                  { title: 'Trigger', cell: ({ trigger }) => trigger },
                  { title: 'Target', cell: ({ kind, targetId }) => `${kind} ${targetId}`, isMono: true },
                ]}
              />
            )}
          </>
        )}
      </Show>
    </>
  );
}

function Setting({
  mode,
  rate,
  reload,
}: {
  readonly mode: ClockSetting['mode'];
  readonly rate: number;
  readonly reload: () => void;
}): JSX.Element {
  const [chosen, setChosen] = useState<ClockSetting['mode']>(mode);
  const [speed, setSpeed] = useState(String(rate === 0 ? 1 : rate));
  const save = async (): Promise<void> => {
    const body: ClockSetting = chosen === 'scaled' ? { mode: chosen, rate: Number(speed) } : { mode: chosen };
    await bodyOf(control.setClock({ body }));
    reload();
  };
  return (
    <ActionForm run={save} label="Set the mode" kind="normal">
      <label>
        Mode
        <select
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value as ClockSetting['mode'])}
        >
          <option value="real">real: follows the computer</option>
          <option value="frozen">frozen: stands still</option>
          <option value="scaled">scaled: runs at a rate</option>
        </select>
      </label>
      {chosen === 'scaled' && (
        <label>
          Rate
          <input
            inputMode="decimal"
            size={8}
            value={speed}
            onInput={(event) => setSpeed(event.currentTarget.value)}
          />
        </label>
      )}
    </ActionForm>
  );
}

async function load() {
  const [clock, { timers }] = await Promise.all([
    bodyOf(control.getClock()),
    bodyOf(control.listTimers({ query: { limit: 200 } })),
  ]);
  return { clock, timers };
}
