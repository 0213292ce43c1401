/** Joins the modules that the generator writes for one API into its contract. */
import type { ArbitrarySource } from '../templates/runtime/arbitraries/create.ts';
import type { JsonValue } from '../templates/runtime/operation-spec.ts';
import type { OperationLink, OperationTest } from '../templates/runtime/testing/operation-test.ts';
import type { ResourceGraph } from '../templates/runtime/testing/resource-graph.ts';
import type { OperationPlaces } from '../templates/runtime/provenance.ts';
import type { SchemaCheck } from '../templates/runtime/schema-check.ts';
import type { ServiceDescription } from '../templates/runtime/server/service.ts';
import type { Contract, ContractProvenance, EventUnion, FactSource, LoadSamples } from './contract.ts';

/** The generated modules of one API, by the names of their exports. */
export interface GeneratedModules {
  /** From `manifest.ts`. */
  readonly manifest: GeneratedManifest;
  /** From `handler.ts`. */
  readonly description: ServiceDescription;
  /** From `validators.ts`. */
  readonly checks: Readonly<Record<string, SchemaCheck>>;
  /** From `arbitraries.ts`. */
  readonly shapes: ArbitrarySource;
  /** Imports `samples.ts`. */
  readonly loadSamples: LoadSamples;
  /** From `provenance.ts`; `null` if it is not generated. */
  readonly provenance: GeneratedProvenance | null;
  /** The facts that the marks of `provenance.ts` cite; absent if they are not at hand. */
  readonly source?: FactSource;
}

export interface GeneratedProvenance extends Omit<ContractProvenance, 'source'> {
  readonly places: Readonly<Record<string, OperationPlaces>>;
  readonly links: readonly OperationLink[];
  readonly resources: ResourceGraph;
  readonly tests: Readonly<Record<string, OperationTest>>;
}

/** The part of a generated manifest that a contract has. */
export interface GeneratedManifest {
  readonly title: string;
  readonly version: string;
  readonly versions: Contract['versions'];
  readonly documents: readonly string[];
  readonly servers: readonly string[];
  readonly streams: readonly GeneratedStream[];
  readonly extensions: Readonly<Record<string, JsonValue>>;
}

interface GeneratedStream {
  readonly name: string;
  readonly events: readonly string[];
  readonly terminal: readonly string[];
  readonly pausing: readonly string[];
  readonly keepalive: readonly string[];
}

export function createGeneratedContract(modules: GeneratedModules): Contract {
  const { manifest, description, checks, shapes, loadSamples, provenance, source } = modules;
  const { title, version, versions, documents, servers, streams, extensions } = manifest;
  const unions = streams.map((stream): [string, EventUnion] => [
    stream.name,
    {
      tag: description.streams[stream.name]?.tag ?? null,
      types: stream.events,
      terminal: new Set(stream.terminal),
      pausing: new Set(stream.pausing),
      keepalive: new Set(stream.keepalive),
    },
  ]);
  return {
    title,
    version,
    versions,
    documents,
    servers,
    service: description,
    checks,
    shapes,
    loadSamples,
    unions: Object.fromEntries(unions),
    extensions,
    places: provenance?.places ?? {},
    links: provenance?.links ?? [],
    resources: provenance?.resources ?? { resources: [], operations: [] },
    tests: provenance?.tests ?? {},
    provenance: provenance === null ? null : joinProvenance(provenance, source),
  };
}

function joinProvenance(
  { marks, assumptions }: GeneratedProvenance,
  source: FactSource | undefined,
): ContractProvenance {
  return source === undefined ? { marks, assumptions } : { marks, assumptions, source };
}
