/**
 * The checks of streams of executions: the basis and the wording of the general ones, and those of the meaning of
 * events. Their rules are in this folder, and S18 to S20 also in `stream-phase.ts`.
 */
import {
  adaptChecks,
  changeBases,
  relyOnAssumption,
  relyOnFacts,
  relyOnPractice,
  type Check,
  type CheckChanges,
} from '../../model/check.ts';
import { streamCheck, streamChecks as generalChecks } from '../../streams/checks.ts';

/** The basis of each check whose text is the same as for any API. */
const bases = {
  S01: relyOnFacts('F-4.2-096', 'F-4.2-098', 'F-4.2-111', 'F-4.2-125', 'F-6.1-001'),
  S02: relyOnFacts('F-6.1-002'),
  S03: relyOnAssumption('A-111'),
  S04: relyOnFacts('F-6.1-003', 'F-6.1-005..053', 'F-6.1.1-001..453'),
  S07: relyOnAssumption('A-FRAME'),
  S08: relyOnAssumption('A-FRAME'),
};

const changes: CheckChanges = {
  ...changeBases(bases),
  S05: {
    description: 'Compares the executionId of every event with the first, and with the requested one.',
  },
  S06: {
    title: 'The seq of each event is higher than that of the one before.',
    description:
      'Compares every seq with the highest before it in its stream. A ping may repeat it; gaps are fine.',
    rationale: 'A client that reconnects drops events with a seq that it has already seen.',
    basis: relyOnAssumption('A-106'),
  },
  S09: {
    description:
      'Checks execution_complete and execution_error, what follows them, and how the stream is closed.',
    basis: relyOnFacts('F-6.1.2-002'),
  },
  S10: {
    title: 'A run that pauses reports the approval or input it waits for.',
    description: 'Looks in a stream that closes without an end for an open approval_start or await.',
    basis: relyOnAssumption('A-114'),
  },
  S11: {
    title: 'A stream starts with execution_start.',
    description: 'Checks the first event that is not a ping, and `resumed` where a run continues.',
    basis: relyOnAssumption('A-118'),
  },
  S12: {
    description:
      'Pairs texts, reasoning, media, artifacts, steps, turns, model calls, tool calls and notices by their ids.',
    basis: relyOnAssumption('A-118'),
  },
  S18: {
    title: 'Without streamResponse a run is streamed.',
    description: 'Starts a run of each kind with a request that omits streamResponse.',
    basis: relyOnFacts('F-4.2-094', 'F-4.2-110', 'F-4.2-124'),
  },
  S19: {
    title: 'With streamResponse false a run returns one JSON result with the events of a stream.',
    description:
      'Starts a run of each kind with streamResponse false, and applies S05 to S16 to the events of the result; C03 checks their form.',
    basis: relyOnFacts('F-4.2-097', 'F-4.2-111', 'F-4.2-125', 'F-2.5-001', 'F-2.5-019'),
  },
  S20: {
    description: 'Runs an unknown agent, continues unknown runs, sends bodies that are not objects.',
    basis: relyOnFacts('F-4.2-099', 'F-4.2-112', 'F-4.2-128', 'F-7-001', 'F-7-003', 'F-7-007'),
  },
};

const ownChecks: readonly Check[] = [
  streamCheck({
    id: 'S14',
    title: 'The outcome of a run agrees with its success and the type of its last event.',
    description:
      'Compares the outcome of a terminal event with what clients assume where it is absent. Reported as a warning.',
    rationale: 'Older clients read the type and success, newer ones the outcome.',
    basis: relyOnFacts('F-6.1.1-454', 'F-6.1.1-455', 'F-3-016..018'),
  }),
  streamCheck({
    id: 'S15',
    title: 'Approvals are requested before they are decided, and decisions are reported.',
    description:
      'Looks up each approval_complete among the approvals of its run, and expects one in the response to a decision.',
    rationale: 'A client removes the question when its decision is reported.',
    basis: relyOnFacts('F-3-021', 'F-3-024', 'F-6.1.1-371..373', 'F-6.1.2-001'),
  }),
  streamCheck({
    id: 'S16',
    title: 'A change of the shared state applies to the state before it.',
    description: 'Applies every state_delta to the last state_snapshot as JSON Patch.',
    rationale: 'A client that cannot apply a patch has a wrong state from then on.',
    basis: relyOnPractice('RFC 6902: a patch that cannot be applied completely is not applied at all.'),
  }),
  streamCheck({
    id: 'S17',
    title: 'A long run is streamed while it is in progress.',
    description:
      'Checks when the events of a run with a preferred pace arrive: not all at once. Compares how long all runs took by their own times with the time in which their events arrived.',
    rationale: 'A buffering gateway leaves the user without feedback.',
    level: 'stateless',
    basis: relyOnPractice('An event is sent when it happens, and no intermediary buffers it.'),
  }),
  streamCheck({
    id: 'S22',
    title: 'Tool calls are inside a turn, and turns stay within maxTurns.',
    description: 'Looks for tool_start outside of a turn, and for turns beyond maxTurns.',
    rationale: 'A client groups the actions of an agent by turn, and maxTurns limits the cost of a run.',
    basis: relyOnPractice('Each action of an agent belongs to one of its turns.'),
  }),
  streamCheck({
    id: 'S23',
    title: 'A tool does not start before its approval.',
    description:
      'Looks for tool_start of a call whose approval_start has no approval_complete with the decision approved.',
    rationale: 'An approval after the tool has run is too late.',
    basis: relyOnFacts('F-1-004'),
  }),
  streamCheck({
    id: 'S24',
    title: 'Pieces of arguments and media add up to the whole.',
    description:
      'Joins tool_input_delta and media_delta and compares them with the parameters and data of the completion.',
    rationale: 'Clients that show pieces and clients that wait for the whole would show different values.',
    basis: relyOnPractice('A value that is sent twice is the same value.'),
  }),
  streamCheck({
    id: 'S25',
    title: 'Durations and totals agree with the events of the run.',
    description:
      'Compares durationMs with completedAt and startedAt within a second, and totalTokens with the sum of the model calls.',
    rationale: 'Dashboards and clients would report different times and costs of a run.',
    basis: relyOnPractice('Figures of one run agree.'),
  }),
  streamCheck({
    id: 'S26',
    title: 'The events of one turn, step or call agree.',
    description:
      'Compares the names, kinds and iterations in the events of each turn, step, model call, tool call and run, looks for the turns and calls that they name, and for the parameters of a call in the questions about it.',
    rationale: 'A client that groups events by turn or tool would show them in the wrong place.',
    basis: relyOnPractice('Events about the same thing describe it in the same way.'),
  }),
  streamCheck({
    id: 'S27',
    title: 'The times of events are within the run.',
    description:
      'Compares startedAt, completedAt, skippedAt and awaitedAt with the start and end of their block and run, with a second of tolerance.',
    rationale: 'A timeline would show steps before their run, or with a negative length.',
    basis: relyOnPractice('Nothing is completed before it has started.'),
  }),
  streamCheck({
    id: 'S28',
    title: 'The totals of a run agree with its events.',
    description:
      'Compares iterations, totalCost, totalTokensUsed and the counts of steps in execution_complete with the events before it, for every way to count them.',
    rationale: 'Users would be charged for another usage than the one they have seen.',
    basis: relyOnPractice('Totals are sums of what they total.'),
  }),
];

/** Every check of streams, in the order of their ids. */
export const streamChecks: readonly Check[] = adaptChecks(generalChecks, changes, ownChecks);
