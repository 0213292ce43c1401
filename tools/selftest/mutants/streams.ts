/** Defects of streams: framing, events, order and end. */
import type { MutantRow } from '../mutations/mutant.ts';
import { mapResponse } from '../mutations/response-mutations.ts';
import {
  breakAfter,
  dropEventsOf,
  editEvents,
  editEventsOf,
  editFirstOf,
  editStream,
  isOfType,
  withProperties,
  type EditableFrame,
} from '../mutations/stream-mutations.ts';

const run = { operation: 'executeAgent', status: 200 } as const;

/** Mutants for the stream checks S01 to S10. */
export const streamMutants: readonly MutantRow[] = [
  {
    id: 'stream-as-json',
    check: 'S01',
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
    description: 'sends an event with truncated JSON',
    mutation: editFirstOf(run, 'text_delta', (frame) => [
      { ...frame, text: 'data: {"type":"text_delta","del\n\n' },
    ]),
  },
  {
    id: 'events-merged',
    check: 'S02',
    description: 'puts two JSON objects into the data of one event',
    mutation: editFirstOf(run, 'turn_start', (frame) => {
      const text = JSON.stringify(frame.value);
      return [{ ...frame, text: `data: ${text}\ndata: ${text}\n\n` }];
    }),
  },
  {
    id: 'event-without-type',
    check: 'S02',
    description: 'sends an event without a type',
    mutation: editFirstOf(run, 'text_delta', ({ event, id, value: { type: _, ...value } }) => [
      { event, id, value },
    ]),
  },
  {
    id: 'type-unknown',
    check: 'S03',
    description: 'sends an event of a type that is not in the union',
    mutation: editFirstOf(run, 'text_start', (frame) => [
      frame,
      withProperties(frame, { type: 'mood_change', seq: Number(frame.value['seq']) + 0.5 }),
    ]),
  },
  {
    id: 'seq-as-text',
    check: 'S04',
    description: 'sends `seq` as a string',
    mutation: editEventsOf(run, '_start', (event) => {
      event['seq'] = String(event['seq']);
    }),
  },
  {
    id: 'end-without-kind',
    check: 'S04',
    description: 'omits the kind of a run in its terminal event',
    mutation: editEventsOf(run, 'execution_complete', (event) => {
      delete event['kind'];
    }),
  },
  {
    id: 'two-executions',
    check: 'S05',
    description: 'has a different executionId at the end of a stream',
    mutation: editEventsOf(run, 'turn_complete', (event) => {
      event['executionId'] = 'exec_of_somebody_else';
    }),
  },
  {
    id: 'seq-repeat',
    check: 'S06',
    description: 'repeats the seq of the previous event',
    mutation: editStream(run, () => {
      let before: unknown = null;
      return {
        each(frame) {
          const seq = frame.value['seq'];
          const isTarget = isOfType(frame, 'text_complete') && before !== null;
          if (!isTarget) before = seq;
          return [isTarget ? withProperties(frame, { seq: before }) : frame];
        },
      };
    }),
  },
  {
    id: 'seq-back',
    check: 'S06',
    description: 'counts backwards',
    mutation: editEvents(run, (frame) =>
      typeof frame.value['seq'] === 'number'
        ? [withProperties(frame, { seq: 10_000 - frame.value['seq'] })]
        : [frame],
    ),
  },
  {
    id: 'event-name-wrong',
    check: 'S07',
    description: 'names every frame `message`',
    mutation: editEvents(run, (frame) => [{ ...frame, event: 'message' }]),
  },
  {
    id: 'id-repeat',
    check: 'S08',
    description: 'sends the same id with every event',
    mutation: editEvents(run, (frame) => [{ ...frame, id: '7' }]),
  },
  {
    id: 'no-end',
    check: 'S09',
    expects: 'warn',
    description: 'closes a stream without an end',
    mutation: editEvents(run, (frame) => (isEnd(frame) ? [] : [frame])),
  },
  {
    id: 'two-ends',
    check: 'S09',
    description: 'ends a run twice',
    mutation: editEvents(run, (frame) =>
      isEnd(frame)
        ? [frame, withProperties({ ...frame, id: null }, { seq: Number(frame.value['seq']) + 1 })]
        : [frame],
    ),
  },
  {
    id: 'events-behind-end',
    check: 'S09',
    description: 'sends events after the end',
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
    id: 'ping-behind-end',
    check: 'S09',
    expects: 'warn',
    description: 'sends a ping after the end',
    mutation: editEvents(run, (frame) =>
      isEnd(frame)
        ? [
            frame,
            withProperties({ ...frame, id: null }, { type: 'ping', timestamp: frame.value['completedAt'] }),
          ]
        : [frame],
    ),
  },
  {
    id: 'connection-breaks',
    check: 'S09',
    description: 'breaks the connection after the fifth event',
    mutation: breakAfter(run, 5),
  },
  {
    id: 'pause-with-end',
    check: 'S10',
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
    description: 'pauses without the event that reports why',
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
