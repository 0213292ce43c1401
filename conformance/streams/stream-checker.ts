/**
 * Checks one stream while it is read, with every rule on every frame. The proxy passes live frames, a conformance run
 * passes a recording.
 */
import { severityOf, type Severity } from '../model/check.ts';
import { assumptionSeverity } from '../schema-location/provenance.ts';
import type { Operation } from '../schema-location/operations.ts';
import type { StreamFrame, CaptureEnd } from '../model/exchange.ts';
import type { CheckResult, Problem } from '../model/finding.ts';
import { beginRun, isRepeatOf, leavesGap, type StreamStart } from './begin-run.ts';
import { streamChecks } from './checks.ts';
import { isDone } from './frames.ts';
import { forgetDetails, newRun, type StreamMemory } from './stream-memory.ts';
import { streamRules } from './rules.ts';
import { isKeepalive, isTerminal, readEvent, type CheckedEvent } from './stream-event.ts';
import { rowFor } from './stream-operations.ts';
import { readStreamRequest, type StreamRequestInput, type StreamRequest } from './stream-request.ts';
import type { Ending, FrameContext, StreamContext, StreamRule } from './stream-rule.ts';

/** Checks one stream. */
export interface StreamChecker {
  /** Checks a frame. Shape: only the checks that report a problem; usually empty. */
  take(frame: StreamFrame): readonly CheckResult[];
  /**
   * Checks the end of the stream and saves the state of its run for later streams of the same run.
   *
   * Shape: the checks that report a problem at the end, and those that had something to check and never reported one.
   */
  end(how: StreamEnding): readonly CheckResult[];
}

/** How a stream ended. Shape: `status` is that of a result in JSON; absent for a stream. */
export interface StreamEnding {
  readonly end: CaptureEnd;
  readonly rest: string;
  readonly status?: Ending['status'];
}

/** Options of a stream checker. */
export interface StreamCheckerOptions {
  /** The request of the stream. Without one, fewer problems of a resumed run can be detected. */
  readonly request?: StreamRequestInput | null;
  /** Whether the run is known to take time, so that its events must not arrive all at once. */
  readonly isFlushChecked?: boolean;
  /** Whether the events come from a JSON result. */
  readonly isListed?: boolean;
}

/** The maximum number of problems reported by one check for one stream. */
const MOST_PROBLEMS = 5;

const bases = new Map(streamChecks.map(({ id, basis }) => [id, basis]));

/** Creates a checker for one stream of an operation. */
export function createStreamChecker(
  operation: Operation,
  memory: StreamMemory,
  { request = null, isFlushChecked = false, isListed = false }: StreamCheckerOptions = {},
): StreamChecker {
  const context: Mutable<StreamContext> = {
    operation,
    request: readStreamRequest(operation, request),
    run: newRun(false),
    hasUnreadableFrames: false,
    isFlushChecked,
  };
  const row = rowFor(operation);
  const isStated = isListed ? row.isResultStated : row.isStreamStated;
  const rules = streamRules.map((rule) => openRule(rule, context, isStated));
  const runTracker = trackRun(context, memory);
  let count = 0;
  return {
    take(frame) {
      count += 1;
      const event = readEvent(frame);
      if (event === null && !isDone(frame)) markUnreadable(context);
      const frameContext: FrameContext = {
        frame,
        event,
        ...(event === null ? { isForeign: false, isRepeat: false } : runTracker.meet(event)),
        at: (property) => (property ? `event ${frame.number}: ${property}` : `event ${frame.number}`),
      };
      return rules.flatMap((rule) => rule.take(frameContext));
    },
    end({ end, rest, status = null }) {
      const checkResults = rules.flatMap((rule) => rule.end({ end, rest, status, count }));
      runTracker.keep(end);
      return checkResults;
    },
  };
}

type Mutable<Shape> = { -readonly [Property in keyof Shape]: Shape[Property] };

/** Marks the run as incompletely read. Why: an unreadable event may have opened, closed or changed anything. */
function markUnreadable(context: Mutable<StreamContext>): void {
  context.hasUnreadableFrames = true;
  context.run.isWhole = false;
  context.run.texts.clear();
  context.run.state = { kind: 'unknown' };
}

interface RunTracker {
  meet(event: CheckedEvent): Pick<FrameContext, 'isForeign' | 'isRepeat'>;
  keep(end: CaptureEnd): void;
}

/** Tracks the run of a stream and which of its events are new. */
function trackRun(context: Mutable<StreamContext>, memory: StreamMemory): RunTracker {
  const request: StreamRequest = context.request;
  let begun: StreamStart | null = null;
  let executionId: string | null = null;
  let hasNew = false;
  let hasUnnumbered = false;
  let hasEnded = false;

  function begin(first: CheckedEvent): StreamStart {
    const run = beginRun(memory, request, first);
    context.run = run.run;
    if (context.hasUnreadableFrames) markUnreadable(context);
    return run;
  }

  return {
    meet(event) {
      begun ??= begin(event);
      executionId ??= event.executionId;
      const isForeign = event.executionId !== null && event.executionId !== executionId;
      if (isForeign) return { isForeign, isRepeat: false };
      hasEnded ||= isTerminal(event);
      const isRepeat = isRepeatOf(request, begun, event, hasNew);
      const { run } = context;
      if (event.seq === null) {
        hasUnnumbered = true;
        if (isRepeat) run.isWhole = false;
      } else if (!isRepeat) {
        if (!hasNew && leavesGap(begun, event)) run.isWhole = false;
        hasNew ||= !isKeepalive(event);
        run.seq = Math.max(run.seq ?? event.seq, event.seq);
      }
      return { isForeign, isRepeat };
    },
    keep(end) {
      const id = executionId ?? request.executionId;
      if (begun === null || id === null) return;
      if (end !== 'closed' && hasUnnumbered) context.run.isWhole = false;
      if (hasEnded) forgetDetails(context.run);
      memory.keep(id, context.run, begun.version);
    },
  };
}

interface CountedRule {
  take(frameContext: FrameContext): readonly CheckResult[];
  end(ending: Ending): readonly CheckResult[];
}

/** Starts a rule, limits its problems, and lowers their severity if the source does not document the stream. */
function openRule({ check, open }: StreamRule, context: StreamContext, isStated: boolean): CountedRule {
  const running = open(context);
  let count = 0;
  let wasApplied = false;

  function limit(all: readonly Problem[] | null): readonly CheckResult[] {
    wasApplied ||= all !== null;
    const problems = (all ?? [])
      .slice(0, MOST_PROBLEMS - count)
      .map((problem) => (isStated ? problem : soften(check, problem)));
    count += problems.length;
    return problems.length === 0 ? [] : [{ check, problems }];
  }

  return {
    take: (frameContext) => limit(running.take(frameContext)),
    end(ending) {
      const checkResults = limit(running.end?.(ending) ?? null);
      return count === 0 && wasApplied ? [{ check, problems: [] }] : checkResults;
    },
  };
}

function soften(check: string, problem: Problem): Problem {
  const basis = bases.get(check);
  const severity: Severity =
    problem.severity ?? (basis === undefined ? 'warn' : severityOf(basis, assumptionSeverity));
  return { ...problem, severity: severity === 'fail' ? 'warn' : severity };
}
