/** Files of any bytes in multipart forms: their content, and what their records say of them. */
import { expect, it } from 'vitest';
import { checkWritten, empty, type WrittenCall } from './support/written-service.ts';
import { invalid, none, one, path } from './support/written-parts.ts';

const description = `
openapi: 3.1.0
info: { title: Drawer, version: 1.0.0 }
paths:
  /papers:
    post:
      operationId: uploadPaper
      description: Files of at most 2 KiB (\`413\`).
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema: { type: object, required: [paper], properties: { paper: { type: string, format: binary } } }
      responses: { '201': ${one('Paper')}, ${invalid}, '413': { description: Too large. } }
  /papers/{paper_id}:
    parameters: [${path('paper_id')}]
    get: { operationId: getPaper, responses: { '200': ${one('Paper')}, ${none} } }
  /papers/{paper_id}/content:
    parameters: [${path('paper_id')}]
    get:
      operationId: downloadPaper
      description: Returns the file with the media type of the upload.
      responses:
        '200': { description: It., content: { '*/*': { schema: { type: string, format: binary } } } }
        '206': { description: Part of it., content: { '*/*': { schema: { type: string, format: binary } } } }
        ${none}
components:
  schemas:
    Paper:
      type: object
      required: [id, label, kind, media_type, size]
      properties:
        id: { type: string }
        label: { type: string }
        kind: { type: string }
        media_type: { type: string }
        size: { type: integer }
`;

type Fault =
  | 'none'
  | 'text'
  | 'bit'
  | 'latin'
  | 'type'
  | 'characters'
  | 'safe'
  | 'no bytes'
  | 'served'
  | 'length'
  | 'whole'
  | 'part';

interface Stored {
  readonly label: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/** Returns the file of a form as it was sent; `null` for another body. */
function fileIn({ headers, bytes }: WrittenCall): Stored | null {
  const boundary = /^multipart\/form-data; boundary=([\w-]+)$/.exec(headers.get('content-type') ?? '')?.[1];
  const [, part] = bytes.toString('latin1').split(`--${boundary ?? ''}\r\n`);
  const [head = '', ...rest] = part?.split('\r\n\r\n') ?? [];
  const label = /name="paper"; filename="([^"]*)"/.exec(head)?.[1];
  if (boundary === undefined || label === undefined) return null;
  const end = `\r\n--${boundary}--\r\n`;
  return {
    label: Buffer.from(label, 'latin1').toString(),
    type: /Content-Type: (.*)/.exec(head)?.[1] ?? 'text/plain',
    bytes: Buffer.from(rest.join('\r\n\r\n').slice(0, -end.length), 'latin1'),
  };
}

/** Returns a file as a service with a fault stores it; `null` to reject it. */
function store({ label, type, bytes }: Stored, fault: Fault): Stored | null {
  if (fault === 'no bytes' && bytes.includes(0)) return null;
  return {
    label:
      fault === 'latin'
        ? Buffer.from(label).toString('latin1')
        : fault === 'safe'
          ? label.replaceAll(/[^\w.]/g, '_')
          : label,
    type: fault === 'type' ? 'application/octet-stream' : type,
    bytes: Buffer.from(
      fault === 'text'
        ? bytes.toString()
        : bytes.map((byte) => (fault === 'bit' && byte > 0xf0 ? byte & 0x7f : byte)),
    ),
  };
}

function createService(fault: Fault) {
  const papers: Stored[] = [];
  return (call: WrittenCall): Response => {
    const [kind, id, below, ...others] = call.path.split('/').slice(1);
    if (kind !== 'papers' || others.length > 0) return empty(404);
    if (id === undefined && call.method !== 'POST') return empty(405, { allow: 'POST' });
    if (id === undefined) {
      const sent = fileIn(call);
      if (sent !== null && sent.bytes.length > 2048 && fault !== 'length') return empty(413);
      const paper = sent === null ? null : store(sent, fault);
      return paper === null
        ? empty(400)
        : Response.json(recordOf(papers.push(paper), paper), { status: 201 });
    }
    const number = Number(/^p-(\d+)$/.exec(id)?.[1]);
    const paper = papers[number - 1];
    if (paper === undefined || (below !== undefined && below !== 'content')) return empty(404);
    if (call.method !== 'GET') return empty(405, { allow: 'GET' });
    if (below === undefined) return Response.json(recordOf(number, paper));
    const headers = { 'content-type': fault === 'served' ? 'application/pdf' : paper.type };
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(call.headers.get('range') ?? '') ?? [];
    if (first === undefined || last === undefined || fault === 'whole')
      return new Response(Uint8Array.from(paper.bytes), { headers });
    const part = paper.bytes.subarray(Number(first), Number(last) + (fault === 'part' ? 0 : 1));
    const range = `bytes ${first}-${last}/${paper.bytes.length}`;
    return new Response(Uint8Array.from(part), {
      status: 206,
      headers: { ...headers, 'content-range': range },
    });
  };

  function recordOf(number: number, { label, type, bytes }: Stored) {
    const size = fault === 'characters' ? bytes.toString().length : bytes.length;
    return { id: `p-${number}`, label, kind: 'paper', media_type: type, size };
  }
}

it.each<[Fault, readonly string[]]>([
  ['none', []],
  ['text', ['downloadPaper returns other content than uploadPaper was sent.', 'size is 1027 after']],
  ['bit', ['downloadPaper returns other content than uploadPaper was sent.']],
  ['latin', ['label is "ZoÃ« 3.bin" after an upload of "Zoë 3.bin".']],
  ['type', ['media_type is "application/octet-stream" after an upload of text/plain.']],
  ['characters', ['size is 26 after an upload of 27 bytes.']],
  ['safe', ['label is "Zo__3.bin" after an upload of "Zoë 3.bin".']],
  ['no bytes', []],
  ['whole', ['downloadPaper of 4 bytes returned 200 instead of 206.']],
  ['part', ['downloadPaper of 4 bytes returns other bytes.']],
  ['length', ['uploadPaper of a file with 2049 bytes returned 201, and its text allows 2048.']],
  [
    'served',
    ['text/plain', 'application/octet-stream'].map(
      (type) => `The record has the media type ${type}; its content is application/pdf.`,
    ),
  ],
])('has these findings with the fault: %s', async (fault, expected) => {
  const { outcomes } = await checkWritten(description, createService(fault));
  const findings = outcomes.flatMap((outcome) => outcome.findings);
  expect(findings.map(({ check, message }) => `${check} ${message}`)).toEqual(
    expected.map((message) => expect.stringContaining(`LAW22 ${message}`) as string),
  );
});
