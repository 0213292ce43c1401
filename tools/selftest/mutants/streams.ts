/** Faults of streams: framing, events, order and end, and the runs that they report. */
import type { FaultRow } from '../faults/fault.ts';
import { assumeProperty, ignoreHeader, ignoreProperty } from '../faults/request-faults.ts';
import { returnStatus, sendHeader } from '../faults/response-faults.ts';
import {
  addEvent,
  bufferStreams,
  dropEvents,
  dropFirst,
  omitFromEvents,
  replaceEvents,
  replaceFirst,
  sendOther,
  sendValue,
} from '../faults/stream-faults.ts';

const execute = 'executeAgent';
const large = 'x'.repeat(1024 * 1024);

export const streamMutants: readonly FaultRow[] = [
  ['S01', sendHeader({ operation: execute, status: 200 }, 'content-type', 'application/json')],
  [
    'S02',
    replaceFirst('sends two events as one', 'turn_start', (frame) => [
      { ...frame, text: twice(frame.value) },
    ]),
  ],
  ['S03', addEvent('text_start', { type: 'mood_change' })],
  ['S04', omitFromEvents('execution_complete', 'kind')],
  ['S05', sendOther('turn_complete', 'executionId')],
  ['S06', sendValue('text_complete', 'seq', 1)],
  ['S07', replaceEvents('names every event `message`', '*', (frame) => [{ ...frame, event: 'message' }])],
  ['S08', replaceEvents('sends every event with one id', '*', (frame) => [{ ...frame, id: '7' }])],
  ['S09', addEvent('execution_complete', { type: 'custom', name: 'after.the.end', value: null })],
  ['S10', dropEvents('approval_start')],
  ['S11', dropEvents('execution_start')],
  ['S12', dropEvents('text_complete')],
  ['S13', dropFirst('text_delta')],
  ['S14', sendValue('execution_error', 'outcome', 'completed'), 'warn'],
  ['S15', dropEvents('approval_complete', 'approveAgentExecution'), { subject: null }],
  ['S16', sendValue('state_delta', 'patch', [{ op: 'replace', path: '/nowhere/at/all', value: 1 }])],
  ['S17', bufferStreams()],
  ['S18', assumeProperty(execute, 'streamResponse', false)],
  ['S19', ignoreProperty(execute, 'streamResponse')],
  ['S20', returnStatus(execute, 4, 200)],
  ['S21', sendValue('text_delta', 'delta', large)],
  ['S22', sendValue('execution_start', 'maxTurns', 1)],
  ['S23', addEvent('approval_start', { type: 'tool_start' })],
  ['S24', dropFirst('tool_input_delta')],
  ['S25', sendOther('execution_complete', 'totalTokens.input')],
  ['S26', omitFromEvents('text_start', 'subagent')],
  ['S27', sendOther('tool_start', 'startedAt')],
  ['LAW38', ignoreHeader('followExecutionEvents', 'last-event-id')],
  ['S28', sendOther('execution_complete', 'totalCost')],
];

function twice(value: unknown): string {
  const text = JSON.stringify(value);
  return `data: ${text}\ndata: ${text}\n\n`;
}
