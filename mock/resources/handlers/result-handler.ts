/** Handles operations that no resource is known for: with their samples, and what was sent. */
import type { OperationSpec } from '../../../templates/runtime/operation-spec.ts';
import type { RequestValues } from '../../../templates/runtime/server/read-request.ts';
import type { HandlerResponse } from '../../../templates/runtime/server/service.ts';
import { valueAt } from '../../../templates/runtime/json/pointer.ts';
import { sampledResponse } from '../../http/complete-response.ts';
import type { HandlerContext } from '../../http/context.ts';
import { OperationError } from '../../http/declared-error.ts';
import type { Handler } from '../../http/operation.ts';
import { renamePath } from '../links/rename-keys.ts';
import { makeResult } from './results.ts';
import { isFields, textOf, withPart } from '../fields.ts';
import { missingAbove, pathTexts } from '../locate.ts';
import type { ResourceContract } from '../plan/described-operations.ts';
import type { ResourcePlans } from '../plan/plan.ts';
import { findRecords, records, type RecordFields } from '../record.ts';
import { seedResource } from '../write/seed.ts';

interface ResultHandlerParts {
  readonly described: ResourceContract;
  readonly plans: ResourcePlans;
  readonly count: number;
}

/** Creates the handler of an operation; `null` if its sample is all that can be said. */
export function resultHandler(parts: ResultHandlerParts, spec: OperationSpec): Handler | null {
  const isWrite = ['POST', 'PUT', 'PATCH'].includes(spec.method);
  if (!isWrite && parts.plans.above(spec.path).size === 0) return null;
  return (request, context) => respondWithResult(parts, spec, request, context);
}

async function respondWithResult(
  { plans, count, described }: ResultHandlerParts,
  spec: OperationSpec,
  request: RequestValues,
  context: HandlerContext,
): Promise<HandlerResponse> {
  const above = plans.above(spec.path);
  const { world, baseUrl } = context;
  for (const name of above.values()) await seedResource({ world, plans, count, baseUrl }, name);
  const problem = await missingAbove(
    { view: world.view, plans, path: spec.path, isDeclared: false },
    above,
    pathTexts({ spec }, request),
  );
  if (problem !== null) throw problem;
  const { loadSamples } = described.contract;
  const response = await sampledResponse({ spec, loadSamples });
  if (response === null) throw new Error(`${spec.id} has no sample.`);
  const sent = isFields(request.body) ? request.body : {};
  const form = plans.resultOf(spec.id);
  const sample = form === null ? null : valueAt(response.body, form.envelope);
  if (spec.responses.some(({ status }) => status === 409)) await keepUnique(spec, sent, context);
  if (form === null || !isFields(sample)) return response;
  const inner = valueAt(sent, form.requestEnvelope);
  const result = await world.run((tx) =>
    makeResult(tx, {
      ...form,
      sample,
      sent: isFields(inner) ? inner : sent,
      path: spec.path,
      rename: renamePath(spec.path, pathTexts({ spec }, request)),
    }),
  );
  return { ...response, body: withPart(response.body, form.envelope, result) };
}

/** Keeps who has registered. Errors: throws a `OperationError` for a name or an address that was sent before. */
async function keepUnique(spec: OperationSpec, sent: RecordFields, { world }: HandlerContext): Promise<void> {
  const name = Object.keys(sent).find((each) => /^(?:e_?mail|user_?name|login|slug)$/i.test(each));
  const value = name === undefined ? null : sent[name];
  if (name === undefined || value === null) return;
  const [resource, key] = [`${spec.id}.${name}`, textOf(value)];
  const isTaken = await world.run((tx) => {
    if (findRecords(tx, resource, key).length > 0) return true;
    const times = { createdAt: tx.at, updatedAt: tx.at };
    const number = tx.nextNumber(resource);
    tx.put(records, {
      id: tx.nextId('record'),
      resource,
      number,
      key,
      parents: {},
      value: {},
      version: 1,
      ...times,
    });
    return false;
  });
  if (isTaken) throw new OperationError(409, `The ${name} ${key} is taken`);
}
