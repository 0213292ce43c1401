/** Jobs that were accepted, and files that were uploaded. */
import { expect, it } from 'vitest';
import { checkWritten, empty, type WrittenCall } from './support/written-service.ts';

const shown = (name: string) =>
  `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;

const description = `
openapi: 3.1.0
info: { title: Prints, version: 1.0.0 }
paths:
  /exports:
    post:
      operationId: createExport
      responses: { '202': { description: Accepted., ${shown('Export')} } }
  /exports/{export_id}:
    parameters: [{ name: export_id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getExport
      responses: { '200': { description: It., ${shown('Export')} }, '404': { description: None. } }
  /files:
    post:
      operationId: uploadFile
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema:
              type: object
              required: [file, title]
              properties: { file: { type: string, format: binary }, title: { type: string } }
      responses: { '201': { description: It., ${shown('File')} }, '415': { description: No form. } }
  /files/{file_id}:
    parameters: [{ name: file_id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getFile
      responses: { '200': { description: It., ${shown('File')} }, '404': { description: None. } }
  /files/{file_id}/content:
    parameters: [{ name: file_id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: downloadFile
      responses:
        '200': { description: It., content: { '*/*': { schema: { type: string, format: binary } } } }
        '404': { description: None. }
components:
  schemas:
    Export:
      type: object
      required: [id, status]
      properties: { id: { type: string }, status: { type: string, enum: [running, succeeded, failed] } }
    File:
      type: object
      required: [id, media_type]
      properties: { id: { type: string }, title: { type: string }, media_type: { type: string } }
`;

type Fault = 'none' | 'runs again' | 'first file' | 'no type' | 'no title';

interface Stored {
  readonly title: string;
  readonly text: string;
}

const isTitle = /name="title"\r\n\r\n(.*)\r\n/;
const isFile = /filename="[^"]*"\r\nContent-Type: text\/plain\r\n\r\n([^]*?)\r\n--/;

function createService(fault: Fault) {
  const jobs = new Map<string, number>();
  const files = new Map<string, Stored>();
  const upload = (text: string): Response => {
    const [, content] = isFile.exec(text) ?? [];
    if (content === undefined) return empty(415);
    const title = fault === 'no title' ? '' : (isTitle.exec(text)?.[1] ?? '');
    files.set(`f${files.size + 1}`, { title, text: content });
    return Response.json({ id: `f${files.size}`, title, media_type: 'text/plain' }, { status: 201 });
  };
  return ({ method, path, text }: WrittenCall): Response => {
    const [, kind, id = '', part] = path.split('/');
    if (kind !== 'exports' && kind !== 'files') return empty(404);
    if (id === '' && method === 'POST' && kind === 'files') return upload(text);
    if (id === '' && method === 'POST') {
      jobs.set(`e${jobs.size + 1}`, 0);
      return Response.json({ id: `e${jobs.size}`, status: 'running' }, { status: 202 });
    }
    if (method !== 'GET' || id === '') return empty(405, { allow: id === '' ? 'POST' : 'GET' });
    const reads = jobs.get(id);
    jobs.set(id, (reads ?? 0) + 1);
    const isRunning = reads === 0 || (fault === 'runs again' && Number(reads) > 1);
    if (kind === 'exports' && reads !== undefined)
      return Response.json({ id, status: isRunning ? 'running' : 'succeeded' });
    const file =
      kind === 'files' ? files.get(fault === 'first file' && part === 'content' ? 'f1' : id) : undefined;
    if (file === undefined) return empty(404);
    const type = fault === 'no type' ? 'application/octet-stream' : 'text/plain';
    return part === 'content'
      ? new Response(file.text, { headers: { 'content-type': type } })
      : Response.json({ id, title: file.title, media_type: 'text/plain' });
  };
}

it.each<[Fault, readonly string[]]>([
  ['none', []],
  ['runs again', ['warn LAW45 /exports']],
  ['first file', ['fail N03 downloadFile', 'fail LAW22 /files']],
  ['no type', ['warn LAW22 /files']],
  ['no title', ['warn LAW22 /files']],
])('has these findings with the fault: %s', async (fault, expected) => {
  const { outcomes } = await checkWritten(description, createService(fault));
  const findings = outcomes.flatMap((outcome) => outcome.findings);
  expect([
    ...new Set(findings.map(({ verdict, check, subject }) => `${verdict} ${check} ${subject}`)),
  ]).toEqual(expected);
});
