/**
 * Checks one stream while it is read: every frame goes through every rule. A proxy feeds it live, a run feeds it a recording.
 */
import { severityOf, type Severity } from '../../check.ts';
import { assumptionSeverity } from '../../schema-location/provenance.ts';
import type { Operation } from '../../schema-location/operations.ts';
import type { StreamFrame, CaptureEnd } from '../../engine/exchange.ts';
import type { CheckResult, Problem } from '../../engine/finding.ts';
import { beginRun, isRepeatOf, leavesGap, type StreamStart } from './begin-run.ts';
import { streamChecks } from './checks.ts';
import { isDone } from './frames.ts';
import { forgetDetails, newRun, type StreamMemory } from './stream-memory.ts';
import { streamRules } from './rules.ts';
import { isKeepalive, isTerminal, readEvent, type CheckedEvent } from './stream-event.ts';
import { rowFor } from './stream-operations.ts';
import { readStreamRequest, type AskingRequest, type StreamRequest } from './stream-request.ts';
import type { Ending, FrameContext, StreamContext, StreamRule } from './stream-rule.ts';

/** Judges one stream. */
export interface StreamChecker {
  /** Takes a frame and answers the checks that it breaks; mostly none. */
  take(frame: StreamFrame): readonly CheckResult[];
  /**
   * Takes the end: answers the checks that only the end shows to be broken, and those that looked at something and found
   * nothing. Keeps what the stream has told for those that go on with its run.
   */
  end(how: StreamEnding): readonly CheckResult[];
}

/** How a stream ended. Shape: `status` is that of a result in JSON; absent for a stream. */
export interface StreamEnding {
  readonly end: CaptureEnd;
  readonly rest: string;
  readonly status?: Ending['status'];
}

/** How a stream is judged. */
export interface StreamCheckerOptions {
  /** The request that it answers. Without one, less can be said of a run that goes on. */
  readonly request?: AskingRequest | null;
  /** Whether the run is known to take time, so that its events must not come all at once. */
  readonly isFlushChecked?: boolean;
  /** Whether the events are listed in a result. */
  readonly isListed?: boolean;
}

/** The maximum of problems of a check in a stream. */
const MOST_PROBLEMS = 5;

const bases = new Map(streamChecks.map(({ id, basis }) => [id, basis]));

/** Creates the judge of a stream that an operation answers. */
export function createStreamChecker(
  operation: Operation,
  memory: StreamMemory,
  { request = null, isFlushChecked = false, isListed = false }: StreamCheckerOptions = {},
): StreamChecker {
  const context: Changing<StreamContext> = {
    operation,
    request: readStreamRequest(operation, request),
    run: newRun(false),
    hasUnreadableFrames: false,
    isFlushChecked,
  };
  const row = rowFor(operation);
  const isStated = isListed ? row.isResultStated : row.isStreamStated;
  const rules = streamRules.map((rule) => openRule(rule, context, isStated));
  const runFollower = followRun(context, memory);
  let count = 0;
  return {
    take(frame) {
      count += 1;
      const event = readEvent(frame);
      if (event === null && !isDone(frame)) markUnreadable(context);
      const frameContext: FrameContext = {
        frame,
        event,
        ...(event === null ? { isForeign: false, isRepeat: false } : runFollower.meet(event)),
        at: (property) => (property ? `event ${frame.number}: ${property}` : `event ${frame.number}`),
      };
      return rules.flatMap((rule) => rule.take(frameContext));
    },
    end({ end, rest, status = null }) {
      const checkResults = rules.flatMap((rule) => rule.end({ end, rest, status, count }));
      runFollower.keep(end);
      return checkResults;
    },
  };
}

type Changing<Shape> = { -readonly [Property in keyof Shape]: Shape[Property] };

/** Why: what could not be read may have opened, closed or said anything. */
function markUnreadable(context: Changing<StreamContext>): void {
  context.hasUnreadableFrames = true;
  context.run.isWhole = false;
  context.run.texts.clear();
  context.run.state = { kind: 'unknown' };
}

interface RunFollower {
  meet(event: CheckedEvent): Pick<FrameContext, 'isForeign' | 'isRepeat'>;
  keep(end: CaptureEnd): void;
}

/** Follows the run of a stream and what is new in it. */
function followRun(context: Changing<StreamContext>, memory: StreamMemory): RunFollower {
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

/** Sets a rule to work: counts what it tells, and softens it where the source says nothing of the stream. */
function openRule({ check, open }: StreamRule, context: StreamContext, isStated: boolean): CountedRule {
  const atWork = open(context);
  let count = 0;
  let hasLooked = false;

  function limit(found: readonly Problem[] | null): readonly CheckResult[] {
    hasLooked ||= found !== null;
    const problems = (found ?? [])
      .slice(0, MOST_PROBLEMS - count)
      .map((problem) => (isStated ? problem : soften(check, problem)));
    count += problems.length;
    return problems.length === 0 ? [] : [{ check, problems }];
  }

  return {
    take: (frameContext) => limit(atWork.take(frameContext)),
    end(ending) {
      const checkResults = limit(atWork.end?.(ending) ?? null);
      return count === 0 && hasLooked ? [{ check, problems: [] }] : checkResults;
    },
  };
}

function soften(check: string, problem: Problem): Problem {
  const basis = bases.get(check);
  const severity: Severity =
    problem.severity ?? (basis === undefined ? 'warn' : severityOf(basis, assumptionSeverity));
  return { ...problem, severity: severity === 'fail' ? 'warn' : severity };
}
