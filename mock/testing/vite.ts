/** A plugin for Vite that starts the mock with the dev server. */
import path from 'node:path';
import type { Plugin, ViteDevServer } from 'vite';
import { messageOf } from '../../templates/runtime/json/value.ts';
import type * as describedMock from '../described-mock.ts';
import type { DescribedMock } from '../described-mock.ts';
import { loadDescribedMock } from '../host-modules.ts';
import { createMock, type DescribedMockOptions, type Engine, type MockOptions } from '../index.ts';
import { listen, type NodeServer } from '../hosts/node.ts';

/** The options of the plugin, and those of `createMock`. */
export type BacklotPluginOptions = BacklotPluginPlaces & (MockOptions | DescribedMockOptions);

/** The path and the port of the mock of a dev server. */
export interface BacklotPluginPlaces {
  /** The path of the dev server below which the app calls the API; `/api` when absent. */
  readonly path?: string | undefined;
  /** The port of the mock itself; a free one when absent. */
  readonly port?: number | undefined;
}

/**
 * Creates the plugin. The mock listens on 127.0.0.1, and the dev server forwards the path to it, streams included. The
 * plugin does nothing in a build. A description is read again when it changes.
 */
export function backlot({ path: route = '/api', port = 0, ...options }: BacklotPluginOptions = {}): Plugin {
  let running: RunningMock | undefined;
  const prefix = `/${route.replaceAll(/^\/+|(?<!\/)\/+$/g, '')}`;
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
      const described = 'openapi' in options ? await createDescribed(options) : null;
      const mock = described?.engine ?? (await createMock(options));
      const server = await listen(mock, { host: '127.0.0.1', port });
      running = { mock, server, described };
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
      const described = running?.described ?? null;
      if (described !== null) reloadOnChange(dev, described);
      dev.httpServer?.once('close', () => void stop());
    },
    closeBundle: stop,
  };
}

interface RunningMock {
  readonly mock: Engine;
  readonly server: NodeServer;
  /** `null` for the Agent Platform. */
  readonly described: DescribedMock | null;
}

async function createDescribed(options: DescribedMockOptions): Promise<DescribedMock> {
  const { createDescribedMock } = await loadDescribedMock<typeof describedMock>();
  return createDescribedMock(options);
}

/** Reads a description again when one of its files changes; the last valid version stays in use. */
function reloadOnChange({ watcher, config: { logger } }: ViteDevServer, described: DescribedMock): void {
  let files = described.loaded.files;
  watcher.add([...files]);
  watcher.on('all', (_event, file) => {
    if (!files.includes(path.resolve(file))) return;
    described.reload().then(
      ({ loaded, problems }) => {
        files = loaded.files;
        watcher.add([...files]);
        for (const problem of problems) logger.warn(problem);
      },
      (error: unknown) => logger.error(messageOf(error)),
    );
  });
}
