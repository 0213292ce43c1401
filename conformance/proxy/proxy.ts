/**
 * The proxy: a server on a port that passes everything to one upstream, and what it has found on the side. Prints nothing.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readBasePaths, LONGEST_HEAD, createUpstream } from './upstream.ts';
import { serveRequests, type ServeRequest } from './serve-request.ts';
import { createProxyLog, type Listeners, type ProxyStats } from './proxy-log.ts';
import { startCheckThread, type CheckThread } from './check-thread.ts';
import type { ProxyViolation } from './violations.ts';

export type { ProxyStats } from './proxy-log.ts';
export type { ProxyViolation as Violation, ViolationCounts } from './violations.ts';

/** How a proxy is set up. */
export interface ProxyOptions extends Listeners {
  /** Where everything is passed to: scheme, host and port, no path. */
  readonly upstream: URL;
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Paths below which the contract begins; the root when absent. */
  readonly basePaths?: readonly string[] | undefined;
  /** Whether `Host` goes on as the client sent it instead of naming the upstream. */
  readonly keepsHost?: boolean | undefined;
  /** Whether requests that break the contract are answered instead of passed. */
  readonly isBlocking?: boolean | undefined;
  /** Whether warnings block too. */
  readonly isStrict?: boolean | undefined;
  /** File of the thread that judges; another one in tests. */
  readonly threadFile?: string | undefined;
}

/** A proxy that listens. */
export interface Proxy {
  /** Without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** Whether there is still something that judges. */
  readonly isChecking: boolean;
  stats(): ProxyStats;
  /** Those that are kept, oldest first. */
  violations(): readonly ProxyViolation[];
  /** Resolves when everything that has passed is judged: `true`, or `false` when that takes too long. */
  settle(): Promise<boolean>;
  /** Ends what is on its way, judges what has passed, and resolves when every connection is closed. */
  close(): Promise<void>;
}

/** Units: milliseconds. Longer than usual clients keep a connection, so that they never use one that is being closed. */
const KEEP_ALIVE = 65_000;

/** Units: milliseconds that exchanges on their way are given at the end, and that judging is waited for. */
const GRACE = 1_000;
const PATIENCE = 10_000;

/**
 * Starts a proxy.
 *
 * Errors: rejects with the error of `node:net`, such as one with code EADDRINUSE. Later nothing is thrown: what can't be
 * passed is answered with 502, what can't be checked is passed.
 */
export async function startProxy(options: ProxyOptions): Promise<Proxy> {
  const { upstream: origin, host, basePaths = [], keepsHost = false, isStrict = false } = options;
  const log = createProxyLog(options);
  const checker = startCheckThread({
    basePaths,
    file: options.threadFile,
    onReports: (reports) => reports.forEach((report) => log.take(report)),
  });
  const upstream = createUpstream(origin, keepsHost);
  const settle = (): Promise<boolean> => checker.settle(PATIENCE);
  const health = () => ({
    upstream: origin.origin,
    isChecking: checker.isChecking,
    memoryBytes: process.memoryUsage.rss(),
    ...log.read(),
  });
  const pages = { violations: log.violations, health, settle };
  const requestFilter =
    options.isBlocking === true ? { basePaths: readBasePaths(basePaths), isStrict } : null;
  const server = openServer(serveRequests({ origin, upstream, checker, log, pages, requestFilter }));
  const port = await listen(server, options, checker);
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    get isChecking() {
      return checker.isChecking;
    },
    stats: () => log.read(),
    violations: () => log.violations.after(0, Infinity),
    settle,
    async close() {
      await closeServer(server);
      upstream.close();
      if (!(await settle())) log.skip('what was still waiting when the proxy stopped');
      await checker.close();
    },
  };
}

function openServer(serve: ServeRequest): Server {
  // No time limit on a request: what a slow client sends is passed as slowly.
  const limits = { keepAliveTimeout: KEEP_ALIVE, requestTimeout: 0, maxHeaderSize: LONGEST_HEAD };
  const server = createServer(limits, (request, response) => serve(request, response, false));
  server.maxHeadersCount = 0;
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) =>
    serve(request, response, true),
  );
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    serve(request, response, false),
  );
  server.on('connect', (_incoming, socket) => {
    socket.on('error', () => undefined);
    socket.end('HTTP/1.1 501 Not Implemented\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  });
  return server;
}

async function listen(server: Server, { port, host }: ProxyOptions, checker: CheckThread): Promise<number> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, resolve);
    });
  } catch (error) {
    await checker.close();
    throw error;
  }
  return (server.address() as AddressInfo).port;
}

/** Connections turn idle one by one as their exchanges end; those that do not are cut when the grace is over. */
async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const cut = setTimeout(() => server.closeAllConnections(), GRACE);
  await closed;
  clearTimeout(cut);
}
