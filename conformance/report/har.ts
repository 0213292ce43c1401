/**
 * Writes every exchange of a run as HAR 1.2 for other tools. Credentials are replaced by the names of their profiles.
 */
import type { Exchange, HeaderList, RecordedBody, RecordedResponse, RequestPlan } from '../model/exchange.ts';
import type { RunReport } from '../model/run-report.ts';

/**
 * Writes a run; ends with a newline. Shape: an exchange without a response has status 0 and the reason in `comment`.
 */
export function writeHar(report: RunReport): string {
  const { tool, baseUrl, startedAt, exchanges } = report;
  const start = Date.parse(startedAt);
  const log = {
    version: '1.2',
    creator: { name: tool.name, version: tool.version },
    pages: [],
    entries: exchanges.map((exchange) => entryOf(exchange, baseUrl, start)),
  };
  return `${JSON.stringify({ log }, null, 2)}\n`;
}

function entryOf({ at, request, response, failure, durationMs }: Exchange, baseUrl: string, start: number) {
  return {
    startedDateTime: new Date(start + at).toISOString(),
    time: durationMs,
    request: requestOf(request, baseUrl),
    response: responseOf(response),
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
    ...(failure === null ? {} : { comment: failure }),
  };
}

function requestOf({ method, path, headers, body, profile }: RequestPlan, baseUrl: string) {
  const fields: HeaderList =
    profile === null ? headers : [...headers, ['authorization', `Bearer \${profile.${profile}}`]];
  const mimeType = fields.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  return {
    method,
    url: baseUrl.replace(/\/+$/, '') + path,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: namedValues(fields),
    queryString: namedValues([...new URLSearchParams(path.split('?').slice(1).join('?'))]),
    ...(body === null ? {} : { postData: { mimeType, text: body } }),
    headersSize: -1,
    bodySize: body === null ? 0 : Buffer.byteLength(body),
  };
}

function responseOf(response: RecordedResponse | null) {
  const content = response === null ? { size: 0, text: '' } : contentOf(response.body);
  return {
    status: response?.status ?? 0,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: namedValues(Object.entries(response?.headers ?? {})),
    content: { ...content, mimeType: response?.headers['content-type'] ?? 'x-unknown' },
    redirectURL: response?.headers['location'] ?? '',
    headersSize: -1,
    bodySize: -1,
  };
}

function contentOf(body: RecordedBody): { readonly size: number; readonly text?: string } {
  switch (body.kind) {
    case 'none':
      return { size: 0, text: '' };
    case 'json':
    case 'text':
      return { size: Buffer.byteLength(body.text), text: body.text };
    case 'bytes':
      return { size: body.length };
    case 'stream':
      return { size: Buffer.byteLength(body.stream.raw), text: body.stream.raw };
  }
}

function namedValues(list: HeaderList): readonly { readonly name: string; readonly value: string }[] {
  return list.map(([name, value]) => ({ name, value }));
}
