/** Finds the references in bodies to records that must exist: those for which the contract describes an error. */
import { LIKELY, type OperationRole } from '../graph.ts';
import { writtenBy } from '../records/schema-parts.ts';
import type { SourceOperation, SourceParameter, SourceSchema } from '../source.ts';
import { isSameName, referredName, singularName, singularOf, wordsOf } from '../words.ts';
import type { OverriddenResources } from './describe-action.ts';
import { behaviorsById, type OperationBehavior } from './override.ts';

/** A property with the key of a record. */
export interface RequiredReference {
  readonly name: string;
  readonly schema: SourceSchema;
  /** The name of the resource of the record. */
  readonly resource: string;
}

/** A reference in a body. Shape: `shown` are the keys that the description shows. */
export interface SentReference extends RequiredReference {
  readonly shown: readonly unknown[];
}

/**
 * Finds the references whose records must exist: `project_id`, where clients create `projects`.
 *
 * Why only in some operations: many clients send ids that they made up. The 404 of a creation or of a list whose path
 * names no record is about one in the body, or about what the list requires; that of others may name what is sent. The
 * text of a parameter may also state it.
 */
export function requiredReferences(
  { graph }: Pick<OverriddenResources, 'graph'>,
  operation: SourceOperation,
  role: OperationRole,
  behavior: OperationBehavior | null,
): readonly RequiredReference[] {
  const { path, responses, parameters } = operation;
  const isList = role.role.value === 'list';
  const isDeclared = (isList || role.role.value === 'create') && !path.includes('{');
  const missing = responses.find(({ status }) => status === 404);
  const isStated = ({ text }: SourceParameter): boolean => isList && /\b404\b/.test(text);
  const isChecked = missing !== undefined || behavior?.references === true || parameters.some(isStated);
  if (behavior?.references === false || !isChecked) return [];
  const words = new Set(wordsOf(missing?.text ?? '').map(singularOf));
  const isNamed = (noun: string): boolean => words.has(singularName(noun));
  const asked = parameters.flatMap((each) =>
    each.in === 'query' && ((isList && each.isRequired) || isStated(each))
      ? [[each.name, each.schema, isStated(each)] as const]
      : [],
  );
  const sent = [...(writtenBy(operation, role)?.properties ?? [])].map((each) => [...each, false] as const);
  return [...sent, ...asked].flatMap(([name, schema, isStated]) => {
    const plain = isStated ? name.replace(/^\w+\[(\w+)\]$/, '$1') : name;
    const bare = referredName(plain) ?? (isStated || isNamed(plain) ? plain : null);
    const isRequired =
      isStated ||
      behavior?.references === true ||
      (missing !== undefined && isDeclared) ||
      isNamed(bare ?? '');
    if (!isRequired) return [];
    const kinds = isStated ? ['collection', 'feed'] : ['collection'];
    const [other, second] = graph.resources.filter(
      (each) =>
        bare !== null && kinds.includes(each.kind) && isSameName(each.name.split('/').at(-1) ?? '', bare),
    );
    if (other === undefined || second !== undefined || other.name === role.resource) return [];
    const isCreated =
      isStated ||
      graph.operations.some((each) => each.resource === other.name && creations.has(each.role.value));
    // Why only where an override asks for it: clients may know such records only from elsewhere.
    const isFindable = other.itemPath !== null || behavior?.references === true;
    return isCreated && isFindable ? [{ name, schema, resource: other.name }] : [];
  });
}

/** The roles that make new records. */
export const creations: ReadonlySet<string> = new Set(['create', 'upsert', 'bulk-create']);

/** The records that must exist for an operation. Shape: `fix` is what to write to change that. */
export interface DescribedReferences {
  readonly text: string;
  readonly reason: string;
  readonly fix: string;
}

/** Describes the references of an operation that are looked up; `null` for none. */
export function describeReferences(
  { source, graph, overrides }: OverriddenResources,
  role: OperationRole,
): DescribedReferences | null {
  const operation = source.operations.find(({ id }) => id === role.id);
  const behavior = behaviorsById(source.operations, overrides).get(role.id) ?? null;
  const required =
    operation === undefined || role.role.confidence < LIKELY
      ? []
      : requiredReferences({ graph }, operation, role, behavior);
  if (operation === undefined || required.length === 0) return null;
  const name = `${operation.method} ${operation.path}`;
  return {
    text: required.map((each) => `${each.name} names one of ${each.resource}`).join(', '),
    reason:
      behavior?.references === true
        ? `operations.${name}`
        : operation.path.includes('{')
          ? 'its 404 says so'
          : 'a 404 is declared, and the path names no record',
    fix: `operations: { '${name}': { references: false } }`,
  };
}
