/**
 * The contract model: the content of the descriptions in the terms of this project. Types only. Every stage after
 * `read` uses this model and never the documents. Arrays keep the order of the documents. `null` means that there is
 * none, as opposed to not decided yet.
 */
import type { NameReason } from './operation-names.ts';
import type { OperationTest } from '../../templates/runtime/testing/operation-test.ts';
import type { DocumentKind, JsonObject, JsonSchema, JsonValue, Place } from '../json/documents.ts';

export type { JsonObject, JsonSchema, JsonValue, Place } from '../json/documents.ts';

/** The input of the generator for one target. */
export interface ContractModel {
  readonly title: string;
  readonly version: string;
  /** The version that each kind of document declares; a kind without a document is absent. */
  readonly versions: Versions;
  /** The description of the API from the documents, in Markdown. */
  readonly description: string | null;
  /** Root documents, relative to the project folder, in the order of the configuration. */
  readonly documents: readonly string[];
  readonly tags: readonly Tag[];
  /** The addresses of the service, in the order of the documents. */
  readonly servers: readonly Server[];
  /** Every component schema of every document, the payloads of messages included. */
  readonly schemas: readonly SchemaDecl[];
  /** Every schema that a server or client validates a value against at run time. */
  readonly checks: readonly CheckDecl[];
  readonly operations: readonly Operation[];
  /** Unions of events that are sent over one connection. */
  readonly streams: readonly EventStreamDecl[];
  readonly channels: readonly Channel[];
  readonly webhooks: readonly Webhook[];
  readonly securitySchemes: readonly SecurityScheme[];
  /** `x-` properties of the OpenAPI root and of its `info`. */
  readonly extensions: JsonObject;
  /** The rules of pagination of the configuration, which come before those of `x-pagination`. */
  readonly paginationRules: readonly JsonObject[];
}

/** Versions by kind of document. */
export type Versions = Readonly<Partial<Record<DocumentKind, string>>>;

/** An address of the service. */
export interface Server {
  /** As written, with its variables. */
  readonly url: string;
  /** With the defaults of its variables. */
  readonly address: string;
  readonly description: string | null;
}

/** A JSON request that the service sends: a webhook, or a callback of an operation. */
export interface Webhook {
  /** The name of the webhook, or `operation.callback`; unique. */
  readonly name: string;
  /** Upper case. */
  readonly method: string;
  /** The operation that it is a callback of, and the address with runtime expressions; `null` for a webhook. */
  readonly callback: { readonly operation: string; readonly address: string } | null;
  readonly tag: string | null;
  readonly description: string | null;
  /** Name of the `CheckDecl` of the body. */
  readonly check: string;
  readonly place: Place;
}

/** A group of operations. */
export interface Tag {
  readonly name: string;
  readonly description: string | null;
}

/**
 * A named schema.
 *
 * Shape: references in `schema` are always `#/components/schemas/<name of another declaration>`; the dialect is always
 * JSON Schema 2020-12.
 */
export interface SchemaDecl {
  /** Key under `components.schemas`; any text. */
  readonly name: string;
  readonly schema: JsonSchema;
  readonly usedBy: 'request' | 'response' | 'both' | 'none';
  /** How to select the member of a union that a value belongs to; `null` if there is no discriminator. */
  readonly discriminator: Discriminator | null;
  /** Set for events of a stream: the value of the tag. */
  readonly event: string | null;
  readonly place: Place;
}

/** A union whose members one property discriminates. */
export interface Discriminator {
  readonly property: string;
  /** Shape: each `value` once; `schema` is the name of a declaration. */
  readonly cases: readonly { readonly value: string; readonly schema: string }[];
}

/**
 * A schema that values are validated against at run time.
 *
 * Shape: `name` is unique and a JavaScript identifier that is not a reserved word. A component schema keeps its own
 * name, an inline one is named after its owner and its part: `listAgentsQueryLimit`, `executeAgentBody`,
 * `executeAgentResponse200Json`, `badRequestResponseJson` (of a shared response), `wwwAuthenticateHeader` (of a shared
 * header). References in `schema` are `#/components/schemas/<name in ContractModel.schemas>`.
 */
export interface CheckDecl {
  readonly name: string;
  readonly schema: JsonSchema;
  /** Position of the schema: `spec/schemas/Agent.yaml#/`. */
  readonly pointer: string;
  /** Name of the declaration in `Contract.schemas` for a component; `null` for an inline schema. */
  readonly component: string | null;
}

/** The HTTP methods of OpenAPI. */
export type HttpMethod = 'get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch' | 'trace' | 'query';

/** An operation, as far as the patterns of a selection refer to it. */
export interface Selectable {
  readonly id: string;
  readonly path: string;
  readonly tags: readonly string[];
}

