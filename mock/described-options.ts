/** The options of the mock of a description. */
import type { JsonValue } from '../templates/runtime/operation-spec.ts';
import type { MockEngineOptions } from './engine/options.ts';
import type { AnyMockDefinition } from './resources/definition/define-mock.ts';
import type { KnownCredentials } from './resources/definition/known-credentials.ts';

/**
 * A document: a file, an http or https address, its text in JSON or YAML, or the parsed document.
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
  /** The file that overrides what is inferred; `backlot.resources.yaml` beside the description when absent. */
  readonly resources?: string;
  /**
   * The number of records that each resource begins with, below each of its parents, 4 when absent; or by resource its
   * number or its records.
   */
  readonly records?: number | Readonly<Record<string, number | readonly JsonValue[]>>;
  /** What replaces the behaviour of the mock, as `defineMock` returns it. */
  readonly mock?: AnyMockDefinition;
  /** The only credentials that are accepted; any of the right form when absent. */
  readonly credentials?: KnownCredentials;
  /** The speed of streams: `real` when absent, `fast` or `instant`. */
  readonly pace?: 'instant' | 'fast' | 'real';
  /** The address that gets webhooks when records change, on this computer or an allowed host; none when absent. */
  readonly webhooks?: string;
  /** Signs callbacks and webhooks by Standard Webhooks, `whsec_…`; none are signed when absent. */
  readonly webhookSecret?: string;
  /** Hosts that get callbacks and webhooks besides this computer: `host` or `host:port`. */
  readonly allowCallbacks?: readonly string[];
  /** Whether references to other addresses are followed; false when absent. */
  readonly allowRemote?: boolean;
  /** Folders outside of the working directory that documents may refer to. */
  readonly allowFolders?: readonly string[];
  /** Whether any value is accepted where a reference has no target; false when absent. */
  readonly allowUnresolved?: boolean;
}
