/** Services whose behavior the source permits: a check passes, or is skipped if a response is inconclusive. */
import { editEvents, editListed } from '../mutations/stream-mutations.ts';
import { composeMutations } from '../mutations/mutation.ts';
import { fieldsOf, type Fields } from '../mutations/response-mutations.ts';
import { createFault, type Fault, type FaultRow } from '../faults/fault.ts';
import { anyRequest, rejectRepeats, repeatResponse } from '../faults/repeat-faults.ts';
import { rejectBodies } from '../faults/request-faults.ts';
import {
  addProperty,
  changeObject,
  changeText,
  omitProperty,
  rejectAll,
  returnStatus,
} from '../faults/response-faults.ts';

const create = 'createAgent';
const read = 'getAgent';
const execute = 'executeAgent';
const approve = 'approveAgentExecution';
const decide = 'approveClientExecution';
const resume = 'resumeAgentExecution';
const call = 'getExecutionToolCall';
const follow = 'followExecutionEvents';
const later = '2030-01-01T00:00:00Z';

/** Services that their check accepts. */
const passing: readonly FaultRow[] = [
  ['LAW02', changeObject('fills in defaults', read, fillConfig), { expects: 'pass', subject: '/v1/agents' }],
  ['AGENT17', replaceText('exportAgentRuntime', 'Nested at', 'Is'), 'pass'],
  ['AGENT20', addProperty('fetchAgentCard', 'fetchedAt', later), 'pass'],
  [
    'APPR06',
    changeObject('has codes as errors', { operation: approve, status: [2, 4] }, codeAsError),
    'pass',
  ],
  ['APPR09', returnStatus(follow, 200, 404), 'pass'],
  ['CLIENT05', repeatResponse(decide, firstMessage), 'pass'],
  ['CLIENT19', rejectBodies('rejects unknown properties', decide, (body) => 'parameters' in body), 'pass'],
  ['LOCAL03', rejectBodies('takes outputs by the name of the tool', resume, hasCallId), 'pass'],
  ['LOCAL06', returnStatus(resume, 404, 400), 'pass'],
  ['RUN03', changeRuns('has no final output in events', (event) => omit(event, 'finalOutput')), 'pass'],
  ['RUN05', changeObject('writes payloads as text', call, payloadsAsText), 'pass'],
  ['RUN05', changeRuns('hides a parameter in events', hideQuery), 'pass'],
];

/** Services that do not show what their check looks for. */
const skipping: readonly FaultRow[] = [
  ['LAW01', rejectAll(create, 402), 'skip'],
  ['AGENT03', omitProperty(read, 'agentType'), 'skip'],
  ['AGENT05', omitProperty(read, 'config'), 'skip'],
  ['AGENT12', replaceText('getAgentVersion', 'first wording', ''), 'skip'],
  ['AGENT27', returnStatus('getTokenAudiencePolicy', 200, 403), 'skip'],
  [
    'LAW08',
    changeObject('has other pages', 'listAgents', ({ data }) => ({ agents: data })),
    { expects: 'skip', subject: '/v1/agents' },
  ],
  ['APPR01', changeRuns('asks for no approval', completeInstead), 'skip'],
  ['APPR02', returnStatus(approve, 200, 400), 'skip'],
  ['APPR07', rejectAll(approve, 400), 'skip'],
  ['APPR09', changeRuns('has no timeout in events', (event) => omit(event, 'timeout')), 'skip'],
  ['BATCH07', returnStatus('submitFlowBatch', 200, 402), 'skip'],
  ['LOCAL03', rejectAll(resume, 400), 'skip'],
  ['LOCAL06', rejectAll(resume, 400), 'skip'],
  ['RUN04', changeRuns('calls no tool', (event) => (isOfTool(event) ? null : event)), 'skip'],
  ['RUN05', returnStatus(call, 200, 404), 'skip'],
  ['RUN06', changeObject('has other rows', 'listAgentExecutions', () => ({ data: [{ run: 1 }] })), 'skip'],
  ['RUN08', omitProperty(execute, 'agentTargetResolution'), 'skip'],
  ['RUN10', addProperty(execute, 'agentTargetResolution', 'legacy-live-row'), 'skip'],
  ...['03', '04', '05', '06', '07', '11', '12', '13', '14', '15', '16', '19', '20'].map(
    (number): FaultRow => [`CLIENT${number}`, rejectAll(decide, 403), 'skip'],
  ),
  ...['REG01', 'REG07', 'REG10', 'REG20', 'REG22'].map((check): FaultRow => [
    check,
    rejectRepeats('registerAgent', anyRequest, 429, [1, Infinity]),
    'skip',
  ]),
];

export const acceptedMutants: readonly FaultRow[] = [...passing, ...skipping];

function replaceText(operation: 'exportAgentRuntime' | 'getAgentVersion', from: string, to: string): Fault {
  return changeText('returns other texts', operation, (text) => text.replaceAll(from, to));
}

/** Changes the events of runs that are started, streamed or not. Shape: `change` returns `null` to drop one. */
function changeRuns(kind: string, change: (event: Fields) => Fields | null): Fault {
  const where = { operation: execute, status: 2 } as const;
  const mutation = composeMutations(
    editListed(where, (events) => events.flatMap((event) => change(event) ?? [])),
    editEvents(where, (frame) => {
      const value = change(frame.value);
      return value === null ? [] : [{ ...frame, event: String(value['type']), value }];
    }),
  );
  return createFault(kind, where, mutation);
}

function omit(event: Fields, name: string): Fields {
  const { [name]: _, ...others } = event;
  return others;
}

function isOfTool({ type }: Fields): boolean {
  return String(type).startsWith('tool_');
}

function completeInstead(event: Fields): Fields {
  return event['type'] === 'approval_start' ? { ...event, type: 'execution_complete', success: true } : event;
}

function hideQuery(event: Fields): Fields {
  if (fieldsOf(event['parameters'])['query'] === undefined) return event;
  return { ...event, parameters: { limit: 1 }, hiddenParameterNames: ['query'] };
}

function payloadsAsText({ inputParameters, outputResult, ...others }: Fields): Fields {
  const texts = {
    inputParameters: JSON.stringify(inputParameters),
    outputResult: JSON.stringify(outputResult),
  };
  return { ...others, ...texts };
}

function fillConfig(body: Fields): Fields {
  return { ...body, config: { ...fieldsOf(body['config']), addedDefault: true } };
}

function codeAsError({ code, ...body }: Fields): Fields {
  return code === undefined ? { ...body } : { error: code };
}

function hasCallId({ toolOutputs }: Fields): boolean {
  return Object.keys(fieldsOf(toolOutputs)).some((key) => key.startsWith('call_'));
}

function firstMessage(_: unknown, body: string): string | null {
  return fieldsOf(JSON.parse(body))['assistantMessageId'] === 'msg_backlot_check' ? 'first' : null;
}
