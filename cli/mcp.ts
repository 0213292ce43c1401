/**
 * `backlot mcp`: gives coding agents the control API of a mock, and the checks, as tools of the Model Context Protocol.
 */
import path from 'node:path';
import { findTemplatesFolder, packageVersion } from '../generator/packages/package-files.ts';
import { projectDocuments } from '../generator/project/project.ts';
import type { ResourceSources } from '../generator/load/load-resources.ts';
import { listen } from '../mock/hosts/node.ts';
import { createMock } from '../mock/index.ts';
import { openCheckedApi } from './checked-api.ts';
import { readRunConfig } from './check-config.ts';
import { defineCommand, option, readInteger, UsageError } from './command.ts';
import { describedOptions, readDescribed, type DescribedCall } from './described-call.ts';
import { createCheckTools, type CheckSession } from './mcp/check-tools.ts';
import { createControlTools, type SendControl } from './mcp/control-tools.ts';
import { loadToolServer } from './mcp/serve-tools.ts';
import { readDescriptionCall } from './source-options.ts';
import type { ConfigFile } from '../conformance/config/read-config.ts';
import { isObject } from '../templates/runtime/json/value.ts';

const command = defineCommand({
  name: 'mcp',
  description:
    'Serves tools for coding agents over standard input and output with the Model Context Protocol: worlds, snapshots, scenarios, clock, faults and the journal of a mock, and checks. It starts the mock of --openapi FILE, or else that of the Agent Platform, unless --url is that of a running one.\n\nIt needs the package @modelcontextprotocol/server: npm install --save-dev @modelcontextprotocol/server',
  options: {
    url: option('URL', 'use this running mock; --openapi is then the contract of the checks'),
    'control-token': option('T', 'token of its control API (default BACKLOT_CONTROL_TOKEN)'),
    port: { ...option('N', 'port of the mock that it starts (default a free one)'), default: '0' },
    ...describedOptions,
  },
  exitCodes: '0 the agent has disconnected, 1 the mock could not be started, 2 invalid arguments.',
});

interface Call {
  readonly url: string | null;
  readonly token: string | null;
  readonly port: number;
  /** The description that the mock serves; `null` for the Agent Platform. */
  readonly described: DescribedCall | null;
  /** The contract of the checks, likewise. */
  readonly description: ResourceSources | null;
}

/** Runs the command; resolves with its exit code once the agent has disconnected. */
export async function runMcp(args: readonly string[]): Promise<number> {
  const call = readCall(args, process.env);
  if (typeof call === 'number') return call;
  const serve = await loadToolServer();
  if (serve === null) {
    const name = '@modelcontextprotocol/server';
    process.stderr.write(`backlot mcp needs ${name}. Run: npm install --save-dev ${name}\n`);
    return 2;
  }
  const mock = call.url === null ? await startMock(call) : { url: call.url, close: () => Promise.resolve() };
  if (mock === null) return 1;
  const tools = [
    ...createControlTools(await readControlContract(), sendTo(mock.url, call.token)),
    ...createCheckTools(openChecks(call, mock.url)),
  ];
  const instructions = `The mock is at ${mock.url}; every world except default is at ${mock.url}/w/ID. Point the application or the test at it, then set it up and inspect it with these tools. getRequest explains why the mock responded as it did.`;
  await serve(tools, { version: packageVersion(), instructions });
  await mock.close();
  return 0;
}

/** A mock that listens. */
interface ServedMock {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Starts the mock; `null` after a message if that fails. */
async function startMock({ described, port }: Call): Promise<ServedMock | null> {
  const started = described === null ? { mock: await createMock() } : await startDescribed(described);
  if (started === null) return null;
  const server = await listen(started.mock, { host: '127.0.0.1', port });
  return {
    url: server.url,
    close: async () => {
      if ('folder' in started) started.folder.close();
      await server.close();
      await started.mock.close();
    },
  };
}

async function startDescribed(described: DescribedCall) {
  const { startDescribedMock } = await import('./described-mock.ts');
  const setup = { isControlOpen: true, isQuiet: true, place: undefined, hasExplain: true };
  return startDescribedMock(described, {}, undefined, setup);
}

async function readControlContract() {
  const folder = path.dirname(findTemplatesFolder());
  const { document } = await projectDocuments({ openapi: 'spec/control/openapi.yaml', asyncapi: [] }, folder);
  if (document === null) throw new Error('The description of the control API is missing from the package.');
  return document;
}

function sendTo(url: string, token: string | null): SendControl {
  return async ({ method, path: target, body }) => {
    const response = await fetch(url + target, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== null && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const value: unknown = text === '' ? { status: response.status } : JSON.parse(text);
    return {
      value: response.ok || !isObject(value) ? value : { status: response.status, ...value },
      isError: !response.ok,
    };
  };
}

function openChecks({ description }: Call, baseUrl: string): CheckSession {
  const open = async () => {
    const api = await openCheckedApi(description, true);
    if ('problem' in api) throw new Error(api.problem);
    return api;
  };
  return {
    baseUrl,
    list: async () => {
      const { contract, plugin } = await open();
      const { listChecks } = await import('../conformance/catalogue/catalogue.ts');
      return listChecks(contract, plugin);
    },
    run: async (settings: ConfigFile, address) => {
      const api = await open();
      const read = readRunConfig({ configFile: null, settings, description }, process.env, api);
      if (!read.ok) throw new Error(read.problems.join('\n'));
      const { runConformance } = await import('../conformance/runner/runner.ts');
      return runConformance({ ...api, baseUrl: address, config: read.config });
    },
  };
}

function readCall(args: readonly string[], env: NodeJS.ProcessEnv): Call | number {
  return command.read(args, ({ values }) => {
    const url = values.url ?? null;
    if (url !== null && !/^https?:\/\//.test(url))
      throw new UsageError(`--url takes an http or https address, not ${url}.`);
    const described = readDescribed({ ...values, 'allow-cards': [] }, 'real');
    return {
      url: url?.replace(/(?<!\/)\/+$/, '') ?? null,
      token: (values['control-token'] || env['BACKLOT_CONTROL_TOKEN']) ?? null,
      port: readInteger('--port', values.port, { max: 65_535 }),
      described,
      description: described === null ? null : readDescriptionCall(values),
    };
  });
}
