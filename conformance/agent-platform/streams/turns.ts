/** S22, S23: tool calls are inside a turn, and none starts while it waits for an approval. */
import type { Problem } from '../../model/finding.ts';
import { idOf } from '../../streams/stream-event.ts';
import type { ExecutionRule } from './run-memory.ts';

/** The maximum number of calls or turns tracked for each stream. */
const MAX_FOLLOWED = 10_000;

/**
 * S22. Shape: skips sub-agents, flow steps and producers without turns. A tool call that was paused may start outside
 * of a turn when the run has no turns left.
 */
export const turnRule: ExecutionRule = {
  check: 'S22',
  open() {
    const turns = new Set<string>();
    const pausedCalls = new Set<string>();
    let hasTurns = false;
    let hasTurnsLeft = true;
    let isAgent = false;
    let maxTurns = Infinity;

    function startTurn(id: string | null, iteration: unknown): boolean {
      hasTurns = true;
      if (id !== null && turns.size < MAX_FOLLOWED) turns.add(id);
      if (typeof iteration !== 'number') return true;
      hasTurnsLeft = iteration < maxTurns;
      return iteration <= maxTurns;
    }

    function isInTurn(call: string | null, stepId: unknown): boolean {
      if (!hasTurns || turns.size > 0 || stepId !== undefined) return true;
      return !hasTurnsLeft && call !== null && pausedCalls.has(call);
    }

    return {
      take({ event, isForeign, isRepeat, at }): readonly Problem[] | null {
        if (event === null || isForeign || isRepeat || 'subagent' in event.fields) return null;
        const { type, fields } = event;
        if (type === 'execution_start') {
          isAgent = fields['kind'] === 'agent';
          if (typeof fields['maxTurns'] === 'number') maxTurns = fields['maxTurns'];
          return null;
        }
        if (!isAgent) return null;
        const turn = idOf(fields['id']);
        const call = idOf(fields['toolCallId']);
        switch (type) {
          case 'turn_start':
            return startTurn(turn, fields['iteration'])
              ? []
              : [{ message: 'A turn starts after the last one that maxTurns allows.', at: at('iteration') }];
          case 'turn_complete':
            if (turn !== null) turns.delete(turn);
            return [];
          case 'approval_start':
          case 'await':
            if (call !== null && pausedCalls.size < MAX_FOLLOWED) pausedCalls.add(call);
            return null;
          case 'tool_start':
            return isInTurn(call, fields['stepId'])
              ? []
              : [{ message: 'tool_start is sent outside of a turn.', at: at() }];
          default:
            return null;
        }
      },
    };
  },
};

/** S23. */
export const gateRule: ExecutionRule = {
  check: 'S23',
  open() {
    /** Tool calls that may not start, by their approval. */
    const gated = new Map<string, string>();
    return {
      take({ event, isForeign, isRepeat, at }): readonly Problem[] | null {
        if (event === null || isForeign || isRepeat) return null;
        const { type, fields } = event;
        const call = idOf(fields['toolCallId']);
        const approval = idOf(fields['approvalId']);
        if (type === 'approval_start') {
          if (approval !== null && call !== null && gated.size < MAX_FOLLOWED) gated.set(approval, call);
          return null;
        }
        if (type === 'approval_complete') {
          if (approval !== null && fields['decision'] === 'approved') gated.delete(approval);
          return [];
        }
        if (type !== 'tool_start' || call === null || gated.size === 0) return null;
        return gated.values().some((one) => one === call)
          ? [{ message: 'A tool starts although its approval was not given.', at: at('toolCallId') }]
          : [];
      },
    };
  },
};
