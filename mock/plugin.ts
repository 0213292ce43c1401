/**
 * The definition of one API for the mock. The contract alone is enough: its operations then respond with samples.
 * Everything else is optional and makes the mock behave like that API.
 */
import type { Contract } from '../contract/contract.ts';
import type { ExplanationParts } from './control/explanation.ts';
import type { ResourceProvider } from './control/resources.ts';
import type { ScenarioProvider } from './control/scenarios.ts';
import type { ApiEvents } from './control/world-feed.ts';
import type { CreateApi, WorldControl } from './control/world-control.ts';
import type { CredentialPolicy } from './http/access/credentials.ts';
import type { ApiPage, ContractDocuments } from './http/mock-pages.ts';
import type { ContractParts, ErrorForm, InvalidRequestHandler } from './http/operation.ts';
import type { PreferenceRule } from './http/prefer.ts';
import type { TokenForm } from './http/secrets.ts';
import type { Journals } from './http/pipeline-parts.ts';
import type { World } from './kernel/world/world.ts';
import type { MockStore } from './records/store.ts';
import type { WorldContents } from './worlds/log-host.ts';
import type { Worlds } from './worlds/worlds.ts';

export type {
  ListedOperation,
  ListedResource,
  ResourceProvider,
  ShownCredential,
} from './control/resources.ts';

/** The part of a contract that a mock serves. */
export type MockContract = Pick<
  Contract,
  'title' | 'version' | 'versions' | 'servers' | 'service' | 'loadSamples' | 'errorExample'
>;

/** One API. `Helpers` are the methods that it adds to worlds in tests. */
export interface MockPlugin<Helpers extends object = object> {
  readonly contract: MockContract;
  /** The name by which the console selects its views for the API. */
  readonly name?: string;
  /**
   * Creates the handlers: a `Partial<Handlers<…>>` of the contract. An operation without one responds with a sample,
   * which is marked as outside of the contract, unless errors are described; without this function all do, unmarked.
   */
  handlers?(parts: PluginParts): object;
  /** Whether error bodies are those of the mock, `{ error, details }`; in the form of the description when absent. */
  readonly errors?: ErrorForm;
  /** Responses to invalid requests that replace the default, by operation. */
  readonly invalidRequests?: Readonly<Record<string, InvalidRequestHandler>>;
  /** Properties of the contract that the handlers lack, and those that request bodies describe. */
  readonly properties?: Pick<ContractParts, 'newProperties' | 'requestProperties'>;
  /** The records, created with `defineMockStore`; only those of every mock when absent. */
  readonly store?: MockStore;
  /** The initial states of worlds; empty ones when absent. */
  readonly fixtures?: Omit<WorldContents, 'schema'>;
  /** The credentials of callers; every credential of the right form is valid when absent. */
  readonly credentials?: CredentialPolicy;
  /** The form of tokens, which are shortened in output. */
  readonly tokenForm?: TokenForm;
  /** Preferences of `Prefer` besides those of every mock. */
  readonly preferences?: readonly PreferenceRule[];
  readonly scenarios?: ScenarioProvider;
  /** The resources that the control API lists; none when absent. */
  readonly resources?: ResourceProvider;
  readonly control?: ControlExtension;
  /** Returns the state of the world that explains a response. */
  traceWorld?(world: World): unknown;
  readonly explanation?: ExplanationParts;
  /** Pages besides those of every mock, by their path relative to the world. */
  readonly pages?: ReadonlyMap<string, ApiPage>;
  readonly documents?: ContractDocuments;
  readonly landing?: LandingParts;
  /** Creates the methods that the API adds to a world in tests; `control` is the control API of the world. */
  helpers?(control: () => WorldControl): Helpers;
}

/** The parts of the mock for the handlers of a plug-in. */
export interface PluginParts {
  readonly worlds: () => Worlds;
  readonly journals: Journals;
}

/** A control API besides that of every mock. Shape: its operations without a handler are not served. */
export interface ControlExtension extends Pick<ContractParts, 'description' | 'loadSamples'> {
  readonly handlers: object;
  /** The events of the API in the stream of a world. */
  readonly events?: ApiEvents;
  /** Creates the client of the operations, which are added to the `control` of worlds in tests. */
  readonly createApi?: CreateApi;
}

/** The part of the landing page about the API. Shape: `name` follows "mock of". */
export interface LandingParts {
  readonly name: string;
  /** Links, before those of every mock: path below the world, and description. */
  readonly links: readonly (readonly [path: string, description: string])[];
  /** Returns HTML with calls to try; `baseUrl` is escaped. */
  example(baseUrl: string): string;
}

/** Checks the types of a plug-in. */
export function defineMockPlugin<Helpers extends object = object>(
  plugin: MockPlugin<Helpers>,
): MockPlugin<Helpers> {
  return plugin;
}
