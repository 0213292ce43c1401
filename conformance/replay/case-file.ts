/** The replay file of one finding: its requests and recorded responses. Plain JSON, with a version. */
import type { Level } from '../model/check.ts';
import type { Exchange, RecordedBody, RecordedResponse, RequestPlan, CaptureEnd } from '../model/exchange.ts';
import type { CaseOrigin, Finding } from '../model/finding.ts';
import type { RunReport } from '../model/run-report.ts';

/** Version of the file format; changes with each breaking change. */
export const caseVersion = 1;

export const caseFormat = 'backlot case';

/** The file of one finding. Shape: `steps` oldest first, the last one shows the problem; without credentials. */
export interface CaseFile {
  readonly format: typeof caseFormat;
  readonly version: typeof caseVersion;
  /** Version of the tool that wrote the file. */
  readonly tool: string;
  readonly baseUrl: string;
  readonly level: Level;
  readonly check: string;
  readonly subject: string;
  readonly fingerprint: string;
  readonly verdict: Finding['verdict'];
  readonly message: string;
  readonly at: string;
  readonly place: string | null;
  readonly facts: readonly string[];
  readonly assumption: string | null;
  /** The seed of the run. */
  readonly seed: number;
  readonly origin: CaseOrigin;
  readonly steps: readonly CaseStep[];
}

/** One request and its response. */
export interface CaseStep {
  readonly request: RequestPlan;
  readonly response: CaseResponse | null;
  readonly failure: string | null;
}

/** A response in the file. */
export interface CaseResponse extends Omit<RecordedResponse, 'body'> {
  readonly body: CaseBody;
}

/**
 * A body in the file: the recorded body, but JSON without its text, and a stream only with the values of its events.
 * The text of a stream is in a separate file.
 */
export type CaseBody =
  | Exclude<RecordedBody, { readonly kind: 'json' | 'stream' }>
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'stream'; readonly end: CaptureEnd; readonly events: readonly unknown[] };

/** Creates the file of a finding. */
export function makeCase(finding: Finding, { tool, baseUrl, level, seed }: RunReport): CaseFile {
  const { check, subject, fingerprint, verdict, message, at, place, facts, assumption, origin } = finding;
  return {
    format: caseFormat,
    version: caseVersion,
    tool: tool.version,
    baseUrl,
    level,
    check,
    subject,
    fingerprint,
    verdict,
    message,
    at,
    place,
    facts,
    assumption,
    seed,
    origin,
    steps: finding.exchanges.map(stepOf),
  };
}

function stepOf({ request, response, failure }: Exchange): CaseStep {
  return {
    request,
    response: response === null ? null : { ...response, body: bodyOf(response.body) },
    failure,
  };
}

/** Converts a recorded body to the form of the file. */
export function bodyOf(body: RecordedBody): CaseBody {
  switch (body.kind) {
    case 'json':
      return { kind: 'json', value: body.value };
    case 'stream': {
      const { end, frames } = body.stream;
      return { kind: 'stream', end, events: frames.map(({ value, data }) => value ?? data) };
    }
    case 'none':
    case 'text':
    case 'bytes':
      return body;
  }
}
