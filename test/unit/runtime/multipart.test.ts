/** Multipart forms: how the server reads those of clients, and rejects malformed and hostile ones. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { multipartWriter } from '../../../templates/runtime/client/forms/write-multipart.ts';
import { inBrackets } from '../../../templates/runtime/client/spread.ts';
import type { BodyContentSpec } from '../../../templates/runtime/operation-spec.ts';
import { readBody, type BodyLimits } from '../../../templates/runtime/body/read-body.ts';
import type { ReadBody } from '../../../templates/runtime/body/read-problems.ts';
import { anything, checkThat } from './support.ts';
import { processorTime } from '../../support/processor-time.ts';

const content: BodyContentSpec = {
  mediaType: 'multipart/form-data',
  check: anything,
  form: {
    style: 'brackets',
    fields: {
      title: { kind: 'string', nullable: true },
      count: { kind: 'integer' },
      tags: { kind: 'string', repeated: true },
      meta: { kind: 'json' },
      rows: { kind: 'json', repeated: true },
      labels: { kind: 'string', repeated: true, list: 'brackets' },
    },
  },
  parts: {
    avatar: { file: 'one', types: ['image/png', 'image/webp'] },
    photos: { file: 'list', types: ['image/*'] },
    meta: { types: ['application/json'] },
  },
};

function read(
  body: string | Uint8Array,
  limits: BodyLimits = {},
  { type = 'multipart/form-data; boundary=b', check = anything } = {},
): ReadBody {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  return readBody({ required: true, content: [{ ...content, check }] }, bytes, type, limits);
}

/** Writes a form as a browser would. */
const form = (...parts: readonly (readonly [header: string, value: string])[]): string =>
  parts
    .map(([header, value]) => `--b\r\nContent-Disposition: form-data; ${header}\r\n\r\n${value}\r\n`)
    .join('') + '--b--\r\n';

describe('a multipart form', () => {
  it('has the values that the client wrote', async () => {
    const write = multipartWriter({ meta: 'application/json' }, { labels: inBrackets });
    const text = fc.string({ unit: 'binary' }).filter((one) => one.isWellFormed());
    const json = fc
      .jsonValue({ maxDepth: 2 })
      .map((value) => JSON.parse(JSON.stringify({ value })) as unknown);
    const given = fc.record({
      title: text.filter((one) => one !== ''),
      count: fc.maxSafeInteger().map((one) => one + 0),
      tags: fc.array(text, { minLength: 1 }),
      labels: fc.array(text, { minLength: 1 }),
      meta: json,
      rows: fc.array(json, { minLength: 1 }),
      more: text,
    });
    const bytes = fc.uint8Array({ maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(given, bytes, async (values, data) => {
        const file = new File([data as Uint8Array<ArrayBuffer>], 'a"b.png', { type: 'image/png' });
        const written = write({ ...values, avatar: file, photos: [file, file] }, 'multipart/form-data');
        const sent = new Uint8Array(await (written!.content as Blob).arrayBuffer());
        const outcome = read(sent, {}, { type: written!.contentType ?? '' });
        expect(outcome).toMatchObject({ kind: 'value', value: values });
        const { avatar, photos } = (outcome as { value: { avatar: File; photos: File[] } }).value;
        expect([avatar.name, avatar.type, photos.length]).toEqual(['a"b.png', 'image/png', 2]);
        expect(new Uint8Array(await avatar.arrayBuffer())).toEqual(data);
      }),
      { numRuns: 15 },
    );
  });

  it('may have a preamble, white space, quoted names and undeclared parts', () => {
    const body = `preamble\r\n--b \t\r\ncontent-disposition:form-data;name=title\r\n\r\n--bc\r\n\r\n${form(
      ['name="x\\"y%22"', 'text'],
      ['name=file; filename=""', 'a'],
    )}epilogue`;
    const outcome = read(body, {}, { type: 'Multipart/Form-Data; charset=utf-8; Boundary="b"' });
    expect(outcome).toMatchObject({ kind: 'value', value: { title: '--bc\r\n', 'x"y"': 'text' } });
    expect((outcome as { value: { file: unknown } }).value.file).toBeInstanceOf(File);
  });

  it('is validated with a string instead of each file', () => {
    const check = checkThat((value) => (value as { avatar: string }).avatar.length === 3);
    expect(read(form(['name=avatar; filename=a', 'abc']), {}, { check }).kind).toBe('value');
    expect(read(form(['name=avatar; filename=a', 'ab']), {}, { check }).kind).toBe('mismatch');
  });

  it.each<[string, string, Partial<BodyLimits>?]>([
    ['body ends without its closing boundary', ''],
    ['body ends without its closing boundary', form(['name=title', 'x']).slice(0, -4)],
    ['body has no valid boundary in its Content-Type', 'none'],
    [
      'body has a part without "Content-Disposition: form-data" and a name (part 2)',
      form(['name=title', 'x'], ['filename=a', 'x']),
    ],
    [
      'body has a part whose header is not followed by an empty line within 16384 bytes (part 1)',
      '--b\r\nA: b\r\n--b--',
    ],
    ['body has more than 1 parts', form(['name=title', 'x'], ['name=more', 'x']), { parts: 1 }],
    ['__proto__ is not an allowed name', form(['name=__proto__', 'x'])],
    ['count must be an integer', form(['name=count', 'x'])],
    ['count is given more than once', form(['name=count', '1'], ['name=count', '1'])],
    ['avatar is given more than once', form(['name=avatar', '1'], ['name=avatar', '1'])],
    [
      'meta is not valid JSON: expected a property name in double quotes at line 1, column 2',
      form(['name=meta', '{']),
    ],
    ['meta nests deeper than 64 levels', form(['name=meta', '['.repeat(1e5)])],
    [
      'avatar was sent as image/gif; this part takes image/png, image/webp',
      form(['name=avatar\r\nContent-Type: image/gif', 'x']),
    ],
    [
      'meta was sent as text/xml; this part takes application/json',
      form(['name=meta\r\nContent-Type: text/xml', 'x']),
    ],
  ])('is rejected: %s', (message, body, limits = {}) => {
    const type = body === 'none' ? 'multipart/form-data' : 'multipart/form-data; boundary=b';
    expect(read(body === '' ? 'x' : body, limits, { type })).toMatchObject({
      kind: 'error',
      problem: { message },
    });
  });

  it('of hostile bytes is read in linear time', () => {
    const length = 200_000;
    const near = `\r\n--${'a'.repeat(69)}`;
    const bodies = [
      '\r'.repeat(length),
      '\r\n--b'.repeat(length / 5),
      near.repeat(length / near.length),
      `--b\r\nContent-Disposition: form-data${';a="\\'.repeat(4000)}\r\n\r\n\r\n--b--`,
      `--b\r\nContent-Disposition: form-data${' '.repeat(16_000)}\r\n\r\n\r\n--b--`,
      form(...Array.from({ length: 5_000 }, (_, index) => [`name="labels[${index}]"`, 'x'] as const)),
    ];
    const time = processorTime(() => {
      for (const body of bodies)
        for (const boundary of ['b', `${'a'.repeat(69)}b`])
          read(body, { parts: 20_000 }, { type: `multipart/form-data; boundary=${boundary}` });
    });
    expect(time).toBeLessThan(2_000);
  });
});
