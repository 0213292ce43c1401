/**
 * The rules of every stream of a run: numbers that increase by one, blocks that open and close, one
 * end. Each check returns the errors, an empty list when there are none.
 */
import type { ExecutionStreamEvent } from '../../generated/service/types.ts';
import { validateExecutionStreamEvent } from '../../generated/service/validators.ts';

type Type = ExecutionStreamEvent['type'];
type Fields = ExecutionStreamEvent & Readonly<Record<string, unknown>>;

/** A block: an event that opens it, those that it may contain, and the one that closes it, all with one id. */
interface Block {
  readonly opens: Type;
  readonly parts: readonly Type[];
  readonly closes: Type;
  readonly id: string;
  /** Names the property of the closing event that equals the joined deltas. */
  readonly sum?: string;
}

const blocks: readonly Block[] = [
  { opens: 'turn_start', parts: [], closes: 'turn_complete', id: 'id' },
  { opens: 'model_call_start', parts: [], closes: 'model_call_complete', id: 'id' },
  { opens: 'step_start', parts: [], closes: 'step_complete', id: 'id' },
  { opens: 'text_start', parts: ['text_delta'], closes: 'text_complete', id: 'id', sum: 'text' },
  {
    opens: 'reasoning_start',
    parts: ['reasoning_delta'],
    closes: 'reasoning_complete',
    id: 'id',
    sum: 'text',
  },
  { opens: 'media_start', parts: ['media_delta'], closes: 'media_complete', id: 'id' },
  {
    opens: 'artifact_start',
    parts: ['artifact_delta', 'artifact_update'],
    closes: 'artifact_complete',
    id: 'id',
  },
  {
    opens: 'tool_start',
    parts: ['tool_input_delta', 'tool_input_complete', 'tool_output_delta', 'await'],
    closes: 'tool_complete',
    id: 'toolCallId',
  },
  { opens: 'approval_start', parts: [], closes: 'approval_complete', id: 'approvalId' },
];

/** Blocks that stay open while a run is paused, and are completed by the segment after the pause. */
const openAcrossPauses: ReadonlySet<Type> = new Set<Type>(['step_start', 'approval_start']);

/** Blocks that an `await` leaves open: another turn replaces the open one, and calls start again. */
const leftByAwait: ReadonlySet<Type> = new Set<Type>(['turn_start', 'tool_start']);

const terminal: ReadonlySet<Type> = new Set<Type>(['execution_complete', 'execution_error']);
const pauses: ReadonlySet<Type> = new Set<Type>(['approval_start', 'await']);

/** Checks a run by the segments of its stream, from its first event on. */
export function grammarProblems(segments: readonly (readonly ExecutionStreamEvent[])[]): readonly string[] {
  const events = segments.flat();
  return [
    ...contractProblems(events),
    ...numberProblems(events),
    ...segments.flatMap((segment, index) => frameProblems(segment, index, index === segments.length - 1)),
    ...blocks.flatMap((block) => blockProblems(block, segments)),
    ...iterationProblems(events),
    ...segments.flatMap((segment) => placeProblems(segment)),
  ];
}

function contractProblems(events: readonly ExecutionStreamEvent[]): readonly string[] {
  return events.flatMap((event) => {
    const problem = validateExecutionStreamEvent.firstProblem(event);
    return problem === null ? [] : [`${event.type} ${event.seq}: ${problem.message}`];
  });
}

function numberProblems(events: readonly ExecutionStreamEvent[]): readonly string[] {
  const ids = new Set(events.map(({ executionId }) => executionId));
  return [
    ...events.flatMap(({ type, seq }, index) =>
      seq === index ? [] : [`${type} has seq ${seq}, not ${index}`],
    ),
    ...(ids.size === 1 ? [] : [`the stream names the executions ${[...ids].join(', ')}`]),
  ];
}

/** A segment starts with `execution_start`; an expired approval is the only other way to start one. */
function frameProblems(
  segment: readonly ExecutionStreamEvent[],
  index: number,
  isLast: boolean,
): readonly string[] {
  const [first] = segment;
  const last = segment.at(-1);
  const problems: string[] = [];
  if (first?.type === 'execution_start') {
    if ((first.resumed ?? false) !== index > 0)
      problems.push(`segment ${index} says resumed: ${first.resumed}`);
  } else if (!(first?.type === 'approval_complete' && first.decision === 'timeout'))
    problems.push(`segment ${index} begins with ${first?.type}`);
  const ends = segment.filter(({ type }) => terminal.has(type));
  if (ends.length > (isLast ? 1 : 0)) problems.push(`segment ${index} has ${ends.length} ends`);
  if (last !== undefined && !terminal.has(last.type) && !pauses.has(last.type))
    problems.push(`segment ${index} breaks off with ${last.type}`);
  if (ends.length === 1 && last !== ends[0]) problems.push(`segment ${index} goes on after its end`);
  return problems;
}

