/** Mutants whose streams are wrong in their framing, their events, their order or their end. */
import type { Mutant } from './mutant.ts';
import { mapResponse } from './response-mutations.ts';
import {
  breakAfter,
  dropEventsOf,
  editEvents,
  editEventsOf,
  editFirstOf,
  editStream,
  isOfType,
  withMembers,
  type EditableFrame,
} from './stream-mutations.ts';

const run = { operation: 'executeAgent', status: 200 } as const;

/** Mutants for the checks of how streams are made, S01 to S10. */
export const streamMutants: readonly Mutant[] = [
  {
    id: 'stream-as-json',
    check: 'S01',
    subject: 'executeAgent',
    description: 'streams under the media type application/json',
    mutation: mapResponse(run, (response) =>
      response.body.kind === 'frames'
        ? { ...response, headers: { ...response.headers, 'content-type': 'application/json' } }
        : response,
    ),
  },
  {
    id: 'data-cut-off',
    check: 'S02',
    subject: 'executeAgent',
    description: 'sends an event whose JSON ends in the middle',
    mutation: editFirstOf(run, 'text_delta', (frame) => [
      { ...frame, text: 'data: {"type":"text_delta","del\n\n' },
    ]),
  },
  {
    id: 'events-merged',
    check: 'S02',
    subject: 'executeAgent',
    description: 'puts two JSON objects into the data of one event',
    mutation: editFirstOf(run, 'turn_start', (frame) => {
      const text = JSON.stringify(frame.value);
      return [{ ...frame, text: `data: ${text}\ndata: ${text}\n\n` }];
    }),
  },
  {
    id: 'event-without-type',
    check: 'S02',
    subject: 'executeAgent',
    description: 'sends an event without a type',
    mutation: editFirstOf(run, 'text_delta', ({ event, id, value: { type: _, ...value } }) => [
      { event, id, value },
    ]),
  },
  {
    id: 'type-unknown',
    check: 'S03',
    subject: 'executeAgent',
    description: 'sends an event of a type that is not in the union',
    mutation: editFirstOf(run, 'text_start', (frame) => [
      frame,
      withMembers(frame, { type: 'mood_change', seq: Number(frame.value['seq']) + 0.5 }),
    ]),
  },
  {
    id: 'seq-as-text',
    check: 'S04',
    subject: 'executeAgent',
    description: 'sends `seq` as a text',
    mutation: editEventsOf(run, '_start', (event) => {
      event['seq'] = String(event['seq']);
    }),
  },
  {
    id: 'end-without-kind',
    check: 'S04',
    subject: 'executeAgent',
    description: 'ends a run without saying what kind it was',
    mutation: editEventsOf(run, 'execution_complete', (event) => {
      delete event['kind'];
    }),
  },
  {
    id: 'two-executions',
    check: 'S05',
    subject: 'executeAgent',
    description: 'names another execution at the end of a stream',
    mutation: editEventsOf(run, 'turn_complete', (event) => {
      event['executionId'] = 'exec_of_somebody_else';
    }),
  },
  {
    id: 'seq-repeat',
    check: 'S06',
    subject: 'executeAgent',
    description: 'repeats the seq of the event before',
    mutation: editStream(run, () => {
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
    description: 'counts backwards',
    mutation: editEvents(run, (frame) =>
      typeof frame.value['seq'] === 'number'
        ? [withMembers(frame, { seq: 10_000 - frame.value['seq'] })]
        : [frame],
    ),
  },
  {
    id: 'event-name-wrong',
    check: 'S07',
    subject: 'executeAgent',
    description: 'calls every event `message` in its frame',
    mutation: editEvents(run, (frame) => [{ ...frame, event: 'message' }]),
  },
  {
    id: 'id-repeat',
    check: 'S08',
    subject: 'executeAgent',
    description: 'gives every event the same id',
    mutation: editEvents(run, (frame) => [{ ...frame, id: '7' }]),
  },
  {
    id: 'no-end',
    check: 'S09',
    subject: 'executeAgent',
    expects: 'warn',
    description: 'closes a stream without an end',
    mutation: editEvents(run, (frame) => (isEnd(frame) ? [] : [frame])),
  },
  {
    id: 'two-ends',
    check: 'S09',
    subject: 'executeAgent',
    description: 'ends a run twice',
    mutation: editEvents(run, (frame) =>
      isEnd(frame)
        ? [frame, withMembers({ ...frame, id: null }, { seq: Number(frame.value['seq']) + 1 })]
        : [frame],
    ),
  },
  {
    id: 'events-behind-end',
    check: 'S09',
    subject: 'executeAgent',
    description: 'goes on talking after the end',
    mutation: editEvents(run, (frame) =>
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
    description: 'breaks the connection behind the fifth event',
    mutation: breakAfter(run, 5),
  },
  {
    id: 'pause-with-end',
    check: 'S10',
    subject: 'executeAgent',
    description: 'ends a run that waits for an approval',
    mutation: editStream(run, () => {
      let paused: EditableFrame | null = null;
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
    description: 'pauses without telling what it waits for',
    mutation: dropEventsOf(run, 'approval_start'),
  },
];

function isEnd(frame: EditableFrame): boolean {
  return isOfType(frame, 'execution_complete') || isOfType(frame, 'execution_error');
}

function customOf({ value }: EditableFrame): Record<string, unknown> {
  return { type: 'custom', executionId: value['executionId'], name: 'after.the.end', value: null };
}

function completed(paused: EditableFrame): EditableFrame {
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
