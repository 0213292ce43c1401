/** Valid services that differ from the mock where the source leaves a decision open. No check may fail one of them. */
import { executionStreamEventTypes } from '../../../generated/service/events.ts';
import { operationOf } from '../../../conformance/agent-platform/contract.ts';
import type { HarmlessDifference, Mutation } from '../mutations/mutant.ts';
import { harmlessRecords } from './harmless-records.ts';
import { composeMutations } from '../mutations/scenario-mutations.ts';
import { mapResponse, editJson, listOf, setHeader, type Fields } from '../mutations/response-mutations.ts';
import {
  editEvents,
  editStream,
  editText,
  withProperties,
  type EditableFrame,
} from '../mutations/stream-mutations.ts';

const anywhere = {};

/** Every harmless difference. Shape: those that change the text of a stream come after those that parse it. */
export const harmlessDifferences: readonly HarmlessDifference[] = [
  ...harmlessRecords,
  {
    id: 'bare-frames',
    description: 'sends events without the fields event and id',
    mutation: editEvents(anywhere, (frame) => [{ ...frame, event: null, id: null }]),
  },
  {
    id: 'far-seq',
    description: 'starts seq at a thousand and leaves gaps',
    mutation: editEvents(anywhere, (frame) =>
      typeof frame.value['seq'] === 'number'
        ? [{ ...withProperties(frame, { seq: 1_000 + 3 * frame.value['seq'] }), id: null }]
        : [frame],
    ),
  },
  {
    id: 'new-event',
    description: 'sends an event type that the contract does not declare yet',
    mutation: editStream(anywhere, () => {
      let isFirst = true;
      return {
        each(frame) {
          if (!isFirst) return [frame];
          isFirst = false;
          const { executionId, seq } = frame.value;
          const value: Fields = {
            type: 'weather_notice',
            executionId,
            seq: Number(seq) + 0.5,
            outlook: 'fair',
          };
          return [frame, { event: 'weather_notice', id: null, value }];
        },
      };
    }),
  },
  {
    id: 'quiet-terminal',
    description: 'omits outcome in terminal events, as older producers do',
    mutation: composeMutations(
      editEvents(anywhere, (frame) => [without(frame, ['outcome'])]),
      editJson({ status: 200 }, (value) => {
        for (const event of listOf(value['events'])) if (isTerminal(event)) delete event['outcome'];
      }),
    ),
  },
  {
    id: 'many-pings',
    description: 'sends a ping after each event',
    mutation: editEvents(anywhere, (frame) => {
      const { executionId, seq } = frame.value;
      if (typeof seq !== 'number' || isTerminal(frame.value)) return [frame];
      const value: Fields = { type: 'ping', executionId, seq: seq + 0.25, timestamp: '2026-01-01T00:00:00Z' };
      return [frame, { event: 'ping', id: null, value }];
    }),
  },
  {
    id: 'no-text-complete',
    description: 'never sends text_complete and reasoning_complete',
    mutation: editEvents(anywhere, (frame) =>
      ['text_complete', 'reasoning_complete'].includes(String(frame.value['type'])) ? [] : [frame],
    ),
  },
  {
    id: 'more-members',
    description: 'adds undeclared properties to its records',
    // Third-party values, such as an agent card or the parameters of a tool, stay unchanged.
    mutation: editJson({ status: 2 }, (value, { method, path }) => {
      if (operationOf(method, path.replace(/^\/w\/[^/]+/, ''))?.id === 'fetchAgentCard') return;
      for (const record of [value, ...Object.values(value).flatMap(listOf)])
        record['addedLater'] = { since: '2027-01-01T00:00:00Z' };
    }),
  },
  {
    id: 'charset',
    description: 'declares the charset of its JSON',
    mutation: mapResponse(anywhere, (response) =>
      response.headers['content-type'] === 'application/json'
        ? { ...response, headers: { ...response.headers, 'content-type': 'Application/JSON; charset=utf-8' } }
        : response,
    ),
  },
  {
    id: 'pretty-json',
    description: 'writes its JSON over several lines',
    mutation: mapResponse(anywhere, (response) =>
      response.body.kind === 'text' && String(response.headers['content-type']).startsWith('application/json')
        ? {
            ...response,
            body: { kind: 'text', text: JSON.stringify(JSON.parse(response.body.text), null, 2) },
          }
        : response,
    ),
  },
  {
    id: 'other-envelope',
    description: 'returns lists in another envelope where the source defines none',
    mutation: editJson(
      { operation: ['listAgents', 'listAgentVersions', 'listAgentExecutions'], status: 200 },
      (value) => ({
        items: value['data'],
        next: null,
      }),
    ),
  },
  {
    id: 'other-agent-record',
    description: 'returns agents as another record where the source defines none',
    mutation: editJson({ operation: ['createAgent', 'getAgent', 'updateAgent'], status: 2 }, (value) => ({
      agent: { uid: value['id'], label: value['name'] },
    })),
  },
  {
    id: 'bare-errors',
    description: 'has errors without details and with other texts',
    // A registration's `email_already_registered` is a fact, in any property.
    mutation: editJson({ status: [400, 404, 409] }, (value) => {
      delete value['details'];
      if (value['error'] !== 'email_already_registered') value['error'] = 'Das ging nicht.';
    }),
  },
  {
    id: 'challenge-realm',
    description: 'names a realm first in WWW-Authenticate',
    mutation: mapResponse({ status: 401 }, (response) => {
      const challenge = response.headers['www-authenticate'];
      if (typeof challenge !== 'string') return response;
      const named = challenge.replace(/^Bearer /, 'Bearer realm="agents", error="invalid_token", ');
      return { ...response, headers: { ...response.headers, 'www-authenticate': named } };
    }),
  },
  {
    id: 'more-headers',
    description: 'sends additional headers',
    mutation: composeMutations(
      setHeader(anywhere, 'x-request-id', 'r-1'),
      setHeader(anywhere, 'server', 'another/9'),
    ),
  },
  {
    id: 'date-to-retry',
    description: 'has a date in Retry-After',
    mutation: setHeader({ status: 429 }, 'retry-after', 'Fri, 31 Dec 2027 23:59:59 GMT'),
  },
  {
    id: 'sparse-events',
    description: 'omits most optional properties of events',
    mutation: editEvents(anywhere, (frame) => [
      without(frame, [
        'iteration',
        'model',
        'provider',
        'cost',
        'durationMs',
        'description',
        'startedAt',
        'completedAt',
        'stepId',
        'turnId',
      ]),
    ]),
  },
  {
    id: 'plain-times',
    description: 'writes times without milliseconds and with an offset',
    mutation: editTexts((text) => text.replaceAll(/(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d{3}Z/g, '$1+00:00')),
  },
  {
    id: 'many-data-lines',
    description: 'splits the JSON of an event over several data lines',
    mutation: editText(anywhere, (text) =>
      text.replace(/^data: (.*)$/m, (_, json: string) =>
        JSON.stringify(JSON.parse(json), null, 1)
          .split('\n')
          .map((line) => `data: ${line}`)
          .join('\n'),
      ),
    ),
  },
  {
    id: 'tight-data',
    description: 'writes no space after data:',
    mutation: editText(anywhere, (text) => text.replaceAll(/^data: /gm, 'data:')),
  },
  {
    id: 'comments',
    description: 'puts comments between events',
    mutation: editText(anywhere, (text) => `: still here\n\n${text}`),
  },
  {
    id: 'crlf-lines',
    description: 'ends the lines of its streams with CRLF',
    mutation: editText(anywhere, (text) => text.replaceAll('\n', '\r\n')),
  },
];

function without(frame: EditableFrame, names: readonly string[]): EditableFrame {
  const required: Readonly<Record<string, readonly string[]>> = { execution_start: ['startedAt'] };
  const kept = required[String(frame.value['type'])] ?? [];
  if (!executionStreamEventTypes.includes(frame.value['type'] as never)) return frame;
  const value = Object.fromEntries(
    Object.entries(frame.value).filter(([name]) => !names.includes(name) || kept.includes(name)),
  );
  return { ...frame, value };
}

function isTerminal({ type }: Fields): boolean {
  return type === 'execution_complete' || type === 'execution_error';
}

/** Edits the text of every response of the service, including streams. */
function editTexts(change: (text: string) => string): Mutation {
  return composeMutations(
    editText(anywhere, change),
    mapResponse({ status: 2 }, (response, { method, path }) =>
      response.body.kind === 'text' && operationOf(method, path.replace(/^\/w\/[^/]+/, '')) !== null
        ? { ...response, body: { kind: 'text', text: change(response.body.text) } }
        : response,
    ),
  );
}
