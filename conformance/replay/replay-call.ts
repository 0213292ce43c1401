/** What the ways to replay a case share: what they are given, and what they answer. */
import { includesLevel, type Check, type Level } from '../check.ts';
import type { Config } from '../config/config.ts';
import type { Driver } from '../driver/driver.ts';
import type { Exchange } from '../engine/exchange.ts';
import type { Finding } from '../engine/finding.ts';
import type { Fetch } from '../http/wire.ts';
import type { CaseFile } from './case-file.ts';

/** What became of a fault: it is gone, it is there, or something else is the matter. */
export type ReplayVerdict = 'FIXED' | 'FAILED' | 'CHANGED';

/** What a replay has shown. */
export interface Replay {
  readonly verdict: ReplayVerdict;
  /** Why, in a sentence or two. */
  readonly description: string;
  /** What the check says now. */
  readonly findings: readonly Finding[];
  /** What was sent and came back, oldest first. */
  readonly exchanges: readonly Exchange[];
}

/** What a replay is made of. Shape: `config.level` is `null` where nobody named one. */
export interface ReplayOptions {
  readonly baseUrl: string;
  readonly config: Config;
  readonly fetch?: Fetch | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A replay on its way. */
export interface ReplayJob {
  readonly file: CaseFile;
  readonly check: Check;
  readonly driver: Driver;
  readonly options: ReplayOptions & { readonly fetch: Fetch };
}

/** Answers that nothing can be told of the fault. */
export function changed(description: string, exchanges: readonly Exchange[]): Replay {
  return { verdict: 'CHANGED', description, findings: [], exchanges };
}

/**
 * The level of a replay where nobody named one. Why: a file says how far its run went; that it may end or delete something is for who calls to say.
 */
export function atMostStateful(level: Level): Level {
  return includesLevel(level, 'destructive') ? 'stateful' : level;
}
