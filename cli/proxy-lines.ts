/**
 * What the proxy says in a terminal: one line for each violation, and what it comes to in the end.
 */
import { clip, countOf, showInline } from '../conformance/report/plain-text.ts';
import type { Proxy, ProxyStats, Violation } from '../conformance/proxy/proxy.ts';

/** A fault that comes again and again is told so often; then it is only counted. */
const MOST_TOLD = 10;

/** Kinds of lines that are remembered; whoever tries a million paths makes as many. */
const MOST_KINDS = 10_000;

/** Tells lines, and one that comes again and again only a few times. */
export interface LineTeller {
  /** Tells a line. Shape: `kind` is the same for lines that say the same. */
  tell(kind: string, line: string): void;
}

/** Starts to tell. */
export function openTeller(write: (text: string) => void): LineTeller {
  const told = new Map<string, number>();
  return {
    tell(kind, line) {
      if (told.size >= MOST_KINDS) told.clear();
      const count = (told.get(kind) ?? 0) + 1;
      told.set(kind, count);
      if (count > MOST_TOLD) return;
      write(`${line}${count === MOST_TOLD ? ' (from here on it is only counted)' : ''}\n`);
    },
  };
}

/** Says what the proxy stands between, and where more is told. */
export function describeProxy({ url }: Proxy, upstream: URL, basePaths: readonly string[]): string {
  const lines = [
    `Backlot proxy on ${url}, in front of ${upstream.origin}`,
    ...(basePaths.length === 0 ? [] : [`The contract begins below ${basePaths.join(' and ')}.`]),
    '',
    `What breaks the contract is told here and at ${url}/_proxy/violations. Ctrl+C stops it.`,
    '',
  ];
  return `${lines.join('\n')}\n`;
}

/** Writes a violation in one line. */
export function lineOf(violation: Violation): string {
  const { time, severity, check, method, path, status, at, message, isBlocked } = violation;
  const call = `${method} ${clip(path, 120)}`;
  const fate = isBlocked ? ', blocked' : status === null ? '' : `, ${status}`;
  const isPlain = message.startsWith(at) || plain.has(at);
  const told = isPlain ? message : `${at}: ${message}`;
  const line = `${time.slice(11, 19)} ${severity} ${check} ${call}${fate}: ${told}${groundsOf(violation)}`;
  return showInline(line);
}

/** Places that every message about them names in words. */
const plain: ReadonlySet<string> = new Set(['path', 'method', 'status']);

function groundsOf({ place, facts, assumption }: Violation): string {
  const first = facts[0] ?? assumption;
  const provenances = [first, place].filter((provenance) => provenance != null);
  return provenances.length === 0 ? '' : ` [${provenances.join(', ')}]`;
}

/** Says what it came to. */
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
    `${countOf(passed, 'request')} passed, ${checked.toLocaleString('en-US')} checked: ${verdict}.`,
    ...(blocked === 0 ? [] : [`Answered instead of passed: ${countOf(blocked, 'request')}.`]),
    ...(failed === 0 ? [] : [`Without a reply of the upstream: ${countOf(failed, 'request')}.`]),
    ...(troubles === 0 ? [] : [`Checks that could not be carried out: ${troubles}.`]),
    ...Object.entries(unchecked).map(([reason, count]) => `Not checked, ${reason}: ${count}.`),
  ];
  return `${lines.join('\n')}\n`;
}