function blockProblems(
  block: Block,
  segments: readonly (readonly ExecutionStreamEvent[])[],
): readonly string[] {
  const open = new Map<string, string>();
  const problems: string[] = [];
  for (const [index, segment] of segments.entries()) {
    for (const event of segment) {
      const fields = event as Fields;
      const id = String(fields[block.id]);
      const name = `${event.type} of ${id}`;
      if (event.type === block.opens) {
        if (open.has(id)) problems.push(`${name} opens twice`);
        open.set(id, '');
      } else if (block.parts.includes(event.type)) {
        if (!open.has(id)) problems.push(`${name} stands outside of its block`);
        open.set(id, (open.get(id) ?? '') + deltaOf(fields));
      } else if (event.type === block.closes) {
        const sum = open.get(id);
        if (sum === undefined) problems.push(`${name} closes what is not open`);
        else if (block.sum !== undefined && fields[block.sum] !== undefined && fields[block.sum] !== sum)
          problems.push(
            `${name} says ${JSON.stringify(fields[block.sum])}, its parts ${JSON.stringify(sum)}`,
          );
        open.delete(id);
      }
    }
    const isLast = index === segments.length - 1;
    const isOver = segment.some(({ type }) => terminal.has(type));
    const last = segment.at(-1);
    const isLeft = leftByAwait.has(block.opens) && (last?.type === 'await' || isCallInApproval(block, last));
    const mayStay = openAcrossPauses.has(block.opens) || isLeft;
    if (isLast ? isOver || !mayStay : !mayStay)
      problems.push(...[...open.keys()].map((id) => `${block.opens} of ${id} is never closed`));
    if (isLeft) open.clear();
  }
  return problems;
}

/** The call of a sub-agent continues while the approval of a sub-agent's tool is pending. */
function isCallInApproval({ opens }: Block, last: ExecutionStreamEvent | undefined): boolean {
  return opens === 'tool_start' && last?.type === 'approval_start' && last.subagent !== undefined;
}

/** The turns of the assistant count the iterations, and all turns the indexes; each sub-agent counts its own. */
function iterationProblems(events: readonly ExecutionStreamEvent[]): readonly string[] {
  const iterations = new Map<string, number>();
  const indexes = new Map<string, number>();
  return events.flatMap((event) => {
    if (event.type !== 'turn_start') return [];
    const { id, role, iteration, turnIndex, subagent } = event;
    const agent = subagent?.parentToolCallId ?? '';
    const index = indexes.get(agent) ?? 0;
    indexes.set(agent, index + 1);
    const wanted = role === 'assistant' ? (iterations.get(agent) ?? 0) + 1 : undefined;
    if (wanted !== undefined) iterations.set(agent, wanted);
    return iteration === wanted && turnIndex === index ? [] : [`turn ${id} says iteration ${iteration}`];
  });
}

/** Texts, thoughts, model calls and tool calls belong to a turn or to a step, each of their own agent. */
const placed: ReadonlySet<Type> = new Set<Type>([
  'text_start',
  'reasoning_start',
  'model_call_start',
  'tool_start',
  'tool_complete',
]);

function placeProblems(segment: readonly ExecutionStreamEvent[]): readonly string[] {
  const turns = new Set<string>();
  const stepsBefore = new Set(segment.flatMap((event) => (event.type === 'step_complete' ? [event.id] : [])));
  const steps = new Map<string, string>();
  for (const event of segment) if (event.type === 'step_start') stepsBefore.delete(event.id);
  let openSteps = stepsBefore.size;
  return segment.flatMap((event) => {
    const fields = event as Fields & { subagent?: { parentToolCallId?: string } };
    const agent = fields.subagent?.parentToolCallId ?? '';
    if (event.type === 'turn_start') turns.add(agent);
    if (event.type === 'turn_complete') turns.delete(agent);
    if (event.type === 'step_start') steps.set(event.id, agent);
    if (event.type === 'step_complete' && !steps.delete(event.id)) openSteps -= 1;
    if (!placed.has(event.type) || turns.has(agent)) return [];
    if (openSteps > 0 || [...steps.values()].includes(agent) || 'stepId' in fields) return [];
    return [`${event.type} ${event.seq} stands outside of a turn`];
  });
}

function deltaOf({ delta }: Fields): string {
  return typeof delta === 'string' ? delta : '';
}
