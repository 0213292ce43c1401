/** Runs the checks on the mock with one fault, until the first finding. */
import { defaultConfig } from '../../conformance/config/config.ts';
import { findMock } from '../../conformance/agent-platform/driver/mock-driver.ts';
import { runConformance } from '../../conformance/index.ts';
import { createFetch } from '../../mock/hosts/fetch.ts';
import { createMock } from '../../mock/index.ts';
import type { Mutation } from '../selftest/mutations/mutant.ts';
import { withoutAbilities } from '../selftest/try-mutant.ts';
import { perWorld } from '../selftest/mutations/stateful-mutations.ts';

/** Reports that the fault has changed what a client sees; with the place that was chosen on the way. */
export type Act = (place?: string) => void;

/** A fault of one kind at one place. */
export interface Fault {
  /** What it does, as the end of a sentence that begins with `A service that`. */
  readonly kind: string;
  /** Where: an operation, or the type of an event. */
  readonly place: string;
  /** Creates the mutation. Shape: `act` is called whenever a response differs from that of the service. */
  readonly mutate: (act: Act) => Mutation;
}

/** The result of a fault. Shape: `unseen` changed no response. */
export interface FaultTrial {
  readonly kind: string;
  readonly place: string;
  readonly outcome: 'noticed' | 'missed' | 'unseen';
  /** The first check with a finding, and its finding; `null` without one. */
  readonly check: string | null;
  readonly message: string | null;
}

const ADDRESS = 'http://127.0.0.1:4010';

/** Runs the checks on a fault. Shape: `isPlain` is whether they have only a configuration. */
export async function tryFault(fault: Fault, isPlain: boolean): Promise<FaultTrial> {
  const mock = await createMock({ baseUrl: ADDRESS });
  const stop = new AbortController();
  let { place } = fault;
  let acted = 0;
  try {
    const mutation = fault.mutate((chosen) => {
      acted += 1;
      if (chosen !== undefined) place = chosen;
    });
    const serve = perWorld(mutation)(async (request) => mock.handle(request, 'process'));
    const fetch = createFetch(serve, ADDRESS);
    const { seed, controlToken } = defaultConfig;
    const found = await findMock({ baseUrl: ADDRESS, fetch: mock.fetch, seed, controlToken });
    if (found === null) throw new Error('The mock does not respond.');
    const driver = isPlain ? await withoutAbilities(found) : found;
    const report = await runConformance({
      baseUrl: ADDRESS,
      config: {
        ...defaultConfig,
        level: 'destructive',
        budget: { requests: 20_000, perSecond: null, seconds: 120 },
      },
      fetch,
      driver,
      onProgress: ({ findings }) => {
        if (findings > 0) stop.abort();
      },
      signal: stop.signal,
    }).catch((error: unknown) => ({ outcomes: [], error: String(error) }));
    const finding = report.outcomes.flatMap(({ findings }) => findings)[0];
    const crashed = 'error' in report ? report.error : null;
    return {
      kind: fault.kind,
      place,
      outcome: finding !== undefined || crashed !== null ? 'noticed' : acted > 0 ? 'missed' : 'unseen',
      check: finding?.check ?? (crashed === null ? null : 'run'),
      message: finding?.message ?? crashed,
    };
  } finally {
    await mock.close();
  }
}
