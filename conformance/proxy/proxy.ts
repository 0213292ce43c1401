/** The proxy: a server that forwards everything to one upstream and collects violations. Prints nothing. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readBasePaths, MAX_HEAD_LENGTH, createUpstream } from './upstream.ts';
import { serveRequests, type ServeRequest } from './serve-request.ts';
import { createProxyLog, type ProxyListeners, type ProxyStats } from './proxy-log.ts';
import { startCheckThread, type CheckThread } from './check-thread.ts';
import { openContract, openTraffic, type ContractSource } from './contract-source.ts';
import { createFindingReporter } from './findings.ts';
import type { RequestFilterOptions } from './request-filter.ts';
import type { ProxyViolation } from './violations.ts';

export type { Recorded } from './job.ts';
export type { ProxyStats } from './proxy-log.ts';
export type { ProxyViolation as Violation, ViolationCounts } from './violations.ts';

export interface ProxyOptions extends ProxyListeners {
  /** Target of all requests: scheme, host and port, without a path. */
  readonly upstream: URL;
  readonly contract: ContractSource;
  readonly host: string;
  /** 0 selects a free port. */
  readonly port: number;
  /** Base paths of the contract; the root when absent. */
  readonly basePaths?: readonly string[] | undefined;
  /** Whether to forward the `Host` of the client instead of that of the upstream. */
  readonly keepsHost?: boolean | undefined;
  /** Whether to reject requests that violate the contract instead of forwarding them. */
  readonly isBlocking?: boolean | undefined;
  /** Whether to reject requests with warnings too. */
  readonly isStrict?: boolean | undefined;
  /** File of the check thread; tests replace it. */
  readonly threadFile?: string | undefined;
}

export interface Proxy {
  /** URL without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** Whether the check thread is running. */
  readonly isChecking: boolean;
  stats(): ProxyStats;
  /** Stored violations, oldest first. */
  violations(): readonly ProxyViolation[];
  /** Resolves to `true` once everything forwarded so far is checked, or to `false` on timeout. */
  settle(): Promise<boolean>;
  /** Finishes open exchanges, checks everything forwarded, and resolves once every connection is closed. */
  close(): Promise<void>;
}

/** Units: milliseconds. Why: clients usually drop idle connections earlier, so they never reuse one that is closing. */
const KEEP_ALIVE = 65_000;

/** The time that open exchanges get on shutdown, and the timeout of `settle`. Units: milliseconds. */
const GRACE = 1_000;
const SETTLE_TIMEOUT = 10_000;

/**
 * Starts a proxy.
 *
 * Errors: rejects with the error of `node:net`, such as one with code EADDRINUSE. Never throws afterwards: a request
 * that cannot be forwarded gets a 502, and one that cannot be checked is forwarded.
 */
export async function startProxy(options: ProxyOptions): Promise<Proxy> {
  const { upstream: origin, contract, host, basePaths = [], keepsHost = false } = options;
  const log = createProxyLog(options);
  const checker = startCheckThread({
    contract,
    basePaths,
    isRecording: options.onRecorded !== undefined,
    file: options.threadFile,
    onReports: (reports) => reports.forEach((report) => log.take(report)),
  });
  const upstream = createUpstream(origin, keepsHost);
  const settle = (): Promise<boolean> => checker.settle(SETTLE_TIMEOUT);
  const health = () => ({
    upstream: origin.origin,
    isChecking: checker.isChecking,
    memoryBytes: process.memoryUsage.rss(),
    ...log.read(),
  });
  const pages = { violations: log.violations, health, settle };
  const requestFilter = options.isBlocking === true ? await openFilter(options) : null;
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
      if (!(await settle())) log.skip('exchanges that were still queued when the proxy stopped');
      await checker.close();
    },
  };
}

async function openFilter(options: ProxyOptions): Promise<RequestFilterOptions> {
  const { basePaths = [], isStrict = false } = options;
  const contract = await openContract(options.contract);
  const traffic = await openTraffic(options.contract);
  return {
    contract,
    reporter: createFindingReporter(contract, traffic),
    basePaths: readBasePaths(basePaths),
    isStrict,
  };
}

function openServer(serve: ServeRequest): Server {
  // No time limit on a request: a slow client is forwarded at its own pace.
  const limits = { keepAliveTimeout: KEEP_ALIVE, requestTimeout: 0, maxHeaderSize: MAX_HEAD_LENGTH };
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

/** Closes the server: connections close as their exchanges end; after `GRACE`, the remaining ones are destroyed. */
async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const cut = setTimeout(() => server.closeAllConnections(), GRACE);
  await closed;
  clearTimeout(cut);
}
