/** Valid services that differ from the mock where the source leaves a decision open. No check may fail one of them. */
import { executionStreamEventTypes } from '../../../generated/service/events.ts';
import { operationOf } from '../../../conformance/agent-platform/contract.ts';
import type { HttpResponse } from '../../../templates/runtime/http.ts';
import { composeMutations, type Mutation } from '../mutations/mutation.ts';
import { mapResponse, editJson, listOf, readJson, type Fields } from '../mutations/response-mutations.ts';
import { editEvents, editListed, editText, type EditableFrame } from '../mutations/stream-mutations.ts';
import { createFault, everyCheck, type Fault, type FaultRow } from '../faults/fault.ts';
import { changeObject, changeProperty, sendHeader } from '../faults/response-faults.ts';
import { dropEvents, followFrame, replaceEvents, replaceFirst } from '../faults/stream-faults.ts';

const anywhere = {};
const lists = ['listAgents', 'listAgentExecutions'] as const;
const records = ['createAgent', 'getAgent', 'updateAgent'] as const;

const optional = [
  ...['iteration', 'model', 'provider', 'cost', 'durationMs', 'description', 'startedAt', 'completedAt'],
  ...['stepId', 'turnId'],
];

/** Differences of streams before they are written as text. */
const ofEvents: readonly Fault[] = [
  replaceEvents('sends no fields but data', '*', (frame) => [{ ...frame, event: null, id: null }], anywhere),
  replaceEvents('leaves gaps in seq', '*', leaveGaps, anywhere),
  replaceFirst(
    'sends a new event',
    '*',
    (frame) => [frame, followFrame(frame, { type: 'weather_notice' })],
    anywhere,
  ),
  createFault('omits the outcome, as older producers do', anywhere, omitOutcome()),
  replaceEvents('sends a ping after each event', '*', addPing, anywhere),
  dropEvents('text_complete', anywhere),
  dropEvents('reasoning_complete', anywhere),
  replaceEvents('omits optional properties of events', '*', (frame) => [without(frame, optional)], anywhere),
];

/** Differences of responses. */
const ofResponses: readonly Fault[] = [
  createFault('has shorter results than streams', anywhere, editListed({ status: 200 }, withoutPieces)),
  changeProperty('shortens texts in its lists', lists, 'data.[].description', shorten),
  changeProperty(
    'rounds times in its lists',
    lists,
    'data.[].startedAt',
    (time) => `${String(time).slice(0, 19)}Z`,
  ),
  createFault('adds properties to its records', anywhere, editJson({ status: 2 }, addProperties)),
  createFault('declares the charset of its JSON', anywhere, mapJson(declareCharset)),
  createFault('writes its JSON over several lines', anywhere, mapJson(spreadJson)),
  createFault('has errors with other texts', anywhere, editJson({ status: [400, 404, 409] }, rewordError)),
  createFault('names a realm in WWW-Authenticate', anywhere, mapResponse({ status: 401 }, nameRealm)),
  sendHeader(anywhere, 'x-request-id', 'r-1'),
  sendHeader(anywhere, 'server', 'another/9'),
  sendHeader({ status: 429 }, 'retry-after', 'Fri, 31 Dec 2027 23:59:59 GMT'),
];

/** Differences of the text of streams, which the others could no longer parse. */
const ofTexts: readonly Fault[] = [
  createFault('writes times without milliseconds', anywhere, editTexts(writeOffset)),
  createFault('splits the JSON of events over lines', anywhere, editText(anywhere, splitData)),
  createFault(
    'writes no space after data:',
    anywhere,
    editText(anywhere, (text) => text.replaceAll(/^data: /gm, 'data:')),
  ),
  createFault(
    'puts comments between events',
    anywhere,
    editText(anywhere, (text) => `: still here\n\n${text}`),
  ),
  createFault(
    'ends lines with CRLF',
    anywhere,
    editText(anywhere, (text) => text.replaceAll('\n', '\r\n')),
  ),
];

const together = [...ofResponses, ...ofEvents, ...ofTexts];

/** Harmless differences: mutually exclusive ones are tried alone, all others together. */
export const harmlessMutants: readonly FaultRow[] = [
  [
    everyCheck,
    changeObject('returns lists in another envelope', [...lists, 'listAgentVersions'], ({ data }) => ({
      items: data,
    })),
    'pass',
  ],
  [
    everyCheck,
    changeObject('returns agents as another record', records, ({ id, name }) => ({
      agent: { uid: id, label: name },
    })),
    'pass',
  ],
  [
    everyCheck,
    createFault(
      together.map(({ kind }) => kind).join(', '),
      anywhere,
      composeMutations(...together.map(({ mutation }) => mutation)),
    ),
    'pass',
  ],
];

