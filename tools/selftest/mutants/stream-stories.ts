/** Mutants whose streams tell a wrong story, or come in another form than the one that was asked for. */
import type { Mutant } from './mutant.ts';
import { changeResponse, changeStatus, fieldsOf } from './response-mutations.ts';
import { editRequest } from './request-lies.ts';
import {
  dropEventsOf,
  editEvents,
  editEventsOf,
  editFirstOf,
  editListed,
  holdBack,
  isOfType,
  withMembers,
} from './stream-lies.ts';

const run = { operation: 'executeAgent', status: 200 } as const;

/** Mutants for the checks of what streams tell, S11 to S25. */
export const streamStoryMutants: readonly Mutant[] = [
  {
    id: 'no-beginning',
    check: 'S11',
    subject: 'executeAgent',
    says: 'begins a stream without execution_start',
    lie: dropEventsOf(run, 'execution_start'),
  },
  {
    id: 'delta-without-start',
    check: 'S12',
    subject: 'executeAgent',
    says: 'sends pieces of a text that it never began',
    lie: dropEventsOf(run, 'text_start'),
  },
  {
    id: 'tool-never-started',
    check: 'S12',
    subject: 'executeAgent',
    says: 'completes a call of a tool under another id',
    lie: editEventsOf(run, 'tool_complete', (event) => {
      event['toolCallId'] = 'call_of_somebody_else';
    }),
  },
  {
    id: 'text-never-closed',
    check: 'S12',
    subject: 'executeAgent',
    says: 'does not complete a text that it began',
    lie: dropEventsOf(run, 'text_complete'),
  },
  {
    id: 'piece-lost',
    check: 'S13',
    subject: 'executeAgent',
    says: 'loses a piece of a text',
    lie: editFirstOf(run, 'text_delta', () => []),
  },
  {
    id: 'success-with-error',
    check: 'S14',
    subject: 'executeAgent',
    expects: 'warn',
    says: 'calls an end a success whose outcome is an error',
    lie: editEventsOf(run, 'execution_complete', (event) => {
      event['outcome'] = 'error';
      event['success'] = true;
    }),
  },
  {
    id: 'outcome-unknown',
    check: 'S14',
    subject: 'executeAgent',
    expects: 'warn',
    says: 'says of an error that its outcome is completed',
    lie: editEventsOf(run, 'execution_error', (event) => {
      event['outcome'] = 'completed';
    }),
  },
  {
    id: 'decision-not-told',
    check: 'S15',
    subject: null,
    says: 'answers an approval with a stream that does not tell it',
    lie: dropEventsOf({ operation: 'approveAgentExecution', status: 200 }, 'approval_complete'),
  },
  {
    id: 'decision-unknown',
    check: 'S15',
    subject: null,
    expects: 'warn',
    says: 'tells a decision that is not in the list',
    lie: editEventsOf({ status: 200 }, 'approval_complete', (event) => {
      event['decision'] = 'perhaps';
    }),
  },
  {
    id: 'approval-unknown',
    check: 'S15',
    subject: null,
    expects: 'warn',
    says: 'completes an approval that nobody was asked for',
    lie: editEventsOf({ status: 200 }, 'approval_complete', (event) => {
      event['approvalId'] = 'appr_of_somebody_else';
    }),
  },
  {
    id: 'patch-does-not-fit',
    check: 'S16',
    subject: 'executeAgent',
    says: 'changes a part of the state that is not there',
    lie: editEventsOf(run, 'state_delta', (event) => {
      event['patch'] = [{ op: 'replace', path: '/nowhere/at/all', value: 1 }];
    }),
  },
  {
    id: 'held-back',
    check: 'S17',
    subject: 'executeAgent',
    says: 'sends a stream only when it is complete',
    lie: holdBack(run),
  },
  {
    id: 'stream-not-default',
    check: 'S18',
    subject: 'executeAgent',
    says: 'streams only when it is asked to',
    lie: editRequest({ operation: 'executeAgent' }, (body) => {
      body['streamResponse'] ??= false;
    }),
  },
  {
    id: 'result-with-two-ends',
    check: 'S19',
    subject: 'executeAgent',
    expects: 'warn',
    says: 'lists the end of a run twice in its result',
    lie: editListed(run, (events) => {
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
    says: 'lists the events of a result from the last to the first',
    lie: editListed(run, (events) => events.toReversed()),
  },
  {
    id: 'result-streamed',
    check: 'S19',
    subject: 'executeAgent',
    says: 'streams although it was asked for JSON',
    lie: editRequest({ operation: 'executeAgent' }, (body) => {
      delete body['streamResponse'];
    }),
  },
  {
    id: 'failure-as-ok',
    check: 'S20',
    subject: 'executeAgent',
    says: 'answers a failure before the stream with 200',
    lie: changeStatus({ operation: 'executeAgent', status: 4 }, 200),
  },
  {
    id: 'failure-as-event',
    check: 'S20',
    subject: 'executeAgent',
    says: 'tells a failure before the stream as an event',
    lie: changeResponse({ operation: 'executeAgent', status: 4 }, () => ({
      status: 200,
      headers: { 'content-type': 'text/event-stream' },
      body: { kind: 'text', text: 'data: {"type":"error","error":"Not found"}\n\n' },
    })),
  },
  {
    id: 'event-too-big',
    check: 'S21',
    subject: 'executeAgent',
    says: 'sends more than a megabyte in one event',
    lie: editFirstOf(run, 'text_delta', (frame) => [withMembers(frame, { delta: 'x'.repeat(1024 * 1024) })]),
  },
  {
    id: 'tool-outside-turn',
    check: 'S22',
    subject: 'executeAgent',
    says: 'completes a turn before its tool calls',
    lie: editEvents(run, (frame) =>
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
    says: 'has more turns than maxTurns',
    lie: editEventsOf(run, 'execution_start', (event) => {
      event['maxTurns'] = 1;
    }),
  },
  {
    id: 'tool-before-approval',
    check: 'S23',
    subject: 'executeAgent',
    says: 'starts a tool before its approval',
    lie: editEvents(run, (frame) =>
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
    says: 'loses a piece of the arguments of a tool',
    lie: editFirstOf(run, 'tool_input_delta', () => []),
  },
  {
    id: 'media-piece-lost',
    check: 'S24',
    subject: 'executeAgent',
    says: 'loses a piece of a medium',
    lie: editFirstOf(run, 'media_delta', () => []),
  },
  {
    id: 'duration-in-seconds',
    check: 'S25',
    subject: 'executeAgent',
    says: 'gives the duration of a run in another unit',
    lie: editEventsOf(run, 'execution_complete', (event) => {
      event['durationMs'] = Number(event['durationMs']) + 60_000;
    }),
  },
  {
    id: 'total-of-last-call',
    check: 'S25',
    subject: 'executeAgent',
    says: 'counts a token that no model call used',
    lie: editEventsOf(run, 'execution_complete', (event) => {
      const tokens = fieldsOf(event['totalTokens']);
      event['totalTokens'] = { ...tokens, input: Number(tokens['input']) + 1 };
    }),
  },
];
