/** An in-process service that is only known by a given description, and checks of it. */
import { defaultConfig } from '../../../conformance/config/config.ts';
import type { Level } from '../../../conformance/model/check.ts';
import { isFields } from '../../../conformance/model/json-fields.ts';
import { readJson } from '../../../conformance/model/read-json.ts';
import type { TestEnvironment } from '../../../conformance/model/test-environment.ts';
import type { RunReport } from '../../../conformance/model/run-report.ts';
import { emptyPlugin } from '../../../conformance/plugin.ts';
import { runConformance } from '../../../conformance/runner/runner.ts';
import { loadResources } from '../../../generator/load/load-resources.ts';

/** A request as the service reads it. Shape: `body` is `null` if it is not an object in JSON, `text` and `bytes` are the body as sent. */
export interface WrittenCall {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>> | null;
  readonly text: string;
  readonly bytes: Buffer;
}

/** Checks a service by its description in YAML at a level; `respond` returns its responses, `only` selects checks, `parameters` are those of the configuration. */
export async function checkWritten(
  description: string,
  respond: (call: WrittenCall) => Response | Promise<Response>,
  credentials: Readonly<Record<string, string>> = {},
  only: readonly string[] = [],
  parameters: TestEnvironment['parameters'] = {},
  level: Level = 'stateful',
): Promise<RunReport> {
  const { contract, diagnostics } = await loadResources({
    openapi: 'service.yaml',
    texts: new Map([['service.yaml', description]]),
    asyncapi: [],
    overlays: [],
    resources: null,
    folder: import.meta.dirname,
    access: { isRemoteAllowed: false, folders: [] },
  });
  if (contract === null) throw new Error(JSON.stringify(diagnostics));
  // Why: the shorter the run may be, the shorter it waits for a stream that stays open.
  const budget = { ...defaultConfig.budget, perSecond: null, seconds: 60 };
  return runConformance({
    contract,
    plugin: emptyPlugin,
    baseUrl: 'http://127.0.0.1:1',
    fetch: async (url, init) => {
      const request = new Request(url, init as RequestInit);
      const { pathname, searchParams } = new URL(url);
      const bytes = Buffer.from(await request.arrayBuffer());
      const text = bytes.toString();
      const reading = readJson(text);
      const body = reading.ok && isFields(reading.value) ? reading.value : null;
      return respond({
        method: request.method,
        path: pathname,
        query: searchParams,
        headers: request.headers,
        body,
        text,
        bytes,
      });
    },
    config: {
      ...defaultConfig,
      level,
      only,
      cases: 3,
      budget,
      environment: { ...defaultConfig.environment, credentials, parameters },
    },
  });
}

/** Creates a response without a body. */
export function empty(status: number, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(null, { status, headers });
}
