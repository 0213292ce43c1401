/**
 * Reads a bundled AsyncAPI 3 document: its channels and their messages. Servers, bindings and protocols are ignored: a
 * channel is an address and its messages.
 */
import { componentOf } from '../schema/keywords.ts';
import type { BundledDocument, JsonObject, JsonValue, Place } from '../json/documents.ts';
import type { Report } from '../diagnostics/diagnostics.ts';
import { readDirections, readResponseChannels } from './asyncapi-operations.ts';
import type { Example, Message } from '../model/contract-model.ts';
import {
  arrayAt,
  decodeSegment,
  extensionsOf,
  isObject,
  propertyOf,
  objectAt,
  resolveNode,
  textAt,
  referenceOf,
} from '../json/json.ts';
import { toSchema } from './parts.ts';
import type { ReadChannel, ReadSchema } from '../model/reading.ts';

/** The content of an AsyncAPI document apart from its component schemas. */
export interface AsyncapiReading {
  readonly channels: readonly ReadChannel[];
  /** Inline payloads of messages. */
  readonly payloads: readonly ReadSchema[];
}

/** What the reader needs from the other documents. */
export interface AsyncapiContext {
  /** Name in the contract of each component schema of this document. */
  readonly components: ReadonlyMap<string, string>;
  /** Returns a free name for a schema. */
  readonly claimSchema: (wanted: string) => string;
  /** Returns a free id for a channel. */
  readonly claimChannel: (wanted: string) => string;
  readonly report: Report;
}

/** Schema formats that are read as JSON Schema. */
const readableFormats = /^application\/(vnd\.aai\.asyncapi|schema)(\+json|\+yaml)?(;|$)/;

/**
 * Reads an AsyncAPI document.
 *
 * Errors: MESSAGE_SCHEMA_FOREIGN, SCHEMA_MALFORMED, REFERENCE_BROKEN (reported).
 */
export function readAsyncapi(document: BundledDocument, context: AsyncapiContext): AsyncapiReading {
  const reader = new AsyncapiReader(document, context);
  return { channels: reader.readChannels(), payloads: reader.payloads };
}

class AsyncapiReader {
  readonly payloads: ReadSchema[] = [];
  readonly #document: BundledDocument;
  readonly #context: AsyncapiContext;
  readonly #directions: ReturnType<typeof readDirections>;
  /** Names of the payloads that have been read, by their nodes. */
  readonly #claimed = new Map<object, string>();

  constructor(document: BundledDocument, context: AsyncapiContext) {
    this.#document = document;
    this.#context = context;
    this.#directions = readDirections(document.root);
  }

  readChannels(): ReadChannel[] {
    const { root } = this.#document;
    const responses = readResponseChannels(root);
    return Object.entries(objectAt(root, 'channels')).flatMap(([key, written]): ReadChannel[] => {
      const node = resolveNode(root, written);
      if (node === null || responses.shared.has(node)) return [];
      return [this.#readChannel(key, written, [node, ...(responses.byRequest.get(node) ?? [])])];
    });
  }

  /** Reads a channel together with the channels of its responses, which follow it in `nodes`. */
  #readChannel(key: string, written: JsonValue, nodes: readonly [JsonObject, ...JsonObject[]]): ReadChannel {
    const [node] = nodes;
    const messages = nodes
      .flatMap((channel) => Object.entries(objectAt(channel, 'messages')))
      .map(([id, message]) => this.#readMessage(messageId(id, message, key), message));
    return {
      id: this.#context.claimChannel(key),
      address: textAt(node, 'address'),
      description: textAt(node, 'description') ?? textAt(node, 'summary'),
      messages: messages.filter((message) => message !== null).filter(isFirst),
      extensions: extensionsOf(node),
      place: this.#document.placeOf(written),
    };
  }

  #readPayload(node: JsonObject, name: string, place: Place): string | null {
    const schema = this.#payloadSchema(node, name, place);
    if (schema === undefined) return null;
    const component = componentOf(schema);
    const declared = component === null ? undefined : this.#context.components.get(component);
    if (declared !== undefined) return declared;
    if (!isObject(schema)) return null;
    const before = this.#claimed.get(schema);
    if (before !== undefined) return before;
    const claimed = this.#context.claimSchema(name);
    this.#claimed.set(schema, claimed);
    const written = toSchema(schema, place, this.#context.report);
    this.payloads.push({
      name: claimed,
      schema: written,
      dialect: 'draft-07',
      root: this.#document.root,
      place: this.#document.placeOf(schema),
      placeOf: this.#document.placeOf,
    });
    return claimed;
  }

  #payloadSchema(node: JsonObject, name: string, place: Place): JsonValue | undefined {
    const payload = propertyOf(node, 'payload');
    if (!isObject(payload)) return payload;
    const format = textAt(payload, 'schemaFormat') ?? textAt(node, 'schemaFormat');
    if (format !== null && !readableFormats.test(format)) {
      this.#context.report('MESSAGE_SCHEMA_FOREIGN', place, { message: name, format });
      return undefined;
    }
    return propertyOf(payload, 'schemaFormat') === undefined ? payload : propertyOf(payload, 'schema');
  }

  #readMessage(id: string, written: JsonValue): Message | null {
    const node = resolveNode(this.#document.root, written);
    const place = this.#document.placeOf(written);
    if (node === null) {
      const ref = referenceOf(written) ?? '';
      this.#context.report('REFERENCE_BROKEN', place, { ref, instead: 'it is ignored' });
      return null;
    }
    const name = textAt(node, 'name') ?? id;
    return {
      id,
      name,
      description: textAt(node, 'description') ?? textAt(node, 'summary'),
      direction: this.#directions.get(node) ?? 'none',
      payload: this.#readPayload(node, name, place),
      examples: readMessageExamples(node),
      extensions: extensionsOf(node),
      place,
    };
  }
}

/** Returns whether a message is not the same as an earlier one, such as one that is both published and subscribed to. */
function isFirst({ id, payload }: Message, index: number, all: readonly Message[]): boolean {
  return all.findIndex((other) => other.id === id && other.payload === payload) === index;
}

/** The id that the conversion of AsyncAPI 2 gives to a message, which has none there. */
const CONVERTED_ID = /^(publish|subscribe)\.message(?:\.(\d+))?$/;

/** Returns the id of a message; one without an id has the name of its component, or of its channel. */
function messageId(id: string, message: JsonValue, channel: string): string {
  const [, action, index] = CONVERTED_ID.exec(id) ?? [];
  if (action === undefined) return id;
  const component = /^#\/components\/messages\/([^/]+)$/.exec(referenceOf(message) ?? '')?.[1];
  if (component !== undefined) return decodeSegment(component);
  return `${channel} ${action} message${index === undefined ? '' : ` ${Number(index) + 1}`}`;
}

function readMessageExamples(message: JsonObject): Example[] {
  return arrayAt(message, 'examples').flatMap((written, index) => {
    const value = isObject(written) ? propertyOf(written, 'payload') : undefined;
    if (!isObject(written) || value === undefined) return [];
    return [{ name: textAt(written, 'name') ?? `example ${index + 1}`, value }];
  });
}
