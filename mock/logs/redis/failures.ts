/** Classifies the errors of Redis and of its connection: temporary, to be retried by the caller, or permanent. */
import { LogUnavailableError } from '../../kernel/ports.ts';
import { messageOf } from '../../../templates/runtime/json/value.ts';

/** The outcome of a failed call. */
export type RedisFailure =
  /** The connection is lost; the call may or may not have been executed. */
  | { readonly kind: 'lost'; readonly reason: string }
  /** Redis is another server than expected, such as a replica after a failover: connect again. */
  | { readonly kind: 'moved'; readonly reason: string }
  /** Redis rejects calls temporarily. */
  | { readonly kind: 'busy'; readonly reason: string }
  /** Redis rejects the call, and waiting does not help. Units: `retryAfter` is in seconds. */
  | { readonly kind: 'rejected'; readonly reason: string; readonly retryAfter: number };

const waiting: Readonly<Record<string, string>> = {
  LOADING: 'Redis is loading its data',
  BUSY: 'Redis is busy with a script',
  TRYAGAIN: 'Redis asks to try again',
  CLUSTERDOWN: 'the cluster is down',
  NOREPLICAS: 'Redis has too few replicas that are up to date (min-replicas-to-write)',
};

const moved: Readonly<Record<string, string>> = {
  READONLY: 'Redis is a read-only replica',
  MASTERDOWN: 'Redis is a replica without its primary',
  UNBLOCKED: 'Redis has become a replica',
};

const rejected: Readonly<Record<string, string>> = {
  OOM: 'Redis has reached its limit of memory (maxmemory). Delete worlds or raise the limit',
  MISCONF: 'Redis cannot write to its disk and has stopped accepting writes',
  NOAUTH: 'Redis requires a password',
  WRONGPASS: 'Redis rejects the user name or the password',
  NOPERM: 'the user of Redis lacks a permission',
};

/** Units: seconds. */
const REJECTED_RETRY = 5;

export function classifyFailure(error: unknown): RedisFailure {
  const message = messageOf(error);
  const [, code = '', text = ''] = /^(?:-)?([A-Z]+) (.*)$/s.exec(message) ?? [];
  // Errors of commands within a script of Redis 7 have the code of the command first, as all others.
  if (code in waiting) return { kind: 'busy', reason: waiting[code] ?? text };
  if (code in moved) return { kind: 'moved', reason: moved[code] ?? text };
  if (code in rejected)
    return { kind: 'rejected', reason: rejected[code] ?? text, retryAfter: REJECTED_RETRY };
  if (code === 'ERR' || code === 'WRONGTYPE')
    return { kind: 'rejected', reason: `Redis reports: ${text}`, retryAfter: REJECTED_RETRY };
  return { kind: 'lost', reason: message };
}

/** Returns whether a script has failed because the keys of a world have values that the scripts do not write. */
export function isDamagedData(error: unknown): boolean {
  const cause = error instanceof LogUnavailableError ? error.cause : undefined;
  return cause instanceof Error && /^-?(?:WRONGTYPE |ERR .*script)/s.test(cause.message);
}

/** Creates the error of requests that Redis cannot serve now. */
export function unavailable(address: string, { reason, ...failure }: RedisFailure, cause?: unknown) {
  const retryAfter = failure.kind === 'rejected' ? failure.retryAfter : 1;
  const lost = failure.kind === 'lost' ? `no connection to Redis at ${address} (${reason})` : reason;
  return new LogUnavailableError(`The worlds are not available: ${lost}.`, { retryAfter, cause });
}

/** Creates the error of a first connection that fails, with what to do. */
export function unreachable(address: string, cause: unknown) {
  const failure = classifyFailure(cause);
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const message = `no connection to Redis at ${address}: ${failure.reason}. ${adviceFor(failure, code)}`;
  return new LogUnavailableError(message, { cause });
}

function adviceFor({ kind, reason }: RedisFailure, code: string): string {
  if (kind === 'moved') return 'Use the URL of the primary.';
  if (kind === 'rejected') return 'Check the user name, the password and the database in the URL.';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'Use a host name of the certificate.';
  if (/CERT|SIGNATURE/.test(code))
    return 'Set NODE_EXTRA_CA_CERTS to the file with the certificate of its authority.';
  if (code === 'ECONNRESET' || reason === 'Connection timeout')
    return 'Check that it is running. Use rediss:// if it expects TLS, otherwise redis://.';
  return 'Check that it is running, and the URL.';
}
