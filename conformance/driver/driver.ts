/**
 * The interface of drivers: control of an implementation outside its contract, and its test environment. Types only.
 *
 * Shape: `Abilities` are those of a plug-in.
 * A real service usually has a configuration and no driver; checks that need a missing ability are skipped.
 */

import type { TestEnvironment, RunTemplate } from '../model/test-environment.ts';

/**
 * What a driver can do outside of the contract. All abilities are optional; a plug-in has further ones.
 *
 * Errors: UnsupportedError for options that are not supported, which skips the check.
 */
export interface DriverAbilities {
  /** Advances the clock, and with it timers. Units: milliseconds. */
  advance?(ms: number): Promise<void>;
  /** Returns the time of the implementation. Units: epoch milliseconds. */
  now?(): Promise<number>;
}

/** A driver as a user writes it. Shape: `name` is that of its file by default, and `isIsolating` false. */
export interface CustomDriver<Abilities = DriverAbilities> extends Partial<Omit<Driver, 'setUp'>> {
  setUp(): Promise<CustomSession<Abilities>>;
}

/** A session of a user's driver. Shape: what `environment` omits is that of the configuration. */
export interface CustomSession<Abilities = DriverAbilities> extends Partial<
  Omit<DriverSession<Abilities>, 'environment' | 'notices'>
> {
  readonly environment?: Partial<Omit<TestEnvironment, 'runs'>> & {
    readonly runs?: Readonly<Record<string, Pick<RunTemplate, 'agentId' | 'message'> & Partial<RunTemplate>>>;
  };
}

/** Prepares an implementation for checks. */
export interface Driver<Abilities = DriverAbilities> {
  /** `backlot mock`, `config`, or the name that a user's module gives itself. */
  readonly name: string;
  /** Prepares a test environment. Called again for a fresh one if `isIsolating`. */
  setUp(): Promise<DriverSession<Abilities>>;
  /** Whether each `setUp` creates a separate world. */
  readonly isIsolating: boolean;
}

/** A prepared test environment and its abilities. */
export interface DriverSession<Abilities = DriverAbilities> {
  readonly environment: TestEnvironment;
  readonly abilities: Abilities;
  /** Creates the state that single requests need, such as paused runs; returns a body for each of these operations. */
  readonly prepareBodies?: () => Promise<TestEnvironment['bodies']>;
  /** What the author of the driver should change. */
  readonly notices?: readonly string[];
  /** Removes the test environment. */
  tearDown(): Promise<void>;
}
