/** Finds the driver of a run: our own mock where it answers, a module of the user's, or the configuration alone. */
import { pathToFileURL } from 'node:url';
import type { Config } from '../config/config.ts';
import type { Fetch } from '../http/wire.ts';
import type { Driver } from './driver.ts';
import { findMock } from './mock-driver.ts';

/** What a driver module exports. */
export interface DriverModule {
  readonly createDriver: (options: {
    readonly baseUrl: string;
    readonly seed: number;
  }) => Driver | Promise<Driver>;
}

/** Thrown when a run can't even begin; the message says why and what to do. */
export class CannotRunError extends Error {
  override readonly name = 'CannotRunError';
}

/** Finds the driver. Errors: rejects with CannotRunError when a module is no driver. */
export async function chooseDriver(baseUrl: string, fetch: Fetch, config: Config): Promise<Driver> {
  if (config.driver === 'auto') {
    const { seed, controlToken } = config;
    // Why: a client that answers with a redirect would else lead the run to another host.
    const stay: Fetch = (url, init) => fetch(url, { ...init, redirect: 'manual' });
    const timeoutMs = config.stream.firstByteMs;
    const mock = await findMock({ baseUrl, fetch: stay, seed, controlToken, timeoutMs });
    return mock ?? driveByConfig(baseUrl, config);
  }
  return config.driver === null
    ? driveByConfig(baseUrl, config)
    : await loadDriver(config.driver, baseUrl, config);
}

/** Creates a driver with the configuration and without abilities. */
function driveByConfig(baseUrl: string, { environment }: Config): Driver {
  const session = { environment: { ...environment, baseUrl }, abilities: {}, tearDown: async () => {} };
  return { name: 'conformance.yaml', isIsolating: false, setUp: () => Promise.resolve(session) };
}

async function loadDriver(path: string, baseUrl: string, { seed }: Config): Promise<Driver> {
  const module = await importModule(path);
  if (typeof module.createDriver !== 'function')
    throw new CannotRunError(`The driver ${path} exports no function createDriver.`);
  return module.createDriver({ baseUrl, seed });
}

async function importModule(path: string): Promise<Partial<DriverModule>> {
  try {
    return (await import(pathToFileURL(path).href)) as Partial<DriverModule>;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CannotRunError(`The driver ${path} can't be loaded: ${reason}`, { cause: error });
  }
}
