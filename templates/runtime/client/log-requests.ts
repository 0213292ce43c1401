/** Logs the requests of a client in one line each, without credentials. */
import type { HookRequest, Hooks } from './hooks.ts';

/** The content of a line of the log. */
export interface RequestLogEntry extends Pick<HookRequest, 'operationId' | 'method' | 'attempt'> {
  /** Path and query, without credentials and secrets. */
  readonly path: string;
  /** `null` if there was no usable response. */
  readonly status: number | null;
  /** Units: milliseconds. */
  readonly durationMs: number;
}

/**
 * Creates hooks that log each request: `hooks: [logRequests(console.log)]` prints `GET /v1/agents?limit=2 200 34 ms`.
 *
 * Shape: the credentials of the request and the texts in `secrets` are replaced by `***`. Headers and bodies are not
 * logged.
 */
export function logRequests(
  log: (line: string, entry: RequestLogEntry) => void,
  { secrets = [] }: { readonly secrets?: readonly string[] } = {},
): Hooks {
  const write = (
    request: HookRequest & { readonly durationMs: number },
    status: number | null,
    outcome: string,
  ): void => {
    const { operationId, method, url, attempt, durationMs, credentials } = request;
    const hidden = [...secrets, ...credentials.map((one) => (typeof one === 'string' ? one : one.password))];
    const conceal = (text: string): string =>
      hidden
        .filter((secret) => secret !== '')
        .flatMap((secret) => [secret, encodeURIComponent(secret)])
        .reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
    const path = conceal(url.replace(/^[a-z]+:\/\/[^/?]*/i, ''));
    const repeated = attempt === 1 ? '' : ` (attempt ${attempt})`;
    log(`${method} ${path} ${conceal(outcome)} ${Math.round(durationMs)} ms${repeated}`, {
      operationId,
      method,
      attempt,
      path,
      status,
      durationMs,
    });
  };
  return {
    onResponse: (response) => write(response, response.response.status, String(response.response.status)),
    onError: (failure) => write(failure, null, `${failure.error.name} (${failure.error.message})`),
  };
}
