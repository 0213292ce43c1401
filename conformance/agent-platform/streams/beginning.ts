/** S11: the stream of a resumed run is marked as resumed, if its first event has that property. */
import type { ExecutionRule } from './run-memory.ts';

/** S11. Shape: the rule for every stream reports another first event. */
export const resumedRule: ExecutionRule = {
  check: 'S11',
  open({ request, traits }) {
    let isOver = request.runEntry !== 'resume';
    return {
      take({ event, at }) {
        if (isOver || event?.isKeepalive === true) return null;
        isOver = true;
        if (event?.type !== 'execution_start') return null;
        const { resumed } = event.fields;
        if (resumed === undefined || resumed === true) return [];
        return [
          {
            message: 'The execution_start of a resumed run has another value of resumed than true.',
            at: at('resumed'),
            ...traits.cite('start of a resumed run'),
          },
        ];
      },
    };
  },
};
