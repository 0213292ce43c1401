/** What the cases of requests know about an API beyond its contract. */
import type { ContractOperation } from '../../contract/operations.ts';
import type { JsonValue, ParameterSpec } from '../../templates/runtime/operation-spec.ts';
import type { TestEnvironment } from '../model/test-environment.ts';
import type { Severity } from '../model/check.ts';
import type { HeaderList } from '../model/exchange.ts';
import type { Texts } from './request-form.ts';

/** The traits of an API. */
export interface RequestTraits {
  /** Returns the name of the credential for an operation that needs one of these security schemes. */
  readonly profileOf: (schemes: readonly string[]) => string;
  /** Returns the parts of a request that the test environment supplies besides the values of its operation. */
  readonly partsOf: (operation: ContractOperation, environment: TestEnvironment) => KnownParts;
  /** Returns whether an operation must work without a credential, because clients have none yet. */
  readonly isForNewcomers: (operation: ContractOperation) => boolean;
  readonly queries: QueryTraits;
  readonly rejections: RejectionTraits;
}

/** Parts of a request. Shape: an absent part is not known. */
export interface KnownParts {
  /** Values of path and header parameters, by name. */
  readonly parameters?: Texts;
  /** Headers that the contract does not declare. */
  readonly headers?: HeaderList;
  /** The body, if none is configured. */
  readonly body?: JsonValue;
  /** Properties that are added to the body. */
  readonly properties?: Readonly<Record<string, JsonValue>>;
}

/** A valid text, and the severity if it is rejected. */
export interface PlausibleText {
  readonly text: string;
  readonly severity: Severity;
}

/** What is known about query parameters. */
export interface QueryTraits {
  /** Returns valid texts of a parameter without enum values. */
  readonly textsOf: (operation: ContractOperation, parameter: ParameterSpec) => readonly PlausibleText[];
  /** Parameters whose enum values may be invalid without others. */
  readonly conditional: ReadonlySet<string>;
  /** Parameters that random queries omit. */
  readonly alone: ReadonlySet<string>;
  /** Bounds of the random values of parameters. */
  readonly numbers: Readonly<Record<string, { readonly min: number; readonly max: number }>>;
}

/** The texts of errors about credentials; `null` if any text is valid. */
export interface RejectionTraits {
  readonly unauthorized: ErrorText | null;
  readonly forbidden: ErrorText | null;
  /** Facts that a status 401 for a missing permission contradicts. */
  readonly unauthorizedIsNoPermission: readonly string[] | null;
}

/** The text of `error`, and the facts that state it. */
export interface ErrorText {
  readonly error: string;
  readonly facts: readonly string[];
}

/** The traits of an API of which only the contract is known. */
export const generalRequests: RequestTraits = {
  profileOf: () => 'full',
  partsOf: () => ({}),
  isForNewcomers: () => false,
  queries: { textsOf: () => [], conditional: new Set(), alone: new Set(), numbers: {} },
  rejections: { unauthorized: null, forbidden: null, unauthorizedIsNoPermission: null },
};
