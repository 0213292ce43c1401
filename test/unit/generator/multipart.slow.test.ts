/** The generated server reads the multipart forms that the generated client writes, with the types of the description. */
import { expect, it } from 'vitest';
import { readDocument, runGenerated, serving } from './support/generated-project.ts';

const openapi = readDocument('multipart');

const program = `${serving}
import { formPart } from './api/client.ts';
import { partsOf } from './api/handler.ts';
const handlers: ServiceHandlers<null, Record<never, never>> = {
  async addFile({ body }) {
    const headers = partsOf(body).map((part) => part.headers.get('x-part-id'));
    const { avatar, pages = [], attributes, rows, note, expand, ids, anything } = body;
    const texts = await Promise.all([avatar, ...pages].map(async (file: File) => [file.name, file.type, await file.text()]));
    return { status: 200, body: { seen: [texts, attributes.name, rows, note, expand, ids, anything, headers.filter((id) => id !== undefined)] } };
  },
  addPairs: ({ body }) => ({ status: 200, body: { seen: [body.ids, body.place?.city, body.color] } }),
  search: ({ query, cookies }) => ({ status: 200, body: { seen: [query.limit, query.labels, query.filter, cookies.view] } }),
};
await withServer(handlers, async (api) => {
  const avatar = new File(['png'], 'me.png', { type: 'image/png' });
  const sent = await api.addFile({
    body: {
      avatar,
      pages: [new Blob(['1']), Uint8Array.of(50)],
      attributes: formPart({ name: 'n', size: 1 }, { headers: { 'X-Part-Id': '7' }, contentType: 'application/vnd.a+json' }),
      rows: [{ name: 'a' }, { name: 'b' }],
      note: null,
      expand: ['x', 'y'],
      ids: [1, 2],
      anything: { deep: [1] },
    },
  });
  const send = async (fields: Record<string, string | Blob>): Promise<unknown> => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    const answer = await api.addFile({ body: form });
    return [answer.status, answer.body];
  };
  const attributes = '{"name":"n"}';
  return [
    sent.status === 200 ? sent.body.seen : sent.body,
    await send({ avatar, attributes }),
    await send({ avatar }),
    await send({ avatar: new Blob(['x'], { type: 'image/png' }), attributes }),
    await send({ avatar: new Blob(['xy'], { type: 'text/plain' }), attributes }),
    await send({ avatar, attributes: '{"size":1}', extra: 'x' }),
    (await api.addPairs({ body: { ids: ['1', 'a,b'], place: { city: 'Oslo' }, color: { R: 100, G: 200 } } })).body.seen,
    (
      await api.search({
        query: { limit: 5, labels: { a: 1, b: 2 }, filter: { on: true } },
        cookies: { view: { name: 'wide, "big"', size: 1 } },
      })
    ).body.seen,
  ];
});
`;

it('parts are typed, parsed and validated', { timeout: 60_000 }, async () => {
  const problem = (code: string, path: string, detail: string): object => ({
    code,
    path,
    message: `${path} ${detail}`,
  });
  const wrong = (...details: readonly object[]): unknown => [
    400,
    {
      error: details.length === 1 ? (details[0] as { message: string }).message : 'The request is invalid.',
      details,
    },
  ];
  const files = [
    ['me.png', 'image/png', 'png'],
    ['blob', 'application/octet-stream', '1'],
    ['blob', 'application/octet-stream', '2'],
  ];
  expect(await runGenerated(openapi, {}, program)).toEqual([
    [files, 'n', [{ name: 'a' }, { name: 'b' }], null, ['x', 'y'], [1, 2], { deep: [1] }, ['7']],
    [200, { seen: [[files[0]], 'n', null, null, null, null, null, []] }],
    wrong(problem('MISSING_REQUIRED_FIELD', 'attributes', 'is required')),
    wrong(problem('TOO_SHORT', 'avatar', 'must have at least 2 characters')),
    wrong(problem('INVALID_TYPE', 'avatar', 'was sent as text/plain; this part takes image/png, image/*')),
    wrong(
      problem('UNKNOWN_FIELD', 'extra', 'is not a known field'),
      problem('MISSING_REQUIRED_FIELD', 'attributes.name', 'is required'),
    ),
    [['1', 'a,b'], 'Oslo', { R: 100, G: 200 }],
    [5, { a: 1, b: 2 }, { on: true }, { name: 'wide, "big"', size: 1 }],
  ]);
});

