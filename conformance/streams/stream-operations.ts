/**
 * The operations that return runs: whether they start, resume or reattach to a run, and the basis of the rules about
 * the form of their responses.
 */
import type { Basis } from '../model/check.ts';
import type { Operation, OperationId } from '../schema-location/operations.ts';

/** Where a stream enters its run: at the start, after a pause, or at any event when a client reconnects. */
export type RunEntry = 'start' | 'resume' | 'reattach';

/** The stream properties of an operation that returns runs. */
export interface StreamOperation {
  readonly runEntry: RunEntry;
  /** Basis of each rule: it streams on request, streams by default, and returns JSON on request. */
  readonly streams: Basis;
  readonly streamsByDefault: Basis;
  readonly returnsJson: Basis;
  /** Whether the source states that its stream, or its JSON result, has the events of the contract. */
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

/** Every operation that returns runs. */
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

/** The row of unlisted operations, with the fewest requirements. Why: their entry into the run is unknown. */
const unknown = assumed('resume', 'A-077');

/** Returns the row of an operation. */
export function rowFor({ id }: Operation): StreamOperation {
  return streamOperations[id] ?? unknown;
}
