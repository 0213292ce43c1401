/** Types shared by the two ways to replay a case: sending its requests, and running its check. */
import type { Contract } from '../../contract/contract.ts';
import { includesLevel, type Check, type Level } from '../model/check.ts';
import type { Config } from '../config/config.ts';
import type { Driver } from '../driver/driver.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Finding } from '../model/finding.ts';
import type { Fetch } from '../http/wire.ts';
import type { CheckPlugin } from '../plugin.ts';
import type { CaseFile } from './case-file.ts';

/** The outcome of a replay: the problem is gone, still present, or another one, or the case can't be sent as it was. */
export type ReplayVerdict = 'FIXED' | 'FAILED' | 'CHANGED' | 'INCONCLUSIVE';

export interface Replay {
  readonly verdict: ReplayVerdict;
  /** The reason, in one or two sentences. */
  readonly description: string;
  /** The current findings of the check. */
  readonly findings: readonly Finding[];
  /** Exchanges of the replay, oldest first. */
  readonly exchanges: readonly Exchange[];
}

/** Options of a replay. Shape: `config.level` is `null` if the caller set none. */
export interface ReplayOptions {
  readonly baseUrl: string;
  readonly contract: Contract;
  readonly plugin: CheckPlugin;
  readonly config: Config;
  readonly fetch?: Fetch | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface ReplayJob {
  readonly file: CaseFile;
  readonly check: Check;
  readonly driver: Driver;
  readonly options: ReplayOptions & { readonly fetch: Fetch };
}

/** Creates the result of a replay that cannot decide whether the problem is fixed. */
export function inconclusive(description: string, exchanges: readonly Exchange[] = []): Replay {
  return { verdict: 'INCONCLUSIVE', description, findings: [], exchanges };
}

/**
 * Returns the default level of a replay: that of its file, at most `stateful`. Why: only the caller may allow
 * destructive requests.
 */
export function atMostStateful(level: Level): Level {
  return includesLevel(level, 'destructive') ? 'stateful' : level;
}
