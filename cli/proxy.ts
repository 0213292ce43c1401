/**
 * `backlot proxy`: stands between clients and an implementation, and tells what breaks the contract.
 */
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { faultOfBasePath } from '../conformance/proxy/base-path.ts';
import { isLoopbackName } from '../conformance/proxy/loopback.ts';
import { startProxy, type Proxy, type Violation } from '../conformance/proxy/proxy.ts';
import { parseArguments, refuseCall } from './arguments.ts';
import { LISTEN_PROBLEMS } from './listen-problems.ts';
import { describeEnd, describeProxy, lineOf, openTeller } from './proxy-lines.ts';
import { stopSignal } from './stop-signal.ts';

const usage = `Usage: backlot proxy UPSTREAM [options]

Passes everything between clients and UPSTREAM, unchanged and at once, and tells what breaks the contract: requests, replies,
and streams event by event. UPSTREAM is an address without a path, such as http://127.0.0.1:4010; the Host header of what
is passed names it.

  --port N          the port to listen on, 4011 when absent; 0 takes a free one
  --host ADDRESS    the address to listen on, 127.0.0.1 when absent
  --base-path PATH  where the contract begins, such as /api or /w/{world}; may be given several times
  --log FILE        adds each violation to a file, one line of JSON each
  --block           answers requests that break the contract with 400 instead of passing them
  --strict          counts warnings as violations
  --keep-host       passes the Host header as the client sent it
  -h, --help        this text

Exit codes: 0 no violation, 1 some, 2 it could not start or not check.
`;

interface Call {
  readonly isHelp: boolean;
  readonly upstream: URL;
  readonly port: number;
  readonly host: string;
  readonly basePaths: readonly string[];
  readonly log: string | null;
  readonly isBlocking: boolean;
  readonly isStrict: boolean;
  readonly keepsHost: boolean;
}

/** Runs the command; resolves with its exit code once the proxy has stopped. */
export async function runProxy(args: readonly string[]): Promise<number> {
  const call = readCall(args);
  if ('problem' in call) return refuseCall('proxy', call.problem);
  if (call.isHelp) {
    process.stdout.write(usage);
    return 0;
  }
  const log = await tryToOpenLog(call);
  const proxy = typeof log === 'string' ? log : await tryToStart(call, log);
  if (typeof proxy === 'string') {
    process.stderr.write(`${proxy}\n`);
    return 2;
  }
  process.stdout.write(describeProxy(proxy, call.upstream, call.basePaths));
  await stopSignal();
  const isChecked = proxy.isChecking;
  await proxy.close();
  if (log instanceof Object) await endLog(log);
  process.stdout.write(describeEnd(proxy.stats()));
  const { fail, warn } = proxy.stats().found;
  if (fail > 0 || (call.isStrict && warn > 0)) return 1;
  return isChecked ? 0 : 2;
}

async function tryToStart(call: Call, log: WriteStream | null): Promise<Proxy | string> {
  const { upstream, host, port, basePaths, isBlocking, isStrict, keepsHost } = call;
  const out = openTeller((text) => process.stdout.write(text));
  const complaints = openTeller((text) => process.stderr.write(text));
  const onViolation = (violation: Violation): void => {
    out.tell(violation.fingerprint, lineOf(violation));
    log?.write(`${JSON.stringify(violation)}\n`);
  };
  const onError = (message: string): void => complaints.tell(message, message);
  try {
    return await startProxy({
      ...{ upstream, host, port, basePaths, isBlocking, isStrict, keepsHost, onViolation, onError },
    });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = LISTEN_PROBLEMS[code ?? ''];
    if (reason === undefined) throw error;
    return `Can't listen on ${host}:${port}: ${reason}`;
  }
}

/** Opens the file if one is named, or says in one line why that is not possible. */
async function tryToOpenLog({ log }: Call): Promise<WriteStream | string | null> {
  if (log === null) return null;
  const stream = createWriteStream(log, { flags: 'a' });
  try {
    await once(stream, 'open');
  } catch (error) {
    return `Can't write --log ${log}: ${error instanceof Error ? error.message : String(error)}`;
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

function readCall(args: readonly string[]): Call | { readonly problem: string } {
  try {
    const { values, positionals } = parseArguments({
      args: [...args],
      allowPositionals: true,
      options: {
        port: { type: 'string', default: '4011' },
        host: { type: 'string', default: '127.0.0.1' },
        'base-path': { type: 'string', multiple: true, default: [] },
        log: { type: 'string' },
        block: { type: 'boolean', default: false },
        strict: { type: 'boolean', default: false },
        'keep-host': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const { host, help } = values;
    const [address, ...others] = positionals;
    if (!help && (address === undefined || others.length > 0))
      return { problem: 'Name one upstream, such as http://127.0.0.1:4010.' };
    const port = /^\d{1,5}$/.test(values.port) && Number(values.port) <= 65_535 ? Number(values.port) : null;
    if (port === null) return { problem: `--port takes a number from 0 to 65535, not ${values.port}.` };
    const basePaths = values['base-path'];
    const odd = basePaths.find((path) => faultOfBasePath(path) !== null);
    if (odd !== undefined) return { problem: `A --base-path ${faultOfBasePath(odd) ?? ''}, unlike ${odd}.` };
    const upstream = readUpstream(address ?? 'http://127.0.0.1', basePaths);
    if (typeof upstream === 'string') return { problem: upstream };
    if (port !== 0 && callsItself(upstream, host, port))
      return { problem: `${upstream.origin} is where the proxy itself listens.` };
    const isBlocking = values.block;
    const log = values.log ?? null;
    const more = { isStrict: values.strict, keepsHost: values['keep-host'] };
    return { isHelp: help, upstream, port, host, basePaths, log, isBlocking, ...more };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Reads the address, or says what is wrong with it. */
function readUpstream(address: string, basePaths: readonly string[]): URL | string {
  const url = URL.parse(address);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    return `The upstream is an address such as http://127.0.0.1:4010, not ${address}.`;
  if (url.username !== '' || url.password !== '')
    return 'The address of the upstream holds no credentials; each client sends its own.';
  const path = url.pathname.replace(/\/+$/, '');
  if (url.search !== '' || url.hash !== '' || (path !== '' && !basePaths.includes(path)))
    return `Paths are passed as they are, so the upstream has none: ${url.origin} --base-path ${path}`;
  return new URL(url.origin);
}

function callsItself(upstream: URL, host: string, port: number): boolean {
  const target = upstream.hostname.replace(/^\[(.*)\]$/, '$1');
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const isOurs = target === host || (isLoopbackName(target) && (isEverywhere || isLoopbackName(host)));
  return upstream.protocol === 'http:' && Number(upstream.port || 80) === port && isOurs;
}