/** One method on one path. */
export interface Operation {
  /** Unique in the contract: the `operationId`, or derived from method and path if it is missing. */
  readonly id: string;
  /** The name of its function and its handler, in camel case; unique in the contract. */
  readonly name: string;
  readonly nameReason: NameReason;
  readonly method: HttpMethod;
  /** Template as written: `/v1/agents/{id}`. */
  readonly path: string;
  readonly tag: string | null;
  readonly summary: string | null;
  readonly description: string | null;
  readonly deprecated: boolean;
  readonly parameters: readonly Parameter[];
  readonly body: Body | null;
  readonly responses: readonly OperationResponse[];
  /** Alternatives, one of which must be satisfied; empty when anyone may call. */
  readonly security: readonly SecurityAlternative[];
  /** Set when a response is an event stream. */
  readonly stream: OperationStream | null;
  /** How it is tested; `null` if the description does not specify it. */
  readonly test: OperationTest | null;
  /** `x-` properties as written, except `x-test`. */
  readonly extensions: JsonObject;
  readonly place: Place;
}

/** The location of a parameter. */
export type ParameterPlace = 'path' | 'query' | 'header' | 'cookie';

/** The type that the text of a parameter is converted to; `json` is a value written as JSON text. */
export type ParameterKind = 'string' | 'integer' | 'number' | 'boolean' | 'json';

/** How the properties of an object are written: as `name[property]=…`, each under its own name, or in one text. */
export type PropertiesStyle = 'brackets' | 'own' | 'joined';

/** How a list or an object is written in one text, such as `a,b`, `.a.b` or `;R=1;G=2`. */
export interface Joined {
  readonly prefix: string;
  readonly separator: string;
  /** Whether a property is `name=value`, as opposed to a name and a value with the separator between them. */
  readonly pairs: boolean;
  /** Whether each part is percent-encoded, as in a query, so that an encoded separator belongs to a part. */
  readonly isEncoded: boolean;
}

/** How the texts of a parameter, or of a field of a form, are converted to a value. */
export interface Field {
  /** The type of a scalar value, or of each item of a list. */
  readonly kind: ParameterKind;
  /** Whether an empty text means `null`. */
  readonly nullable: boolean;
  /** Whether the value is a list. */
  readonly repeated: boolean;
  /** Set for a list that is written as `name[]=…`. */
  readonly list: 'brackets' | null;
  /** The properties of an object, or of each item of a list; `null` for plain values. */
  readonly properties: FieldProperties | null;
  /** How a list or an object is written in one text; `null` for other values, and for those with several texts. */
  readonly joined: Joined | null;
}

/** The properties of an object that is spread over several texts, or the fields of a form. */
export interface FieldProperties {
  readonly style: PropertiesStyle;
  readonly fields: Readonly<Record<string, Field>>;
  /** How other properties are read. If `null`, they are left out in style `own`, and are texts in the other styles. */
  readonly rest: Field | null;
  /** Names in the same query or form that are not other properties, since they belong to other values. */
  readonly except: readonly string[];
}

/** One parameter of an operation. */
export interface Parameter extends Field {
  readonly name: string;
  readonly in: ParameterPlace;
  readonly required: boolean;
  /** Whether reserved characters such as `/` are sent unencoded in a query. */
  readonly allowReserved: boolean;
  /** Whether its JSON text is the whole query. */
  readonly isWholeQuery: boolean;
  readonly description: string | null;
  readonly deprecated: boolean;
  /** The documented default, wrapped because `null` is a value. */
  readonly default: { readonly value: JsonValue } | null;
  readonly examples: readonly Example[];
  /** Name of a `CheckDecl`. */
  readonly check: string;
  /** `x-` properties. */
  readonly extensions: JsonObject;
  readonly place: Place;
}

/** The request body of an operation. */
export interface Body {
  readonly required: boolean;
  readonly description: string | null;
  readonly content: readonly BodyContent[];
}

/** The request body in one media type. */
export interface BodyContent {
  readonly mediaType: string;
  readonly kind: 'json' | 'text' | 'bytes';
  /** Name of a `CheckDecl`; `null` when the body is passed on unchanged. */
  readonly check: string | null;
  /** Name of the `CheckDecl` of the fields of a form; `null` for every other body. */
  readonly form: string | null;
  /** Name of the `CheckDecl` of an item of a sequence, such as JSON lines; `null` for every other body. */
  readonly items: string | null;
  /** How the fields of a form are read; `null` for every other body, and for a form that is passed on unchanged. */
  readonly fields: FieldProperties | null;
  /** The fields of a URL-encoded form whose reserved characters, such as `/`, are sent unencoded. */
  readonly reserved: readonly string[];
  /** The files of a multipart form, and its parts with declared media types; empty for every other body. */
  readonly parts: Readonly<Record<string, Part>>;
  readonly examples: readonly Example[];
}

