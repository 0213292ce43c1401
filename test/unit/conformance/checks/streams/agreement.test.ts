/** The events of one run agree: S26 to S28. A row has the events of a run with their properties, and the findings. */
import { expect, it } from 'vitest';
import { checkEvents, problemsOf, run } from './support.ts';

const at = (second: number): string => `"2026-03-04T09:12:${second}.000Z"`;

function findings(inner: string, end = ''): readonly string[] {
  return problemsOf(checkEvents(run(`execution_start ${inner} execution_complete{"seq":99${end}}`)));
}

it.each([
  ['calls a tool again in a later iteration', 'tool_start{"iteration":1} tool_complete{"iteration":2}', ''],
  ['uses an id for another tool', 'tool_start tool_complete tool_start{"toolName":"b"} tool_complete', ''],
  ['names a turn that starts later', 'model_call_start{"turnId":"turn_1"} turn_start', ''],
  ['fails a call', 'tool_start tool_complete{"success":false,"error":"Not found"}', ''],
  [
    'asks about hidden parameters',
    'tool_start{"parameters":{"a":1},"hiddenParameterNames":["a"]} await{"toolCallId":"call_1","parameters":{}}',
    '',
  ],
  [
    'rounds its times',
    `model_call_start{"startedAt":${at(41)}} model_call_complete{"completedAt":${at(40)}}`,
    '',
  ],
  ['counts iterations from zero', 'turn_start{"iteration":0} turn_complete', ',"iterations":1'],
  ['charges for tools', 'model_call_complete{"cost":1} tool_complete{"toolCost":2}', ',"totalCost":3'],
  ['charges for its turns', 'turn_complete{"cost":0.3333}', ',"totalCost":0.33'],
  ['skips a step', 'step_start step_complete step_skip', ',"successfulSteps":2,"totalSteps":2'],
  ['recovers a step', 'step_start step_complete{"success":false}', ',"failedSteps":0'],
])('a run is accepted that %s', (_, inner, end) => {
  expect(findings(inner, end).filter((problem) => /S2[678]/.test(problem))).toEqual([]);
});

it.each([
  ['renames a tool', 'tool_start tool_complete{"toolName":"b"}', '', 'S26 warn event 3: toolName'],
  [
    'asks about a call without its parameters',
    'tool_start{"parameters":{"a":1}} approval_start{"toolCallId":"call_1","toolName":"find","parameters":{}} approval_complete tool_complete',
    '',
    'S26 warn event 3: parameters',
  ],
  [
    'counts a call differently',
    'model_call_start model_call_complete{"ordinal":2}',
    '',
    'S26 warn event 3: ordinal',
  ],
  [
    'names an unknown turn',
    'turn_start turn_complete text_start{"turnId":"b"} text_complete',
    '',
    'S26 warn event 4: turnId',
  ],
  [
    'succeeds with an error',
    'tool_start tool_complete{"error":"Not found"}',
    '',
    'S26 warn event 3: success',
  ],
  [
    'ends a step before it starts',
    `step_start{"startedAt":${at(45)}} step_complete{"completedAt":${at(43)}}`,
    '',
    'S27 warn event 3: completedAt',
  ],
  [
    'starts a step before itself',
    `step_start{"startedAt":${at(30)}} step_complete`,
    '',
    'S27 warn event 2: startedAt',
  ],
  [
    'ends before its last step',
    `step_start step_complete{"completedAt":${at(55)}}`,
    `,"completedAt":${at(50)}`,
    'S27 warn event 4: completedAt',
  ],
  ['counts a turn too many', 'turn_start turn_complete', ',"iterations":2', 'S28 warn event 4: iterations'],
  [
    'charges twice',
    'model_call_start model_call_complete{"cost":1}',
    ',"totalCost":2',
    'S28 warn event 4: totalCost',
  ],
  ['counts a failure', 'step_start step_complete', ',"failedSteps":1', 'S28 warn event 4: failedSteps'],
  [
    'counts more steps than it has',
    'step_start step_complete',
    ',"totalSteps":0,"successfulSteps":1',
    'S28 warn event 4: totalSteps',
  ],
])('a run is reported that %s', (_, inner, end, problem) => {
  expect(findings(inner, end)).toEqual([problem]);
});
