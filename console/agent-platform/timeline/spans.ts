/**
 * What happened in an execution, as spans on a line of time: turns, model calls, tool calls, texts, approvals, waits.
 * Deltas are folded into the span of their text or tool.
 */
import type { StoredEvent, TimedEvent } from '../timed-event.ts';
import { EventClock } from './event-clock.ts';
import { textOf } from '../recording/event-index.ts';

export type SpanKind =
  | 'turn'
  | 'model'
  | 'tool'
  | 'text'
  | 'reasoning'
  | 'approval'
  | 'wait'
  | 'step'
  | 'artifact'
  | 'media'
  | 'mark';

/**
 * A span of an execution.
 *
 * Shape: `end` is null while it is open; `deltas` counts the events that were folded into it; `seq` is that of its
 * first event, `endSeq` that of its last.
 * Units: `start` and `end` in milliseconds since 1970, on the clock of the execution; `ownMs` is the duration that its
 * last event states.
 */
export interface Span {
  readonly id: string;
  readonly kind: SpanKind;
  readonly label: string;
  start: number;
  end: number | null;
  deltas: number;
  isFailed: boolean;
  readonly seq: number;
  endSeq: number;
  ownMs: number | null;
}

interface Pattern {
  readonly kind: SpanKind;
  readonly label: (event: StoredEvent) => string;
}

/**
 * The spans by the beginning of the names of their events: `text` for `text_start`, `text_delta`, `text_complete`. Other
 * events have spans too, with their names as labels.
 */
const patterns: Readonly<Record<string, Pattern>> = {
  turn: { kind: 'turn', label: (event) => `Turn ${JSON.stringify(event['iteration'] ?? 1)}` },
  model_call: { kind: 'model', label: (event) => textOf(event, 'model') },
  reasoning: { kind: 'reasoning', label: () => 'Reasoning' },
  text: { kind: 'text', label: () => 'Text' },
  tool: { kind: 'tool', label: (event) => textOf(event, 'toolName') },
  tool_input: { kind: 'tool', label: (event) => textOf(event, 'toolName') },
  tool_output: { kind: 'tool', label: (event) => textOf(event, 'toolName') },
  approval: { kind: 'approval', label: (event) => `Approval of ${textOf(event, 'toolName')}` },
  step: { kind: 'step', label: (event) => textOf(event, 'name') },
  artifact: { kind: 'artifact', label: (event) => textOf(event, 'title') || 'Artifact' },
  media: { kind: 'media', label: (event) => textOf(event, 'mediaType') },
};

/** The events without a span. */
const HIDDEN: ReadonlySet<string> = new Set([
  'execution_start',
  'execution_complete',
  'execution_error',
  'state_delta',
  'await',
  'ping',
]);

/** Adds events to spans, one after the other, so that a growing execution costs only what is new. */
export class SpanBuilder {
  readonly spans: Span[] = [];
  readonly #open = new Map<string, Span>();
  readonly #clock = new EventClock();
  /** Moves the spans that the last event started or ended. */
  #moves: ((ms: number) => void)[] = [];
  #lastAt: number | null = null;
  #isPaused = false;

  /** The latest time of all events. Units: milliseconds since 1970. */
  get latest(): number {
    return this.#clock.latest;
  }

  add(timed: TimedEvent): void {
    const { seq, event } = timed;
    const moves: ((ms: number) => void)[] = [];
    this.#moves = moves;
    const now = this.#clock.place(timed, (ms) => {
      for (const move of moves) move(ms);
    });
    this.#endPause(now, seq);
    if (!HIDDEN.has(event.type)) this.#addEvent(event, now, seq);
    if (event.type === 'await' || event.type.endsWith('_pause') || event.type.startsWith('await'))
      this.#isPaused = true;
    this.#lastAt = now;
  }

  #addEvent(event: StoredEvent, now: number, seq: number): void {
    const match = /^(.*)_(start|delta|complete|skip|update|resolved|denied|timeout)$/.exec(event.type);
    if (match !== null) {
      const [, name = '', phase = ''] = match;
      const pattern = patterns[name] ?? { kind: 'mark', label: () => name.replaceAll('_', ' ') };
      this.#addPhase(pattern, phase, event, now, seq);
      return;
    }
    const mark = this.#push('mark', labelOfMark(event), now, seq);
    this.#end(mark, now);
    mark.isFailed = event.type === 'error';
  }

  #addPhase(pattern: Pattern, phase: string, event: StoredEvent, now: number, seq: number): void {
    const key = `${pattern.kind} ${textOf(event, 'approvalId') || textOf(event, 'toolCallId') || textOf(event, 'id')}`;
    const existing = this.#open.get(key);
    if (phase === 'start' || existing === undefined) {
      const span = this.#push(
        pattern.kind,
        pattern.label(event) || existing?.label || pattern.kind,
        now,
        seq,
      );
      if (phase === 'skip' || phase === 'update') this.#end(span, now);
      else this.#open.set(key, span);
      return;
    }
    existing.endSeq = seq;
    if (phase === 'delta') existing.deltas += 1;
    else if (!event.type.startsWith('tool_input') && !event.type.startsWith('tool_output')) {
      this.#end(existing, now);
      existing.ownMs = lengthOf(event);
      existing.isFailed = event['success'] === false;
      this.#open.delete(key);
    }
  }

  #push(kind: SpanKind, label: string, start: number, seq: number): Span {
    const span: Span = {
      id: String(seq),
      kind,
      label,
      start,
      end: null,
      deltas: 0,
      isFailed: false,
      seq,
      endSeq: seq,
      ownMs: null,
    };
    this.spans.push(span);
    this.#moves.push((ms) => {
      span.start = ms;
    });
    return span;
  }

  #end(span: Span, end: number): void {
    span.end = end;
    this.#moves.push((ms) => {
      span.end = ms;
    });
  }

  #endPause(now: number, seq: number): void {
    if (!this.#isPaused || this.#lastAt === null) return;
    this.#end(this.#push('wait', 'Waited', this.#lastAt, seq), now);
    this.#isPaused = false;
  }
}

function lengthOf(event: StoredEvent): number | null {
  const length = event['durationMs'] ?? event['executionTime'];
  return typeof length === 'number' ? length : null;
}

function labelOfMark(event: StoredEvent): string {
  if (event.type === 'error') return `Error: ${textOf(event, 'error')}`;
  return textOf(event, 'title') || textOf(event, 'name') || textOf(event, 'kind') || event.type;
}
