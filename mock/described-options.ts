/** The options of the mock of a description. */
import type { JsonValue } from '../templates/runtime/operation-spec.ts';
import type { MockEngineOptions } from './engine/options.ts';
import type { AnyMockDefinition } from './resources/definition/define-mock.ts';
import type { KnownCredentials } from './resources/definition/known-credentials.ts';

/**
 * A document: a file, an http or https URL, its text in JSON or YAML, or the parsed document.
 *
 * Shape: a text has several lines, or begins with `{`. References in it are relative to the working directory.
 */
export type DocumentSource = string | object;

/** Options of the mock of a description; all but `openapi` are optional. */
export interface DescribedMockOptions extends MockEngineOptions {
  /** The OpenAPI document. */
  readonly openapi: DocumentSource;
  /** AsyncAPI documents with its streams, likewise. */
  readonly asyncapi?: readonly DocumentSource[];
  /** Overlays to apply to the documents (Overlay 1.0), in order. */
  readonly overlays?: readonly string[];
  /** The file that overrides inferred resources; `backlot.resources.yaml` next to the description when absent. */
  readonly resources?: string;
  /**
   * The initial number of records of each resource, below each of its parents, 4 when absent; or, by resource, its
   * number or its records.
   */
  readonly records?: number | Readonly<Record<string, number | readonly JsonValue[]>>;
  /** Functions that replace the behaviour of the mock, as `defineMock` returns them. */
  readonly mock?: AnyMockDefinition;
  /** The only credentials that are accepted; every well-formed one when absent. */
  readonly credentials?: KnownCredentials;
  /** The speed of streams: `real` when absent, `fast` or `instant`. */
  readonly pace?: 'instant' | 'fast' | 'real';
  /** The URL that receives webhooks when records change, on this computer or an allowed host; none when absent. */
  readonly webhooks?: string;
  /**
   * The secret that signs callbacks and webhooks according to Standard Webhooks, `whsec_…`; none are signed when
   * absent.
   */
  readonly webhookSecret?: string;
  /** Hosts that may receive callbacks and webhooks besides this computer: `host` or `host:port`. */
  readonly allowCallbacks?: readonly string[];
  /** Whether references to URLs are followed; false when absent. */
  readonly allowRemote?: boolean;
  /** Folders outside of the working directory that documents may refer to. */
  readonly allowFolders?: readonly string[];
  /** Whether any value is accepted where a reference has no target; false when absent. */
  readonly allowUnresolved?: boolean;
}
