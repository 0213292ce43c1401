/** A mock on a port of this computer, as clients in other processes reach it. */
import { afterAll, beforeAll } from 'vitest';
import { listen, type NodeServer } from '../../mock/hosts/node.ts';
import { createMock, type Mock, type MockOptions } from '../../mock/index.ts';

export interface ServedMock {
  readonly mock: Mock;
  readonly url: string;
  readonly port: number;
}

/** Serves one mock for all tests of the block. */
export function useServedMock(options: MockOptions = {}): ServedMock {
  let mock: Mock;
  let server: NodeServer;
  beforeAll(async () => {
    mock = await createMock(options);
    server = await listen(mock, { host: '127.0.0.1', port: 0 });
  });
  afterAll(async () => {
    await server.close();
    await mock.close();
  });
  return {
    get mock() {
      return mock;
    },
    get url() {
      return server.url;
    },
    get port() {
      return server.port;
    },
  };
}
