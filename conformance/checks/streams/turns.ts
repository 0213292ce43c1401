/**
 * S22, S23: tool calls stand inside a turn, and none starts while it waits for an approval.
 */
import type { Problem } from '../../engine/finding.ts';
import { idOf } from './stream-event.ts';
import type { StreamRule } from './stream-rule.ts';

/** More calls or turns of a stream than these are not followed. */
const MOST_FOLLOWED = 10_000;

/** S22. Shape: sub-agents, steps of flows and producers without turns are left alone. */
export const turnRule: StreamRule = {
  check: 'S22',
  open() {
    const turns = new Set<string>();
    let hasTurns = false;
    let isAgent = false;
    let maxTurns = Infinity;
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
        switch (type) {
          case 'turn_start':
            hasTurns = true;
            if (turn !== null && turns.size < MOST_FOLLOWED) turns.add(turn);
            return typeof fields['iteration'] === 'number' && fields['iteration'] > maxTurns
              ? [{ message: 'A turn comes after the last that maxTurns allows.', at: at('iteration') }]
              : [];
          case 'turn_complete':
            if (turn !== null) turns.delete(turn);
            return [];
          case 'tool_start':
            return hasTurns && turns.size === 0 && fields['stepId'] === undefined
              ? [{ message: 'tool_start stands outside of a turn.', at: at() }]
              : [];
          default:
            return null;
        }
      },
    };
  },
};

/** S23. */
export const gateRule: StreamRule = {
  check: 'S23',
  open() {
    /** Calls that may not start, by their approval. */
    const gated = new Map<string, string>();
    return {
      take({ event, isForeign, isRepeat, at }): readonly Problem[] | null {
        if (event === null || isForeign || isRepeat) return null;
        const { type, fields } = event;
        const call = idOf(fields['toolCallId']);
        const approval = idOf(fields['approvalId']);
        if (type === 'approval_start') {
          if (approval !== null && call !== null && gated.size < MOST_FOLLOWED) gated.set(approval, call);
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