const converted = readDocument('multipart-conversions');

const convertingProgram = `${serving}
import { formPart } from './api/client.ts';
import { partsOf } from './api/handler.ts';
const handlers: ServiceHandlers<null, Record<never, never>> = {
  addFile: ({ body }) => {
    const file = partsOf(body).find(({ name }) => name === 'file');
    return { status: 200, body: [body.meta, body.at, body.sizes, body.metas, body.file?.name ?? null, file?.declared ?? null] };
  },
};
const at = new Date(0);
const part = { headers: { 'X-Part-Id': '1' } };
await withServer(handlers, async (api) => [
  (await api.addFile({ body: { meta: { at, size: 5n }, at, sizes: [1n, 2n], metas: [{ at }] } })).body,
  (
    await api.addFile({
      body: {
        meta: formPart({ at, size: 5n }, part),
        at: formPart(at, part),
        sizes: [formPart(1n, part), 2n],
        metas: [formPart({ at }, part)],
        file: formPart(new Blob(['x']), { fileName: 'a.txt', headers: { 'X-At': at, 'X-Size': 5n } }),
      },
    })
  ).body,
]);
`;

it('values of parts are converted, with headers of their own too', { timeout: 60_000 }, async () => {
  const at = new Date(0).toISOString();
  const seen = [{ at, size: 5 }, at, [1, 2], [{ at }]];
  expect(await runGenerated(converted, { dates: 'Date', int64: 'bigint' }, convertingProgram)).toEqual([
    [...seen, null, null],
    [...seen, 'a.txt', { 'X-At': at, 'X-Size': 5 }],
  ]);
});

const headed = readDocument('multipart-headers');

const headedProgram = `${serving}
import { formPart } from './api/client.ts';
import { partsOf } from './api/handler.ts';
const handlers: ServiceHandlers<null, Record<never, never>> = {
  addFile: ({ body }) => {
    const seen = partsOf(body).map((part) => {
      if (part.name === 'file') {
        const rank: number = part.declared['X-Rank'];
        const kind: 'draft' | 'final' | undefined = part.declared['X-Kind'];
        return [rank, kind ?? null];
      }
      if (part.name === 'pages') return part.declared['X-Page'] ?? 0;
      return part.headers.get('x-own') ?? null;
    });
    return { status: 200, body: seen };
  },
};
const file = new Blob(['x']);
await withServer(handlers, async (api) => {
  const sent = await api.addFile({
    body: {
      file: formPart(file, { headers: { 'X-Rank': 2, 'X-Kind': 'final' } }),
      note: formPart('n', { headers: { 'X-Own': '1' } }),
      pages: ['1', formPart('2', { headers: { 'X-Page': 7 } })],
    },
  });
  // @ts-expect-error A required header is missing.
  const bare = await api.addFile({ body: { file } });
  // @ts-expect-error A header has another type.
  const wrong = await api.addFile({ body: { file: formPart(file, { headers: { 'X-Rank': 'high' } }) } });
  const low = await api.addFile({ body: { file: formPart(file, { headers: { 'X-Rank': 0 } }) } });
  const kind = await api.addFile({
    // @ts-expect-error A header has another value.
    body: { file: formPart(file, { headers: { 'X-Rank': 1, 'X-Kind': 'other' } }) },
  });
  return [sent, bare, wrong, low, kind].map(({ body }) => ('error' in body ? body.error : body));
});
`;

it('declared headers of parts are typed, sent, parsed and validated', { timeout: 60_000 }, async () => {
  expect(await runGenerated(headed, {}, headedProgram)).toEqual([
    [[2, 'final'], '1', 0, 7],
    'file lacks the header X-Rank',
    'file has a header X-Rank that must be an integer',
    'file has a header X-Rank that must be at least 1',
    'file has a header X-Kind that must be one of draft, final',
  ]);
});
