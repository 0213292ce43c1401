/**
 * Collects the schemas that an OpenAPI document gets from AsyncAPI documents: their components, the payloads of their
 * messages, and unions of the events of channels.
 */
import { isDeepStrictEqual } from 'node:util';
import { toCamel } from '../model/check-names.ts';
import { unionOf } from '../read/check-table.ts';
import type { Channel, ContractModel, Message } from '../model/contract-model.ts';
import { eventPayloadsOf } from '../read/link-channels.ts';
import { componentNameOf, referenceTo } from '../schema/keywords.ts';
import { rewriteReferences } from '../schema/rewrite-references.ts';
import { mapSubschemas, referencesOf } from '../schema/walk.ts';
import type { JsonObject, JsonSchema, JsonValue } from '../json/documents.ts';
import { extensionsOf, isObject, objectAt } from '../json/json.ts';

/** The schemas to add to an OpenAPI document. */
export class AddedSchemas {
  readonly #own: JsonObject;
  readonly #declared: ReadonlyMap<string, JsonSchema>;
  readonly #extensions: ReadonlyMap<string, JsonObject>;
  readonly #added = new Map<string, JsonSchema>();
  /** Names of unions, by the ids of their channels. */
  readonly #unions = new Map<string, string>();

  /** `components` are the names of the component schemas of the AsyncAPI documents. */
  constructor(root: JsonObject, contract: ContractModel, components: readonly string[]) {
    this.#own = objectAt(objectAt(root, 'components'), 'schemas');
    this.#declared = new Map(contract.schemas.map(({ name, schema }) => [name, schema]));
    const messages = contract.channels.flatMap((channel) => channel.messages);
    this.#extensions = extensionsByPayload(messages);
    // The OpenAPI document describes the bodies of requests.
    const kept = messages.filter(({ direction }) => direction !== 'request');
    for (const name of components) this.#add(name);
    for (const { payload } of kept) if (payload !== null) this.#add(payload);
    for (const channel of unsentChannels(contract)) this.addEvents(channel);
  }

  /** Adds the union of the events of a channel; returns its name, or `null` for a channel without events. */
  addEvents(channel: Channel): string | null {
    const payloads = eventPayloadsOf(channel);
    if (payloads.length === 0 || channel.delivery === 'poll') return null;
    const before = this.#unions.get(channel.id);
    if (before !== undefined) return before;
    const wanted = `${toCamel(channel.id)}Event`;
    let name = wanted;
    for (let number = 2; this.#isTaken(name); number++) name = `${wanted}${number}`;
    this.#added.set(name, unionOf(payloads));
    this.#unions.set(channel.id, name);
    return name;
  }

  /** Returns the schemas of the OpenAPI document, then the added ones, with the extensions of their messages. */
  into(schemas: JsonObject): JsonObject {
    const all: [string, JsonValue][] = [
      ...Object.entries(schemas).map(([name, schema]): [string, JsonValue] => [
        name,
        this.#withExtensions(name, schema),
      ]),
      ...[...this.#added].map(([name, schema]): [string, JsonValue] => [
        this.#keyOf(name),
        this.#withExtensions(name, this.#withKeys(schema)),
      ]),
    ];
    return Object.fromEntries(all);
  }

  #isTaken(name: string): boolean {
    return this.#declared.has(name) || this.#added.has(name);
  }

  #add(name: string): void {
    const schema = this.#declared.get(name);
    if (schema === undefined || Object.hasOwn(this.#own, name) || this.#added.has(name)) return;
    this.#added.set(name, schema);
    for (const reference of referencesOf(schema)) this.#add(componentNameOf(reference) ?? '');
  }

  /** Returns the key of a component; the names of messages are any text. Source: OpenAPI 3.2, Components Object. */
  #keyOf(name: string): string {
    const key = name.replaceAll(/[^\w.-]+/g, '_');
    return this.#isTaken(key) ? name : key;
  }

  #withKeys(schema: JsonSchema): JsonSchema {
    if (!isObject(schema)) return schema;
    const rewritten = rewriteReferences(schema, (reference) => {
      const name = componentNameOf(reference);
      return name === null ? reference : referenceTo(this.#keyOf(name));
    });
    return mapSubschemas(rewritten, (inside) => this.#withKeys(inside));
  }

  #withExtensions(name: string, schema: JsonValue): JsonValue {
    return isObject(schema) ? { ...schema, ...this.#extensions.get(name), ...extensionsOf(schema) } : schema;
  }
}

/** Lists the channels whose events no operation of the OpenAPI document sends. */
function unsentChannels({ channels, streams, operations }: ContractModel): Channel[] {
  const sent = new Set(operations.map(({ stream }) => stream?.stream));
  const unsent = new Set(streams.map(({ name }) => name).filter((name) => !sent.has(name)));
  return channels.filter((channel) => channel.streams.some((name) => unsent.has(name)));
}

/** Returns the extensions of messages, by payload; none for a payload of messages with different extensions. */
function extensionsByPayload(messages: readonly Message[]): ReadonlyMap<string, JsonObject> {
  const byPayload = Map.groupBy(messages, ({ payload }) => payload ?? '');
  return new Map(
    [...byPayload].flatMap(([payload, [message, ...others]]) =>
      message === undefined ||
      others.some((other) => !isDeepStrictEqual(other.extensions, message.extensions))
        ? []
        : [[payload, message.extensions] as const],
    ),
  );
}
