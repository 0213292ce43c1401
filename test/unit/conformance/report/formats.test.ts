/** One report with every verdict in the formats for people and tools; with `--update` their files in `formats/` are written again. */
import { expect, test } from 'vitest';
import { writeAnnotations } from '../../../../conformance/report/annotations.ts';
import { writeHar } from '../../../../conformance/report/har.ts';
import { writeJunit } from '../../../../conformance/report/junit.ts';
import { writeMarkdown } from '../../../../conformance/report/markdown.ts';
import { paintNothing } from '../../../../conformance/report/report.ts';
import { writeSarif } from '../../../../conformance/report/sarif.ts';
import { writeText } from '../../../../conformance/report/text.ts';
import { writeWfc } from '../../../../conformance/report/wfc.ts';
import { readHar } from '../../../../conformance/har/read-har.ts';
import { decodeBody } from '../../../../conformance/http/body-bytes.ts';
import { makeExchange, makeReport, plan } from './made-report.ts';
import { fullOptions as options, fullReport as report } from './full-report.ts';

test.each([
  ['report.txt', writeText(report, { ...options, paint: paintNothing, width: 100 })],
  ['report.md', writeMarkdown(report, options)],
  ['annotations.txt', writeAnnotations(report, options)],
  ['junit.xml', writeJunit(report, options)],
  ['sarif.json', indented(writeSarif(report, options))],
  ['wfc.json', indented(writeWfc(report, options))],
  ['har.json', indented(writeHar(report, options))],
])('the report is written as %s', async (file, text) => {
  await expect(text).toMatchFileSnapshot(`formats/${file}`);
});

test('a HAR has bytes that are not text in Base64, which is read again', () => {
  const sent = Uint8Array.of(0, 0x80, 0xff);
  const request = { ...plan, method: 'POST', ...decodeBody(sent) };
  const text = writeHar(makeReport({ exchanges: [makeExchange({ request })] }), options);
  expect(JSON.parse(text)).toMatchObject({
    log: { entries: [{ request: { bodySize: 3, postData: { text: 'AID/', encoding: 'base64' } } }] },
  });
  expect(readHar(Buffer.from(text))).toMatchObject({ entries: [{ body: sent }] });
});

function indented(text: string): string {
  return `${JSON.stringify(JSON.parse(text), null, 2)}\n`;
}
