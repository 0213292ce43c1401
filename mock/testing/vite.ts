/** A plugin for Vite that starts the mock with the dev server. */
import type { Plugin } from 'vite';
import { createMock, type Mock, type MockOptions } from '../index.ts';
import { listen, type NodeServer } from '../hosts/node.ts';

/** The options of the plugin, and those of `createMock`. */
export interface BacklotPluginOptions extends MockOptions {
  /** The path of the dev server below which the app calls the API; `/api` when absent. */
  readonly path?: string | undefined;
  /** The port of the mock itself; a free one when absent. */
  readonly port?: number | undefined;
}

/**
 * Creates the plugin. The mock listens on 127.0.0.1, and the dev server forwards the path to it, streams included. The
 * plugin does nothing in a build.
 */
export function backlot({ path = '/api', port = 0, ...options }: BacklotPluginOptions = {}): Plugin {
  let running: { readonly mock: Mock; readonly server: NodeServer } | undefined;
  const prefix = `/${path.replaceAll(/^\/+|\/+$/g, '')}`;
  const stop = async (): Promise<void> => {
    const stopped = running;
    running = undefined;
    await stopped?.server.close();
    await stopped?.mock.close();
  };
  return {
    name: 'backlot',
    apply: 'serve',
    async config() {
      const mock = await createMock(options);
      const server = await listen(mock, { host: '127.0.0.1', port });
      running = { mock, server };
      const rewrite = (url: string): string => url.slice(prefix.length) || '/';
      return { server: { proxy: { [`^${prefix}(?:/|$)`]: { target: server.url, rewrite } } } };
    },
    configureServer(dev) {
      const printUrls = dev.printUrls.bind(dev);
      dev.printUrls = () => {
        printUrls();
        if (running === undefined) return;
        dev.config.logger.info(`  ➜  Mock:    ${prefix} → ${running.server.url}`);
        dev.config.logger.info(`  ➜  Console: ${running.server.url}/_mock/console/`);
      };
      dev.httpServer?.once('close', () => void stop());
    },
    closeBundle: stop,
  };
}
