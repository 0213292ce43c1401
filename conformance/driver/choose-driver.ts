/** Chooses the driver of a run: our mock if it responds, a module of the user, or only the configuration. */
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Config } from '../config/config.ts';
import type { Fetch } from '../http/wire.ts';
import { completeDriver, type AbilityResults } from './custom-driver.ts';
import type { CustomDriver, Driver } from './driver.ts';
import { NO_DRIVER } from '../model/run-report.ts';
import type { TestEnvironment } from '../model/test-environment.ts';
import { messageOf } from '../../templates/runtime/json/value.ts';

export interface DriverModule {
  readonly createDriver: (options: {
    readonly baseUrl: string;
    readonly seed: number;
    /** That of the configuration. */
    readonly environment: TestEnvironment;
  }) => CustomDriver | Promise<CustomDriver>;
}

/** Thrown if a run can't start; the message has the reason and what to do. */
export class CannotRunError extends Error {
  override readonly name = 'CannotRunError';
}

/**
 * An ability of a driver can't do what is requested, such as set a switch that the service lacks: the check is
 * skipped.
 */
export class UnsupportedError extends Error {
  override readonly name = 'UnsupportedError';
}

/** Returns whether an error is an `UnsupportedError`, also of another copy of the package. */
export function isUnsupported(error: unknown): error is Error {
  return error instanceof Error && error.name === 'UnsupportedError';
}

/** A service that has a built-in driver. */
export interface DrivenService {
  readonly baseUrl: string;
  readonly fetch: Fetch;
  readonly seed: number;
  /** The token of the control API of our mock; `null` for none. */
  readonly controlToken: string | null;
  /** How long a call may take. Units: milliseconds. */
  readonly timeoutMs?: number;
}

/** What a plug-in knows about drivers. */
export interface DriverTraits {
  /** The results of the abilities that its checks use, by name. */
  readonly abilities: AbilityResults;
  /** Returns the driver of a service that it recognizes; `null` for any other. */
  readonly find: (service: DrivenService) => Promise<Driver | null>;
}

/** Chooses the driver. Errors: rejects with CannotRunError if a module is not a driver. */
export async function chooseDriver(
  baseUrl: string,
  fetch: Fetch,
  config: Config,
  traits: DriverTraits,
): Promise<Driver> {
  if (config.driver === 'auto') {
    const { seed, controlToken } = config;
    // Why: otherwise a redirect could send the run to another host.
    const stay: Fetch = (url, init) => fetch(url, { ...init, redirect: 'manual' });
    const timeoutMs = config.stream.firstByteMs;
    const match = await traits.find({ baseUrl, fetch: stay, seed, controlToken, timeoutMs });
    return match ?? driveByConfig(baseUrl, config);
  }
  return config.driver === null
    ? driveByConfig(baseUrl, config)
    : await loadDriver(config.driver, baseUrl, config, traits);
}

/** Creates a driver with the configuration and without abilities. */
function driveByConfig(baseUrl: string, { environment }: Config): Driver {
  const session = { environment: { ...environment, baseUrl }, abilities: {}, tearDown: async () => {} };
  return { name: NO_DRIVER, isIsolating: false, setUp: () => Promise.resolve(session) };
}

async function loadDriver(
  path: string,
  baseUrl: string,
  config: Config,
  { abilities }: DriverTraits,
): Promise<Driver> {
  const module = await importModule(path);
  if (typeof module.createDriver !== 'function')
    throw new CannotRunError(`The driver ${path} exports no function createDriver.`);
  const configured = { ...config.environment, baseUrl };
  const driver = await module.createDriver({ baseUrl, seed: config.seed, environment: configured });
  return completeDriver(driver, { configured, abilities }, basename(path));
}

async function importModule(path: string): Promise<Partial<DriverModule>> {
  try {
    return (await import(pathToFileURL(path).href)) as Partial<DriverModule>;
  } catch (error) {
    const reason = messageOf(error);
    throw new CannotRunError(`The driver ${path} can't be loaded: ${reason}`, { cause: error });
  }
}
