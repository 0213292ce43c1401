/** Refreshes credentials that the service rejected with 401, and repeats the request once. */
import type {
  ChosenCredential,
  CredentialRefresh,
  CredentialRequest,
  CredentialSource,
  CredentialValue,
} from './auth.ts';
import { UNAUTHORIZED } from './send.ts';

/** The argument of a credential callback that can refresh its credential. */
export interface RefreshRequest extends CredentialRequest {
  /** Whether the service rejected the credential with 401, so that a new one is needed. */
  readonly isRefresh: boolean;
}

/**
 * Creates a credential that is refreshed after a 401: `auth: { token: refreshOn401(({ isRefresh }) => …) }`.
 *
 * Shape: the callback is called before each attempt, and with `isRefresh` after a 401; the request is then sent once
 * more. Concurrent calls share one refresh. The caller gets the first 401 if the callback throws, returns `null` or the
 * same credential, or if the new one is rejected too.
 */
export function refreshOn401<Value extends CredentialValue>(
  callback: (request: RefreshRequest) => Value | null | Promise<Value | null>,
): CredentialSource<Value> {
  let pending: Promise<Value | null> | null = null;
  const replace = async (request: CredentialRequest, rejected: CredentialValue): Promise<Value | null> => {
    // Another call may have refreshed it in the meantime.
    const current = await callback({ ...request, isRefresh: false });
    return isSame(current, rejected) ? callback({ ...request, isRefresh: true }) : current;
  };
  const renew: CredentialRefresh['renew'] = (request, rejected) =>
    (pending ??= replace(request, rejected).finally(() => (pending = null)));
  const source = (request: CredentialRequest): Value | null | Promise<Value | null> =>
    callback({ ...request, isRefresh: false });
  return Object.assign(source, { refresh: { renew, repeat: repeatRefreshed } });
}

const repeatRefreshed: CredentialRefresh['repeat'] = async (operationId, rejected, send) => {
  const { response, credentials } = rejected;
  // Why: reads the response, so that it does not occupy a connection that the refresh needs.
  await response
    .clone()
    .arrayBuffer()
    .catch(() => undefined);
  const renewed = async (chosen: ChosenCredential): Promise<ChosenCredential> => {
    const { refresh, scopes = [], value } = chosen;
    return { ...chosen, value: (await refresh?.renew({ operationId, scopes }, value)) ?? value };
  };
  const fresh = await Promise.all(credentials.map(renewed)).catch(() => credentials);
  if (isSame(fresh, credentials)) return rejected;
  const second = await send(fresh);
  const [kept, other] = second.response.status === UNAUTHORIZED ? [rejected, second] : [second, rejected];
  other.close();
  return kept;
};

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
