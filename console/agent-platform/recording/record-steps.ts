/** Records the steps of an execution from its events, one row for each type of event that begins something. */
import type { ScenarioAwaited, ScenarioStep, ScenarioTool } from '../../../generated/control/types.ts';
import { EventIndex, textOf } from './event-index.ts';
import { ownTimeOf, type StoredEvent, type TimedEvent } from '../timed-event.ts';
import {
  recordArtifact,
  recordEnd,
  recordError,
  recordEvent,
  recordMedia,
  recordNotice,
} from './record-content.ts';
import { given, type Json } from './given.ts';

/** The events to record. Shape: the other properties as in `RecordingSource`. */
export interface StepSource {
  readonly index: EventIndex;
  readonly children: readonly (readonly TimedEvent[])[];
  readonly approvers: ReadonlyMap<string, string> | undefined;
  readonly baseUrl: string;
  readonly remarks: Set<string>;
}

export function recordSteps(source: StepSource): ScenarioStep[] {
  return new StepRecorder(source).record(source.index.own);
}

/** The default timeout of an approval. Units: milliseconds. */
const USUAL_TIMEOUT = 300_000;
/** Units: milliseconds between two pings. */
const PING_EVERY = 15_000;

type Row = (event: StoredEvent, place: number, events: readonly TimedEvent[]) => void;

class StepRecorder {
  readonly #source: StepSource;
  readonly #index: EventIndex;
  /** The list that takes the next step; the steps after a denial are in a separate list. */
  #steps: ScenarioStep[] = [];
  /** The turns whose fallback is recorded. */
  readonly #withFallback = new Set<StoredEvent>();
  /** Texts of fallbacks, which are not steps. */
  readonly #spoken = new Set<StoredEvent>();
  /** Whether the last step ends the execution, so that its end is not a step. */
  #endsItself = false;
  #hasFailedStep = false;
  #next = 0;

  constructor(source: StepSource) {
    this.#source = source;
    this.#index = source.index;
  }

  record(events: readonly TimedEvent[]): ScenarioStep[] {
    const first: ScenarioStep[] = [];
    this.#steps = first;
    for (let place = 0; place < events.length; place = this.#next) {
      this.#next = place + 1;
      const event = events[place]?.event;
      if (event === undefined) continue;
      const row = this.#rows[event.type];
      if (row === undefined) this.#pushAny(recordEvent(event));
      else row(event, place, events);
    }
    return first;
  }

  readonly #rows: Readonly<Record<string, Row>> = {
    reasoning_start: (event) => this.#think(event),
    text_start: (event) => this.#say(event),
    tool_start: (event) => this.#call(event),
    approval_start: (event) => this.#approve(event),
    approval_complete: ({ decision }) => (this.#endsItself ||= decision === 'timeout'),
    await: (event, place, events) => this.#await(event, place, events),
    step_start: (event, place, events) => this.#flowStep(event, place, events),
    step_skip: (event) =>
      this.#push({ step: { ...stepFields(event), skip: textOf(event, 'when') || 'unknown' } }),
    model_call_complete: (event, place, events) => this.#fallback(event, place, events),
    artifact_start: (event) => this.#push(recordArtifact(event, this.#index)),
    media_start: (event) => this.#push(recordMedia(event, this.#index, this.#source.baseUrl)),
    state_snapshot: ({ state }) => this.#push({ state: given({ snapshot: state }) }),
    state_delta: ({ patch }) => this.#push({ state: given({ patch }) }),
    source: ({ title, url, sourceType }) => this.#push({ source: given({ title, url, sourceType }) }),
    custom: (event) =>
      this.#push({ custom: { name: textOf(event, 'name'), ...given({ value: event['value'] }) } }),
    context_notice: (event, place, events) => this.#pushAny(recordNotice(event, place, events)),
    error: (event) => {
      this.#push(recordError(event));
      this.#endsItself ||= event['recoverable'] === false;
    },
    ping: (event, place, events) => this.#wait(event, place, events),
    execution_complete: (event) => this.#end(event),
    execution_error: (event) => this.#end(event),
  };

