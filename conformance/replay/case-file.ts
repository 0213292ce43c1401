/** The file of one finding: what was sent and came back, so that it can be sent again. Plain JSON, with a version. */
import type { Level } from '../check.ts';
import type {
  Exchange,
  RecordedBody,
  RecordedResponse,
  RequestPlan,
  CaptureEnd,
} from '../engine/exchange.ts';
import type { CaseOrigin, Finding } from '../engine/finding.ts';
import type { RunReport } from '../engine/run-report.ts';

/** Changes when older programs could no longer read the file. */
export const caseVersion = 1;

/** What a reader knows the file by. */
export const caseFormat = 'backlot case';

/** The file of one finding. Shape: `steps` oldest first, the last one shows the fault; no credential is in it. */
export interface CaseFile {
  readonly format: typeof caseFormat;
  readonly version: typeof caseVersion;
  /** The version of what wrote it. */
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

/** One request and what came back. */
export interface CaseStep {
  readonly request: RequestPlan;
  readonly response: CaseResponse | null;
  readonly failure: string | null;
}

/** A response as the file keeps it. */
export interface CaseResponse extends Omit<RecordedResponse, 'body'> {
  readonly body: CaseBody;
}

/**
 * A body as the file keeps it: as it was recorded, but JSON without its text, and of a stream the values of its events; its
 * text lies beside the file.
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

/** Keeps a body as a file does. */
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
