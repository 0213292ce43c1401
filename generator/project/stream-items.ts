/**
 * Writes event streams as OpenAPI 3.2 does: `itemSchema` describes one frame of `text/event-stream`, or one value of a
 * JSON sequence.
 */
import { isJsonSequence, kindOfMediaType } from '../read/openapi-context.ts';
import { frameSchemaOf, isFrameSchema, isTextSchema, itemSchemaOf } from '../schema/event-schema.ts';
import { isSchema, referenceTo } from '../schema/keywords.ts';
import type { JsonObject, JsonValue } from '../json/documents.ts';
import { isObject, objectAt, propertyOf, resolveNode, textAt } from '../json/json.ts';
import { mapEntries } from './map-document.ts';

/**
 * Moves the schema of a stream to `itemSchema`.
 *
 * Shape: content of other media types, and content that describes no event, stays the same node. `channelEvent`
 * returns the component of the events that a channel describes; used if the document describes no event.
 */
export function withItemSchema(
  content: JsonObject,
  mediaType: string,
  root: JsonObject,
  operation: JsonObject | null,
  channelEvent: () => string | null,
): JsonObject {
  const isSequence = isJsonSequence(mediaType);
  if (!isSequence && kindOfMediaType(mediaType) !== 'eventStream') return content;
  if (propertyOf(content, 'itemSchema') !== undefined) return content;
  const resolve = (node: JsonValue | undefined): JsonObject | null => resolveNode(root, node);
  const written = propertyOf(content, 'schema');
  const item = isSequence
    ? itemSchemaOf(written, resolve)
    : isFrameSchema(written, resolve)
      ? written
      : frameOf(written, resolve, () => eventOf(operation) ?? channelEvent());
  if (item === undefined) return content;
  const { schema: _, examples, ...rest } = content;
  return {
    itemSchema: item,
    ...rest,
    ...(isObject(examples) ? { examples: mapEntries(examples, withSerializedValue) } : {}),
  };
}

/** Returns the component that `x-stream.event` names. */
function eventOf(operation: JsonObject | null): string | null {
  return operation === null ? null : textAt(objectAt(operation, 'x-stream'), 'event');
}

function frameOf(
  written: JsonValue | undefined,
  resolve: (node: JsonValue | undefined) => JsonObject | null,
  componentOfEvent: () => string | null,
): JsonObject | undefined {
  if (!isTextSchema(written, resolve) && isSchema(written)) return frameSchemaOf(written);
  const component = componentOfEvent();
  return component === null ? undefined : frameSchemaOf({ $ref: referenceTo(component) });
}

/** Source: OpenAPI 3.2, Example Object: `value` is deprecated for texts that are not JSON. */
function withSerializedValue(example: JsonValue): JsonValue {
  if (!isObject(example) || typeof propertyOf(example, 'value') !== 'string') return example;
  const { value, ...rest } = example;
  return value === undefined ? example : { ...rest, serializedValue: value };
}
