/** The journal: every call of the service, newest first. */
import type { JSX } from 'preact';
import type { ConsoleEvent } from '../../generated/control/types.ts';
import { bodyOf, control } from '../api.ts';
import { formatClock, formatDuration } from '../format.ts';
import { useLoaded } from '../live.ts';
import { linkTo, route, setQuery } from '../route.ts';
import { Action, Empty, Show, Status } from '../parts/common.tsx';
import { Rows } from '../parts/rows.tsx';
import { ServiceOptions } from '../parts/service-options.tsx';

const concerns = (event: ConsoleEvent): boolean => event.type === 'request' || event.type === 'world';

export function JournalView(): JSX.Element {
  const { query } = route.value;
  const operationId = query.get('operation') ?? '';
  const status = query.get('status') ?? '';
  const onlyViolations = query.get('violations') === 'yes';
  const loaded = useLoaded(
    `${operationId} ${status}`,
    () =>
      bodyOf(
        control.listRequests({
          query: {
            order: 'newest',
            limit: 1_000,
            includeInjected: true,
            ...(operationId !== '' && { operationId }),
            ...(/^[1-5]\d\d$/.test(status) && { status: Number(status) }),
          },
        }),
      ),
    concerns,
  );
  return (
    <>
      <h1>Journal</h1>
      <ServiceOptions />
      <form class="bar" role="search" onSubmit={(event) => event.preventDefault()}>
        <label>
          Operation
          <input
            value={operationId}
            placeholder="executeAgent"
            list="service-operations"
            onChange={(event) => setQuery({ operation: event.currentTarget.value.trim() })}
          />
        </label>
        <label>
          Status
          <input
            value={status}
            inputMode="numeric"
            size={5}
            placeholder="404"
            onChange={(event) => setQuery({ status: event.currentTarget.value.trim() })}
          />
        </label>
        <label class="inline">
          <input
            type="checkbox"
            checked={onlyViolations}
            onChange={(event) => setQuery({ violations: event.currentTarget.checked ? 'yes' : '' })}
          />
          only contract violations
        </label>
        <Action run={() => bodyOf(control.clearRequests()).then(loaded.reload)}>Clear</Action>
      </form>
      <Show loaded={loaded}>
        {({ requests }) => {
          const shown = onlyViolations
            ? requests.filter(({ violations }) => violations.length > 0)
            : requests;
          if (shown.length === 0)
            return (
              <Empty>
                No calls to show. Call the service, for example with{' '}
                <code>curl {location.origin}/v1/agents -H 'Authorization: Bearer rt_live_dev'</code>
              </Empty>
            );
          return (
            <Rows
              count={shown.length}
              height={34}
              label="Calls, newest first"
              keyOf={(index) => shown[index]?.id ?? ''}
              columns="7.5rem 3rem minmax(0, 2fr) minmax(0, 1fr) 7rem 5rem"
              narrow="3rem minmax(0, 1fr) 4.5rem"
              head={
                <>
                  <span class="wide">Time</span>
                  <span>Status</span>
                  <span>Call</span>
                  <span class="wide">Operation</span>
                  <span class="wide" />
                  <span class="number">Duration</span>
                </>
              }
              row={(index) => {
                const call = shown[index];
                if (call === undefined) return null;
                return (
                  <>
                    <span class="quiet mono wide">{formatClock(call.at)}</span>
                    <Status value={call.status} kind={`${Math.floor(call.status / 100)}xx`} />
                    <a href={linkTo('journal', call.id)} class="mono">
                      {call.method} <bdi>{call.path}</bdi>
                    </a>
                    <span class="wide quiet">{call.operationId ?? 'no operation'}</span>
                    <span class="error wide">
                      {call.violations.length > 0 &&
                        `${call.violations.length} violation${call.violations.length === 1 ? '' : 's'}`}
                    </span>
                    <span class="number quiet">{formatDuration(call.durationMs)}</span>
                  </>
                );
              }}
            />
          );
        }}
      </Show>
    </>
  );
}
