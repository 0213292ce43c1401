/** The schema of the records of a resource: that of the operation that shows the most of one. */
import { splitPointer } from '../../../templates/runtime/json/pointer.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { OperationRole, Resource, ResourceGraph } from '../graph.ts';
import { isPart, isVariant } from '../schema-likeness.ts';
import type { ResourceSource, SourceOperation, SourceSchema } from '../source.ts';
import { schemaAt, successOf } from './schema-parts.ts';
import { withListedStates, type OperationOfResource } from './state-values.ts';

/** A record as an operation shows it. */
export interface ShownSchema {
  readonly isList: boolean;
  readonly isRead: boolean;
  /** `null` if it shows none. */
  readonly schema: SourceSchema | null;
}

/** Returns the schema of a record: with the states that only requests list; `null` if no operation shows one. */
export function recordSchemaOf(
  { operations: roles }: ResourceGraph,
  { operations: sources }: Pick<ResourceSource, 'operations'>,
  resource: Resource,
): SourceSchema | null {
  const byId = new Map(sources.map((source) => [source.id, source]));
  const operations = roles.flatMap((role): OperationOfResource[] => {
    const source = role.resource === resource.name ? byId.get(role.id) : undefined;
    return source === undefined ? [] : [{ source, role }];
  });
  const shown = operations
    .filter(({ role }) => role.envelope !== null)
    .map(({ source, role }) => shownSchema(source, role))
    .map((each) => ({ ...each, schema: entrySchema(each, resource) }));
  return withListedStates(bestOf(showingRecords(shown, resource))?.schema ?? null, operations);
}

/** Returns the schema of the record that the success of an operation shows, with the examples of the whole body. */
export function shownSchema(
  { responses }: SourceOperation,
  { role, envelope, inItem = '' }: OperationRole,
): ShownSchema & { readonly examples: readonly JsonValue[] } {
  const success = successOf(responses, role.value);
  const body = success?.kind === 'json' ? success.schema : null;
  const at = schemaAt(body, envelope?.value ?? '');
  const isList = role.value === 'list' || role.value === 'search';
  const ofItems = isList || (/^bulk-/.test(role.value) && at?.items != null);
  const schema = ofItems ? schemaAt(at?.items ?? null, inItem) : at;
  return { isList, isRead: role.value === 'read', schema, examples: body?.examples ?? [] };
}

/** Returns the schema of a record in what an operation shows, where that is the record above with a list of them. */
export function entrySchema(
  { isList, schema }: ShownSchema,
  { entries }: Pick<Resource, 'entries'>,
): SourceSchema | null {
  const list = isList || entries === undefined ? undefined : schema?.properties.get(entries);
  return list?.items ?? schema;
}

/**
 * Returns the bodies that are records. Why: a POST may return something else, without a key or with few of the listed
 * properties.
 */
export function showingRecords<Shown extends ShownSchema>(
  all: readonly Shown[],
  { kind, key }: Pick<Resource, 'kind' | 'key'>,
): readonly Shown[] {
  const [own = ''] = splitPointer(key?.value.property ?? '');
  const isKeyed = all.some(({ isList, schema }) => isList && schema?.properties.has(own) === true);
  const listed = all.flatMap(({ isList, schema }) => (isList && schema !== null ? [schema] : []));
  const shown = all.filter(
    ({ isList, isRead, schema }) =>
      isList ||
      isRead ||
      schema === null ||
      ((!isKeyed || schema.properties.has(own)) &&
        listed.every((each) => isVariant(schema, each) && !isPart(schema, each))),
  );
  // Why only lists: what a change of a set returns is no member of it.
  const lists = kind === 'set' ? shown.filter(({ isList }) => isList) : [];
  return lists.length > 0 ? lists : shown;
}

/** Shape: what reads one record shows the most of it, then what shows the most properties. */
function worth({ isList, isRead, schema }: ShownSchema): number {
  const properties = schema?.properties.size ?? 0;
  return properties === 0 ? -1 : properties + (isRead ? 2000 : isList ? 0 : 1000);
}

/** Why not always the read: what it returns may also be a deleted record, and then hardly anything is required. */
export function bestOf<Shown extends ShownSchema>(shown: readonly Shown[]): Shown | undefined {
  const [best] = shown.toSorted((one, other) => worth(other) - worth(one));
  const own = best?.schema ?? null;
  if (own === null) return best;
  const stricter = shown.find(
    ({ schema }) =>
      schema !== null &&
      schema.required.size > own.required.size &&
      schema.properties.size * 4 >= own.properties.size * 3 &&
      [...schema.properties.keys()].every((name) => own.properties.has(name)),
  );
  return stricter ?? best;
}
