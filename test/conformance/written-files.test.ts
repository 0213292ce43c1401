/** Files of any bytes in multipart forms: their content, and what their records say of them. */
import { expect, it } from 'vitest';
import { defineService, type Faults, type Handler } from './support/defined-service.ts';
import { integer, object, text } from './support/service-definition.ts';

const binary = { ...text, format: 'binary' };
const anyContent = { description: 'It.', content: { '*/*': { schema: binary } } };

interface Paper {
  readonly label: string;
  readonly type: string;
  readonly bytes: Buffer;
}

interface Upload {
  /** Returns the file as it is stored; `null` to reject it. */
  readonly store?: (paper: Paper) => Partial<Paper> | null;
  readonly sizeOf?: (bytes: Buffer) => number;
  readonly most?: number;
}

const upload =
  ({ store: stored = () => ({}), sizeOf = (bytes) => bytes.length, most = 2048 }: Upload = {}): Handler =>
  async ({ body, caller, store }) => {
    const file = body['paper'] as File;
    if (file.size > most) return 413;
    const sent = { label: file.name, type: file.type, bytes: Buffer.from(await file.arrayBuffer()) };
    const changes = stored(sent);
    if (changes === null) return 400;
    const { label, type, bytes } = { ...sent, ...changes };
    const record = { label, kind: 'paper', media_type: type, size: sizeOf(bytes) };
    const row = store.add('Paper', record, { caller });
    store.state.set(row.id, bytes);
    return row.value;
  };

/** Returns a file, or the part of it that the request is for; `end` is the number of bytes to its last position. */
const download =
  (type?: string, isRanged = true, end = 1): Handler =>
  ({ headers, row, store }) => {
    const bytes = store.stateOf(row.id, Buffer.of());
    const fields = { 'content-type': type ?? String(row.value['media_type']) };
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.get('range') ?? '') ?? [];
    if (first === undefined || last === undefined || !isRanged)
      return new Response(Uint8Array.from(bytes), { headers: fields });
    const range = `bytes ${first}-${last}/${bytes.length}`;
    return new Response(Uint8Array.from(bytes.subarray(Number(first), Number(last) + end)), {
      status: 206,
      headers: { ...fields, 'content-range': range },
    });
  };

const drawer = await defineService({
  title: 'Drawer',
  resources: [
    {
      name: 'Paper',
      path: '/papers',
      item: '/papers/{paper_id}',
      fields: { label: text, kind: text, media_type: text, size: integer() },
      create: {
        id: 'uploadPaper',
        text: 'Files of at most 2 KiB (`413`).',
        bodyType: 'multipart/form-data',
        body: object({ paper: binary }),
        errors: [413],
        run: upload(),
      },
      get: {},
    },
  ],
  operations: {
    'GET /papers/{paper_id}/content': {
      id: 'downloadPaper',
      text: 'Returns the file with the media type of the upload.',
      status: 200,
      responses: { 200: anyContent, 206: anyContent },
      run: download(),
    },
  },
});

const otherContent = 'downloadPaper returns other content than uploadPaper was sent.';
const uploads = (change: Upload): Faults => ({ uploadPaper: upload(change) });

it.each<[string, Faults, readonly string[]]>([
  ['none', {}, []],
  [
    'bytes as text',
    uploads({ store: ({ bytes }) => ({ bytes: Buffer.from(bytes.toString()) }) }),
    [otherContent, 'size is 1027 after'],
  ],
  [
    'seven bits',
    uploads({
      store: ({ bytes }) => ({ bytes: Buffer.from(bytes.map((byte) => (byte > 0xf0 ? byte & 0x7f : byte))) }),
    }),
    [otherContent],
  ],
  [
    'latin names',
    uploads({ store: ({ label }) => ({ label: Buffer.from(label).toString('latin1') }) }),
    ['label is "ZoÃ« 3.bin" after an upload of "Zoë 3.bin".'],
  ],
  [
    'another type',
    uploads({ store: () => ({ type: 'application/octet-stream' }) }),
    ['media_type is "application/octet-stream" after an upload of text/plain.'],
  ],
  [
    'characters',
    uploads({ sizeOf: (bytes) => bytes.toString().length }),
    ['size is 26 after an upload of 27 bytes.'],
  ],
  [
    'safe names',
    uploads({ store: ({ label }) => ({ label: label.replaceAll(/[^\w.]/g, '_') }) }),
    ['label is "Zo__3.bin" after an upload of "Zoë 3.bin".'],
  ],
  ['no zero bytes', uploads({ store: ({ bytes }) => (bytes.includes(0) ? null : {}) }), []],
  [
    'the whole file',
    { downloadPaper: download(undefined, false) },
    ['downloadPaper of 4 bytes returned 200 instead of 206.'],
  ],
  [
    'part of a range',
    { downloadPaper: download(undefined, true, 0) },
    ['downloadPaper of 4 bytes returns other bytes.'],
  ],
  [
    'any length',
    uploads({ most: Infinity }),
    ['uploadPaper of a file with 2049 bytes returned 201, and its text allows 2048.'],
  ],
  [
    'one type for all',
    { downloadPaper: download('application/pdf') },
    ['text/plain', 'application/octet-stream'].map(
      (type) => `The record has the media type ${type}; its content is application/pdf.`,
    ),
  ],
])('has these findings with the fault: %s', async (_, faults, expected) => {
  const { outcomes } = await drawer.check(faults);
  const findings = outcomes.flatMap((outcome) => outcome.findings);
  expect(findings.map(({ check, message }) => `${check} ${message}`)).toEqual(
    expected.map((message) => expect.stringContaining(`LAW22 ${message}`) as string),
  );
});
