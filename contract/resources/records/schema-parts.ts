/** Where in the declarations of an operation something is: its success, and the schema of a record in its bodies. */
import { splitPointer } from '../../../templates/runtime/json/pointer.ts';
import { isXmlMediaType, type ResponseStatus } from '../../../templates/runtime/media-type.ts';
import type { OperationRole, Role } from '../graph.ts';
import { requestSchemaOf } from '../operation-facts.ts';
import type { SourceOperation, SourceSchema } from '../source.ts';
import { successesOf, type StatedStatus } from '../successes.ts';

/** Returns the schema at a pointer of properties and items. */
export function schemaAt(schema: SourceSchema | null, pointer: string): SourceSchema | null {
  let part = schema;
  for (const name of splitPointer(pointer))
    part = part?.properties.get(name) ?? (/^\d+$/.test(name) ? (part?.items ?? null) : null);
  return part;
}

/** Returns the schema of the record in the body of a request; `null` for none. */
export function writtenBy(source: SourceOperation, { requestEnvelope }: OperationRole): SourceSchema | null {
  return schemaAt(requestSchemaOf(source), requestEnvelope?.value ?? '');
}

/**
 * Returns whether clients write a property by the schema of a body. Why also a read-only one of what is called a request:
 * nobody but clients sends that, so `readOnly` is a mistake there.
 */
export function isSentBy({ name: called, properties }: SourceSchema, name: string): boolean {
  const property = properties.get(name);
  return property !== undefined && (!property.isReadOnly || /(?:request|input)$/i.test(called ?? ''));
}

/** A response as it is declared. */
export interface DeclaredSuccess {
  readonly status: ResponseStatus;
  readonly kind: string;
  readonly mediaType: string | null;
}

/**
 * Returns the success with the lowest status, or 201 of an operation that creates a record, unless only another one has a
 * body: with JSON if it has several media types.
 */
export function successOf<Declared extends DeclaredSuccess>(
  responses: readonly Declared[],
  role: Role | null = null,
  texts: readonly StatedStatus[] = responses,
): Declared | null {
  const successes = successesOf(responses, texts).toSorted(
    (one, other) => numberOf(one.status) - numberOf(other.status),
  );
  const created = role === 'create' || role === 'copy' ? 201 : null;
  // Why: a response without the new record is only an alternative to one with it.
  const hasBody = successes.some(({ kind }) => kind !== 'none');
  const first =
    successes.find(({ status, kind }) => status === created && (kind !== 'none' || !hasBody)) ??
    successes[0] ??
    responses.find(({ status }) => status === 'default');
  const json = responses.filter(({ status, kind }) => status === first?.status && kind === 'json');
  const plain =
    json.find(({ mediaType }) => mediaType === 'application/json') ??
    json.find(({ mediaType }) => mediaType === null || !isXmlMediaType(mediaType));
  return plain ?? json[0] ?? first ?? null;
}

/** Returns the schema of the JSON body of a success; `null` for none. */
export function schemaOfSuccess(
  { responses }: Pick<SourceOperation, 'responses'>,
  success: Pick<DeclaredSuccess, 'status' | 'mediaType'> | null,
): SourceSchema | null {
  const bodies = responses.filter(({ status, kind }) => kind === 'json' && status === success?.status);
  return (bodies.find(({ mediaType }) => mediaType === success?.mediaType) ?? bodies[0])?.schema ?? null;
}

/** Returns the status that a response is sent with. */
export function numberOf(status: ResponseStatus): number {
  return typeof status === 'number' ? status : status === 'default' ? 200 : Number(status[0]) * 100;
}
