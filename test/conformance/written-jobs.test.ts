/** Jobs that were accepted, and files that were uploaded. */
import {
  defineService,
  testFaults,
  type Call,
  type Handler,
  type Result,
  type Row,
} from './support/defined-service.ts';
import { object, oneOf, readOnly, text } from './support/service-definition.ts';

const binary = { ...text, format: 'binary' };

/** Returns an export that is running after a number of reads. */
const getExport =
  (isRunning: (reads: number) => boolean): Handler =>
  ({ row, store }) => {
    const reads = store.stateOf(row.id, 0);
    store.state.set(row.id, reads + 1);
    return { ...row.value, status: isRunning(reads) ? 'running' : 'succeeded' };
  };

const uploadFile =
  (titleOf = (title: unknown) => title): Handler =>
  async ({ body, caller, store }) => {
    const file = body['file'] as File;
    if (file.type !== 'text/plain') return 415;
    const row = store.add('File', { title: titleOf(body['title']), media_type: file.type }, { caller });
    store.state.set(row.id, await file.text());
    return row.value;
  };

const send = ({ store }: Pick<Call, 'store'>, row: Row | undefined, type = 'text/plain'): Result =>
  row === undefined ? 404 : new Response(store.stateOf(row.id, ''), { headers: { 'content-type': type } });
const sendFirst = (call: Pick<Call, 'store'>): Result => send(call, call.store.rows('File')[0]);

const prints = await defineService({
  title: 'Prints',
  resources: [
    {
      name: 'Export',
      path: '/exports',
      item: '/exports/{export_id}',
      fields: { status: readOnly(oneOf('running', 'succeeded', 'failed')) },
      initial: { status: 'running' },
      create: { body: null, status: 202 },
      get: { run: getExport((reads) => reads === 0) },
    },
    {
      name: 'File',
      path: '/files',
      item: '/files/{file_id}',
      fields: { title: text, media_type: readOnly(text) },
      create: {
        id: 'uploadFile',
        bodyType: 'multipart/form-data',
        body: object({ file: binary, title: text }),
        errors: [415],
        run: uploadFile(),
      },
      get: {},
    },
  ],
  operations: {
    'GET /files/{file_id}/content': {
      id: 'downloadFile',
      responses: { 200: { description: 'It.', content: { '*/*': { schema: binary } } } },
      status: 200,
      run: (call) => send(call, call.row),
    },
  },
});

const racks = await defineService({
  title: 'Racks',
  resources: [
    { name: 'Rack', path: '/racks', fields: { name: text }, create: {}, get: {} },
    { name: 'Item', path: '/racks/{rackId}/items', fields: { name: text }, create: {} },
    {
      name: 'Job',
      path: '/racks/{rackId}/exports',
      item: '/jobs/{jobId}',
      fields: { state: readOnly(oneOf('running', 'succeeded', 'failed')) },
      initial: { state: 'succeeded' },
      create: { body: null, status: 202 },
      get: {},
    },
  ],
  operations: {
    'GET /jobs/{jobId}/result': {
      id: 'getResult',
      text: 'CSV: a header line, and one line for every item of the rack.',
      status: 200,
      responses: { 200: { description: 'It.', content: { 'text/csv': { schema: text } } } },
      run: (call) => sendItems(call),
    },
  },
});

/** Sends the names of the items of the rack of a job. */
function sendItems({ row, store }: Call, last?: number): Result {
  const items = store.values('Item', store.find('Rack', row.above)).map((item) => String(item['name']));
  const csv = ['name', ...items.slice(0, last)].join('\r\n');
  return new Response(csv, { headers: { 'content-type': 'text/csv' } });
}

testFaults(
  racks,
  {
    'a whole result': [{}, []],
    'a result without the last item': [{ getResult: (call) => sendItems(call, -1) }, ['warn LAW45 /jobs']],
  },
  { only: ['LAW45'] },
);

testFaults(prints, {
  none: [{}, []],
  'a job that runs again': [{ getExport: getExport((reads) => reads !== 1) }, ['warn LAW45 /exports']],
  'the first file': [
    { downloadFile: { run: sendFirst, missing: sendFirst } },
    ['fail N03 downloadFile', 'fail LAW22 /files'],
  ],
  'no media type': [
    { downloadFile: (call) => send(call, call.row, 'application/octet-stream') },
    ['warn LAW22 /files'],
  ],
  'no title': [{ uploadFile: uploadFile(() => '') }, ['warn LAW22 /files']],
});
