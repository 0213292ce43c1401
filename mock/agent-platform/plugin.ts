/** The plug-in of the Agent Platform. */
import { createApi as createControlApi } from '../../generated/control-agent-platform/api.ts';
import { description as controlDescription } from '../../generated/control-agent-platform/handler.ts';
import { description } from '../../generated/service/handler.ts';
import { manifest } from '../../generated/service/manifest.ts';
import { createWebJwtIssuer } from '../adapters/web-jwt-issuer.ts';
import { createWebSigner } from '../adapters/web-signer.ts';
import type { ApiPage, ContractDocuments } from '../http/mock-pages.ts';
import { UNDECLARED_HEADER } from '../http/undeclared.ts';
import type { World } from '../kernel/world/world.ts';
import { defineMockPlugin, type LandingParts, type MockPlugin } from '../plugin.ts';
import type { CardFetcher } from './cards/card-fetcher.ts';
import { newProperties, requestProperties } from './contract-properties.ts';
import { createPlatformControl } from './control/all.ts';
import { runEvents } from './control/run-events.ts';
import { createScenarioProvider } from './control/scenarios.ts';
import { createCredentialPolicy, keyForm } from './credentials.ts';
import { featureGates } from './domain/identity/feature-gates.ts';
import { credentials } from './domain/identity/identity.ts';
import { createScopeLattice } from './domain/identity/scopes.ts';
import { issuerSeed } from './domain/registration/assertion.ts';
import type { RunDefaults, ScenarioCatalogue } from './domain/scenarios/catalogue.ts';
import { store } from './domain/store.ts';
import { describeCaller, explainWorld } from './explanation.ts';
import { fixedCredentials } from './fixtures/empty.ts';
import { worldContents } from './fixtures/default.ts';
import { createServiceHandlers, invalidServiceRequests } from './handlers/all.ts';
import { createSignedAddresses } from './handlers/assets.ts';
import { createPlatformHelpers, type PlatformHelpers } from './helpers.ts';
import { createRunPreferences } from './preferences.ts';

/** The dependencies of the Agent Platform on its host and its options. */
export interface PlatformParts {
  readonly scenarios: ScenarioCatalogue;
  /** Returns the defaults of runs in a world. */
  readonly defaults: (world: World) => RunDefaults;
  readonly cards: CardFetcher;
  readonly documents: ContractDocuments;
}

/** The signers of this mock: for the URLs of assets, and for assertions of the identity provider. */
const addresses = createSignedAddresses(createWebSigner());
const issuer = createWebJwtIssuer();

export function createAgentPlatform({
  scenarios,
  defaults,
  cards,
  documents,
}: PlatformParts): MockPlugin<PlatformHelpers> {
  const scopes = createScopeLattice(manifest.extensions['x-scope-catalog'].scopes);
  const { title, version, versions, servers } = manifest;
  return defineMockPlugin({
    name: 'agent-platform',
    contract: {
      title,
      version,
      versions,
      servers,
      service: description,
      loadSamples: () => import('../../generated/service/samples.ts'),
    },
    handlers: ({ worlds }) =>
      createServiceHandlers({ worlds, addresses, issuer, cards, scopes, runs: { scenarios, defaults } }),
    errors: 'mock',
    invalidRequests: invalidServiceRequests,
    properties: { newProperties, requestProperties },
    store,
    fixtures: worldContents,
    credentials: createCredentialPolicy(credentials, scopes),
    tokenForm: keyForm,
    preferences: createRunPreferences(scenarios),
    scenarios: createScenarioProvider(scenarios),
    control: {
      description: controlDescription,
      loadSamples: () => import('../../generated/control-agent-platform/samples.ts'),
      handlers: createPlatformControl({ scenarios, addresses, issuer }),
      events: runEvents,
      createApi: createControlApi,
    },
    traceWorld: (world) => world.view.setting(featureGates),
    explanation: { describeCaller, explainWorld },
    pages: new Map([['/.well-known/jwks.json', serveKeys]]),
    documents,
    landing,
    helpers: createPlatformHelpers,
  });
}

/** Serves the keys of the identity provider. Source: RFC 7517 section 8.5.2 for the media type. */
const serveKeys: ApiPage = async ({ origin }) => ({
  status: 200,
  headers: { 'content-type': 'application/jwk-set+json', [UNDECLARED_HEADER]: 'jwks' },
  body: {
    kind: 'text',
    text: JSON.stringify({ keys: [await issuer.publicKey(issuerSeed(origin.seed))] }),
  },
});

const landing: LandingParts = {
  name: 'the Agent Platform API',
  links: [
    ['/openapi.yaml', 'OpenAPI 3.2 document of the service, with its event streams (also /openapi.json)'],
    ['/openapi-3.1.yaml', 'OpenAPI 3.1 document of the service (also /openapi-3.1.json)'],
    ['/asyncapi.yaml', 'AsyncAPI document of the service (also /asyncapi.json)'],
    ['/.well-known/jwks.json', 'public keys of the built-in identity provider'],
  ],
  example: (baseUrl) => `<h2>Try it</h2>
<pre><code>curl -s ${baseUrl}/v1/agents -H 'Authorization: Bearer ${fixedCredentials.live}'</code></pre>
<p>Keys: <code>${fixedCredentials.live}</code> has all permissions, <code>${fixedCredentials.readOnly}</code> may only read, <code>${fixedCredentials.test}</code> has the limits of a test key.</p>`,
};
