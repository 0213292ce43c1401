/** RUN23: a run has the same events as a stream and as JSON, apart from differences between any two runs. */
import { defineCheck, relyOnPractice } from '../define-check.ts';
import { decideAsOwner, pauseForApproval, pauseForOutput, sendOutput } from '../paused-run.ts';
import type { CheckContext } from '../scenario-check.ts';
import { compareWays, noteDifferent, type WayDifference, type Play } from './compare-ways.ts';

export const formCheck = defineCheck({
  id: 'RUN23',
  title: 'A run has the same events as a stream and as JSON.',
  description:
    'Plays runs of each kind as a stream and as JSON, and continues some of them in both forms. Compares the types, numbers and properties of their events. What differs is played three times: a value that differs between runs of one form is ignored.',
  rationale: 'A client that reads the result would miss what a client that reads the stream receives.',
  runs: ['text'],
  basis: relyOnPractice('streamResponse changes the form of a response and not what happens.'),
  run: compareForms,
});

async function compareForms(context: CheckContext): Promise<void> {
  const differences: WayDifference[] = [];
  for (const play of playsIn(context))
    differences.push(...(await compareWays({ names: ['stream', 'result'], play })));
  noteDifferent(context, differences);
}

/** Returns the runs that can be played in both forms: all kinds, an approval, and an output. */
function playsIn(context: CheckContext): readonly Play[] {
  const { runs } = context.environment;
  const kinds = Object.keys(runs).filter((kind) => !JSON.stringify(runs[kind]).includes('pace=fast'));
  const plays = kinds.map(
    (kind): Play =>
      (isStreamed) =>
        context.play(kind, { isStreamed }),
  );
  if (runs['ownerGate'] !== undefined)
    plays.push(async (isStreamed) =>
      decideAsOwner(context, await pauseForApproval(context, 'ownerGate'), { isStreamed }),
    );
  if (runs['localTool'] !== undefined)
    plays.push(async (isStreamed) => {
      const pending = await pauseForOutput(context, 'localTool');
      const [key = ''] = pending.keys;
      return sendOutput(context, pending, key, isStreamed);
    });
  return plays;
}
