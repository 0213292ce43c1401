/**
 * The operations that return runs: whether they start, resume or reattach to a run, and the basis of the rules about
 * the form of their responses.
 */
import type { OperationSpec } from '../../../templates/runtime/operation-spec.ts';
import { relyOnAssumption, relyOnFacts } from '../../model/check.ts';
import type { RunEntry } from '../../streams/stream-request.ts';
import type { StreamOperation } from '../../streams/stream-support.ts';

/** Why: the source documents errors for all operations, but does not document every operation. */
const errors = relyOnFacts('F-7-001');

function assumed(runEntry: RunEntry, id: string): StreamOperation {
  const basis = relyOnAssumption(id);
  return {
    runEntry,
    streams: basis,
    streamsByDefault: basis,
    returnsJson: basis,
    errors: basis,
    isStreamStated: false,
    isResultStated: false,
  };
}

export const streamOperations: Readonly<Record<string, StreamOperation>> = {
  executeAgent: {
    runEntry: 'start',
    streams: relyOnFacts('F-4.2-096', 'F-4.2-098', 'F-6.1-001'),
    streamsByDefault: relyOnFacts('F-4.2-094', 'F-4.2-096'),
    returnsJson: relyOnFacts('F-4.2-097'),
    errors,
    isStreamStated: true,
    isResultStated: false,
  },
  resumeAgentExecution: {
    runEntry: 'resume',
    streams: relyOnFacts('F-4.2-111', 'F-6.1-001'),
    streamsByDefault: relyOnFacts('F-4.2-110', 'F-4.2-111'),
    returnsJson: relyOnFacts('F-4.2-111'),
    errors,
    isStreamStated: true,
    isResultStated: false,
  },
  approveAgentExecution: {
    runEntry: 'resume',
    streams: relyOnFacts('F-4.2-125', 'F-6.1-001'),
    streamsByDefault: relyOnFacts('F-4.2-124', 'F-6.1-001'),
    returnsJson: relyOnFacts('F-4.2-125', 'F-2.5-019'),
    errors,
    isStreamStated: true,
    isResultStated: true,
  },
  approveClientExecution: {
    ...assumed('resume', 'A-029'),
    returnsJson: relyOnFacts('F-4.6-015'),
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

export function rowFor({ id }: OperationSpec): StreamOperation {
  return streamOperations[id] ?? unknown;
}
