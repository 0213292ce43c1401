/**
 * The server of a mock: the handlers of its API and of the control API, with shared parts such as journals.
 */
import { description as controlDescription } from '../../generated/control/handler.ts';
import { createHostTimer } from '../adapters/host-timer.ts';
import { createControlHandlers } from '../control/all.ts';
import { describeCall } from '../control/explanation.ts';
import type { About } from '../control/health.ts';
import { RecordBodies } from '../control/record-bodies.ts';
import { noResources } from '../control/resources.ts';
import { noScenarios } from '../control/scenarios.ts';
import { createHostConsole } from '../host-modules.ts';
import { acceptByForm } from '../http/access/credentials.ts';
import { readTrace } from '../http/journal/call-trace.ts';
import { MemoryJournal, type Explain, type Journal } from '../http/journal/journal.ts';
import { SharedJournal } from '../http/journal/shared-journal.ts';
import { createPipeline, type Serve } from '../http/pipeline.ts';
import type { Journals, Log } from '../http/pipeline-parts.ts';
import { SecretMask } from '../http/secrets.ts';
import { worldFaults } from '../http/world-faults.ts';
import type { SharedList } from '../kernel/ports.ts';
import type { World } from '../kernel/world/world.ts';
import type { MockPlugin } from '../plugin.ts';
import type { MockStore } from '../records/store.ts';
import { version } from '../version.ts';
import type { Worlds } from '../worlds/worlds.ts';
import { joinControl } from './join-control.ts';
import { createLanding } from './landing.ts';
import type { MockEngineOptions } from './options.ts';

/** The dependencies of the server of a mock. */
export interface ServeParts {
  readonly plugin: MockPlugin;
  readonly store: MockStore;
  readonly options: MockEngineOptions;
  readonly worlds: Worlds;
  readonly report: Log;
  readonly journals: MockJournals;
}

export function createServe({ plugin, store, options, worlds, report, journals }: ServeParts): Serve {
  const { contract } = plugin;
  const mask = new SecretMask(plugin.tokenForm);
  const { operations, securitySchemes } = contract.service;
  journals.explain = (trace) => describeCall(readTrace(trace, mask), operations, plugin.explanation ?? {});
  return createPipeline({
    worlds,
    service: {
      description: contract.service,
      handlers: plugin.handlers?.({ worlds: () => worlds, journals }) ?? null,
      errors: plugin.errors ?? 'described',
      invalidRequestHandlers: plugin.invalidRequests ?? {},
      ...plugin.properties,
      loadSamples: contract.loadSamples,
      errorExample: contract.errorExample,
    },
    control: joinControl(
      {
        description: controlDescription,
        loadSamples: () => import('../../generated/control/samples.ts'),
        handlers: createControlHandlers({
          about: describeMock(plugin),
          worlds: () => worlds,
          journals,
          operations,
          bodies: new RecordBodies(store.schema.collections, mask),
          machines: store.tables,
          scenarios: plugin.scenarios ?? noScenarios,
          resources: plugin.resources ?? noResources,
          apiEvents: plugin.control?.events,
        }),
      },
      plugin.control,
    ),
    servers: contract.servers,
    credentials: plugin.credentials ?? acceptByForm(securitySchemes),
    preferences: plugin.preferences ?? [],
    traceWorld: plugin.traceWorld?.bind(plugin),
    faults: worldFaults,
    journals,
    documents: plugin.documents ?? NO_DOCUMENTS,
    console: createHostConsole(),
    landing: createLanding(plugin),
    pages: plugin.pages ?? new Map(),
    observer: options.observer ?? null,
    allowOrigins: options.allowOrigins ?? [],
    allowHosts: options.allowHosts ?? [],
    controlToken: options.controlToken === '' ? null : (options.controlToken ?? null),
    stopwatch: () => performance.now(),
    pause: (span) => new Promise((resolve) => timer.after(span, resolve, false)),
    log: report,
  });
}

const timer = createHostTimer();

const NO_DOCUMENTS = { read: () => Promise.resolve(null) };

function describeMock({ contract, name }: MockPlugin): About {
  const startedAt = performance.now();
  const { openapi = contract.version, asyncapi } = contract.versions;
  return {
    version,
    title: contract.title,
    ...(name !== undefined && { plugin: name }),
    contract: { openapi, ...(asyncapi !== undefined && { asyncapi }) },
    uptimeMs: () => Math.round(performance.now() - startedAt),
  };
}

/** The journals of the worlds of a mock. Shape: `explain` is that of the currently served API. */
export interface MockJournals extends Journals {
  explain: Explain;
}

/** Creates the journals of a mock; `calls` are those of a shared log; without it each mock has its own. */
export function createJournals(calls: SharedList | undefined): MockJournals {
  const journals = new WeakMap<World, Journal>();
  const all: MockJournals = {
    explain: () => {
      throw new Error('No API is served yet.');
    },
    of(world) {
      const existing = journals.get(world);
      if (existing !== undefined) return existing;
      const explain: Explain = (trace) => all.explain(trace);
      const journal =
        calls === undefined ? new MemoryJournal(explain) : new SharedJournal(calls, world.id, explain);
      journals.set(world, journal);
      return journal;
    },
  };
  return all;
}
