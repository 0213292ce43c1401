/**
 * The contract of an API as a value: what a server, a check or a page reads from it at run time. It is passed in and
 * never imported, so that one engine serves any API. Types only.
 */
import type { ArbitrarySource } from '../templates/runtime/arbitraries/create.ts';
import type { JsonValue } from '../templates/runtime/operation-spec.ts';
import type { OperationLink, OperationTest } from '../templates/runtime/testing/operation-test.ts';
import type { ResourceGraph } from '../templates/runtime/testing/resource-graph.ts';
import type { Assumption, OperationPlaces, ProvenanceMarks } from '../templates/runtime/provenance.ts';
import type { SchemaCheck } from '../templates/runtime/schema-check.ts';
import type { ServiceDescription } from '../templates/runtime/server/service.ts';

/** The contract of one API. */
export interface Contract {
  readonly title: string;
  readonly version: string;
  /** The version of each kind of document; a kind without a document is absent. */
  readonly versions: { readonly openapi?: string; readonly asyncapi?: string };
  /** The root documents as they are named in messages. */
  readonly documents: readonly string[];
  /** Shape: the addresses of the service with the defaults of their variables, in the order of the documents. */
  readonly servers: readonly string[];
  readonly service: ServiceDescription;
  /** The checks of named schemas and of the parts of operations, by name. Each is compiled when it is first used. */
  readonly checks: Readonly<Record<string, SchemaCheck>>;
  /**
   * Returns whether a value passes a check, by its name, in which any number of the alternatives of a `oneOf` may
   * match; absent if the checks were compiled in advance.
   */
  readonly matchesSome?: (check: string, value: unknown) => boolean;
  /** The values that the checks and the named schemas accept. Each is read when it is first used. */
  readonly shapes: ArbitrarySource;
  readonly loadSamples: LoadSamples;
  /** Events that are sent over one connection, by the name of their union. */
  readonly unions: Readonly<Record<string, EventUnion>>;
  /** The `x-` properties of the document and of its `info`. */
  readonly extensions: Readonly<Record<string, JsonValue>>;
  /** The error that the text about the API shows; absent for none. */
  readonly errorExample?: JsonValue | undefined;
  /** Whether the text about the API states that a method that a path lacks is rejected with 405; absent if it does not. */
  readonly rejectsMethods?: boolean;
  /** What the description states in words; absent if its texts are not at hand. */
  readonly texts?: ContractTexts;
  /** How responses have the input of other operations. */
  readonly links: readonly OperationLink[];
  /** The kinds of records, and what each operation does with them. */
  readonly resources: ResourceGraph;
  /** How operations are tested, by operation id. */
  readonly tests: Readonly<Record<string, OperationTest>>;
  /** The positions of operations, their responses and their parameters, by operation id. */
  readonly places: Readonly<Record<string, OperationPlaces>>;
  /** Evidence for the parts of the contract; `null` if the documents have none. */
  readonly provenance: ContractProvenance | null;
}

/** Texts of a description. Shape: empty without one. */
export interface ContractTexts {
  /** The text about the API. */
  readonly api: string;
  /** The summaries and descriptions of operations, by id. */
  readonly operations: Readonly<Record<string, string>>;
}

/** The events of a stream. Shape: types in the order of the documents. */
export interface EventUnion {
  /** The property with the type of an event; `null` if no property discriminates them. */
  readonly tag: string | null;
  readonly types: readonly string[];
  /** Events that end the stream. */
  readonly terminal: ReadonlySet<string>;
  /** Events after which the service may close the stream for a while. */
  readonly pausing: ReadonlySet<string>;
  readonly keepalive: ReadonlySet<string>;
}

/** The evidence for the parts of a contract. */
export interface ContractProvenance {
  /** By position: `spec/schemas/Agent.yaml#/`. */
  readonly marks: Readonly<Record<string, ProvenanceMarks>>;
  /** By id. */
  readonly assumptions: Readonly<Record<string, Assumption>>;
  /** The statements that the marks cite; absent if they are not at hand. */
  readonly source?: FactSource;
}

/** The statements that a contract was written from. */
export interface FactSource {
  /** In the order of the source. */
  readonly facts: readonly Fact[];
  /** Names that subjects have for schemas, besides their own. */
  readonly schemaNames: Readonly<Record<string, readonly string[]>>;
  /** Subjects of properties that have other names, by schema and property: `ErrorBody.error`. */
  readonly propertySubjects: Readonly<Record<string, readonly string[]>>;
}

/** The kind of a statement, which says how it is compared with a description. */
export type FactKind =
  'endpoint' | 'status' | 'field' | 'enum' | 'event' | 'header' | 'scope' | 'rule' | 'limit' | 'code';

/** One statement of a source. */
export interface Fact {
  /** `F-4.7-025` */
  readonly id: string;
  /** `4.7` */
  readonly section: string;
  readonly kind: FactKind;
  /** Its subject: `GET /v1/events#from-now`, `SandboxDeployment.status`, `event:ping.timestamp`. */
  readonly subject: string;
  readonly text: string;
  /** The `key=value` pairs of the text; empty for prose. */
  readonly details: ReadonlyMap<string, string>;
}

/**
 * The samples of a contract.
 *
 * Shape: `samples` is keyed by the name of a check; `events` by the name of a union; `operationSamples` by operation
 * id.
 */
export interface SampleModule {
  readonly samples: object;
  readonly events?: object;
  readonly operationSamples?: object;
}

/** Loads the samples of a contract. */
export type LoadSamples = () => Promise<SampleModule>;
