/**
 * The server of a mock: the handlers of both contracts and what they share, such as signers and journals.
 */
import { manifest } from '../generated/service/manifest.ts';
import { description as controlDescription } from '../generated/control/handler.ts';
import { description as serviceDescription } from '../generated/service/handler.ts';
import { createHostTimer } from './adapters/host-timer.ts';
import { createWebJwtIssuer } from './adapters/web-jwt-issuer.ts';
import { createWebSigner } from './adapters/web-signer.ts';
import { issuerSeed } from './agent-platform/domain/registration/assertion.ts';
import { credentials } from './agent-platform/domain/identity/identity.ts';
import type { ScenarioFiles } from './agent-platform/domain/scenarios/catalogue.ts';
import { invalidControlRequests, createControlHandlers } from './control/all.ts';
import { RecordBodies } from './control/record-bodies.ts';
import { createPlatformControl } from './agent-platform/control/all.ts';
import { runEvents } from './agent-platform/control/run-events.ts';
import { createScenarioProvider } from './agent-platform/control/scenarios.ts';
import { createCredentialPolicy, keyMask } from './agent-platform/credentials.ts';
import { featureGates } from './agent-platform/domain/identity/feature-gates.ts';
import { machineTables, storeSchema } from './agent-platform/domain/store.ts';
import { describeCaller, explainWorld } from './agent-platform/explanation.ts';
import { createRunPreferences } from './agent-platform/preferences.ts';
import { describeCall, type ExplanationParts } from './control/explanation.ts';
import { worldFaults } from './http/world-faults.ts';
import { createServiceHandlers, invalidServiceRequests } from './agent-platform/handlers/all.ts';
import type { About } from './control/health.ts';
import { createSignedAddresses } from './agent-platform/handlers/assets.ts';
import { createHostConsole, createHostDocuments } from './host-modules.ts';
import type { CardFetcher } from './agent-platform/cards/card-fetcher.ts';
import { readTrace, type CallDetail, type RecordedTrace } from './http/journal/call-trace.ts';
import { MemoryJournal, type Journal } from './http/journal/journal.ts';
import { SharedJournal } from './http/journal/shared-journal.ts';
import { newProperties, requestProperties } from './agent-platform/contract-properties.ts';
import { createPipeline, type Serve } from './http/pipeline.ts';
import type { Journals, Log } from './http/pipeline-parts.ts';
import { createScopeLattice } from './agent-platform/domain/identity/scopes.ts';
import type { SharedList } from './kernel/ports.ts';
import type { World } from './kernel/world/world.ts';
import { landing } from './landing-page.ts';
import { version } from './version.ts';
import { defaultsOf, type MockOptions } from './mock-options.ts';
import { settingsOf } from './worlds/world-states.ts';
import type { Worlds } from './worlds/worlds.ts';

interface MockParts {
  readonly options: MockOptions;
  readonly worlds: Worlds;
  readonly scenarios: ScenarioFiles;
  readonly cards: CardFetcher;
  readonly report: Log;
  /** The calls of a shared log; each mock keeps its own when absent. */
  readonly calls: SharedList | undefined;
}

/** Creates the server of a mock. */
export function createMockPipeline({ options, worlds, scenarios, cards, report, calls }: MockParts): Serve {
  const scopes = createScopeLattice(manifest.extensions['x-scope-catalog'].scopes);
  const journals = keepJournals(calls);
  const shared = { worlds: () => worlds, addresses, issuer };
  return createPipeline({
    worlds,
    service: {
      description: serviceDescription,
      handlers: createServiceHandlers({
        ...shared,
        runs: { scenarios, defaults: (world) => defaultsOf(settingsOf(world), options) },
        cards,
        scopes,
      }),
      invalidRequestHandlers: invalidServiceRequests,
      newProperties,
      requestProperties,
      loadSamples: () => import('../generated/service/samples.ts'),
    },
    control: {
      description: controlDescription,
      invalidRequestHandlers: invalidControlRequests,
      handlers: {
        ...createControlHandlers({
          about: aboutNow(),
          worlds: shared.worlds,
          journals,
          operations: serviceDescription.operations,
          bodies: new RecordBodies(storeSchema.collections, keyMask),
          machines: machineTables,
          scenarios: createScenarioProvider(scenarios),
          apiEvents: runEvents,
        }),
        ...createPlatformControl({ ...shared, scenarios }),
      },
      loadSamples: () => import('../generated/control/samples.ts'),
    },
    credentials: createCredentialPolicy(credentials, scopes),
    preferences: createRunPreferences(scenarios),
    traceWorld: (world) => world.view.setting(featureGates),
    faults: worldFaults,
    journals,
    documents: createHostDocuments(),
    console: createHostConsole(),
    landing,
    jwks: async ({ origin }) => ({ keys: [await issuer.publicKey(issuerSeed(origin.seed))] }),
    observer: options.observer ?? null,
    allowOrigins: options.allowOrigins ?? [],
    allowHosts: options.allowHosts ?? [],
    controlToken: options.controlToken === '' ? null : (options.controlToken ?? null),
    stopwatch: () => performance.now(),
    pause: (span) => new Promise((resolve) => timer.after(span, resolve, false)),
    log: report,
  });
}

function aboutNow(): About {
  const startedAt = performance.now();
  return {
    version,
    contract: manifest.versions,
    uptimeMs: () => Math.round(performance.now() - startedAt),
  };
}

const timer = createHostTimer();

/** The signers of this mock: for the addresses of assets, and for assertions of the identity provider. */
const addresses = createSignedAddresses(createWebSigner());
const issuer = createWebJwtIssuer();

const explanation: ExplanationParts = { describeCaller, explainWorld };

function explainCall(trace: RecordedTrace): CallDetail {
  return describeCall(readTrace(trace, keyMask), serviceDescription.operations, explanation);
}

function keepJournals(calls: SharedList | undefined): Journals {
  const journals = new WeakMap<World, Journal>();
  return {
    of(world) {
      const known = journals.get(world);
      if (known !== undefined) return known;
      const journal =
        calls === undefined
          ? new MemoryJournal(explainCall)
          : new SharedJournal(calls, world.id, explainCall);
      journals.set(world, journal);
      return journal;
    },
  };
}
