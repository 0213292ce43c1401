/** Defects of the runs that streams report, and of the form of a response. */
import type { MutantRow } from '../mutations/mutant.ts';
import { mapResponse, changeStatus, fieldsOf } from '../mutations/response-mutations.ts';
import { editRequest } from '../mutations/request-mutations.ts';
import {
  dropEventsOf,
  editEvents,
  editEventsOf,
  editFirstOf,
  editListed,
  bufferStream,
  isOfType,
  withProperties,
} from '../mutations/stream-mutations.ts';

const run = { operation: 'executeAgent', status: 200 } as const;

/** Mutants for the stream checks S11 to S25. */
export const runStreamMutants: readonly MutantRow[] = [
  {
    id: 'no-beginning',
    check: 'S11',
    description: 'begins a stream without execution_start',
    mutation: dropEventsOf(run, 'execution_start'),
  },
  {
    id: 'delta-without-start',
    check: 'S12',
    description: 'sends deltas of a text that it never started',
    mutation: dropEventsOf(run, 'text_start'),
  },
  {
    id: 'tool-never-started',
    check: 'S12',
    description: 'completes a tool call under another id',
    mutation: editEventsOf(run, 'tool_complete', (event) => {
      event['toolCallId'] = 'call_of_somebody_else';
    }),
  },
  {
    id: 'text-never-closed',
    check: 'S12',
    description: 'does not complete a text that it started',
    mutation: dropEventsOf(run, 'text_complete'),
  },
  {
    id: 'piece-lost',
    check: 'S13',
    description: 'loses a piece of a text',
    mutation: editFirstOf(run, 'text_delta', () => []),
  },
  {
    id: 'success-with-error',
    check: 'S14',
    expects: 'warn',
    description: 'reports success with the outcome `error`',
    mutation: editEventsOf(run, 'execution_complete', (event) => {
      event['outcome'] = 'error';
      event['success'] = true;
    }),
  },
  {
    id: 'outcome-unknown',
    check: 'S14',
    expects: 'warn',
    description: 'reports an error with the outcome `completed`',
    mutation: editEventsOf(run, 'execution_error', (event) => {
      event['outcome'] = 'completed';
    }),
  },
  {
    id: 'decision-missing',
    check: 'S15',
    subject: null,
    description: 'omits the decision in the stream after an approval',
    mutation: dropEventsOf({ operation: 'approveAgentExecution', status: 200 }, 'approval_complete'),
  },
  {
    id: 'decision-unknown',
    check: 'S15',
    subject: null,
    expects: 'warn',
    description: 'reports an undeclared decision',
    mutation: editEventsOf({ status: 200 }, 'approval_complete', (event) => {
      event['decision'] = 'perhaps';
    }),
  },
  {
    id: 'approval-unknown',
    check: 'S15',
    subject: null,
    expects: 'warn',
    description: 'completes an approval that was never requested',
    mutation: editEventsOf({ status: 200 }, 'approval_complete', (event) => {
      event['approvalId'] = 'appr_of_somebody_else';
    }),
  },
  {
    id: 'patch-does-not-fit',
    check: 'S16',
    description: 'patches a part of the state that does not exist',
    mutation: editEventsOf(run, 'state_delta', (event) => {
      event['patch'] = [{ op: 'replace', path: '/nowhere/at/all', value: 1 }];
    }),
  },
  {
    id: 'held-back',
    check: 'S17',
    description: 'sends a stream only when it is complete',
    mutation: bufferStream(run),
  },
  {
    id: 'stream-not-default',
    check: 'S18',
    description: 'streams only on request',
    mutation: editRequest({ operation: 'executeAgent' }, (body) => {
      body['streamResponse'] ??= false;
    }),
  },
  {
    id: 'result-with-two-ends',
    check: 'S19',
    expects: 'warn',
    description: 'lists the end of a run twice in its result',
    mutation: editListed(run, (events) => {
      const last = events.at(-1);
      return last?.['type'] === 'execution_complete'
        ? [...events, { ...last, seq: Number(last['seq']) + 1 }]
        : events;
    }),
  },
  {
    id: 'result-out-of-order',
    check: 'S19',
    expects: 'warn',
    description: 'lists the events of a result from the last to the first',
    mutation: editListed(run, (events) => events.toReversed()),
  },
  {
    id: 'result-streamed',
    check: 'S19',
    description: 'streams instead of returning JSON',
    mutation: editRequest({ operation: 'executeAgent' }, (body) => {
      delete body['streamResponse'];
    }),
  },
  {
    id: 'failure-as-ok',
    check: 'S20',
    description: 'returns 200 for an error before the stream',
    mutation: changeStatus({ operation: 'executeAgent', status: 4 }, 200),
  },
  {
    id: 'failure-as-event',
    check: 'S20',
    description: 'sends an error before the stream as an event',
    mutation: mapResponse({ operation: 'executeAgent', status: 4 }, () => ({
      status: 200,
      headers: { 'content-type': 'text/event-stream' },
      body: { kind: 'text', text: 'data: {"type":"error","error":"Not found"}\n\n' },
    })),
  },
  {
    id: 'event-too-big',
    check: 'S21',
    description: 'sends more than a megabyte in one event',
    mutation: editFirstOf(run, 'text_delta', (frame) => [
      withProperties(frame, { delta: 'x'.repeat(1024 * 1024) }),
    ]),
  },
  {
    id: 'tool-outside-turn',
    check: 'S22',
    description: 'completes a turn before its tool calls',
    mutation: editEvents(run, (frame) =>
      isOfType(frame, 'turn_start')
        ? [
            frame,
            withProperties(
              { ...frame, id: null },
              { type: 'turn_complete', seq: Number(frame.value['seq']) + 0.5 },
            ),
          ]
        : isOfType(frame, 'turn_complete')
          ? []
          : [frame],
    ),
  },
  {
    id: 'turn-beyond-limit',
    check: 'S22',
    description: 'has more turns than maxTurns',
    mutation: editEventsOf(run, 'execution_start', (event) => {
      event['maxTurns'] = 1;
    }),
  },
  {
    id: 'tool-before-approval',
    check: 'S23',
    description: 'starts a tool before its approval',
    mutation: editEvents(run, (frame) =>
      isOfType(frame, 'approval_start')
        ? [
            frame,
            withProperties(
              { ...frame, id: null },
              { type: 'tool_start', seq: Number(frame.value['seq']) + 0.5 },
            ),
          ]
        : [frame],
    ),
  },
  {
    id: 'argument-piece-lost',
    check: 'S24',
    description: 'loses a piece of the arguments of a tool',
    mutation: editFirstOf(run, 'tool_input_delta', () => []),
  },
  {
    id: 'media-piece-lost',
    check: 'S24',
    description: 'loses a piece of media data',
    mutation: editFirstOf(run, 'media_delta', () => []),
  },
  {
    id: 'duration-in-seconds',
    check: 'S25',
    description: 'reports the duration of a run in another unit',
    mutation: editEventsOf(run, 'execution_complete', (event) => {
      event['durationMs'] = Number(event['durationMs']) + 60_000;
    }),
  },
  {
    id: 'total-of-last-call',
    check: 'S25',
    description: 'counts a token that no model call used',
    mutation: editEventsOf(run, 'execution_complete', (event) => {
      const tokens = fieldsOf(event['totalTokens']);
      event['totalTokens'] = { ...tokens, input: Number(tokens['input']) + 1 };
    }),
  },
];
