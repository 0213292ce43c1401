/**
 * The checks of streams: what each holds an implementation to, and what that rests on. The rules that carry them out are in
 * `rules.ts`; S01 and S18 to S20 are in `judge-form.ts` and `stream-phase.ts`.
 */
import type { Basis, Check, Level } from '../../check.ts';

/** Every check of streams. */
export const streamChecks: readonly Check[] = [
  row({
    id: 'S01',
    title: 'A stream comes as text/event-stream.',
    description: 'Looks at the media type of every answer to a request that asks for a stream.',
    rationale: 'A browser closes an event stream of any other type.',
    basis: facts('F-4.2-096', 'F-4.2-098', 'F-4.2-111', 'F-4.2-125', 'F-6.1-001'),
  }),
  row({
    id: 'S02',
    title: 'The data of each event is one JSON object with a type.',
    description: 'Parses the data of every event. A closing [DONE] is a warning.',
    rationale: 'A client parses every event, and stops at the first one that does not parse.',
    basis: facts('F-6.1-002'),
  }),
  row({
    id: 'S03',
    title: 'The type of each event is one of the contract.',
    description: 'Looks every type up in the contract; each unknown one is told once.',
    rationale: 'Clients pass over what they do not know, so whatever it says is not shown.',
    basis: { kind: 'assumption', id: 'A-111' },
  }),
  row({
    id: 'S04',
    title: 'Each event has the members of its type.',
    description:
      'Holds every event to the schema of its type. What it breaks is judged by the place that says so.',
    rationale: 'A client reads the members of a type without looking whether they are there.',
    basis: facts('F-6.1-003', 'F-6.1-005..053', 'F-6.1.1-001..453'),
  }),
  row({
    id: 'S05',
    title: 'A stream tells one run.',
    description:
      'Compares the executionId of every event with the first, and with the one that was asked for.',
    rationale: 'A client answers a pause with this id, and would answer for another run.',
    basis: practice('A request asks for one run, so its answer tells one.'),
  }),
  row({
    id: 'S06',
    title: 'The seq of each event is higher than the one before.',
    description:
      'Compares every seq with the highest before it in its stream. A ping may repeat it; gaps are fine.',
    rationale: 'A client that joins again drops what it believes to have seen.',
    basis: { kind: 'assumption', id: 'A-106' },
  }),
  row({
    id: 'S07',
    title: 'The name of a frame is the type of its event.',
    description: 'Compares the event field of a frame, where there is one, with the type of its data.',
    rationale: 'Some clients listen by the name and others by the type, and would see different runs.',
    basis: { kind: 'assumption', id: 'A-FRAME' },
  }),
  row({
    id: 'S08',
    title: 'The ids of a stream lead on.',
    description:
      'Compares the id of every frame with those before it: numbers rise, and other ids come once.',
    rationale: 'A browser joins a stream again behind the last id it has seen.',
    basis: { kind: 'assumption', id: 'A-FRAME' },
  }),
  row({
    id: 'S09',
    title: 'A run that ends says so once, with its last event.',
    description:
      'Looks for execution_complete and execution_error, at what follows them, and at how the stream is closed.',
    rationale: 'A client waits for the end, and shows a run that has none as one that never stops.',
    basis: facts('F-6.1.2-002'),
  }),
  row({
    id: 'S10',
    title: 'A run that pauses says what it waits for.',
    description: 'Looks in a stream that closes without an end for an open approval_start or await.',
    rationale: 'Nobody can answer what was not asked.',
    basis: { kind: 'assumption', id: 'A-114' },
  }),
  row({
    id: 'S11',
    title: 'A stream begins with execution_start.',
    description: 'Looks at the first event that is no ping, and for `resumed` where a run goes on.',
    rationale: 'A client learns there which run it reads.',
    basis: { kind: 'assumption', id: 'A-118' },
  }),
  row({
    id: 'S12',
    title: 'What starts is completed, and what is completed has started.',
    description:
      'Pairs texts, reasoning, media, artifacts, steps, turns, model calls, tool calls and notices by their ids.',
    rationale: 'A client puts a piece where its start has made room, and shows what is open as unfinished.',
    basis: { kind: 'assumption', id: 'A-118' },
  }),
  row({
    id: 'S13',
    title: 'The text that completes a block is what its pieces come to.',
    description:
      'Joins the deltas of each text and compares them with the text of its completion, where both are there.',
    rationale: 'A client that shows pieces and one that waits for the whole would show different answers.',
    basis: practice('A text that is told twice is the same text.'),
  }),
  row({
    id: 'S14',
    title: 'How a run came out is the same by its outcome, its success and the type of its end.',
    description:
      'Compares the outcome of a terminal event with what stands for it where producers send none. Told as a warning.',
    rationale: 'A client of older producers reads the type and success, a newer one the outcome.',
    basis: facts('F-6.1.1-454', 'F-6.1.1-455', 'F-3-016..018'),
  }),
  row({
    id: 'S15',
    title: 'An approval that is decided was asked for, and the answer to one is told.',
    description:
      'Looks each approval_complete up among the approvals of its run, and for one in the stream that answers.',
    rationale: 'A client takes the question away once its answer is told.',
    basis: facts('F-3-021', 'F-3-024', 'F-6.1.1-371..373', 'F-6.1.2-001'),
  }),
  row({
    id: 'S16',
    title: 'A change of the shared state fits the state before it.',
    description: 'Applies every state_delta to the last state_snapshot as JSON Patch.',
    rationale: 'A client that can not apply a patch has a wrong state from there on.',
    basis: practice('RFC 6902: a patch that can not be applied as a whole is not applied at all.'),
  }),
  row({
    id: 'S17',
    title: 'A run that takes time is told while it goes on.',
    description: 'Looks at when the events of a run came whose recipe prefers a pace: not all at once.',
    rationale: 'A gateway that holds a stream back makes the user stare at nothing.',
    level: 'stateless',
    basis: practice('An event is sent when it happens, and nothing on the way collects them.'),
  }),
  row({
    id: 'S18',
    title: 'Without streamResponse a run is streamed.',
    description: 'Starts a run of each kind with a request that leaves streamResponse out.',
    rationale: 'A client that leaves the default alone reads a stream.',
    level: 'stateless',
    basis: facts('F-4.2-094', 'F-4.2-110', 'F-4.2-124'),
  }),
  row({
    id: 'S19',
    title: 'With streamResponse false a run is one JSON result, whose events tell what a stream would.',
    description:
      'Starts a run of each kind with streamResponse false, and puts the events of the result through S05 to S16; their forms are those of the body, C03.',
    rationale: 'A client without streams reads the same story from the list.',
    level: 'stateless',
    basis: facts('F-4.2-097', 'F-4.2-111', 'F-4.2-125', 'F-2.5-001', 'F-2.5-019'),
  }),
  row({
    id: 'S20',
    title: 'What fails before a stream begins is refused with a status and a JSON error.',
    description:
      'Runs an agent that is not there, continues runs that are not there, sends bodies that are no object.',
    rationale: 'A client that reads 200 opens a stream and waits for a run that never began.',
    level: 'stateless',
    basis: facts('F-4.2-099', 'F-4.2-112', 'F-4.2-128', 'F-7-001', 'F-7-003', 'F-7-007'),
  }),
  row({
    id: 'S21',
    title: 'No event is larger than a mebibyte.',
    description: 'Measures the data of every event.',
    rationale: 'Readers of streams hold an event in memory until it is complete, and most have a limit.',
    basis: practice('What is large is linked to, or sent in pieces.'),
  }),
  row({
    id: 'S22',
    title: 'Tool calls stand inside a turn, and turns stay within maxTurns.',
    description: 'Looks for tool_start outside of a turn, and for turns beyond maxTurns.',
    rationale: 'A client groups what an agent does by its turns, and maxTurns limits what a run costs.',
    basis: practice('What an agent does belongs to one of its turns.'),
  }),
  row({
    id: 'S23',
    title: 'A tool does not start before its approval.',
    description:
      'Looks for tool_start of a call whose approval_start has no approval_complete with the decision approved.',
    rationale: 'An approval that comes after the tool has run protects nobody.',
    basis: facts('F-1-004'),
  }),
  row({
    id: 'S24',
    title: 'Pieces of arguments and media come to the whole.',
    description:
      'Joins tool_input_delta and media_delta and compares them with the parameters and data of the completion.',
    rationale: 'A client that shows pieces and one that waits for the whole would show different values.',
    basis: practice('A value that is sent twice is the same value.'),
  }),
  row({
    id: 'S25',
    title: 'Durations and totals agree with the events of the run.',
    description:
      'Compares durationMs with completedAt and startedAt within a second, and totalTokens with the sum of the model calls.',
    rationale: 'A dashboard and a client would report different times and costs of one run.',
    basis: practice('Figures of one run agree.'),
  }),
];

function row(check: Omit<Check, 'family' | 'level'> & { readonly level?: Level }): Check {
  return { family: 'stream', level: 'passive', ...check };
}

function facts(...ids: readonly string[]): Basis {
  return { kind: 'facts', ids };
}

function practice(description: string): Basis {
  return { kind: 'practice', description };
}
