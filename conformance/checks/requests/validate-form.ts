/**
 * Checks whether a request fits the contract, read as a server reads it: texts of the query turned into values, the body parsed.
 * The same judge for cases when they are made and when they are shrunk.
 */
import { readBody } from '../../../generated/runtime/read-body.ts';
import { readParameters } from '../../../generated/runtime/read-parameters.ts';
import { readRequest, type RawRequest } from '../../../generated/runtime/read-request.ts';
import { planOf, type RequestForm } from './request-form.ts';

const encoder = new TextEncoder();

/** Units: arrays and objects that may be open at once. */
const DEEPEST_BODY = 64;

/** Checks whether a request fits the contract. */
export function fitsContract(form: RequestForm): boolean {
  const raw = rawOf(form);
  const { problems, mismatches } = readParameters(form.operation.parameters, raw);
  if (problems.length > 0 || mismatches.length > 0) return false;
  return readBody(form.operation.body, raw.body, raw.contentType, DEEPEST_BODY).kind === 'value';
}

/** Names what is wrong with a request: places and what is wrong there. Shape: empty when it fits. */
export async function listFaults(form: RequestForm): Promise<readonly string[]> {
  const result = await readRequest(form.operation, rawOf(form), { depth: DEEPEST_BODY });
  return result.ok ? [] : result.problems.map(({ path, code }) => `${path} ${code}`);
}

function rawOf(form: RequestForm): RawRequest {
  const plan = planOf(form);
  const [, query = ''] = plan.path.split('?');
  const headers = new Map(plan.headers.map(([name, value]) => [name.toLowerCase(), value]));
  return {
    pathParams: form.path,
    query,
    headers: { get: (name) => headers.get(name) ?? null },
    body: plan.body === null ? null : encoder.encode(plan.body),
    contentType: headers.get('content-type') ?? null,
  };
}
