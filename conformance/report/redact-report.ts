/**
 * Removes the credentials of a run from its report. Redacts only values that come from requests and responses, so that
 * a response cannot alter the report's own words by declaring one of them a credential.
 */
import type { Exchange, RecordedBody, RecordedResponse, RequestPlan } from '../model/exchange.ts';
import type { CaseOrigin, Finding, Outcome } from '../model/finding.ts';
import type { RunReport } from '../model/run-report.ts';
import type { Secrets } from '../http/secrets.ts';

type Redact = (text: string) => string;

/** Returns the report with every known credential replaced by the name of its profile. */
export function redactReport(report: RunReport, secrets: Secrets): RunReport {
  const redact: Redact = (text) => secrets.redact(text);
  const done = new Map<Exchange, Exchange>();
  // Why: many findings may share an exchange, and the copies must stay shared.
  const redactOnce = (exchange: Exchange): Exchange => {
    const redacted = done.get(exchange) ?? redactExchange(exchange, redact);
    done.set(exchange, redacted);
    return redacted;
  };
  return {
    ...report,
    baseUrl: redact(report.baseUrl),
    stopped: redactText(report.stopped, redact),
    notices: report.notices.map(redact),
    left: report.left.map((records) => ({ ...records, ids: records.ids.map(redact) })),
    outcomes: report.outcomes.map((outcome) => redactOutcome(outcome, redact, redactOnce)),
    exchanges: report.exchanges.map(redactOnce),
  };
}

type RedactExchange = (exchange: Exchange) => Exchange;

function redactOutcome(outcome: Outcome, redact: Redact, redactOnce: RedactExchange): Outcome {
  const redactFinding = (finding: Finding): Finding => ({
    ...finding,
    message: redact(finding.message),
    at: redact(finding.at),
    origin: redactOrigin(finding.origin, redact),
    exchanges: finding.exchanges.map(redactOnce),
  });
  return {
    ...outcome,
    reason: redactText(outcome.reason, redact),
    ...(outcome.missingNames === undefined
      ? {}
      : {
          missingNames: outcome.missingNames.map(({ name, others }) => ({
            name,
            others: others.map(redact),
          })),
        }),
    findings: outcome.findings.map(redactFinding),
  };
}

function redactOrigin(origin: CaseOrigin, redact: Redact): CaseOrigin {
  const { label, expectation } = origin;
  return {
    ...origin,
    label: redact(label),
    ...(expectation === undefined
      ? {}
      : { expectation: { ...expectation, description: redact(expectation.description) } }),
  };
}

function redactExchange(exchange: Exchange, redact: Redact): Exchange {
  const { request, response, failure } = exchange;
  return {
    ...exchange,
    request: redactRequest(request, redact),
    response: response === null ? null : redactResponse(response, redact),
    failure: redactText(failure, redact),
  };
}

function redactRequest(request: RequestPlan, redact: Redact): RequestPlan {
  const { path, headers, body } = request;
  return {
    ...request,
    path: redact(path),
    headers: headers.map(([name, value]) => [name, redact(value)]),
    body: redactText(body, redact),
  };
}

function redactResponse(response: RecordedResponse, redact: Redact): RecordedResponse {
  const headers = Object.entries(response.headers).map(([name, value]) => [redact(name), redact(value)]);
  return {
    ...response,
    headers: Object.fromEntries(headers) as RecordedResponse['headers'],
    body: redactBody(response.body, redact),
  };
}

function redactBody(body: RecordedBody, redact: Redact): RecordedBody {
  switch (body.kind) {
    case 'none':
    case 'bytes':
      return body;
    case 'text':
      return { ...body, text: redact(body.text), problem: redactText(body.problem, redact) };
    case 'json':
      return { ...body, value: redactValue(body.value, redact), text: redact(body.text) };
    case 'stream': {
      const { stream } = body;
      const frames = stream.frames.map((frame) => ({
        ...frame,
        event: redactText(frame.event, redact),
        id: redactText(frame.id, redact),
        data: redact(frame.data),
        ...('value' in frame ? { value: redactValue(frame.value, redact) } : {}),
        problem: redactText(frame.problem, redact),
      }));
      return { ...body, stream: { ...stream, raw: redact(stream.raw), frames, rest: redact(stream.rest) } };
    }
  }
}

function redactText<Text extends string | null>(text: Text, redact: Redact): Text | string {
  return text === null ? text : redact(text);
}

/** Redacts a JSON value. Shape: `value` is not nested deeper than `MAX_JSON_DEPTH`. */
function redactValue(value: unknown, redact: Redact): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((item) => redactValue(item, redact));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, property]) => [redact(name), redactValue(property, redact)]),
  );
}
