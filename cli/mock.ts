/**
 * `backlot mock`: serves the mock on a port until it is told to stop.
 */
import { listen } from '../mock/hosts/node.ts';
import type { NodeServer } from '../mock/hosts/node.ts';
import { isHost, isLoopbackAddress } from '../mock/http/addresses.ts';
import { createMock } from '../mock/index.ts';
import type { Mock, MockOptions, RequestObserver } from '../mock/index.ts';
import { usualMostWorlds } from '../mock/worlds.ts';
import { paces } from '../mock/http/prefer.ts';
import { choiceProblem, parseArguments, refuseCall } from './arguments.ts';
import { LISTEN_PROBLEMS } from './listen-problems.ts';
import { describeExposure, describeStart, startAsJson } from './mock-greeting.ts';
import { createRequestLog, type LogFormat } from './request-log.ts';
import type { ScenarioFolder } from './scenario-folder.ts';
import { stopSignal } from './stop-signal.ts';

const usage = `Usage: backlot mock [options]

Serves the mock: the whole service, with state, streams and a clock, until it is stopped.

  --port N            the port, else BACKLOT_PORT, else 4010; 0 takes a free one
  --host ADDRESS      the address to listen on, else BACKLOT_HOST, else 127.0.0.1
  --allow-host HOST   a host, or host:port, that the mock may be called by beside the loopback names, * for all; may be given
                      several times
  --seed N            what ids and random choices follow from, else 1
  --fixture NAME      what the world starts with: default or empty
  --pace NAME         how fast runs are played that name no pace: real (usual), fast or instant
  --scenarios DIR     a folder of scenarios in YAML or JSON, read again when it changes
  --allow-origin URL  a page that may call from another site, * for all; may be given several times
  --allow-cards HOST  a host, or host:port, whose agent cards are fetched although it is not public; may be given several times
  --control-token T   opens the control API on an address that other computers reach, else BACKLOT_CONTROL_TOKEN, which
                      other users of this computer do not see
  --max-worlds N      how many worlds may exist at once, else 10000
  --log FORMAT        how requests are printed: text (usual on a terminal), json (a JSON object per line) or none (usual elsewhere)
  --quiet             prints no requests, as --log none
  --verbose           prints everything that is wrong with a request, not only the first three things
  --json              print one line of JSON when the mock is up: url, controlUrl, fixture, seed and worlds
  -h, --help          this text

Exit codes: 0 stopped, 1 the port can't be had, 2 the call is wrong.
`;

interface Call {
  readonly isHelp: boolean;
  readonly host: string;
  readonly port: number;
  readonly scenarios: string | undefined;
  readonly isJson: boolean;
  readonly options: MockOptions;
}

/** Runs the command; resolves with its exit code once the mock has stopped. */
export async function runMock(args: readonly string[]): Promise<number> {
  const call = readCall(args, process.env);
  if ('problem' in call) return refuseCall('mock', call.problem);
  if (call.isHelp) {
    process.stdout.write(usage);
    return 0;
  }
  const mock = await createMock({ ...call.options, log: reportBug });
  const folder = await tryToOpenScenarios(mock, call);
  if (typeof folder === 'string') {
    process.stderr.write(`${folder}\n`);
    await mock.close();
    return 2;
  }
  const server = await tryToListen(mock, call);
  if (typeof server === 'string') {
    process.stderr.write(`${server}\n`);
    folder?.close();
    await mock.close();
    return 1;
  }
  const isOpen = isLoopbackAddress(call.host) || call.options.controlToken !== undefined;
  process.stdout.write(
    call.isJson ? startAsJson(server.url, mock.world()) : describeStart(server.url, mock.world(), isOpen),
  );
  if (!isLoopbackAddress(call.host)) process.stderr.write(describeExposure(call.host, call.options));
  await stopSignal();
  folder?.close();
  await server.close();
  await mock.close();
  return 0;
}

/** Opens the folder of scenarios if one is named, or says in one line why that is not possible. */
async function tryToOpenScenarios(mock: Mock, { scenarios }: Call): Promise<ScenarioFolder | string | null> {
  if (scenarios === undefined) return null;
  const { openScenarioFolder } = await import('./scenario-folder.ts');
  try {
    return await openScenarioFolder(scenarios, {
      use: (found) => mock.useScenarios(found),
      report: (problem) => process.stderr.write(`${problem}\n`),
    });
  } catch (error) {
    return `Can't read --scenarios ${scenarios}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Listens, or says in one line why that is not possible. */
async function tryToListen(mock: Mock, { host, port }: Call): Promise<NodeServer | string> {
  try {
    return await listen(mock, { host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = LISTEN_PROBLEMS[code ?? ''];
    if (reason === undefined) throw error;
    return `Can't listen on ${host}:${port}: ${reason}`;
  }
}

