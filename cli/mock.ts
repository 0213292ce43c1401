/**
 * `backlot mock`: serves the mock on a port until it is told to stop.
 */
import { parseArgs } from 'node:util';
import { listen } from '../mock/hosts/node.ts';
import type { NodeServer } from '../mock/hosts/node.ts';
import { isHost } from '../mock/http/addresses.ts';
import { createMock } from '../mock/index.ts';
import type { Mock, MockOptions } from '../mock/index.ts';
import { paces } from '../mock/domain/run/run.ts';
import { LISTEN_PROBLEMS } from './listen-problems.ts';
import { describeStart } from './mock-greeting.ts';
import type { ScenarioFolder } from './scenario-folder.ts';
import { stopSignal } from './stop-signal.ts';

const usage = `Usage: backlot mock [options]

Serves the mock: the whole service, with state, streams and a clock, until it is stopped.

  --port N            the port, else BACKLOT_PORT, else 4010; 0 takes a free one
  --host ADDRESS      the address to listen on, else BACKLOT_HOST, else 127.0.0.1
  --seed N            what ids and random choices follow from, else 1
  --fixture NAME      what the world starts with: default or empty
  --pace NAME         how fast runs are played that name no pace: real (usual), fast or instant
  --scenarios DIR     a folder of scenarios in YAML or JSON, read again when it changes
  --allow-origin URL  a page that may call from another site, * for all; may be given several times
  --allow-cards HOST  a host, or host:port, whose agent cards are fetched although it is not public; may be given several times
  --control-token T   opens the control API on an address that other computers reach
  -h, --help          this text

Exit codes: 0 stopped, 1 the port can't be had, 2 the call is wrong.
`;

interface Call {
  readonly isHelp: boolean;
  readonly host: string;
  readonly port: number;
  readonly scenarios: string | undefined;
  readonly options: MockOptions;
}

/** Runs the command; resolves with its exit code once the mock has stopped. */
export async function runMock(args: readonly string[]): Promise<number> {
  const call = readCall(args, process.env);
  if ('problem' in call) {
    process.stderr.write(`${call.problem}\n\n${usage}`);
    return 2;
  }
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
  process.stdout.write(describeStart(server.url, mock.world()));
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
    return await listen(mock.handle, { host, port });
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
    const { values } = parseArgs({
      args: [...args],
      options: {
        port: { type: 'string', default: env['BACKLOT_PORT'] ?? '4010' },
        host: { type: 'string', default: env['BACKLOT_HOST'] ?? '127.0.0.1' },
        seed: { type: 'string', default: '1' },
        fixture: { type: 'string', default: 'default' },
        pace: { type: 'string', default: 'real' },
        scenarios: { type: 'string' },
        'allow-origin': { type: 'string', multiple: true, default: [] },
        'allow-cards': { type: 'string', multiple: true, default: [] },
        'control-token': { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const port = readWhole(values.port, 65_535);
    if (port === null) return { problem: `--port takes a number from 0 to 65535, not ${values.port}.` };
    const seed = readWhole(values.seed, Number.MAX_SAFE_INTEGER);
    if (seed === null) return { problem: `--seed takes a whole number, not ${values.seed}.` };
    const { fixture } = values;
    if (!FIXTURES.includes(fixture)) return { problem: `--fixture is one of ${FIXTURES.join(', ')}.` };
    const pace = paces.find((known) => known === values.pace);
    if (pace === undefined) return { problem: `--pace is one of ${paces.join(', ')}.` };
    const noHost = values['allow-cards'].find((host) => !isHost(host));
    if (noHost !== undefined) return { problem: `--allow-cards takes host or host:port, not ${noHost}.` };
    const token = values['control-token'];
    const options = {
      seed,
      fixture,
      pace,
      allowOrigins: values['allow-origin'],
      allowCards: values['allow-cards'],
      ...(token && { controlToken: token }),
    };
    return { isHelp: values.help, host: values.host, port, scenarios: values.scenarios, options };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

const FIXTURES: readonly string[] = ['default', 'empty'];

function readWhole(text: string, most: number): number | null {
  return /^\d{1,16}$/.test(text) && Number(text) <= most ? Number(text) : null;
}