  #push(step: ScenarioStep): void {
    this.#steps.push(step);
  }

  #pushAny(step: ScenarioStep | null): void {
    if (step !== null) this.#steps.push(step);
  }

  #think(event: StoredEvent): void {
    const text = this.#textOf(event, 'reasoning');
    this.#push({ think: event['scope'] === 'loop' ? { text, scope: 'loop' } : text });
  }

  #say(event: StoredEvent): void {
    const text = this.#textOf(event, 'text');
    if (text === '' || this.#spoken.has(event)) return;
    const role = textOf(event, 'role');
    this.#push({ say: role === 'user' || role === 'system' ? { text, role } : text });
  }

  /** Returns the text of a finished text or reasoning, or the part that has arrived. */
  #textOf(event: StoredEvent, name: 'text' | 'reasoning'): string {
    const whole = this.#index.find(event, `${name}_complete`);
    if (whole !== undefined && typeof whole['text'] === 'string') return whole['text'];
    return this.#index
      .all(event, `${name}_delta`)
      .map((delta) => textOf(delta, 'delta'))
      .join('');
  }

  #call(event: StoredEvent): void {
    const index = this.#index;
    const type = textOf(event, 'toolType');
    if (!index.isFirst(event) || index.find(event, 'await') !== undefined || this.#isApproved(event)) return;
    const tool = this.#toolOf(event);
    if (type === 'subagent') this.#push({ subagent: this.#subagent(event) });
    else if (type === 'flow' && index.ofCall(textOf(event, 'toolCallId')).length > 0)
      this.#push({ tool: { name: tool.name, ...given({ parameters: tool.parameters }) } });
    else this.#push({ tool });
  }

  /** Returns whether the step of an approval makes the call. */
  #isApproved(event: StoredEvent): boolean {
    return this.#index.find(event, 'approval_start') !== undefined && !this.#needsOwnStep(event);
  }

  /** Returns whether a call has its own kind of step, so that an approval cannot make it. */
  #needsOwnStep(event: StoredEvent): boolean {
    return event['toolType'] === 'subagent' || this.#index.find(event, 'await') !== undefined;
  }

  /** Returns a call with its outcome. Shape: without a result while it runs. */
  #toolOf(event: StoredEvent): ScenarioTool {
    const index = this.#index;
    const start = index.find(event, 'tool_start') ?? event;
    const complete = index.find(event, 'tool_complete');
    const progress = index.all(event, 'tool_output_delta').map((delta) => textOf(delta, 'delta'));
    const isStreamed =
      index.find(event, 'tool_input_delta') !== undefined ||
      index.find(event, 'tool_input_complete') !== undefined;
    const { toolType, hiddenParameterNames: hidden } = start;
    return {
      name: textOf(start, 'toolName'),
      ...given({
        toolType: toolType === 'custom' ? undefined : toolType,
        parameters: start['parameters'],
        hidden,
        annotations: start['annotations'],
        streamInput: isStreamed || undefined,
        progress: progress.length > 0 ? progress : undefined,
      }),
      ...outcomeOf(complete),
      ...given({ takes: complete?.['executionTime'], cost: complete?.['toolCost'] }),
    };
  }

  #approve(event: StoredEvent): void {
    const decision = this.#index.find(event, 'approval_complete')?.['decision'];
    const call = { type: 'tool_start', toolCallId: event['toolCallId'] };
    const start = this.#index.find(call, 'tool_start');
    if (start !== undefined && this.#needsOwnStep(start)) {
      this.#source.remarks.add(
        'The approval of a call that has its own step is requested only if the agent requires it.',
      );
      return;
    }
    const approver = this.#source.approvers?.get(textOf(event, 'approvalId'));
    if (approver === undefined) this.#source.remarks.add('Every approval is for the owner to decide.');
    const { toolName, toolType, parameters, timeout, description, reason } = event;
    const denied: ScenarioStep[] = [];
    this.#push({
      approve: {
        // A flow plays its own steps, and returns the result of the last one.
        ...(toolType === 'flow' ? { role: 'flow' as const } : start && this.#toolOf(start)),
        name: String(toolName),
        ...given({
          approver: approver === 'owner' ? undefined : approver,
          toolType: toolType === 'custom' ? undefined : toolType,
          parameters,
          description,
          reason,
          timeout: timeout === USUAL_TIMEOUT ? undefined : timeout,
          expect: decision === 'denied' || decision === 'timeout' ? decision : undefined,
          denied: decision === 'denied' ? denied : undefined,
        }),
      },
    });
    if (decision === 'denied') this.#steps = denied;
  }

  #await(event: StoredEvent, place: number, events: readonly TimedEvent[]): void {
    if (!this.#index.isFirst(event)) return;
    const item = this.#awaited(event);
    const last = this.#steps.at(-1);
    const before = events.slice(0, place).findLast(({ event: { type } }) => type !== 'tool_start');
    if (before?.event.type === 'await' && last?.await !== undefined) last.await.push(item);
    else this.#push({ await: [item] });
  }

  #awaited(event: StoredEvent): ScenarioAwaited {
    const start = this.#index.find(event, 'tool_start') ?? event;
    const { parameters, origin, pageOrigin, annotations } = start;
    const call = { name: textOf(start, 'toolName'), ...given({ parameters }) };
    const complete = this.#index.find(event, 'tool_complete');
    const { result } = outcomeOf(complete);
    const work = {
      ...call,
      ...given({ result }),
      ...given({ takes: complete?.['executionTime'] || undefined }),
    };
    if (event['awaitReason'] === 'crawl_pending') return { crawl: work };
    if (event['awaitReason'] === 'durable_poll') return { poll: work };
    if (event['awaitReason'] !== 'elicitation_required') {
      this.#source.remarks.add('The outputs of local tools come from the caller again.');
      return { tool: { ...call, ...given({ origin, pageOrigin, annotations }) } };
    }
    this.#source.remarks.add('Questions are asked again; the result of their tool is the recorded one.');
    const { pauseCount: _, ...question } = Object(event['elicitation']) as {
      message: string;
      pauseCount: unknown;
    };
    return { elicitation: { ...call, ...question, ...given({ result }) } };
  }

  #flowStep(event: StoredEvent, place: number, events: readonly TimedEvent[]): void {
    const complete = this.#index.find(event, 'step_complete');
    const index = events.findIndex(({ event: one }) => one === complete);
    const end = index < 0 ? events.length : index;
    const steps = new StepRecorder(this.#source).record(events.slice(place + 1, end));
    this.#next = end + 1;
    const text = steps.flatMap(({ say }) => (typeof say === 'string' ? say : []));
    const isFailed = complete?.['success'] === false;
    const own = text.length === 0 ? null : { response: text.join('\n\n') };
    const { result } = outcomeOf(complete);
    const { stopReason, fallback, unresolvedVariables, durationMs } = complete ?? event;
    this.#hasFailedStep ||= isFailed;
    this.#push({
      step: {
        ...stepFields(event),
        ...given({
          output: event['outputVariable'],
          steps: steps.length > 0 ? steps : undefined,
          result: JSON.stringify(result) === JSON.stringify(own) ? undefined : result,
          error: isFailed ? textOf(complete, 'error') : undefined,
          fallback: fallback === undefined ? undefined : fallbackOf(fallback),
          unresolvedVariables,
          stopReason: stopReason === (isFailed ? 'error' : 'end_turn') ? undefined : stopReason,
          takes: steps.length > 0 ? undefined : durationMs,
        }),
      },
    });
  }

  /** Records the fallback of a turn where its first model call fails. */
  #fallback(event: StoredEvent, place: number, events: readonly TimedEvent[]): void {
    if (event['success'] !== false) return;
    const later = events.slice(place).map(({ event: one }) => one);
    const turn = later.find(({ type, fallback }) => type === 'turn_complete' && fallback !== undefined);
    if (turn === undefined || this.#withFallback.has(turn)) return;
    this.#withFallback.add(turn);
    const fallback = fallbackOf(turn['fallback']);
    const ready = fallback.attempts.find(({ success, text }) => success && text !== undefined)?.text;
    const spoken = later.find((one) => one.type === 'text_start' && this.#textOf(one, 'text') === ready);
    if (spoken !== undefined) this.#spoken.add(spoken);
    this.#endsItself ||= !fallback.attempts.some(({ success }) => success);
    this.#push({ fallback });
  }

  #subagent(event: StoredEvent): NonNullable<ScenarioStep['subagent']> {
    const id = textOf(event, 'toolCallId');
    const relayed = this.#index.ofCall(id);
    const ids = new Set(relayed.map(({ event: one }) => one['id'] ?? one['toolCallId']));
    const log = this.#source.children.find((child) =>
      child.some(({ event: one }) => one['id'] !== undefined && ids.has(one['id'])),
    );
    if (log === undefined)
      this.#source.remarks.add('Sub-agents are recorded without what only their own streams have.');
    const steps = recordSteps({ ...this.#source, index: new EventIndex(log ?? relayed) });
    const { result, error } = outcomeOf(this.#index.find(event, 'tool_complete'));
    const end = log?.at(-1)?.event;
    if (error !== undefined && log === undefined)
      steps.push({ fail: { code: 'SUBAGENT_FAILED', message: error } });
    const agent = log?.[0]?.event;
    return {
      name: textOf(event, 'toolName'),
      ...given({
        agentId: agent?.['agentId'],
        agentName: agent?.['agentName'],
        parameters: event['parameters'],
        result: result === end?.['finalOutput'] ? undefined : result,
      }),
      steps: steps.length > 0 ? steps : [{ finish: {} }],
    };
  }

  /**
   * Records a silence of pings that nothing else explains. The rest after the last ping is known if an event states
   * it.
   */
  #wait(event: StoredEvent, place: number, events: readonly TimedEvent[]): void {
    const end = events.findIndex(({ event: one }, other) => other > place && one.type !== 'ping');
    const next = events[end]?.event;
    this.#next = end < 0 ? events.length : end;
    const before = events[place - 1]?.event.type ?? '';
    if (next === undefined || next.type === 'tool_complete' || next.type === 'tool_output_delta') return;
    if (next.type === 'step_complete' && before === 'step_start') return;
    if (next.type === 'context_notice' && next['phase'] === 'complete') return;
    const last = ownTimeOf(events[this.#next - 1]?.event ?? event);
    const rest = (ownTimeOf(next) ?? 0) - (last ?? 0);
    const pings = this.#next - place;
    this.#push({ wait: pings * PING_EVERY + Math.min(PING_EVERY, Math.max(1, rest)) });
  }

  #end(event: StoredEvent): void {
    if (!this.#endsItself) this.#pushAny(recordEnd(event, this.#hasFailedStep));
  }
}

function stepFields(event: StoredEvent) {
  const { stepType } = event;
  return {
    id: textOf(event, 'id'),
    name: textOf(event, 'name'),
    ...given({ type: stepType === 'prompt' ? undefined : stepType }),
  };
}

/** Returns the outcome of a call. Shape: empty while it runs. */
function outcomeOf(complete: StoredEvent | undefined): { readonly result?: Json; readonly error?: string } {
  if (complete === undefined) return {};
  if (complete['success'] === false) return { error: textOf(complete, 'error') };
  return { result: (complete['result'] ?? null) as Json };
}

type Fallback = NonNullable<ScenarioStep['fallback']>;

/** Returns the step of a reported fallback. */
function fallbackOf(report: unknown): Fallback {
  const { attempts, reason } = report as {
    readonly attempts: readonly (Fallback['attempts'][number] & { readonly attempt?: number })[];
    readonly reason: string | null;
  };
  return {
    ...(reason !== null && { reason }),
    attempts: attempts.map(({ attempt: _, ...rest }) => rest),
  };
}
