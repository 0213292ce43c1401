/** `backlot proxy`: validates the traffic between clients and an implementation. */
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { agentPlatformSource } from '../conformance/agent-platform/source.ts';
import { describedSource } from './described-contract.ts';
import { faultOfBasePath } from '../conformance/proxy/upstream.ts';
import { isLoopbackName } from '../conformance/proxy/request-target.ts';
import { startProxy, type Proxy, type Violation } from '../conformance/proxy/proxy.ts';
import type { ResourceSources } from '../generator/load/load-resources.ts';
import { openCheckedApi } from './checked-api.ts';
import {
  defineCommand,
  flag,
  isJsonFormat,
  option,
  readInteger,
  repeatable,
  resultFormat,
  UsageError,
} from './command.ts';
import { describeEnd, describeProxy, lineOf, createRateLimitedLogger } from './output/proxy-lines.ts';
import { describeListenError, stopSignal } from './serving/listening.ts';
import { openRecorder, type Recorder } from './recording/recorder.ts';
import { descriptionOptions, readDescriptionCall } from './source-options.ts';
import { messageOf } from '../templates/runtime/json/value.ts';

const command = defineCommand({
  name: 'proxy',
  positionals: '[UPSTREAM]',
  description:
    'Forwards everything between clients and UPSTREAM, unchanged and without delay, and reports contract violations in requests, responses, and each event of a stream. UPSTREAM is a URL without a path, such as http://127.0.0.1:4010; the Host header of forwarded requests names it. The contract is that of --openapi FILE, or else that of the Agent Platform.',
  options: {
    ...descriptionOptions,
    target: option('URL', 'same as UPSTREAM; with --openapi its path is a --base-path'),
    port: { ...option('N', 'port (default 4011); 0 selects a free port'), default: '4011' },
    host: { ...option('ADDRESS', 'address to listen on (default 127.0.0.1)'), default: '127.0.0.1' },
    'base-path': repeatable('PATH', 'path prefix of the contract, such as /api or /w/{world}; repeatable'),
    record: option(
      'FILE',
      'write the records and stream events of the traffic to a module for `backlot mock --mock FILE`; with --openapi',
    ),
    log: option('FILE', 'append violations to a file, one JSON object per line'),
    format: {
      ...resultFormat,
      help: 'text (default), or json: one object per line, for the start, each violation and the end',
    },
    block: flag('reject invalid requests with 400 instead of forwarding them'),
    strict: flag('treat warnings as violations'),
    'keep-host': flag("forward the client's Host header"),
  },
  exitCodes: '0 no violation, 1 violations, 2 could not start or could not check.',
});

interface Call {
  readonly upstream: URL;
  /** The description of the contract; `null` for that of the Agent Platform. */
  readonly description: ResourceSources | null;
  readonly port: number;
  readonly host: string;
  readonly basePaths: readonly string[];
  readonly log: string | null;
  /** The file of the recording; `null` for none. */
  readonly record: string | null;
  readonly isBlocking: boolean;
  readonly isStrict: boolean;
  readonly isJson: boolean;
  readonly keepsHost: boolean;
}

/** Runs the command; resolves with its exit code once the proxy has stopped. */
export async function runProxy(args: readonly string[]): Promise<number> {
  const call = readCall(args);
  if (typeof call === 'number') return call;
  // Why: the threads of the proxy read the description again, and have no terminal.
  const api = call.description === null ? null : await openCheckedApi(call.description, false);
  if (api !== null && 'problem' in api) {
    process.stderr.write(`${api.problem}\n`);
    return 2;
  }
  const log = await tryToOpenLog(call);
  const recorder = call.record === null ? null : openRecorder(call.record, call.upstream.origin);
  const proxy =
    typeof log === 'string'
      ? log
      : typeof recorder === 'string'
        ? recorder
        : await tryToStart(call, log, recorder);
  if (typeof proxy === 'string') {
    process.stderr.write(`${proxy}\n`);
    return 2;
  }
  const { upstream, basePaths, isJson } = call;
  process.stdout.write(
    isJson
      ? writeLine({ url: proxy.url, upstream: upstream.origin, basePaths })
      : describeProxy(proxy, upstream, basePaths),
  );
  await stopSignal();
  const isChecked = proxy.isChecking;
  await proxy.close();
  if (log instanceof Object) await endLog(log);
  if (recorder instanceof Object) process.stderr.write(`${recorder.end()}\n`);
  process.stdout.write(isJson ? writeLine(proxy.stats()) : describeEnd(proxy.stats()));
  const { fail, warn } = proxy.stats().found;
  if (fail > 0 || (call.isStrict && warn > 0)) return 1;
  return isChecked ? 0 : 2;
}