function leaveGaps(frame: EditableFrame): readonly EditableFrame[] {
  const { seq } = frame.value;
  if (typeof seq !== 'number') return [frame];
  return [{ ...frame, id: null, value: { ...frame.value, seq: 1_000 + 3 * seq } }];
}

function addPing(frame: EditableFrame): readonly EditableFrame[] {
  const { executionId, seq } = frame.value;
  if (typeof seq !== 'number' || isTerminal(frame.value)) return [frame];
  const value: Fields = { type: 'ping', executionId, seq: seq + 0.25, timestamp: '2026-01-01T00:00:00Z' };
  return [frame, { event: 'ping', id: null, value }];
}

function isTerminal({ type }: Fields): boolean {
  return type === 'execution_complete' || type === 'execution_error';
}

function omitOutcome(): Mutation {
  return composeMutations(
    editEvents(anywhere, (frame) => [without(frame, ['outcome'])]),
    editJson({ status: 200 }, (value) => {
      for (const event of listOf(value['events'])) if (isTerminal(event)) delete event['outcome'];
    }),
  );
}

/** Omits optional properties of a declared event. */
function without(frame: EditableFrame, names: readonly string[]): EditableFrame {
  const type = String(frame.value['type']);
  if (!executionStreamEventTypes.some((each) => each === type)) return frame;
  const required = type === 'execution_start' ? ['startedAt'] : [];
  const kept = Object.entries(frame.value).filter(
    ([name]) => !names.includes(name) || required.includes(name),
  );
  return { ...frame, value: Object.fromEntries(kept) };
}

function withoutPieces(events: readonly Fields[]): readonly Fields[] {
  return events.filter(({ type }) => !/^ping$|_delta$/.test(String(type)));
}

function shorten(text: unknown): unknown {
  return typeof text === 'string' && text.length > 40 ? `${text.slice(0, 30)}…` : text;
}

/** Why not to cards: they are returned as they were fetched. */
function addProperties(
  value: Fields,
  { method, path }: { readonly method: string; readonly path: string },
): void {
  if (operationOf(method, path.replace(/^\/w\/[^/]+/, ''))?.id === 'fetchAgentCard') return;
  for (const record of [value, ...Object.values(value).flatMap(listOf)])
    record['addedLater'] = { since: '2027-01-01T00:00:00Z' };
}

function mapJson(change: (response: HttpResponse) => HttpResponse): Mutation {
  return mapResponse(anywhere, (response) =>
    String(response.headers['content-type']).toLowerCase().startsWith('application/json')
      ? change(response)
      : response,
  );
}

function declareCharset(response: HttpResponse): HttpResponse {
  return { ...response, headers: { ...response.headers, 'content-type': 'Application/JSON; charset=utf-8' } };
}

function spreadJson(response: HttpResponse): HttpResponse {
  return { ...response, body: { kind: 'text', text: JSON.stringify(readJson(response.body), null, 2) } };
}

/** Why not all: the error of an email address that has an account is a fact. */
function rewordError(value: Fields): void {
  delete value['details'];
  if (value['error'] !== 'email_already_registered') value['error'] = 'Das ging nicht.';
}

function nameRealm(response: HttpResponse): HttpResponse {
  const challenge = response.headers['www-authenticate'];
  if (typeof challenge !== 'string') return response;
  const named = challenge.replace(/^Bearer /, 'Bearer realm="agents", error="invalid_token", ');
  return { ...response, headers: { ...response.headers, 'www-authenticate': named } };
}

/** Edits the text of every response of the service, including streams. */
function editTexts(change: (text: string) => string): Mutation {
  return composeMutations(
    editText(anywhere, change),
    mapResponse({ status: 2 }, (response) =>
      response.body.kind === 'text'
        ? { ...response, body: { kind: 'text', text: change(response.body.text) } }
        : response,
    ),
  );
}

function writeOffset(text: string): string {
  return text.replaceAll(/(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d{3}Z/g, '$1+00:00');
}

function splitData(text: string): string {
  return text.replace(/^data: (.*)$/m, (_, json: string) =>
    JSON.stringify(JSON.parse(json), null, 1).replaceAll(/^/gm, 'data: '),
  );
}
