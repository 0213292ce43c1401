/** The plug-in of an API whose behaviour is inferred from its contract. */
import type { Contract } from '../../contract/contract.ts';
import type { BodySpec, OperationSpec } from '../../templates/runtime/operation-spec.ts';
import type { ContractDocuments } from '../http/mock-pages.ts';
import { defineMockPlugin, type MockPlugin } from '../plugin.ts';
import { definedIds } from './definition/defined-handlers.ts';
import type { AnyMockDefinition } from './definition/define-mock.ts';
import { acceptKnown, type KnownCredentials } from './definition/known-credentials.ts';
import { explainInferences } from './explain/explain-inference.ts';
import { resourceList } from './explain/list-resources.ts';
import { withAmbiguityNotes, withAmbiguousRequests } from './requests/ambiguous-requests.ts';
import { withRepeatedRequests } from './requests/repeated-requests.ts';
import { createResourceHandlers } from './handlers/handlers.ts';
import { pacePreference, type StreamPace } from './streams/pace.ts';
import type { ResourceContract } from './plan/described-operations.ts';
import { ResourcePlans, type LoadFake } from './plan/plan.ts';
import { withSentRequests, type SentOptions } from './sent/sent-requests.ts';
import { withFittingWorlds } from './reload/keep-records.ts';
import { withStatedParameters } from './requests/stated-parameters.ts';
import { resourceContents, resourceStore } from './world-contents.ts';

/** How an API without a plug-in of its own behaves. */
export interface ResourceOptions extends SentOptions {
  /** The number of records that each resource begins with, below each of its parents; 4 when absent. */
  readonly records?: number | undefined;
  /** The speed of streams; `real` when absent. */
  readonly pace?: StreamPace | undefined;
  /** Loads a library for made-up data when the first records are made; our own tables when absent. */
  readonly loadFake?: LoadFake | undefined;
  /** What a user writes in code; its resources and records are in the contract already. */
  readonly definition?: AnyMockDefinition | undefined;
  /** The credentials that are accepted; every well-formed one when absent. */
  readonly credentials?: KnownCredentials | undefined;
  /** The description as it is served. */
  readonly documents?: ContractDocuments | undefined;
}

const DEFAULT_RECORDS = 4;

/** Creates the plug-in of a contract and its resources. Errors: throws for a definition that does not fit it. */
export function createResourcePlugin(given: ResourceContract, options: ResourceOptions = {}): MockPlugin {
  const contract = withAmbiguousRequests(given.contract);
  const described = withStatedParameters({ ...given, contract });
  const plans = new ResourcePlans(described, options.loadFake);
  const { definition = null } = options;
  const credentials = options.credentials ?? definition?.credentials;
  const report = options.report ?? (() => undefined);
  const inferred = createResourceHandlers({
    described,
    plans,
    count: options.records ?? DEFAULT_RECORDS,
    pace: options.pace ?? 'real',
    definition,
    report,
  });
  return defineMockPlugin({
    contract: withUndeclaredBodies(described.contract),
    handlers: ({ journals }) =>
      withFittingWorlds(
        withRepeatedRequests(
          withAmbiguityNotes(withSentRequests(inferred, { described, plans, journals, ...options })),
          described.contract.service.operations,
        ),
        { plans, described },
        (message) => report(message, undefined),
      ),
    preferences: [pacePreference],
    explanation: { explainWorld: explainInferences(described, definedIds(definition, described)) },
    ...(credentials === undefined
      ? {}
      : { credentials: acceptKnown(described.contract.service.securitySchemes, credentials) }),
    resources: resourceList(described, credentials),
    store: resourceStore,
    ...(options.documents === undefined ? {} : { documents: options.documents }),
    fixtures: resourceContents,
  });
}

/** Any JSON; what has another media type is passed on and not used. */
const anyBody: BodySpec = {
  required: false,
  content: [
    { mediaType: 'application/json', check: null },
    { mediaType: '*/*', check: null, kind: 'bytes' },
  ],
};

/**
 * Returns a contract whose writing operations take a body, even where they declare none. Why: many descriptions of real
 * services leave some of them out.
 */
function withUndeclaredBodies(contract: Contract): Contract {
  const withBody = (spec: OperationSpec): OperationSpec => {
    const writes = ['POST', 'PUT', 'PATCH'].includes(spec.method);
    return writes && spec.body === null ? { ...spec, body: anyBody } : spec;
  };
  const { service } = contract;
  return { ...contract, service: { ...service, operations: service.operations.map(withBody) } };
}
