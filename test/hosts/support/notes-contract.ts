/** A contract of a few operations, to test the HTTP layer in isolation: notes, and their errors. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type {
  OperationSpec,
  ParameterSpec,
  ResponseSpec,
  SecuritySpec,
} from '../../../templates/runtime/operation-spec.ts';
import { schemaCheck, type ErrorFinder, type SchemaCheck } from '../../../templates/runtime/schema-check.ts';

const fast = new Ajv2020({ strict: false });
const thorough = new Ajv2020({ strict: false, allErrors: true });

/** Compiles a schema the way generated validators are used. */
export function checkOf(name: string, schema: object): SchemaCheck {
  const finder: ErrorFinder = (_, value) => {
    const validate: ValidateFunction = thorough.compile(schema);
    validate(value);
    return validate.errors ?? [];
  };
  return schemaCheck(name, `notes.yaml#/${name}`, fast.compile(schema), () => Promise.resolve(finder));
}

const errorBody = checkOf('ErrorBody', {
  type: 'object',
  required: ['error'],
  properties: { error: { type: 'string' } },
});
const unauthorizedBody = checkOf('UnauthorizedBody', {
  type: 'object',
  required: ['error'],
  properties: { error: { const: 'Unauthorized' } },
});
const noteSchema = {
  type: 'object',
  required: ['id', 'title'],
  properties: { id: { type: 'string' }, title: { type: 'string' } },
};
const note = checkOf('Note', noteSchema);
const noteInput = checkOf('NoteInput', {
  type: 'object',
  required: ['title'],
  properties: { title: { type: 'string', maxLength: 20 } },
});
const text = checkOf('text', { type: 'string' });

/** The schema of every event of a note's stream. */
export const noteEvent = checkOf('NoteEvent', {
  type: 'object',
  required: ['type', 'seq'],
  properties: { type: { enum: ['tick', 'done'] } },
});

const key = (scope: string): SecuritySpec => [{ schemes: [{ name: 'apiKey', scopes: [scope] }] }];

const json = (status: number, check: SchemaCheck, examples: ResponseSpec['examples'] = []): ResponseSpec => ({
  status,
  mediaType: 'application/json',
  kind: 'json',
  check,
  headers: [],
  examples,
});
const notFound = json(404, errorBody, [{ name: 'missing', value: { error: 'Not found' } }]);
const badRequest = json(400, errorBody);
const forbidden = json(403, errorBody);
const unauthorized: ResponseSpec = {
  ...json(401, unauthorizedBody),
  headers: [{ name: 'WWW-Authenticate', required: true, check: text }],
};
const oneNote = json(200, note, [
  { name: 'first', value: { id: 'note_1', title: 'First' } },
  { name: 'second', value: { id: 'note_2', title: 'Second' } },
]);

/** A response of a schema without a sample. */
const unsampledNote = json(200, checkOf('UnsampledNote', noteSchema), []);

const idParameter: ParameterSpec = {
  name: 'id',
  in: 'path',
  required: true,
  kind: 'string',
  nullable: false,
  repeated: false,
  check: text,
};
const limitParameter: ParameterSpec = {
  name: 'limit',
  in: 'query',
  required: false,
  kind: 'integer',
  nullable: false,
  repeated: false,
  default: 10,
  check: checkOf('limit', { type: 'integer', minimum: 1 }),
};

type Given = Pick<OperationSpec, 'id' | 'method' | 'path' | 'responses'> & Partial<OperationSpec>;

const operation = (given: Given): OperationSpec => ({
  tag: null,
  parameters: [],
  body: null,
  security: [],
  stream: null,
  extensions: {},
  ...given,
});

/** The service's contract. */
export const noteOperations: readonly OperationSpec[] = [
  operation({
    id: 'listNotes',
    method: 'GET',
    path: '/v1/notes',
    parameters: [limitParameter],
    security: key('NOTES:READ'),
    responses: [json(200, checkOf('NoteList', { type: 'array' })), badRequest, unauthorized, forbidden],
  }),
  operation({
    id: 'createNote',
    method: 'POST',
    path: '/v1/notes',
    security: key('NOTES:WRITE'),
    body: { required: true, content: [{ mediaType: 'application/json', check: noteInput }] },
    responses: [json(201, note), badRequest, unauthorized, forbidden],
  }),
  operation({
    id: 'getNote',
    method: 'GET',
    path: '/v1/notes/{id}',
    parameters: [idParameter],
    security: key('NOTES:READ'),
    responses: [oneNote, unauthorized, notFound],
  }),
  operation({
    id: 'deleteNote',
    method: 'DELETE',
    path: '/v1/notes/{id}',
    parameters: [idParameter],
    security: key('NOTES:*'),
    responses: [
      { status: 204, mediaType: null, kind: 'none', check: null, headers: [], examples: [] },
      unauthorized,
    ],
  }),
  operation({
    id: 'followNote',
    method: 'GET',
    path: '/v1/notes/{id}/events',
    parameters: [idParameter],
    responses: [
      {
        status: 200,
        mediaType: 'text/event-stream',
        kind: 'eventStream',
        check: null,
        headers: [],
        examples: [{ name: 'tick', value: 'event: tick\ndata: {}\n\n' }],
      },
      notFound,
    ],
    stream: { stream: 'NoteEvent', parameter: null, channels: [] },
  }),
  operation({
    id: 'getFile',
    method: 'GET',
    path: '/v1/files/{id}',
    parameters: [idParameter],
    responses: [{ status: 200, mediaType: '*/*', kind: 'bytes', check: null, headers: [], examples: [] }],
  }),
  operation({
    id: 'getPage',
    method: 'GET',
    path: '/v1/page',
    responses: [
      {
        status: 200,
        mediaType: 'text/html',
        kind: 'text',
        check: null,
        headers: [{ name: 'Content-Security-Policy', required: true, check: text }],
        examples: [],
      },
    ],
  }),
  operation({ id: 'getBroken', method: 'GET', path: '/v1/broken', responses: [unsampledNote] }),
  operation({ id: 'getCrash', method: 'GET', path: '/v1/crash', responses: [oneNote] }),
  operation({ id: 'waitForEnd', method: 'GET', path: '/v1/wait', responses: [oneNote] }),
];

const controlSecurity: SecuritySpec = [{ schemes: [] }, { schemes: [{ name: 'controlToken', scopes: [] }] }];

/** The control API's contract. */
export const controlOperations: readonly OperationSpec[] = [
  operation({
    id: 'getHealth',
    method: 'GET',
    path: '/_mock/health',
    responses: [json(200, checkOf('Health', { type: 'object' })), forbidden],
    extensions: { 'x-world': 'root' },
  }),
  operation({
    id: 'reset',
    method: 'POST',
    path: '/_mock/reset',
    security: controlSecurity,
    responses: [json(200, checkOf('World', { type: 'object' })), forbidden],
    extensions: { 'x-world': 'each' },
  }),
];
