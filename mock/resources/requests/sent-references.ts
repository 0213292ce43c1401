/** References in bodies to records that must exist. */
import type { SourceSchema } from '../../../contract/resources/source.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import { OperationError } from '../../http/declared-error.ts';
import { sentFields, type ResourceCall } from '../call.ts';
import { isFields, textOf } from '../fields.ts';
import { findTarget, isCaller } from '../locate.ts';
import type { ResourcePlan } from '../plan/plan.ts';
import { listRecords } from '../record.ts';

/**
 * Rejects a request that refers to a record which does not exist; where a resource has no records at all, any may.
 *
 * Errors: throws an OperationError with the declared one of 404, 422, 400 and 409.
 */
export async function assertReferences({ plan, plans, request, context }: ResourceCall): Promise<void> {
  const isList = plan.role.role.value === 'list';
  const sent = plan.references.length === 0 || isList ? {} : sentFields({ plan, request });
  const { view } = context.world;
  for (const { name, resource, schema, shown } of plan.references) {
    const value = (isList ? (request.query[name] as JsonValue | undefined) : sent[name]) ?? '';
    if (isFields(value) || Array.isArray(value) || value === '' || shown.includes(value)) continue;
    const key = textOf(value);
    const other = await plans.resource(resource);
    if (other === null || isCaller(key) || !isKeyOf(other, schema, value)) continue;
    if (findTarget(view, other, { key, parents: {} }) !== undefined) continue;
    if (listRecords(view, resource).length === 0) continue;
    const { responses } = plan.spec;
    const statuses = [404, 422, 400, 409].filter((each) => responses.some(({ status }) => status === each));
    throw new OperationError(
      // Why: without a declared one, the text of a parameter states the 404.
      statuses[0] ?? (isList ? 404 : 422),
      `There is no record ${key} in ${resource}, which ${name} names`,
    );
  }
}

/** Returns whether a value can be the key of a record: the types agree, and paths accept it. */
function isKeyOf(
  { schema, key, acceptsKey = () => true }: ResourcePlan,
  { types }: SourceSchema,
  value: JsonValue,
): boolean {
  const keyTypes = schema?.properties.get(key ?? '')?.types ?? null;
  const isAlike = keyTypes === null || types === null || [...types].some((type) => keyTypes.has(type));
  return isAlike && acceptsKey(value);
}