/** A part of a multipart form. */
export interface Part {
  /** Whether it is a file, or a list of files; `null` for a field. */
  readonly file: 'one' | 'list' | null;
  /** The declared media types and ranges. */
  readonly types: readonly string[];
  /** Its declared headers, except `Content-Type`. */
  readonly headers: readonly DeclaredHeader[];
}

/** An example from the document. */
export interface Example {
  /** `default` for an example without a name. */
  readonly name: string;
  readonly value: JsonValue;
}

/** A status, a range such as `4XX`, or every other status. */
export type ResponseStatus = number | '1XX' | '2XX' | '3XX' | '4XX' | '5XX' | 'default';

/** The response of an operation for one status. */
export interface OperationResponse {
  readonly status: ResponseStatus;
  readonly description: string;
  readonly headers: readonly DeclaredHeader[];
  /** One entry per media type; exactly one of kind `none` when there is no body. */
  readonly content: readonly ResponseContent[];
  readonly links: readonly ResponseLink[];
  /** `x-` properties. */
  readonly extensions: JsonObject;
  readonly place: Place;
}

/** How a response leads to another operation. */
export interface ResponseLink {
  readonly name: string;
  readonly description: string | null;
  /** The operation, which is not in the contract if it is not selected. */
  readonly target: { readonly method: HttpMethod; readonly path: string };
  /** Constants and runtime expressions, such as `$response.body#/id`, by parameter as written. */
  readonly parameters: JsonObject;
  /** The valid ones of these parameters. */
  readonly inputs: readonly LinkInput[];
  /** The constant or runtime expression of the request body; `null` if there is none. */
  readonly body: { readonly value: JsonValue } | null;
  readonly place: Place;
}

/** A parameter of an operation that a link leads to, with its constant or runtime expression. */
export interface LinkInput {
  readonly in: ParameterPlace;
  readonly name: string;
  readonly value: JsonValue;
  readonly place: Place;
}

/** A header of a response, or of a part of a multipart form. */
export interface DeclaredHeader {
  readonly name: string;
  readonly required: boolean;
  readonly description: string | null;
  readonly kind: ParameterKind;
  readonly check: string;
}

/** The body of a response in one media type. */
export type ResponseContent =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'json';
      readonly mediaType: string;
      readonly check: string;
      readonly examples: readonly Example[];
    }
  | { readonly kind: 'text'; readonly mediaType: string; readonly examples: readonly Example[] }
  | { readonly kind: 'bytes'; readonly mediaType: string; readonly examples: readonly Example[] }
  | {
      readonly kind: 'eventStream';
      readonly mediaType: string;
      /** Name of an `EventStreamDecl`. */
      readonly stream: string;
      readonly examples: readonly Example[];
    };

/** How an operation streams its response. */
export interface OperationStream {
  /** Name of an `EventStreamDecl`. */
  readonly stream: string;
  /** The property of the request body that requests a stream; `null` when the operation always streams. */
  readonly parameter: { readonly name: string; readonly default: boolean } | null;
  /** Ids of the channels with the same address. */
  readonly channels: readonly string[];
}

/** A union of events, and which of them end or pause the work that they report on. */
export interface EventStreamDecl {
  /** Name of the union: `ExecutionStreamEvent`. */
  readonly name: string;
  /** Name of the `CheckDecl` of the union; the same text. */
  readonly check: string;
  /** The property that names the event; `null` if no property discriminates the events. */
  readonly tag: string | null;
  readonly events: readonly StreamEvent[];
  readonly terminal: readonly string[];
  readonly pausing: readonly string[];
  readonly keepalive: readonly string[];
  readonly place: Place;
}

/** One event of a stream. */
export interface StreamEvent {
  /** Value of the tag: `text_delta`. */
  readonly type: string;
  /** Name of the declaration of its schema. */
  readonly schema: string;
}

/** An AsyncAPI channel. */
export interface Channel {
  readonly id: string;
  readonly address: string | null;
  readonly delivery: 'stream' | 'poll' | 'both';
  readonly description: string | null;
  readonly messages: readonly Message[];
  /** Names of the `EventStreamDecl`s that are sent over it. */
  readonly streams: readonly string[];
  readonly extensions: JsonObject;
  readonly place: Place;
}

/** A message of a channel. */
export interface Message {
  readonly id: string;
  /** Its `name`, or its id if it has none. */
  readonly name: string;
  readonly description: string | null;
  readonly direction: 'request' | 'reply' | 'send' | 'receive' | 'none';
  /** Declaration of the payload; `null` when the payload is not a JSON Schema. */
  readonly payload: string | null;
  readonly examples: readonly Example[];
  readonly extensions: JsonObject;
  readonly place: Place;
}

/** A security scheme, as declared. */
export interface SecurityScheme {
  readonly name: string;
  readonly type: string;
  readonly declaration: JsonObject;
}

/** Schemes that must all be satisfied together. */
export type SecurityAlternative = readonly { readonly name: string; readonly scopes: readonly string[] }[];
