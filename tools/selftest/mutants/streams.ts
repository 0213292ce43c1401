/** Mutants whose streams are wrong in their framing, their events, their order or their end. */
import type { Mutant } from './mutant.ts';
import { changeResponse } from './response-mutations.ts';
import {
  breakAfter,
  dropEventsOf,
  editEvents,
  editEventsOf,
  editFirstOf,
  editStream,
  isOfType,
  withMembers,
  type LooseFrame,
} from './stream-lies.ts';

const run = { operation: 'executeAgent', status: 200 } as const;

/** Mutants for the checks of how streams are made, S01 to S10. */
export const streamMutants: readonly Mutant[] = [
  {
    id: 'stream-as-json',
    check: 'S01',
    subject: 'executeAgent',
    says: 'streams under the media type application/json',
    lie: changeResponse(run, (response) =>
      response.body.kind === 'frames'
        ? { ...response, headers: { ...response.headers, 'content-type': 'application/json' } }
        : response,
    ),
  },
  {
    id: 'data-cut-off',
    check: 'S02',
    subject: 'executeAgent',
    says: 'sends an event whose JSON ends in the middle',
    lie: editFirstOf(run, 'text_delta', (frame) => [
      { ...frame, text: 'data: {"type":"text_delta","del\n\n' },
    ]),
  },
  {
    id: 'events-merged',
    check: 'S02',
    subject: 'executeAgent',
    says: 'puts two JSON objects into the data of one event',
    lie: editFirstOf(run, 'turn_start', (frame) => {
      const text = JSON.stringify(frame.value);
      return [{ ...frame, text: `data: ${text}\ndata: ${text}\n\n` }];
    }),
  },
  {
    id: 'event-without-type',
    check: 'S02',
    subject: 'executeAgent',
    says: 'sends an event without a type',
    lie: editFirstOf(run, 'text_delta', ({ event, id, value: { type: _, ...value } }) => [
      { event, id, value },
    ]),
  },
  {
    id: 'type-unknown',
    check: 'S03',
    subject: 'executeAgent',
    says: 'sends an event of a type that is not in the union',
    lie: editFirstOf(run, 'text_start', (frame) => [
      frame,
      withMembers(frame, { type: 'mood_change', seq: Number(frame.value['seq']) + 0.5 }),
    ]),
  },
  {
    id: 'seq-as-text',
    check: 'S04',
    subject: 'executeAgent',
    says: 'sends `seq` as a text',
    lie: editEventsOf(run, '_start', (event) => {
      event['seq'] = String(event['seq']);
    }),
  },
  {
    id: 'end-without-kind',
    check: 'S04',
    subject: 'executeAgent',
    says: 'ends a run without saying what kind it was',
    lie: editEventsOf(run, 'execution_complete', (event) => {
      delete event['kind'];
    }),
  },
  {
    id: 'two-executions',
    check: 'S05',
    subject: 'executeAgent',
    says: 'names another execution at the end of a stream',
    lie: editEventsOf(run, 'turn_complete', (event) => {
      event['executionId'] = 'exec_of_somebody_else';
    }),
  },
  {
    id: 'seq-repeat',
    check: 'S06',
    subject: 'executeAgent',
    says: 'repeats the seq of the event before',
    lie: editStream(run, () => {
      let before: unknown = null;
      return {
        each(frame) {
          const seq = frame.value['seq'];
          const isMeant = isOfType(frame, 'text_complete') && before !== null;
          if (!isMeant) before = seq;
          return [isMeant ? withMembers(frame, { seq: before }) : frame];
        },
      };
    }),
  },
  {
    id: 'seq-back',
    check: 'S06',
    subject: 'executeAgent',
    says: 'counts backwards',
    lie: editEvents(run, (frame) =>
      typeof frame.value['seq'] === 'number'
        ? [withMembers(frame, { seq: 10_000 - frame.value['seq'] })]
        : [frame],
    ),
  },
  {
    id: 'event-name-wrong',
    check: 'S07',
    subject: 'executeAgent',
    says: 'calls every event `message` in its frame',
    lie: editEvents(run, (frame) => [{ ...frame, event: 'message' }]),
  },
  {
    id: 'id-repeat',
    check: 'S08',
    subject: 'executeAgent',
    says: 'gives every event the same id',
    lie: editEvents(run, (frame) => [{ ...frame, id: '7' }]),
  },
  {
    id: 'no-end',
    check: 'S09',
    subject: 'executeAgent',
    expects: 'warn',
    says: 'closes a stream without an end',
    lie: editEvents(run, (frame) => (isEnd(frame) ? [] : [frame])),
  },
  {
    id: 'two-ends',
    check: 'S09',
    subject: 'executeAgent',
    says: 'ends a run twice',
    lie: editEvents(run, (frame) =>
      isEnd(frame)
        ? [frame, withMembers({ ...frame, id: null }, { seq: Number(frame.value['seq']) + 1 })]
        : [frame],
    ),
  },
  {
    id: 'events-behind-end',
    check: 'S09',
    subject: 'executeAgent',
    says: 'goes on talking after the end',
    lie: editEvents(run, (frame) =>
      isEnd(frame)
        ? [
            frame,
            { event: null, id: null, value: { ...customOf(frame), seq: Number(frame.value['seq']) + 1 } },
          ]
        : [frame],
    ),
  },
  {
    id: 'connection-breaks',
    check: 'S09',
    subject: 'executeAgent',
    says: 'breaks the connection behind the fifth event',
    lie: breakAfter(run, 5),
  },
  {
    id: 'pause-with-end',
    check: 'S10',
    subject: 'executeAgent',
    says: 'ends a run that waits for an approval',
    lie: editStream(run, () => {
      let paused: LooseFrame | null = null;
      return {
        each(frame) {
          if (isOfType(frame, 'approval_start')) paused = frame;
          return [frame];
        },
        end: () => (paused === null ? [] : [completed(paused)]),
      };
    }),
  },
  {
    id: 'pause-without-reason',
    check: 'S10',
    subject: 'executeAgent',
    says: 'pauses without telling what it waits for',
    lie: dropEventsOf(run, 'approval_start'),
  },
];

function isEnd(frame: LooseFrame): boolean {
  return isOfType(frame, 'execution_complete') || isOfType(frame, 'execution_error');
}

function customOf({ value }: LooseFrame): Record<string, unknown> {
  return { type: 'custom', executionId: value['executionId'], name: 'after.the.end', value: null };
}

function completed(paused: LooseFrame): LooseFrame {
  const { executionId, seq } = paused.value;
  const value = {
    type: 'execution_complete',
    executionId,
    seq: Number(seq) + 1,
    kind: 'agent',
    success: true,
  };
  return { event: 'execution_complete', id: null, value };
}
