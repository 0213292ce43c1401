/**
 * The output of the stages `read` and `repair`: the documents in the terms of this project, before linking. Types only.
 * `read/link.ts` turns a reading into the contract.
 */
import type { JsonObject, JsonSchema, Place } from '../json/documents.ts';
import type {
  Body,
  BodyContent,
  Channel,
  ContractModel,
  DeclaredHeader,
  Example,
  Field,
  Operation,
  OperationResponse,
  Parameter,
  SchemaDecl,
  Server,
  Webhook,
} from './contract-model.ts';

export type Dialect = 'openapi-3.0' | 'draft-07' | '2020-12';

/**
 * How much is read: the parts that code is generated from, or also those for comparisons only: schemas of bodies that
 * are not JSON, webhooks, callbacks and servers.
 */
export type ReadScope = 'generated' | 'compared';

/** Everything that was read for one target. */
export interface Reading extends Pick<
  ContractModel,
  'title' | 'version' | 'versions' | 'description' | 'documents' | 'tags' | 'securitySchemes' | 'extensions'
> {
  readonly schemas: readonly ReadSchema[];
  /** Inline schemas, by the name of their check. */
  readonly parts: readonly ReadSchema[];
  readonly operations: readonly ReadOperation[];
  /** Webhooks and callbacks: requests that the service sends; empty unless the scope is `compared`. */
  readonly incoming: readonly ReadOperation[];
  /** The same requests, if the scope is `generated` and their bodies are JSON. */
  readonly webhooks: readonly Webhook[];
  readonly servers: readonly ReadServer[];
  readonly channels: readonly ReadChannel[];
  /** For each tree, the name in `schemas` of each of its component schemas. */
  readonly components: ReadonlyMap<JsonObject, ReadonlyMap<string, string>>;
  /** For each of `schemas`, the name of its check. */
  readonly componentChecks: ReadonlyMap<string, string>;
}

/** A schema with its origin. */
export interface ReadSchema {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly dialect: Dialect;
  /** The tree in which its references are resolved. */
  readonly root: JsonObject;
  readonly place: Place;
  /** Returns the position of a node inside the schema. */
  readonly placeOf: (node: unknown) => Place;
}

/** An operation whose streams are not linked to channels yet. */
export interface ReadOperation extends Omit<Operation, 'parameters' | 'body' | 'responses' | 'stream'> {
  readonly parameters: readonly ReadParameter[];
  readonly body: ReadBody | null;
  readonly responses: readonly ReadResponse[];
}

/** A request body before the fields of its forms are read. */
export interface ReadBody extends Omit<Body, 'content'> {
  readonly content: readonly ReadBodyContent[];
}

export interface ReadBodyContent extends Omit<BodyContent, 'fields' | 'parts'> {
  /** The declared media types of parts of a form, by field. */
  readonly partTypes: Readonly<Record<string, readonly string[]>>;
  /** The declared headers of parts of a form, by field. */
  readonly partHeaders: Readonly<Record<string, readonly ReadHeader[]>>;
  /** The declared styles of form fields, by field. */
  readonly styles: ReadonlyMap<string, string>;
  /** The fields of a form whose reserved characters are sent unencoded. */
  readonly reserved: readonly string[];
  readonly place: Place;
}

/** A parameter before its schema determines how it is read. */
export interface ReadParameter extends Omit<Parameter, keyof Field | 'default'> {
  /** Whether the value is written by its style, or as JSON text. */
  readonly form: 'plain' | 'json';
  readonly style: string;
}

/** A response before its streams are linked. */
export interface ReadResponse extends Omit<OperationResponse, 'headers' | 'content'> {
  readonly headers: readonly ReadHeader[];
  readonly content: readonly ReadContent[];
}

/** A header before its schema determines how it is written. */
export type ReadHeader = Omit<DeclaredHeader, 'kind'>;

/** One media type of a response. */
export type ReadContent =
  | {
      readonly kind: 'json';
      readonly mediaType: string;
      readonly check: string;
      readonly examples: readonly Example[];
    }
  | {
      readonly kind: 'text' | 'bytes';
      readonly mediaType: string;
      /** Set only for comparisons: generated code does not inspect such a body. */
      readonly check: string | null;
      readonly examples: readonly Example[];
    }
  | {
      readonly kind: 'eventStream';
      readonly mediaType: string;
      /** The check of one event. */
      readonly check: string;
      readonly examples: readonly Example[];
    };

/** An address of the service. */
export interface ReadServer extends Server {
  readonly place: Place;
}

/** A channel before it is linked to operations. */
export type ReadChannel = Omit<Channel, 'delivery' | 'streams'>;

/** A schema in its final form. */
export type RepairedSchema = Omit<SchemaDecl, 'usedBy' | 'event'>;

/** A reading whose schemas are in their final form. */
export interface RepairedReading extends Omit<Reading, 'schemas' | 'parts' | 'components'> {
  readonly schemas: readonly RepairedSchema[];
  readonly parts: readonly RepairedSchema[];
}
