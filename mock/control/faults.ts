/** Adding, listing, replacing and removing faults. */
import type { Fault as FaultBody, ServiceOperation } from '../../generated/control/types.ts';
import type { Handlers } from '../../generated/control/server.ts';
import type { OperationSpec } from '../../templates/runtime/operation-spec.ts';
import type { Problem } from '../../templates/runtime/problem.ts';
import type { HandlerContext } from '../http/context.ts';
import { createErrorResponses, type ErrorTable } from '../http/error-responses.ts';
import {
  addFault,
  clearFaults,
  faults,
  removeFault,
  replaceFault,
  type FaultError,
  type FaultInput,
  type FaultRecord,
} from '../records/fault.ts';
import { FaultTargets, findHeaderProblems } from './fault-targets.ts';

type FaultRequestError =
  FaultError | { readonly code: 'FAULT_INVALID'; readonly problems: readonly Problem[] };

const table = {
  FAULT_NOT_FOUND: { status: 404, error: ({ faultId }) => `Fault ${faultId} does not exist` },
  FAULT_INVALID: { status: 400, error: 'Validation failed', details: ({ problems }) => [...problems] },
} as const satisfies ErrorTable<FaultRequestError>;

const errorResponse = createErrorResponses<FaultRequestError, typeof table>(table);

type FaultOperation =
  'listOperations' | 'listFaults' | 'createFault' | 'replaceFault' | 'clearFaults' | 'deleteFault';

/** Handles the faults of the operations of a contract. */
export function createFaultHandlers(
  operations: readonly OperationSpec[],
): Pick<Handlers<HandlerContext>, FaultOperation> {
  const targets = new FaultTargets(operations);
  const listed = operations.map(operationBody);
  const problemsOf = (fault: FaultInput) => [
    ...targets.findProblems(fault),
    ...findHeaderProblems(fault.headers),
  ];
  return {
    listOperations() {
      return { status: 200, body: { operations: listed } };
    },

    listFaults(_, { world }) {
      return { status: 200, body: { faults: world.query((view) => view.scan(faults).map(faultBody)) } };
    },

    async createFault({ body }, { world }) {
      const problems = problemsOf(body);
      if (problems.length > 0) return errorResponse({ code: 'FAULT_INVALID', problems });
      return { status: 201, body: faultBody(await world.run((tx) => addFault(tx, body))) };
    },

    async replaceFault({ path, query, body }, { world }) {
      const problems = problemsOf(body);
      if (problems.length > 0) return errorResponse({ code: 'FAULT_INVALID', problems });
      const replaced = await world.dispatch((tx) => replaceFault(tx, path.id, body, query));
      return replaced.ok ? { status: 200, body: faultBody(replaced.value) } : errorResponse(replaced.error);
    },

    async clearFaults(_, { world }) {
      await world.run(clearFaults);
      return { status: 204 };
    },

    async deleteFault({ path }, { world }) {
      const removed = await world.dispatch((tx) => removeFault(tx, path.id));
      return removed.ok ? { status: 204 } : errorResponse(removed.error);
    },
  };
}

function operationBody({ id, method, path, responses }: OperationSpec): ServiceOperation {
  const statuses = new Set(
    responses.map(({ status }) => status).filter((status) => typeof status === 'number'),
  );
  return { id, method, path, statuses: [...statuses] };
}

/** Returns the body of a fault: the properties it was created with, and its hits. */
function faultBody(fault: FaultRecord): FaultBody {
  return { ...fault };
}
