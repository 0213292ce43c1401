/** The operations of RFC 6902 in the bodies of requests. */
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { applyPatch } from '../../../templates/runtime/json/patch.ts';
import { isFields } from '../fields.ts';
import type { OperationPlan } from '../plan/plan.ts';
import type { RecordFields } from '../record.ts';

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
    if (Array.isArray(body) && (isPatch || operations(schema))) return body as readonly unknown[];
    if (!isFields(body)) continue;
    const [list] = Object.entries(body).filter(([name]) => operations(schema?.properties.get(name)));
    if (Array.isArray(list?.[1])) return list[1] as readonly unknown[];
  }
  return null;
}

/**
 * Applies the operations of RFC 6902, all or none.
 *
 * Errors: returns what is wrong.
 */
export function applyJsonPatch(target: RecordFields, operations: readonly unknown[]): RecordFields | string {
  const patched = applyPatch(target, operations);
  if (!patched.ok) return `Operation ${patched.index} of the patch can't be applied: ${patched.reason}`;
  return isFields(patched.value) ? patched.value : 'The patch does not leave an object';
}
