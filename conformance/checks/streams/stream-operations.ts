/**
 * The operations that tell of runs: whether a run begins, goes on or is joined again there, and what the contract's word
 * about the form of the answer rests on.
 */
import type { Basis } from '../../check.ts';
import type { Operation, OperationId } from '../../schema-location/operations.ts';

/** What a stream tells: a run from its beginning, a run that goes on behind a pause, a run that somebody joins again. */
export type RunEntry = 'start' | 'resume' | 'reattach';

/** What is known of an operation that tells of runs. */
export interface StreamOperation {
  readonly runEntry: RunEntry;
  /** Why it streams when it is asked to, by default, and answers JSON when it is asked for that. */
  readonly streams: Basis;
  readonly streamsByDefault: Basis;
  readonly returnsJson: Basis;
  /** Whether the source says that what it streams, or lists in its result, are the events of the contract. */
  readonly isStreamStated: boolean;
  readonly isResultStated: boolean;
}

const facts = (...ids: readonly string[]): Basis => ({ kind: 'facts', ids });

function assumed(runEntry: RunEntry, id: string): StreamOperation {
  const basis: Basis = { kind: 'assumption', id };
  return {
    runEntry,
    streams: basis,
    streamsByDefault: basis,
    returnsJson: basis,
    isStreamStated: false,
    isResultStated: false,
  };
}

/** Every operation that tells of runs. */
export const streamOperations: Readonly<Partial<Record<OperationId, StreamOperation>>> = {
  executeAgent: {
    runEntry: 'start',
    streams: facts('F-4.2-096', 'F-4.2-098', 'F-6.1-001'),
    streamsByDefault: facts('F-4.2-094', 'F-4.2-096'),
    returnsJson: facts('F-4.2-097'),
    isStreamStated: true,
    isResultStated: false,
  },
  resumeAgentExecution: {
    runEntry: 'resume',
    streams: facts('F-4.2-111', 'F-6.1-001'),
    streamsByDefault: facts('F-4.2-110', 'F-4.2-111'),
    returnsJson: facts('F-4.2-111'),
    isStreamStated: true,
    isResultStated: false,
  },
  approveAgentExecution: {
    runEntry: 'resume',
    streams: facts('F-4.2-125', 'F-6.1-001'),
    streamsByDefault: facts('F-4.2-124', 'F-6.1-001'),
    returnsJson: facts('F-4.2-125', 'F-2.5-019'),
    isStreamStated: true,
    isResultStated: true,
  },
  approveClientExecution: {
    ...assumed('resume', 'A-029'),
    returnsJson: facts('F-4.6-015'),
    isResultStated: true,
  },
  followExecutionEvents: assumed('reattach', 'A-REJOIN'),
  dispatchRun: assumed('start', 'A-DISPATCH'),
  approveDispatch: assumed('resume', 'A-DISPATCH'),
  resumeDispatch: assumed('resume', 'A-DISPATCH'),
  chatClientSession: assumed('start', 'A-CLIENT-CHAT'),
  resumeClientExecution: assumed('resume', 'A-CLIENT-RESUME'),
};

/** Of what nobody knows where in a run it begins, the least is expected. */
const unknown = assumed('resume', 'A-077');

/** Finds what is known of an operation. */
export function rowFor({ id }: Operation): StreamOperation {
  return streamOperations[id] ?? unknown;
}
