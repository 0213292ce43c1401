/** The facts of an execution at the top of its page, also for one from a file. */
import type { ComponentChildren, JSX } from 'preact';
import type { ExecutionDetail } from '../../../generated/control-agent-platform/types.ts';
import { formatCost, formatDuration, formatTime } from '../../format.ts';
import { Status } from '../../parts/common.tsx';
import { Failure } from './failure.tsx';

/** Shows what an execution did, for how long and how it ended. Shape: `loaded` is the number of events that are loaded. */
export function ExecutionFacts({
  execution,
  loaded,
  scenario,
  children,
}: {
  readonly execution: ExecutionDetail;
  readonly loaded: number;
  readonly scenario: ComponentChildren;
  readonly children?: ComponentChildren;
}): JSX.Element {
  const { error, stopReason } = execution;
  return (
    <>
      <p class="facts">
        <Status value={execution.status} />
        <span>
          <bdi>{execution.name ?? 'inline agent'}</bdi>
        </span>
        <span>scenario {scenario}</span>
        <span class="quiet">started {formatTime(execution.startedAt)}</span>
        <span class="quiet">{formatDuration(execution.durationMs)}</span>
        <span class="quiet">{formatCost(execution.costUsd)}</span>
        <span class="quiet">{countOf(loaded, execution.events)}</span>
        {children}
      </p>
      <Failure error={error} stopReason={stopReason} />
    </>
  );
}

/** Returns the number of events, and how many of them are loaded if not all. */
function countOf(loaded: number, total: number): string {
  return loaded < total ? `${loaded} of ${total} events` : `${loaded} events`;
}
