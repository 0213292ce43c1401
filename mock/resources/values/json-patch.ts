/** The operations of RFC 6902 in the bodies of requests. */
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { applyPatch } from '../../../templates/runtime/json/patch.ts';
import { isPointer, pointerStep, splitPointer, valueAt } from '../../../templates/runtime/json/pointer.ts';
import { isFields } from '../fields.ts';
import type { OperationPlan } from '../plan/plan.ts';
import type { RecordFields } from '../record.ts';
import { hasOperations } from '../requests/stated-bodies.ts';

/**
 * Returns the operations of RFC 6902 in a body: the body itself, or a list in it; `null` if the contract describes none.
 *
 * Why by schema: many descriptions take a patch as plain `application/json`.
 */
export function patchIn({ spec, source }: OperationPlan, body: unknown): readonly unknown[] | null {
  const isPatch = spec.body?.content.some(({ mediaType }) => /json-patch/.test(mediaType)) === true;
  const operations = (schema: SourceSchema | null | undefined): boolean =>
    ['op', 'path'].every((name) => schema?.items?.properties.has(name) === true);
  for (const { schema } of source.bodies) {
    if (Array.isArray(body) && (isPatch || operations(schema) || hasOperations(schema)))
      return body as readonly unknown[];
    if (!isFields(body)) continue;
    const [list] = Object.entries(body).filter(([name]) => operations(schema?.properties.get(name)));
    if (Array.isArray(list?.[1])) return list[1] as readonly unknown[];
  }
  return null;
}

/** Units: operations whose paths may name items of lists by their ids. Why a limit: each looks for them in the lists. */
const MAX_BY_ID = 100;

/**
 * Applies the operations of RFC 6902, all or none. Their paths may also name the items of lists by their ids.
 *
 * Errors: returns what is wrong.
 */
export function applyJsonPatch(target: RecordFields, operations: readonly unknown[]): RecordFields | string {
  const isShort = operations.length <= MAX_BY_ID;
  const steps = isShort ? operations.map((operation) => [operation]) : [operations];
  let value: unknown = target;
  for (const [index, step] of steps.entries()) {
    const patched = applyPatch(value, isShort ? step.map((each) => withIndexes(value, each)) : step);
    if (!patched.ok)
      return `Operation ${index + patched.index} of the patch can't be applied: ${patched.reason}`;
    value = patched.value;
  }
  return isFields(value) ? value : 'The patch does not leave an object';
}

/** Returns an operation with the indexes of the items that its path names by their ids: `/fields/pin/value`. */
function withIndexes(target: unknown, operation: unknown): unknown {
  if (!isFields(operation) || !isPointer(operation['path'])) return operation;
  let part: unknown = target;
  const path = splitPointer(operation['path']).map((step) => {
    const at = Array.isArray(part) ? part.findIndex((item) => isFields(item) && item['id'] === step) : -1;
    const own = at < 0 ? step : String(at);
    part = valueAt(part, pointerStep(own));
    return pointerStep(own);
  });
  return { ...operation, path: path.join('') };
}
