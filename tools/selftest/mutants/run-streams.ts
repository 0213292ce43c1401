/** Mutants whose streams tell a wrong story, or come in another form than the one that was asked for. */
import type { Mutant } from './mutant.ts';
import { mapResponse, changeStatus, fieldsOf } from './response-mutations.ts';
import { editRequest } from './request-mutations.ts';
import {
  dropEventsOf,
  editEvents,
  editEventsOf,
  editFirstOf,
  editListed,
  bufferStream,
  isOfType,
  withMembers,
} from './stream-mutations.ts';

const run = { operation: 'executeAgent', status: 200 } as const;

/** Mutants for the checks of what streams tell, S11 to S25. */
export const runStreamMutants: readonly Mutant[] = [
  {
    id: 'no-beginning',
    check: 'S11',
    subject: 'executeAgent',
    description: 'begins a stream without execution_start',
    mutation: dropEventsOf(run, 'execution_start'),
  },
  {
    id: 'delta-without-start',
    check: 'S12',
    subject: 'executeAgent',
    description: 'sends pieces of a text that it never began',
    mutation: dropEventsOf(run, 'text_start'),
  },
  {
    id: 'tool-never-started',
    check: 'S12',
    subject: 'executeAgent',
    description: 'completes a call of a tool under another id',
    mutation: editEventsOf(run, 'tool_complete', (event) => {
      event['toolCallId'] = 'call_of_somebody_else';
    }),
  },
  {
    id: 'text-never-closed',
    check: 'S12',
    subject: 'executeAgent',
    description: 'does not complete a text that it began',
    mutation: dropEventsOf(run, 'text_complete'),
  },
  {
    id: 'piece-lost',
    check: 'S13',
    subject: 'executeAgent',
    description: 'loses a piece of a text',
    mutation: editFirstOf(run, 'text_delta', () => []),
  },
  {
    id: 'success-with-error',
    check: 'S14',
    subject: 'executeAgent',
    expects: 'warn',
    description: 'calls an end a success whose outcome is an error',
    mutation: editEventsOf(run, 'execution_complete', (event) => {
      event['outcome'] = 'error';
      event['success'] = true;
    }),
  },
  {
    id: 'outcome-unknown',
    check: 'S14',
    subject: 'executeAgent',
    expects: 'warn',
    description: 'says of an error that its outcome is completed',
    mutation: editEventsOf(run, 'execution_error', (event) => {
      event['outcome'] = 'completed';
    }),
  },
  {
    id: 'decision-not-told',
    check: 'S15',
    subject: null,
    description: 'answers an approval with a stream that does not tell it',
    mutation: dropEventsOf({ operation: 'approveAgentExecution', status: 200 }, 'approval_complete'),
  },
  {
    id: 'decision-unknown',
    check: 'S15',
    subject: null,
    expects: 'warn',
    description: 'tells a decision that is not in the list',
    mutation: editEventsOf({ status: 200 }, 'approval_complete', (event) => {
      event['decision'] = 'perhaps';
    }),
  },
  {
    id: 'approval-unknown',
    check: 'S15',
    subject: null,
    expects: 'warn',
    description: 'completes an approval that nobody was asked for',
    mutation: editEventsOf({ status: 200 }, 'approval_complete', (event) => {
      event['approvalId'] = 'appr_of_somebody_else';
    }),
  },
  {
    id: 'patch-does-not-fit',
    check: 'S16',
    subject: 'executeAgent',
    description: 'changes a part of the state that is not there',
    mutation: editEventsOf(run, 'state_delta', (event) => {
      event['patch'] = [{ op: 'replace', path: '/nowhere/at/all', value: 1 }];
    }),
  },
  {
    id: 'held-back',
    check: 'S17',
    subject: 'executeAgent',
    description: 'sends a stream only when it is complete',
    mutation: bufferStream(run),
  },
  {
    id: 'stream-not-default',
    check: 'S18',
    subject: 'executeAgent',
    description: 'streams only when it is asked to',
    mutation: editRequest({ operation: 'executeAgent' }, (body) => {
      body['streamResponse'] ??= false;
    }),
  },
  {
    id: 'result-with-two-ends',
    check: 'S19',
    subject: 'executeAgent',
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
    subject: 'executeAgent',
    expects: 'warn',
    description: 'lists the events of a result from the last to the first',
    mutation: editListed(run, (events) => events.toReversed()),
  },
  {
    id: 'result-streamed',
    check: 'S19',
    subject: 'executeAgent',
    description: 'streams although it was asked for JSON',
    mutation: editRequest({ operation: 'executeAgent' }, (body) => {
      delete body['streamResponse'];
    }),
  },
  {
    id: 'failure-as-ok',
    check: 'S20',
    subject: 'executeAgent',
    description: 'answers a failure before the stream with 200',
    mutation: changeStatus({ operation: 'executeAgent', status: 4 }, 200),
  },
  {
    id: 'failure-as-event',
    check: 'S20',
    subject: 'executeAgent',
    description: 'tells a failure before the stream as an event',
    mutation: mapResponse({ operation: 'executeAgent', status: 4 }, () => ({
      status: 200,
      headers: { 'content-type': 'text/event-stream' },
      body: { kind: 'text', text: 'data: {"type":"error","error":"Not found"}\n\n' },
    })),
  },
  {
    id: 'event-too-big',
    check: 'S21',
    subject: 'executeAgent',
    description: 'sends more than a megabyte in one event',
    mutation: editFirstOf(run, 'text_delta', (frame) => [
      withMembers(frame, { delta: 'x'.repeat(1024 * 1024) }),
    ]),
  },
  {
    id: 'tool-outside-turn',
    check: 'S22',
    subject: 'executeAgent',
    description: 'completes a turn before its tool calls',
    mutation: editEvents(run, (frame) =>
      isOfType(frame, 'turn_start')
        ? [
            frame,
            withMembers(
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
    subject: 'executeAgent',
    description: 'has more turns than maxTurns',
    mutation: editEventsOf(run, 'execution_start', (event) => {
      event['maxTurns'] = 1;
    }),
  },
  {
    id: 'tool-before-approval',
    check: 'S23',
    subject: 'executeAgent',
    description: 'starts a tool before its approval',
    mutation: editEvents(run, (frame) =>
      isOfType(frame, 'approval_start')
        ? [
            frame,
            withMembers(
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
    subject: 'executeAgent',
    description: 'loses a piece of the arguments of a tool',
    mutation: editFirstOf(run, 'tool_input_delta', () => []),
  },
  {
    id: 'media-piece-lost',
    check: 'S24',
    subject: 'executeAgent',
    description: 'loses a piece of a medium',
    mutation: editFirstOf(run, 'media_delta', () => []),
  },
  {
    id: 'duration-in-seconds',
    check: 'S25',
    subject: 'executeAgent',
    description: 'gives the duration of a run in another unit',
    mutation: editEventsOf(run, 'execution_complete', (event) => {
      event['durationMs'] = Number(event['durationMs']) + 60_000;
    }),
  },
  {
    id: 'total-of-last-call',
    check: 'S25',
    subject: 'executeAgent',
    description: 'counts a token that no model call used',
    mutation: editEventsOf(run, 'execution_complete', (event) => {
      const tokens = fieldsOf(event['totalTokens']);
      event['totalTokens'] = { ...tokens, input: Number(tokens['input']) + 1 };
    }),
  },
];
