/** Chooses the driver of a run: our mock if it responds, a module of the user, or only the configuration. */
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Config } from '../config/config.ts';
import type { Fetch } from '../http/wire.ts';
import { completeDriver } from './custom-driver.ts';
import type { CustomDriver, Driver, TestEnvironment } from './driver.ts';
import { findMock } from './mock-driver.ts';

/** The exports of a driver module. */
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

/** An ability of a driver can't do what is asked, such as set a switch that the service lacks: the check is skipped. */
export class UnsupportedError extends Error {
  override readonly name = 'UnsupportedError';
}

/** Returns whether an error is an `UnsupportedError`, also of another copy of the package. */
export function isUnsupported(error: unknown): error is Error {
  return error instanceof Error && error.name === 'UnsupportedError';
}

/** Chooses the driver. Errors: rejects with CannotRunError if a module is not a driver. */
export async function chooseDriver(baseUrl: string, fetch: Fetch, config: Config): Promise<Driver> {
  if (config.driver === 'auto') {
    const { seed, controlToken } = config;
    // Why: otherwise a redirect could send the run to another host.
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

async function loadDriver(path: string, baseUrl: string, config: Config): Promise<Driver> {
  const module = await importModule(path);
  if (typeof module.createDriver !== 'function')
    throw new CannotRunError(`The driver ${path} exports no function createDriver.`);
  const environment = { ...config.environment, baseUrl };
  const driver = await module.createDriver({ baseUrl, seed: config.seed, environment });
  return completeDriver(driver, environment, basename(path));
}

async function importModule(path: string): Promise<Partial<DriverModule>> {
  try {
    return (await import(pathToFileURL(path).href)) as Partial<DriverModule>;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CannotRunError(`The driver ${path} can't be loaded: ${reason}`, { cause: error });
  }
}
