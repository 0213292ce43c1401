/**
 * The trace of a request, from which its response can be explained later: references and a few numbers, so that
 * recording costs next to nothing. The explanation itself is written on demand (`mock/control/explanation.ts`).
 */
import type { HttpResponse, RequestHeaders } from '../../../templates/runtime/http.ts';
import type { OperationSpec } from '../../../templates/runtime/operation-spec.ts';
import type { ChangeSet } from '../../kernel/transaction/changes.ts';
import type { EpochMs } from '../../kernel/time/time.ts';
import type { Caller, Preferences } from '../context.ts';
import { cutHeader, type SecretMask } from '../secrets.ts';
import type { FaultNote, HandlerNotes, Violation } from './notes.ts';
import { parseJson } from '../../../templates/runtime/json/value.ts';

/** The writes of a transaction, shortened. */
export interface WrittenChanges {
  readonly puts: readonly string[];
  readonly deletes: readonly string[];
  readonly events: number;
  readonly timers: readonly { readonly key: string; readonly due: EpochMs }[];
}

/** The values of `TRACED_HEADERS`, in their order, as they were sent. */
type SentHeaders = readonly (string | null)[];

/** The recorded trace of a request: references, which `readTrace` converts on demand. */
export interface RecordedTrace extends Omit<CallTrace, 'headers' | 'changes' | 'response'> {
  readonly sent: SentHeaders;
  readonly committed: ChangeSet | null;
  readonly response: RecordedResponse;
}

/** The changes by timers that were due before a request. Units: `durationMs` of host time. */
export interface DueTimers {
  readonly changes: WrittenChanges;
  readonly durationMs: number;
}

/** Everything that explains a response. Shape: `versions` are those of the world before and after the request. */
export interface CallTrace {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  /** The headers that affect a response; credentials are shortened. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly operation: OperationSpec | null;
  readonly caller: Caller;
  /** Why the credential was rejected; `null` if it was not. */
  readonly credentialProblem: string | null;
  readonly preferences: Preferences;
  readonly violations: readonly Violation[];
  readonly faults: readonly FaultNote[];
  readonly notes: HandlerNotes;
  /** The state that the API traces in its world; `null` if it cannot have affected the response. */
  readonly state: unknown;
  readonly versions: readonly [before: number, after: number];
  readonly changes: WrittenChanges | null;
  /** `null` when no timer was due before the request. */
  readonly dueTimers: DueTimers | null;
  /** Ids that the path of a 404 may have meant. */
  readonly nearIds: readonly string[];
  readonly status: number;
  readonly response: TracedResponse;
}

/** A response. Shape: `text` is `null` for a stream, for bytes and for a long text. */
interface RecordedResponse {
  readonly contentType: string | null;
  readonly text: string | null;
}

/**
 * A displayed response. Shape: `body` is the JSON value with shortened credentials, or the text of another type; `null`
 * for a stream, for bytes and for a long text.
 */
interface TracedResponse {
  readonly contentType: string | null;
  readonly body: unknown;
}

/** A step of an explanation. Source: spec/control/schemas/ExplanationStep.yaml. */
export interface ExplainedStep {
  readonly step:
    | 'timers'
    | 'operation'
    | 'preference'
    | 'credential'
    | 'validation'
    | 'fault'
    | 'gate'
    | 'scenario'
    | 'idempotency'
    | 'changes'
    | 'response';
  readonly outcome: 'passed' | 'rejected' | 'applied' | 'skipped';
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** The details of a request that the control API returns besides its journal entry, as plain JSON. */
export interface CallDetail {
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Absent in calls that an earlier version stored. */
  readonly response?: TracedResponse;
  readonly explanation: readonly ExplainedStep[];
}

/** Headers that affect responses. */
const TRACED_HEADERS = [
  'authorization',
  'content-type',
  'accept',
  'prefer',
  'idempotency-key',
  'last-event-id',
  'if-match',
  'origin',
] as const;

/** Units: characters. */
const MAX_RESPONSE_LENGTH = 16_384;

/** Returns the headers that affect a response. Why: a host may keep a whole connection with the headers of a request. */
export function traceHeaders(headers: RequestHeaders): SentHeaders {
  return TRACED_HEADERS.map((name) => headers.get(name));
}

/** Converts a recorded trace to its displayed form. */
export function readTrace(
  { sent, committed, response, ...trace }: RecordedTrace,
  mask: SecretMask,
): CallTrace {
  return {
    ...trace,
    headers: shownHeaders(sent, mask),
    changes: committed && shownChanges(committed),
    response: shownResponse(response, mask),
  };
}

function shownHeaders(sent: SentHeaders, mask: SecretMask): Readonly<Record<string, string>> {
  const shown: Record<string, string> = {};
  for (const [place, name] of TRACED_HEADERS.entries()) {
    const value = sent[place] ?? null;
    if (value !== null) shown[name] = name === 'authorization' ? mask.credential(value) : cutHeader(value);
  }
  return shown;
}

/** Returns the JSON value of a body; `null` for a long one and for other content. Units: bytes. */
export function jsonOf(body: Uint8Array | null, longest: number): unknown {
  if (body === null || body.length > longest) return null;
  return parseJson(new TextDecoder().decode(body), null);
}

/** Shortens the writes of a transaction. */
export function shownChanges({ puts, deletes, entries, timers }: ChangeSet): WrittenChanges {
  return {
    puts: puts.slice(0, MAX_ITEMS).map(({ kind, record }) => `${kind} ${record.id}`),
    deletes: deletes.slice(0, MAX_ITEMS).map(({ kind, id }) => `${kind} ${id}`),
    events: entries.length,
    timers: timers.slice(0, MAX_ITEMS).map(({ key, due }) => ({ key, due })),
  };
}

const MAX_ITEMS = 20;

export function joinChanges(list: readonly WrittenChanges[]): WrittenChanges {
  return {
    puts: list.flatMap(({ puts }) => puts).slice(0, MAX_ITEMS),
    deletes: list.flatMap(({ deletes }) => deletes).slice(0, MAX_ITEMS),
    events: list.reduce((sum, { events }) => sum + events, 0),
    timers: list.flatMap(({ timers }) => timers).slice(0, MAX_ITEMS),
  };
}

export function traceResponse({ headers, body }: HttpResponse): RecordedResponse {
  const contentType = headers['content-type'];
  return {
    contentType: typeof contentType === 'string' ? contentType : null,
    text: body.kind === 'text' && body.text.length <= MAX_RESPONSE_LENGTH ? body.text : null,
  };
}

function shownResponse({ contentType, text }: RecordedResponse, mask: SecretMask): TracedResponse {
  const isJson = /json/i.test(contentType ?? '');
  return { contentType, body: text === null ? null : mask.value('', isJson ? parseJson(text, text) : text) };
}
