/** Starts proxies for tests, on a free port each. */
import { join } from 'node:path';
import { agentPlatformSource } from '../../../conformance/agent-platform/source.ts';
import { startProxy, type Proxy, type ProxyOptions } from '../../../conformance/proxy/proxy.ts';

const idleThread = join(import.meta.dirname, 'idle-thread.ts');

export function startTestProxy(upstream: URL, options: Partial<ProxyOptions> = {}): Promise<Proxy> {
  return startProxy({ upstream, contract: agentPlatformSource, host: '127.0.0.1', port: 0, ...options });
}

/** Starts a proxy that checks nothing, and so starts fast. */
export function startPassingProxy(upstream: URL, options: Partial<ProxyOptions> = {}): Promise<Proxy> {
  return startTestProxy(upstream, { threadFile: idleThread, ...options });
}
