/** `backlot mock`: serves the mock on a port until it is stopped. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { listen, type NodeServer } from '../mock/hosts/node.ts';
import { isHost, isLoopbackAddress } from '../mock/http/addresses.ts';
import type { Engine } from '../mock/engine/engine.ts';
import { createMock, type Mock, type MockOptions, type RequestObserver } from '../mock/index.ts';
import { CommitUnreadableError, LogUnavailableError } from '../mock/kernel/ports.ts';
import { defaultMaxWorlds } from '../mock/worlds/worlds.ts';
import { paces } from '../mock/agent-platform/preferences.ts';
import {
  defineCommand,
  flag,
  isJsonFormat,
  option,
  readChoice,
  readInteger,
  repeatable,
  resultFormat,
  UsageError,
} from './command.ts';
import { describedOptions, readDescribed, type DescribedCall } from './described-call.ts';
import { describeExposure, describeStart, describeUnusedToken, startAsJson } from './output/mock-greeting.ts';
import { createRequestLog, type LogFormat } from './output/request-log.ts';
import type { ScenarioFolder } from './scenarios/scenario-folder.ts';
import { printable } from './output/paint.ts';
import { describeListenError, stopSignal } from './serving/listening.ts';
import { createStored, logOptions, readLogCall, type LogCall } from './world-log.ts';
import { messageOf } from '../templates/runtime/json/value.ts';

const command = defineCommand({
  name: 'mock',
  description:
    'Serves the API of --openapi FILE, or else the Agent Platform, until it is stopped: with state, streams and a clock.\n\nWhat the operations of a description do to which records is inferred from its paths and schemas; `backlot explain --openapi FILE` prints it. Other operations return examples and samples.',
  options: {
    ...describedOptions,
    port: {
      ...option('N', 'port (default BACKLOT_PORT or 4010); 0 selects a free port'),
      default: process.env['BACKLOT_PORT'] || '4010',
    },
    host: option('ADDRESS', 'address to listen on (default BACKLOT_HOST or 127.0.0.1)'),
    'allow-host': repeatable(
      'HOST',
      'additional host or host:port for which requests are accepted, * for all; repeatable',
    ),
    seed: { ...option('N', 'seed for ids and random values (default 1)'), default: '1' },
    fixture: { ...option('NAME', 'initial state: default or empty'), default: 'default' },
    pace: { ...option('NAME', 'default playback speed: real (default), fast, instant'), default: 'real' },
    scenarios: option('DIR', 'folder of scenarios in YAML or JSON; reloaded when it changes'),
    'allow-origin': repeatable('URL', 'origin whose pages may call the mock, * for all; repeatable'),
    'allow-cards': repeatable(
      'HOST',
      'non-public host or host:port from which agent cards are fetched; repeatable',
    ),
    'control-token': option(
      'T',
      'token that opens the control API to other computers (default BACKLOT_CONTROL_TOKEN, which other users of this computer cannot see)',
    ),
    ...logOptions,
    'max-worlds': option('N', 'maximum number of worlds (default 10000)'),
    log: option(
      'FORMAT',
      'request log: text (default on a terminal), json (one object per line), none (default elsewhere)',
    ),
    quiet: flag('print one line on start and no requests'),
    verbose: flag('print all violations of a request, not only the first three'),
    format: {
      ...resultFormat,
      help: 'on start: text (default), or json: one line with url, controlUrl, fixture, seed and worlds',
    },
    json: flag('same as --format json'),
  },
  exitCodes: '0 stopped, 1 port, data folder, Redis or description not available, 2 invalid arguments.',
});

interface Call {
  readonly host: string;
  readonly port: number;
  readonly scenarios: string | undefined;
  readonly isJson: boolean;
  readonly isQuiet: boolean;
  readonly log: LogCall | undefined;
  readonly options: MockOptions;
  /** The description of another API; `null` for the Agent Platform. */
  readonly described: DescribedCall | null;
}

/** Runs the command; resolves with its exit code once the mock has stopped. `hasExplain`: `backlot explain` is installed too. */
export async function runMock(args: readonly string[], { hasExplain = true } = {}): Promise<number> {
  const call = readCall(args, process.env);
  if (typeof call === 'number') return call;
  const started = await start(call, hasExplain);
  if (typeof started === 'number') return started;
  const { mock, greeting, folder } = started;
  const server = await tryToListen(mock, call);
  if (typeof server === 'string') {
    process.stderr.write(`${server}\n`);
    folder?.close();
    await mock.close();
    return 1;
  }
  process.stdout.write(call.isJson ? startAsJson(server.url, mock.world()) : greeting(server.url));
  if (!isLoopbackAddress(call.host)) process.stderr.write(describeExposure(call.host, call.options));
  else if (call.options.controlToken !== undefined) process.stderr.write(describeUnusedToken(call.host));
  if (call.described === null) void warnOfStaleCode();
  await stopSignal();
  folder?.close();
  await server.close();
  await mock.close();
  return 0;
}

/** A mock that is ready to listen. Shape: `greeting` is the start message at an address. */
interface StartedMock {
  readonly mock: Engine;
  /** The files that are reloaded when they change; `null` for none. */
  readonly folder: Pick<ScenarioFolder, 'close'> | null;
  readonly greeting: (url: string) => string;
}

