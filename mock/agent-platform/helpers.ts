/** The methods that the Agent Platform adds to worlds in tests. */
import type {
  Asset,
  AssetRequest,
  Behaviour,
  BehaviourRequest,
  ClientSession,
  ClientSessionRequest,
  FeatureGates,
  FeatureGatesRequest,
  IdentityAssertion,
  IdentityAssertionRequest,
  Key,
  KeyRequest,
  OutboxMessage,
  ProductEventOccurrence,
  ProductEventRequest,
  SandboxDeployment,
  SandboxDeploymentFields,
  SessionToken,
  SessionTokenRequest,
} from '../../generated/control-agent-platform/types.ts';
import type { Scenario } from '../../generated/control/types.ts';
import type { Api as PlatformApi } from '../../generated/control-agent-platform/api.ts';
import type { ControlOf, WorldControl } from '../control/world-control.ts';

/** Every operation of the control API of the Agent Platform by its operationId. */
export type PlatformControl = WorldControl & ControlOf<PlatformApi>;

/** Shortcuts for operations of the control API. */
export interface PlatformHelpers {
  /** Every operation of the control API by its operationId. The methods below are shortcuts for them. */
  readonly control: PlatformControl;
  featureGates(): Promise<FeatureGates>;
  setFeatureGates(gates: FeatureGatesRequest): Promise<FeatureGates>;
  createKey(request: KeyRequest): Promise<Key>;
  createSessionToken(request?: SessionTokenRequest): Promise<SessionToken>;
  createClientSession(request: ClientSessionRequest): Promise<ClientSession>;
  createIdentityAssertion(request: IdentityAssertionRequest): Promise<IdentityAssertion>;
  createSandboxDeployment(fields?: SandboxDeploymentFields): Promise<SandboxDeployment>;
  patchSandboxDeployment(id: string, fields: SandboxDeploymentFields): Promise<SandboxDeployment>;
  createProductEvent(request: ProductEventRequest): Promise<ProductEventOccurrence>;
  createAsset(request: AssetRequest): Promise<Asset>;
  /** Adds a scenario or replaces the one with that name. */
  putScenario(name: string, scenario: Scenario): Promise<Scenario>;
  /** Sets the default scenario for an agent's runs. */
  setAgentBehaviour(agentId: string, behaviour: BehaviourRequest): Promise<Behaviour>;
  /** Lists the emails that the service has sent, such as codes of a registration. */
  outbox(email?: string): Promise<readonly OutboxMessage[]>;
}

export function createPlatformHelpers(call: () => PlatformControl): PlatformHelpers {
  return {
    get control() {
      return call();
    },
    featureGates: () => call().getFeatureGates(),
    setFeatureGates: (gates) => call().setFeatureGates({ body: gates }),
    createKey: (body) => call().createKey({ body }),
    createSessionToken: (body = {}) => call().createSessionToken({ body }),
    createClientSession: (body) => call().createClientSession({ body }),
    createIdentityAssertion: (body) => call().createIdentityAssertion({ body }),
    createSandboxDeployment: (body = {}) => call().createSandboxDeployment({ body }),
    patchSandboxDeployment: (id, body) => call().patchSandboxDeployment({ path: { id }, body }),
    createProductEvent: (body) => call().createProductEvent({ body }),
    createAsset: (body) => call().createAsset({ body }),
    putScenario: (name, body) => call().putScenario({ path: { name }, body }),
    setAgentBehaviour: (id, body) => call().setAgentBehaviour({ path: { id }, body }),
    outbox: async (email) =>
      (await call().listOutbox({ query: email === undefined ? {} : { email } })).messages,
  };
}
