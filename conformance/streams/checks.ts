/**
 * The checks of streams of any API: what each requires of an implementation, and the basis of the requirement. The
 * rules are listed in `stream-checker.ts`; S01 and S18 to S20 are in `check-form.ts` and `check-stream.ts`.
 */
import { relyOnPractice, type Basis, type Check } from '../model/check.ts';

const stated: Basis = { kind: 'contract' };

export const streamChecks: readonly Check[] = [
  streamCheck({
    id: 'S01',
    title: 'A stream is sent as text/event-stream.',
    description: 'Checks the media type of every response to a request for a stream.',
    rationale: 'A browser closes an event stream of any other type.',
    basis: stated,
  }),
  streamCheck({
    id: 'S02',
    title: 'The data of each event is one JSON object with a type.',
    description: 'Parses the data of every event. A closing [DONE] is a warning.',
    rationale: 'A client parses every event and stops at the first invalid one.',
    basis: stated,
  }),
  streamCheck({
    id: 'S03',
    title: 'The type of each event is declared in the contract.',
    description: 'Looks up every type in the contract; each unknown one is reported once.',
    rationale: 'Clients skip unknown events, so their content is not shown.',
    basis: relyOnPractice('A contract lists every type of event.'),
  }),
  streamCheck({
    id: 'S04',
    title: 'Each event has the properties of its type.',
    description:
      'Validates every event against the schema of its type. Each violation has the provenance of its place.',
    rationale: 'A client reads the properties of a type without checking that they exist.',
    basis: stated,
  }),
  streamCheck({
    id: 'S05',
    title: 'A stream belongs to one run.',
    description: 'Compares the run of every event with the first, and with the requested one.',
    rationale: 'A client resumes a paused run with this id and would resume another run.',
    basis: relyOnPractice('A request starts or follows one run.'),
  }),
  streamCheck({
    id: 'S06',
    title: 'The position of each event is higher than that of the one before.',
    description:
      'Compares every position with the highest before it in its stream. A keep-alive may repeat it; gaps are fine.',
    rationale: 'A client that reconnects drops events with a position that it has already seen.',
    basis: relyOnPractice('A client resumes after the last position it has seen.'),
  }),
  streamCheck({
    id: 'S07',
    title: 'The name of a frame is the type of its event.',
    description: 'Compares the event field of a frame, where there is one, with the type of its data.',
    rationale: 'Clients that listen by name and clients that listen by type would see different runs.',
    basis: relyOnPractice('A frame and its data name the same type.'),
  }),
  streamCheck({
    id: 'S08',
    title: 'Event ids increase.',
    description: 'Compares the id of every frame with those before it: numbers rise, other ids are unique.',
    rationale: 'A browser reconnects after the last id it has seen.',
    basis: relyOnPractice('The id of an event identifies it within its stream.'),
  }),
  streamCheck({
    id: 'S09',
    title: 'A run that ends reports it once, with its last event.',
    description: 'Checks the events that end a run, what follows them, and how the stream is closed.',
    rationale: 'A client waits for the end and shows a run without one as running for ever.',
    basis: stated,
  }),
  streamCheck({
    id: 'S10',
    title: 'A run that pauses reports it.',
    description: 'Looks in a stream that closes without an end for an event that pauses its run.',
    rationale: 'A user can only respond to a question that the stream reports.',
    basis: relyOnPractice('A stream that closes before its run has ended says why.'),
  }),
  streamCheck({
    id: 'S11',
    title: 'A stream starts with the event that opens a run.',
    description: 'Checks the first event that does not only keep the connection open.',
    rationale: 'A client learns from this event which run it reads.',
    basis: relyOnPractice('What starts is reported before its parts.'),
  }),
  streamCheck({
    id: 'S12',
    title: 'Each block that starts is completed, and each completed block was started.',
    description: 'Pairs the events whose types have the same name and another ending by their ids.',
    rationale: 'A client places a piece where its start reserved space, and shows open blocks as unfinished.',
    basis: relyOnPractice('What starts is completed before its run ends.'),
  }),
  streamCheck({
    id: 'S13',
    title: 'The text of a completed block equals its joined pieces.',
    description:
      'Joins the deltas of each text and compares them with the text of its completion, where both are there.',
    rationale: 'Clients that show pieces and clients that wait for the whole would show different responses.',
    basis: relyOnPractice('A repeated text is the same text.'),
  }),
  streamCheck({
    id: 'S18',
    title: 'A run is streamed where streams are the default.',
    description: 'Looks at responses to requests that omit the property that selects the form.',
    rationale: 'A client that relies on the default reads a stream.',
    level: 'stateless',
    basis: stated,
  }),
  streamCheck({
    id: 'S19',
    title: 'A run returns one JSON result where no stream is requested.',
    description: 'Looks at responses to requests for a JSON result, and at the events in them.',
    rationale: 'A client without streams reads the same events from the list.',
    level: 'stateless',
    basis: stated,
  }),
  streamCheck({
    id: 'S20',
    title: 'An error before the stream begins has a status and a JSON body.',
    description: 'Looks for errors in responses with the status of a success.',
    rationale: 'A client that gets 200 opens a stream and waits for a run that never started.',
    level: 'stateless',
    basis: stated,
  }),
  streamCheck({
    id: 'S21',
    title: 'No event is larger than a mebibyte.',
    description: 'Measures the data of every event.',
    rationale: 'Clients buffer an event until it is complete, and most have a limit.',
    basis: relyOnPractice('Large values are linked, or sent in pieces.'),
  }),
];

/** Creates a check of streams. Shape: of the level `passive` unless it states another. */
export function streamCheck(check: Omit<Check, 'family' | 'level'> & Partial<Pick<Check, 'level'>>): Check {
  return { family: 'stream', level: 'passive', ...check };
}
