/**
 * Writes every exchange of a run as HAR 1.2 for other tools. Credentials are replaced by the names of their profiles.
 */
import type { Exchange, HeaderList, RecordedBody, RecordedResponse, RequestPlan } from '../model/exchange.ts';
import type { RunReport } from '../model/run-report.ts';
import { credentialFields, withQueryFields } from '../http/credentials.ts';
import { encodeBody } from '../http/body-bytes.ts';
import type { ReportOptions } from './report.ts';

/**
 * Writes a run; ends with a newline. Shape: an exchange without a response has status 0 and the reason in `comment`.
 */
export function writeHar(report: RunReport, { contract }: Pick<ReportOptions, 'contract'>): string {
  const { tool, baseUrl, startedAt, exchanges } = report;
  const start = Date.parse(startedAt);
  const log = {
    version: '1.2',
    creator: { name: tool.name, version: tool.version },
    pages: [],
    entries: exchanges.map((exchange) =>
      entryOf({ ...exchange, request: withCredential(exchange.request, contract) }, baseUrl, start),
    ),
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

/** Adds the credential of a request, as a placeholder. */
function withCredential(request: RequestPlan, contract: ReportOptions['contract']): RequestPlan {
  const { headers, query } = credentialFields(contract, request);
  return {
    ...request,
    path: withQueryFields(request.path, query),
    headers: [...request.headers, ...headers],
  };
}

function requestOf({ method, path, headers, body, encoding }: RequestPlan, baseUrl: string) {
  const bytes = encodeBody(body, encoding);
  const mimeType = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  return {
    method,
    url: baseUrl.replace(/(?<!\/)\/+$/, '') + path,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: namedValues(headers),
    queryString: namedValues([...new URLSearchParams(path.split('?').slice(1).join('?'))]),
    ...(body === null ? {} : { postData: { mimeType, ...textOf(body, encoding) } }),
    headersSize: -1,
    bodySize: bytes.length,
  };
}

/** Returns the text of a body. Why base64: HAR has it for the bodies of responses, and other tools use it for both. */
function textOf(body: string, encoding: RequestPlan['encoding']) {
  return encoding === undefined
    ? { text: body }
    : { text: Buffer.from(body, encoding).toString('base64'), encoding: 'base64' };
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
