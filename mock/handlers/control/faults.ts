/**
 * Faults: added, listed and removed.
 */
import type { Fault } from '../../../generated/control/types.ts';
import type { Handlers } from '../../../generated/control/server.ts';
import type { Problem } from '../../../generated/runtime/problem.ts';
import type { FaultError } from '../../domain/faults/errors.ts';
import { addFault, clearFaults, faults, removeFault } from '../../domain/faults/fault.ts';
import type { FaultInput, FaultRecord } from '../../domain/faults/fault.ts';
import type { ServiceContext } from '../../http/context.ts';
import { createRefusals } from '../../http/error-responses.ts';
import type { ErrorTable } from '../../http/error-responses.ts';
import { carryOut } from '../carry-out.ts';
import { problemsOfTarget } from './fault-target.ts';

type FaultRefusal = FaultError | { readonly code: 'FAULT_INVALID'; readonly problems: readonly Problem[] };

const table = {
  FAULT_NOT_FOUND: { status: 404, error: ({ faultId }) => `Fault ${faultId} does not exist` },
  FAULT_INVALID: { status: 400, error: 'Validation failed', details: ({ problems }) => [...problems] },
} as const satisfies ErrorTable<FaultRefusal>;

const refusal = createRefusals<FaultRefusal, typeof table>(table);

type FaultOperation = 'listFaults' | 'createFault' | 'clearFaults' | 'deleteFault';

/** Handles the operations on faults. */
export const faultHandlers: Pick<Handlers<ServiceContext>, FaultOperation> = {
  listFaults(_, { world }) {
    return { status: 200, body: { faults: world.query((view) => view.scan(faults).map(faultBody)) } };
  },

  async createFault({ body }, { world }) {
    const problems = [...problemsOfTarget(body), ...problemsOfHeaders(body.headers)];
    if (problems.length > 0) return refusal({ code: 'FAULT_INVALID', problems });
    return { status: 201, body: faultBody(await carryOut(world, (draft) => addFault(draft, body))) };
  },

  async clearFaults(_, { world }) {
    await carryOut(world, clearFaults);
    return { status: 204 };
  },

  async deleteFault({ path }, { world }) {
    const removed = await world.dispatch((draft) => removeFault(draft, path.id));
    return removed.ok ? { status: 204 } : refusal(removed.error);
  },
};

/** The members that were given, and the hits. */
function faultBody(fault: FaultRecord): Fault {
  return { ...fault } as Fault;
}

/** Source: RFC 9110 5.1 and 5.5: a name is a token, a value visible text. */
const nameForm = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const valueForm = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Headers that say where a message ends: a wrong one would harm the next answer on the connection. */
const framing: ReadonlySet<string> = new Set(['connection', 'content-length', 'transfer-encoding']);

function problemsOfHeaders(headers: FaultInput['headers'] = {}): readonly Problem[] {
  return Object.entries(headers).flatMap(([name, value]): Problem[] => {
    const path = `headers.${name.slice(0, 100)}`;
    if (!nameForm.test(name))
      return [{ message: `${path} is no name of a header`, code: 'INVALID_FORMAT', path }];
    if (framing.has(name.toLowerCase()))
      return [{ message: `${path} belongs to the connection`, code: 'INVALID_VALUE', path }];
    if (valueForm.test(value)) return [];
    return [{ message: `${path} holds what a header can't carry`, code: 'INVALID_FORMAT', path }];
  });
}
