/**
 * Checks one stream while it is read, with every rule on every frame. The proxy passes live frames, a conformance run
 * passes a recording.
 */
import type { Contract } from '../../contract/contract.ts';
import type { CaptureEnd, StreamFrame } from '../model/exchange.ts';
import type { Basis } from '../model/check.ts';
import type { CheckResult, Problem } from '../model/finding.ts';
import { provenanceOfBasis } from './check-form.ts';
import { endRule, pauseRule } from './endings.ts';
import {
  frameIdRule,
  frameNameRule,
  frameRule,
  frameSizeRule,
  isDone,
  shapeRule,
  typeRule,
} from './frames.ts';
import { beginningRule, oneRunRule, orderRule } from './order.ts';
import { pairingRule, textRule } from './pairing.ts';
import { readEvent } from './stream-event.ts';
import type { Ending, FrameContext, RunState, StreamContext, StreamRule } from './stream-rule.ts';
import type { StreamMemory } from './stream-support.ts';
import { RunTracker, type TrackedContext } from './track-run.ts';

/** The rules for every stream. S01 and S18 to S20 check responses. */
const streamRules: readonly StreamRule[] = [
  frameRule,
  typeRule,
  shapeRule,
  oneRunRule,
  orderRule,
  frameNameRule,
  frameIdRule,
  endRule,
  pauseRule,
  beginningRule,
  pairingRule,
  textRule,
  frameSizeRule,
];

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

export interface StreamCheckerOptions<Run extends RunState> {
  /** The context of its rules, before the first event. */
  readonly context: StreamContext<Run>;
  readonly memory: StreamMemory<Run>;
  /** Rules besides those of every stream. */
  readonly rules: readonly StreamRule<Run>[];
  /** The basis of each check. */
  readonly bases: ReadonlyMap<string, Basis>;
  /** Whether the contract states that the stream has its events. */
  readonly isStated: boolean;
}

/** The maximum number of problems reported by one check for one stream. */
const MAX_PROBLEMS = 5;

export function createStreamChecker<Run extends RunState>(options: StreamCheckerOptions<Run>): StreamChecker {
  const { bases, isStated, memory } = options;
  const context: TrackedContext<Run> = { ...options.context };
  const rules = [...streamRules, ...options.rules].map((rule) =>
    openRule(rule, context, isStated ? null : bases),
  );
  const tracker = new RunTracker(context, memory);
  let count = 0;
  return {
    take(frame) {
      count += 1;
      const event = readEvent(frame, context.types);
      if (event === null && !isDone(frame)) tracker.markUnreadable();
      const frameContext: FrameContext = {
        frame,
        event,
        ...(event === null ? { isForeign: false, isRepeat: false } : tracker.meet(event)),
        at: (property) => (property ? `event ${frame.number}: ${property}` : `event ${frame.number}`),
      };
      return rules.flatMap((rule) => rule.take(frameContext));
    },
    end({ end, rest, status = null }) {
      const checkResults = rules.flatMap((rule) => rule.end({ end, rest, status, count }));
      tracker.keep(end);
      return checkResults;
    },
  };
}

interface CountedRule {
  take(frameContext: FrameContext): readonly CheckResult[];
  end(ending: Ending): readonly CheckResult[];
}

/**
 * Starts a rule and limits its problems. Shape: `bases` lowers their severity, because the contract does not state the
 * stream; `null` keeps it.
 */
function openRule<Run extends RunState>(
  { check, open }: StreamRule<Run>,
  context: StreamContext<Run>,
  bases: ReadonlyMap<string, Basis> | null,
): CountedRule {
  const { contract } = context.operation;
  const running = open(context);
  let count = 0;
  let wasApplied = false;

  function limit(all: readonly Problem[] | null): readonly CheckResult[] {
    wasApplied ||= all !== null;
    const problems = (all ?? [])
      .slice(0, MAX_PROBLEMS - count)
      .map((problem) => (bases === null ? problem : soften(contract, problem, bases.get(check))));
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

function soften(contract: Contract, problem: Problem, basis: Basis | undefined): Problem {
  const own = basis === undefined ? 'warn' : provenanceOfBasis(contract, basis).severity;
  const severity = problem.severity ?? own;
  return { ...problem, severity: severity === 'fail' ? 'warn' : severity };
}