/** Creates the mock. Shape: the exit code if that fails. */
async function start(call: Call, hasExplain: boolean): Promise<StartedMock | number> {
  const options = { ...call.options, report: reportBug };
  const isControlOpen = isLoopbackAddress(call.host) || call.options.controlToken !== undefined;
  const setup = { isControlOpen, isQuiet: call.isQuiet, place: call.log?.place, hasExplain };
  if (call.described !== null) {
    const { startDescribedMock } = await import('./described-mock.ts');
    const started = await startDescribedMock(call.described, options, call.log, setup);
    return started ?? 1;
  }
  const mock = await createStored(createMock, options, call.log);
  if (typeof mock === 'string') return fail(mock, 1);
  const folder = await tryToOpenScenarios(mock, call);
  if (typeof folder !== 'string')
    return { mock, folder, greeting: (url) => describeStart(url, mock.world(), setup) };
  await mock.close();
  return fail(folder, 2);
}

function fail(message: string, exitCode: number): number {
  process.stderr.write(`${message}\n`);
  return exitCode;
}

/**
 * Warns in a checkout if its generated code was written from another contract.
 *
 * Why: after the first requests, which would otherwise take longer; the package has no `generated/`.
 */
async function warnOfStaleCode(): Promise<void> {
  await setTimeout(500, undefined, { ref: false });
  // Why not in `@backlot/mock`: it has no templates.
  const places = ['../templates/types.ts.hbs', '../../templates/types.ts.hbs'];
  if (!places.some((place) => existsSync(path.join(import.meta.dirname, place)))) return;
  const { findTemplatesFolder } = await import('../generator/packages/package-files.ts');
  const { haveInputsChanged } = await import('../generator/output/file-manifest.ts');
  const root = path.dirname(findTemplatesFolder());
  for (const output of ['generated/service', 'generated/control', 'generated/control-agent-platform']) {
    if (!(await haveInputsChanged(root, output))) continue;
    process.stderr.write('spec/ has changed since generated/ was written. Run npm run generate.\n');
    return;
  }
}

/** Opens the folder of scenarios, if there is one. Shape: a message if that fails. */
async function tryToOpenScenarios(mock: Mock, { scenarios }: Call): Promise<ScenarioFolder | string | null> {
  if (scenarios === undefined) return null;
  const { openScenarioFolder } = await import('./scenarios/scenario-folder.ts');
  try {
    return await openScenarioFolder(scenarios, {
      use: (scenarioList) => mock.useScenarios(scenarioList),
      report: (problem) => process.stderr.write(`${problem}\n`),
    });
  } catch (error) {
    const reason = existsSync(scenarios) ? messageOf(error) : 'the folder does not exist.';
    return `Can't read --scenarios ${scenarios}: ${reason}`;
  }
}

/** Starts to listen. Shape: a message if that fails. */
async function tryToListen(mock: Engine, { host, port }: Call): Promise<NodeServer | string> {
  try {
    return await listen(mock, { host, port });
  } catch (error) {
    return describeListenError(error, host, port);
  }
}

/** Prints a bug with its stack; damaged data is not a bug. */
function reportBug(message: string, error?: unknown): void {
  const isExpected = error instanceof CommitUnreadableError || error instanceof LogUnavailableError;
  const detail =
    error instanceof Error ? (isExpected ? `: ${error.message}` : `\n${error.stack ?? error.message}`) : '';
  process.stderr.write(`${(message + detail).split('\n').map(printable).join('\n')}\n`);
}

function readCall(args: readonly string[], env: NodeJS.ProcessEnv): Call | number {
  return command.read(args, ({ values }) => {
    const port = readInteger('--port', values.port, { max: 65_535 });
    const seed = readInteger('--seed', values.seed);
    const fixture = readChoice('--fixture', values.fixture, FIXTURES);
    const pace = readChoice('--pace', values.pace, paces);
    const cards = values['allow-cards'].find((host) => !isHost(host));
    if (cards !== undefined) throw new UsageError(`--allow-cards takes host or host:port, not ${cards}.`);
    const other = values['allow-host'].find((host) => host !== '*' && !isHost(host));
    if (other !== undefined) throw new UsageError(`--allow-host takes host, host:port or *, not ${other}.`);
    const worlds = values['max-worlds'];
    const lines = values.quiet ? 'none' : (values.log ?? (process.stdout.isTTY ? 'text' : 'none'));
    const format = readChoice('--log', lines, LOG_FORMATS);
    // An empty variable or argument counts as not set: Node would listen on every interface.
    const host = values.host || env['BACKLOT_HOST'] || '127.0.0.1';
    const token = values['control-token'] || env['BACKLOT_CONTROL_TOKEN'];
    const options = {
      seed,
      fixture,
      pace,
      maxWorlds:
        worlds === undefined
          ? defaultMaxWorlds
          : readInteger('--max-worlds', worlds, { min: 1, max: 1_000_000 }),
      allowOrigins: values['allow-origin'],
      allowHosts: values['allow-host'],
      allowCards: values['allow-cards'],
      ...(token && { controlToken: token }),
      ...(format !== 'none' && { observer: requestLog(format, values.verbose) }),
    };
    const log = readLogCall(values, env);
    return {
      isJson: values.json || isJsonFormat(values.format),
      isQuiet: values.quiet,
      host,
      port,
      scenarios: values.scenarios,
      log,
      options,
      described: readDescribed(values, pace),
    };
  });
}

const LOG_FORMATS = ['text', 'json', 'none'] as const;
const FIXTURES = ['default', 'empty'] as const;

function requestLog(format: LogFormat, isVerbose: boolean): RequestObserver {
  return createRequestLog({ format, isVerbose, stream: process.stdout, now: () => new Date() });
}
