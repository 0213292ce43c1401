/** The reference of our own contracts: it is complete, every link resolves, and it needs no network. */
import { beforeAll, describe, expect, test } from 'vitest';
import { resolve } from 'node:path';
import { manifest as platformControl } from '../../../generated/control-agent-platform/manifest.ts';
import { manifest as control } from '../../../generated/control/manifest.ts';
import { manifest as service } from '../../../generated/service/manifest.ts';
import { collectDiagnostics } from '../../../generator/diagnostics/diagnostics.ts';
import { readConfig } from '../../../generator/options/config.ts';
import { generate } from '../../../generator/pipeline.ts';
import { createMemorySink } from '../../../tools/memory-sink.ts';

const root = resolve(import.meta.dirname, '../../..');
const pages = new Map<string, string>();

beforeAll(async () => {
  const options = await readConfig(resolve(root, 'backlot.config.yaml'), collectDiagnostics().report);
  const sink = createMemorySink();
  await generate({ ...options!, docs: 'docs', only: ['docs'] }, sink, 'write');
  for (const [file, text] of sink.files)
    if (file.endsWith('.html')) pages.set(file.slice('docs/'.length), text);
});

function anchorsOf(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id ?? ''));
}

test('only the reference is generated if only it is requested', () => {
  expect(pages.size).toBeGreaterThan(20);
  expect(
    [...pages.keys()].filter(
      (page) => !/^(?:(?:service|control|control-agent-platform)\/)?[\w-]+\.html$/.test(page),
    ),
  ).toEqual([]);
});

test('every link resolves to a page and an anchor on it', () => {
  const broken: string[] = [];
  for (const [page, text] of pages) {
    for (const [, href = ''] of text.matchAll(/href="([^"]*)"/g)) {
      if (href.startsWith('https://')) continue;
      const [file = '', anchor] = href.split('#');
      const target = file === '' ? page : new URL(file, `file:///${page}`).pathname.slice(1);
      const found = pages.get(target);
      const isThere = found !== undefined && (anchor === undefined || anchorsOf(found).has(anchor));
      if (!isThere) broken.push(`${page}: ${href}`);
    }
  }
  expect([...new Set(broken)]).toEqual([]);
});

test('pages load nothing from other hosts, and run only the search script', () => {
  for (const page of pages.values()) {
    const text = page.replaceAll(/<script src="search(-index)?\.js" defer><\/script>/g, '');
    expect(text).not.toMatch(/<script|<link|<img|<iframe|@import|url\((?!#)|\son\w+=/);
    expect(text).toContain("default-src 'none'; style-src 'unsafe-inline'; script-src 'self'\"");
  }
});

describe.each([
  ['service', service],
  ['control', control],
  ['control-agent-platform', platformControl],
])('the pages of %s', (folder, manifest) => {
  const all = (): string =>
    [...pages]
      .filter(([page]) => page.startsWith(`${folder}/`))
      .map(([, text]) => text)
      .join('');

  test('show every operation, schema, channel and event', () => {
    const anchors = anchorsOf(all());
    const expected = [
      ...manifest.operations.map(({ id }) => id),
      ...manifest.schemas,
      ...manifest.channels.map(({ id }) => `channel-${id}`),
      ...manifest.streams.map(({ name }) => name),
    ];
    expect(expected.filter((name) => !anchors.has(encodeURIComponent(name)))).toEqual([]);
    const events = manifest.streams.flatMap((stream) => [...stream.events]);
    expect(events.filter((event) => !all().includes(`<code>${event}</code>`))).toEqual([]);
  });
});

test('streams list which events end and pause them', () => {
  const text = pages.get('service/streams.html') ?? '';
  expect(text).toMatch(/<code>execution_complete<\/code> <span class="mark">ends the stream<\/span>/);
  expect(text).toMatch(/<code>approval_start<\/code> <span class="mark">pauses it<\/span>/);
  expect(text).toMatch(/<code>ping<\/code> <span class="mark">keeps the connection open<\/span>/);
});

test('every referenced assumption is described', () => {
  const written = anchorsOf(pages.get('service/assumptions.html') ?? '');
  expect(written.size).toBeGreaterThan(50);
  expect(pages.get('service/executions.html')).toContain('<a href="assumptions.html#A-062">A-062</a>');
});

test('the guide precedes the operations, in reading order', () => {
  const [, navigation = ''] = pages.get('service/index.html')?.split('<nav') ?? [];
  const labels = [...navigation.matchAll(/<a href="[^"]*"[^>]*>([^<]*)</g)].map(([, label]) => label);
  expect(labels.slice(0, 7)).toEqual([
    'Overview',
    'Authentication',
    'Execution lifecycle',
    'States',
    'Lists, retries and limits',
    'Errors',
    'Extensions in this description',
  ]);
});

test('the authentication page lists the permissions and what each operation requires', () => {
  const text = pages.get('service/authentication.html') ?? '';
  expect(text).toMatch(/<code>AGENTS:EXECUTE<\/code>[^]*Execute agents\./);
  const [, needs = ''] = text.split('>executeAgent</a>');
  expect(needs.split('</tr>')[0]).toMatch(/apiKey<\/a>\s+with[^]*AGENTS:EXECUTE/);
});

test('the states of a sandbox deployment are drawn, and the transitions listed', () => {
  const text = pages.get('service/states.html') ?? '';
  const drawn = [...text.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, state]) => state);
  expect(drawn).toContain('any of 7 states');
  for (const state of ['provisioning', 'running', 'sleeping', 'suspended', 'degraded', 'failed', 'blocked'])
    expect(drawn).toContain(state);
  expect(text).toContain('You resume it.');
});

test('the first calls are commands with a URL and a credential', () => {
  const text = pages.get('service/index.html') ?? '';
  expect(text).toContain('curl &#39;https://api.agents.test/v1/agents&#39;');
  expect(text).toContain('-H &quot;Authorization: Bearer $API_KEY&quot;');
});

test('error codes link to the operations that return them', () => {
  const [, row = ''] = pages.get('service/errors.html')?.split('<code>EVENT_NOT_FOUND</code>') ?? [];
  expect(row.split('</tr>')[0]).toContain('product-events.html#pollProductEvents');
});