async function tryToStart(
  call: Call,
  log: WriteStream | null,
  recorder: Recorder | null,
): Promise<Proxy | string> {
  const { upstream, description, host, port, basePaths, isBlocking, isStrict, isJson, keepsHost } = call;
  const violations = createRateLimitedLogger((text) => process.stdout.write(text));
  const errors = createRateLimitedLogger((text) => process.stderr.write(text));
  const onViolation = (violation: Violation): void => {
    if (isJson) process.stdout.write(writeLine(violation));
    else violations.log(violation.fingerprint, lineOf(violation));
    log?.write(writeLine(violation));
  };
  const onError = (message: string): void => errors.log(message, message);
  try {
    const options = {
      upstream,
      contract: description === null ? agentPlatformSource : describedSource(description),
      host,
      port,
      basePaths,
      isBlocking,
      isStrict,
      keepsHost,
    };
    return await startProxy({ ...options, onViolation, onError, onRecorded: recorder?.take });
  } catch (error) {
    return describeListenError(error, host, port);
  }
}

function writeLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

/** Opens the log file, if there is one. Shape: a message if that fails. */
async function tryToOpenLog({ log }: Call): Promise<WriteStream | string | null> {
  if (log === null) return null;
  const stream = createWriteStream(log, { flags: 'a' });
  try {
    await once(stream, 'open');
  } catch (error) {
    return `Can't write --log ${log}: ${messageOf(error)}`;
  }
  stream.on('error', (error) => process.stderr.write(`Can't write --log ${log}: ${error.message}\n`));
  return stream;
}

function endLog(log: WriteStream): Promise<void> {
  return new Promise((resolve) => {
    log.once('close', resolve);
    log.end();
  });
}

function readCall(args: readonly string[]): Call | number {
  return command.read(args, ({ values, positionals }) => {
    const [address, ...others] = [...positionals, ...(values.target === undefined ? [] : [values.target])];
    if (address === undefined || others.length > 0)
      throw new UsageError('Name one upstream, such as http://127.0.0.1:4010.');
    const port = readInteger('--port', values.port, { max: 65_535 });
    const description = readDescriptionCall(values);
    const path = description === null ? '' : pathOf(address);
    const basePaths = [...values['base-path'], ...(path === '' ? [] : [path])];
    const invalid = basePaths.find((path) => faultOfBasePath(path) !== null);
    if (invalid !== undefined)
      throw new UsageError(`A --base-path ${faultOfBasePath(invalid) ?? ''}, unlike ${invalid}.`);
    const upstream = readUpstream(address, basePaths);
    const {
      host,
      log = null,
      record = null,
      block: isBlocking,
      strict: isStrict,
      'keep-host': keepsHost,
    } = values;
    if (port !== 0 && callsItself(upstream, host, port))
      throw new UsageError(`${upstream.origin} is the address of the proxy itself.`);
    if (record !== null && description === null)
      throw new UsageError(
        '--record needs --openapi: the mock plays a recording back with the same description.',
      );
    if (record !== null && !/\.[cm]?[jt]s$/.test(record))
      throw new UsageError(`--record writes a module: name it ${record}.mjs.`);
    const isJson = isJsonFormat(values.format);
    return {
      upstream,
      description,
      port,
      host,
      basePaths,
      log,
      record,
      isBlocking,
      isStrict,
      isJson,
      keepsHost,
    };
  });
}

/** Returns the path of a URL without a trailing slash; empty for the root and without a URL. */
function pathOf(address: string): string {
  return (URL.parse(address)?.pathname ?? '').replace(/(?<!\/)\/+$/, '');
}

/** Errors: throws UsageError. */
function readUpstream(address: string, basePaths: readonly string[]): URL {
  const url = URL.parse(address);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new UsageError(`The upstream must be a URL such as http://127.0.0.1:4010, not ${address}.`);
  if (url.username !== '' || url.password !== '')
    throw new UsageError('The upstream URL must not contain credentials; each client sends its own.');
  const path = pathOf(address);
  if (url.search !== '' || url.hash !== '' || (path !== '' && !basePaths.includes(path)))
    throw new UsageError(`Paths are not rewritten. Use: ${url.origin} --base-path ${path}`);
  return new URL(url.origin);
}

function callsItself(upstream: URL, host: string, port: number): boolean {
  const target = upstream.hostname.replace(/^\[(.*)\]$/, '$1');
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const isOurs = target === host || (isLoopbackName(target) && (isEverywhere || isLoopbackName(host)));
  return upstream.protocol === 'http:' && Number(upstream.port || 80) === port && isOurs;
}
