/** The journal: every call of the service, newest first. */
import type { JSX } from 'preact';
import type { ConsoleEvent } from '../../generated/control/types.ts';
import { bodyOf, control } from '../api.ts';
import { formatClock, formatDuration } from '../format.ts';
import { useLoaded } from '../live.ts';
import { linkTo, route, setQuery } from '../route.ts';
import { Action, Empty, Show, Status } from '../parts/common.tsx';
import { Rows } from '../parts/rows.tsx';

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
      <form class="bar" role="search" onSubmit={(event) => event.preventDefault()}>
        <label>
          Operation
          <input
            value={operationId}
            placeholder="executeAgent"
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
              row={(index) => {
                const call = shown[index];
                if (call === undefined) return null;
                return (
                  <>
                    <span class="quiet mono">{formatClock(call.at)}</span>
                    <Status value={call.status} />
                    <a href={linkTo('journal', call.id)} class="mono">
                      {call.method} <bdi>{call.path}</bdi>
                    </a>
                    <span class="grow quiet">{call.operationId ?? 'no operation'}</span>
                    {call.violations.length > 0 && (
                      <span class="error">
                        {call.violations.length} violation{call.violations.length === 1 ? '' : 's'}
                      </span>
                    )}
                    <span class="quiet">{formatDuration(call.durationMs)}</span>
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
