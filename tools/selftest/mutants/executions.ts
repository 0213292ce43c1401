/** Faults of runs: their results, their history, their tool calls. */
import { bodyOf, mapRequest, parseBody, withBody, withHeader } from '../mutations/request-mutations.ts';
import { fieldsOf, listOf } from '../mutations/response-mutations.ts';
import { createFault, type Fault, type FaultRow } from '../faults/fault.ts';
import { readParameter } from '../faults/request-faults.ts';
import { changeFromRequests, leakRequests, repeatResponse, samePath } from '../faults/repeat-faults.ts';
import {
  changeProperty,
  changeText,
  emptyList,
  omitProperty,
  returnOther,
  swapValue,
} from '../faults/response-faults.ts';
import { omitFromEvents, sendOther } from '../faults/stream-faults.ts';

const execute = 'executeAgent';
const history = 'listAgentExecutions';
const detail = 'getAgentExecution';
const calls = 'listExecutionToolCalls';

export const executionMutants: readonly FaultRow[] = [
  ['RUN01', swapValue(execute, 'status', 'failed', 'completed')],
  ['RUN03', returnOther(detail, 'executionId')],
  ['RUN04', listInputs()],
  ['RUN05', returnOther('getExecutionToolCall', 'inputParameters', {})],
  ['RUN06', emptyList({ operation: history, query: /[?&]parentExecutionId=/ }, 'data')],
  ['RUN08', returnOther(execute, 'agentTargetResolution', 'version')],
  ['RUN09', returnOther(execute, 'agentVersionId')],
  ['RUN10', omitProperty(execute, 'alias')],
  ['RUN13', runLive()],
  [
    'RUN14',
    readParameter(
      'reads dates as midnight',
      history,
      'to',
      (to) => to?.replace(/^.{10}$/, '$&T00:00Z') ?? null,
    ),
  ],
  ['RUN17', returnOther(execute, 'events.[].model', 'house-model')],
  ['RUN19', swapValue(execute, 'status', 'failed', 'completed')],
  ['RUN20', repeatResponse(detail, samePath), 'fail'],
  ['RUN21', sendOther('execution_start', 'agentId')],
  ['RUN23', omitFromEvents('state_delta', 'iteration')],
  ['RUN24', returnOther('getExecutionToolCall', 'status', 'failed')],
  ['RUN26', leakRequests(execute, detail, 'context', (sent) => sent.slice(-2))],
  ['RUN27', readFirstMessage()],
  [
    'RUN28',
    changeText('removes accents', execute, (text) => text.normalize('NFD').replaceAll(/\p{M}/gu, '')),
  ],
  ['RUN29', omitProperty('dispatchRun', 'agentVersionId')],
];

function listInputs(): Fault {
  const inputParameters = { parcelId: 'parcel_77' };
  return changeProperty('lists tool calls with their input', calls, 'data.[]', (call) => ({
    ...fieldsOf(call),
    inputParameters,
  }));
}

function runLive(): Fault {
  const kind = 'runs the live agent instead of a requested version';
  return changeFromRequests(kind, 'updateAgent', execute, (result, sent) => {
    const { name, maxTurns } = fieldsOf(sent.at(-1));
    const events = listOf(result['events']).map((event) =>
      event['type'] === 'execution_start' ? { ...event, agentName: name, maxTurns } : event,
    );
    return { ...result, events };
  });
}

function readFirstMessage(): Fault {
  const mutation = mapRequest({ operation: execute }, async (request) => {
    const body = await bodyOf(request);
    const same = withBody(request, body);
    return listOf(fieldsOf(parseBody(body))['messages']).length > 1
      ? withHeader(same, 'prefer', 'scenario=text, pace=instant')
      : same;
  });
  return createFault('reads only the first message of a conversation', execute, mutation);
}
