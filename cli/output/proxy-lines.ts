/** Formats the output of `backlot proxy`. */
import { clip, countOf, showInline } from '../../conformance/report/plain-text.ts';
import type { Proxy, ProxyStats, Violation } from '../../conformance/proxy/proxy.ts';

/** The number of times a kind of line is printed before it is only counted. */
const MAX_REPEATS = 10;

/** The number of kinds that are remembered; a client may cause any number of them. */
const MAX_KINDS = 10_000;

/** Logs lines. Shape: `kind` is the same for lines with the same cause. */
export interface LineLogger {
  log(kind: string, line: string): void;
}

/** Creates a logger that prints each kind of line only a few times. */
export function createRateLimitedLogger(write: (text: string) => void): LineLogger {
  const counts = new Map<string, number>();
  return {
    log(kind, line) {
      if (counts.size >= MAX_KINDS) counts.clear();
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      if (count > MAX_REPEATS) return;
      write(`${line}${count === MAX_REPEATS ? ' (further ones are only counted)' : ''}\n`);
    },
  };
}

export function describeProxy({ url }: Proxy, upstream: URL, basePaths: readonly string[]): string {
  const path = basePaths.length === 1 ? basePaths.join('') : '';
  const lines = [
    `Backlot proxy on ${url}, in front of ${upstream.origin}${path}`,
    ...(basePaths.length === 0 ? [] : [`Paths of the contract begin with ${basePaths.join(' or ')}.`]),
    '',
    `Violations are printed here and served at ${url}/_proxy/violations. Stop with Ctrl+C.`,
    '',
  ];
  return `${lines.join('\n')}\n`;
}

/** Formats a violation as one line. */
export function lineOf(violation: Violation): string {
  const { time, severity, check, method, path, status, at, message, isBlocked } = violation;
  const call = `${method} ${clip(path, 120)}`;
  const fate = isBlocked ? ', blocked' : status === null ? '' : `, ${status}`;
  const isPlain = message.startsWith(at) || plain.has(at);
  const text = isPlain ? message : `${at}: ${message}`;
  const line = `${time.slice(11, 19)} ${severity} ${check} ${call}${fate}: ${text}${provenanceText(violation)}`;
  return showInline(line);
}

/** Locations that messages already contain. */
const plain: ReadonlySet<string> = new Set(['path', 'method', 'status']);

function provenanceText({ place, facts, assumption }: Violation): string {
  const first = facts[0] ?? assumption;
  const provenances = [first, place].filter((provenance) => provenance != null);
  return provenances.length === 0 ? '' : ` [${provenances.join(', ')}]`;
}

/** Formats the summary. */
export function describeEnd({
  passed,
  blocked,
  failed,
  checked,
  unchecked,
  found,
  troubles,
}: ProxyStats): string {
  const { fail, warn } = found;
  const verdict =
    fail + warn === 0 ? 'no violation' : `${countOf(fail, 'violation')}, ${countOf(warn, 'warning')}`;
  const lines = [
    '',
    `${countOf(passed, 'request')} forwarded, ${checked.toLocaleString('en-US')} checked: ${verdict}.`,
    ...(blocked === 0 ? [] : [`Blocked: ${countOf(blocked, 'request')}.`]),
    ...(failed === 0 ? [] : [`Without a response from the upstream: ${countOf(failed, 'request')}.`]),
    ...(troubles === 0 ? [] : [`Checks that could not run: ${troubles}.`]),
    ...Object.entries(unchecked).map(([reason, count]) => `Not checked, ${reason}: ${count}.`),
  ];
  return `${lines.join('\n')}\n`;
}