function reportBug(message: string, error?: unknown): void {
  const detail = error instanceof Error ? `\n${error.stack ?? error.message}` : '';
  process.stderr.write(`${message}${detail}\n`);
}

function readCall(args: readonly string[], env: NodeJS.ProcessEnv): Call | { readonly problem: string } {
  try {
    const { values } = parseArguments({
      args: [...args],
      options: {
        port: { type: 'string', default: env['BACKLOT_PORT'] || '4010' },
        host: { type: 'string', default: '' },
        seed: { type: 'string', default: '1' },
        fixture: { type: 'string', default: 'default' },
        pace: { type: 'string', default: 'real' },
        scenarios: { type: 'string' },
        'allow-origin': { type: 'string', multiple: true, default: [] },
        'allow-cards': { type: 'string', multiple: true, default: [] },
        'allow-host': { type: 'string', multiple: true, default: [] },
        'control-token': { type: 'string', default: '' },
        'max-worlds': { type: 'string' },
        log: { type: 'string' },
        quiet: { type: 'boolean', default: false },
        verbose: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const port = readWhole(values.port, 65_535);
    if (port === null) return { problem: `--port takes a number from 0 to 65535, not ${values.port}.` };
    const seed = readWhole(values.seed, Number.MAX_SAFE_INTEGER);
    if (seed === null) return { problem: `--seed takes a whole number, not ${values.seed}.` };
    const { fixture } = values;
    if (!FIXTURES.includes(fixture)) return { problem: choiceProblem('--fixture', fixture, FIXTURES) };
    const pace = paces.find((known) => known === values.pace);
    if (pace === undefined) return { problem: choiceProblem('--pace', values.pace, paces) };
    const noHost = values['allow-cards'].find((host) => !isHost(host));
    if (noHost !== undefined) return { problem: `--allow-cards takes host or host:port, not ${noHost}.` };
    const badHost = values['allow-host'].find((host) => host !== '*' && !isHost(host));
    if (badHost !== undefined) return { problem: `--allow-host takes host, host:port or *, not ${badHost}.` };
    const maxWorlds =
      values['max-worlds'] === undefined ? usualMostWorlds : readWhole(values['max-worlds'], 1_000_000);
    if (maxWorlds === null || maxWorlds < 1)
      return { problem: `--max-worlds takes a number from 1 to 1000000, not ${values['max-worlds']}.` };
    const log = values.quiet ? 'none' : (values.log ?? (process.stdout.isTTY ? 'text' : 'none'));
    if (!isLogFormat(log)) return { problem: `--log is one of ${LOG_FORMATS.join(', ')}, not ${log}.` };
    // An empty variable or argument counts as not set: Node would listen on every interface.
    const host = values.host || env['BACKLOT_HOST'] || '127.0.0.1';
    const token = values['control-token'] || env['BACKLOT_CONTROL_TOKEN'];
    const options = {
      seed,
      fixture,
      pace,
      maxWorlds,
      allowOrigins: values['allow-origin'],
      allowHosts: values['allow-host'],
      allowCards: values['allow-cards'],
      ...(token && { controlToken: token }),
      ...(log !== 'none' && { observer: requestLog(log, values.verbose) }),
    };
    return { isHelp: values.help, isJson: values.json, host, port, scenarios: values.scenarios, options };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

const LOG_FORMATS = ['text', 'json', 'none'] as const;

function isLogFormat(text: string): text is (typeof LOG_FORMATS)[number] {
  return LOG_FORMATS.some((format) => format === text);
}

function requestLog(format: LogFormat, isVerbose: boolean): RequestObserver {
  return createRequestLog({ format, isVerbose, stream: process.stdout, now: () => new Date() });
}

const FIXTURES: readonly string[] = ['default', 'empty'];

function readWhole(text: string, most: number): number | null {
  return /^\d{1,16}$/.test(text) && Number(text) <= most ? Number(text) : null;
}
