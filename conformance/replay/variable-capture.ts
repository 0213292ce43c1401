/**
 * Carries over what the service made up: where a recorded request used an id of an earlier recorded response, the request that
 * is sent now uses what the response that came now says in the same place.
 */
import type { RequestPlan } from '../engine/exchange.ts';
import type { CaseBody, CaseResponse, CaseStep } from './case-file.ts';

/** Carries values from one step to the next. */
export interface VariableCapture {
  /** Learns what a step answered when it was recorded, and what it answers now. */
  take(recorded: CaseStep, now: CaseResponse): void;
  /**
   * Writes a recorded request with the values of now.
   *
   * Shape: `missing` names the places that earlier responses no longer have and that the request needs.
   */
  adapt(request: RequestPlan): { readonly request: RequestPlan; readonly missing: readonly string[] };
}

/**
 * Checks whether a text looks like what a service makes up. Why: a word such as `suspended` stands in requests by choice, and
 * must not become another one because a response now says so.
 */
function isMadeUp(text: string): boolean {
  return (text.length >= 6 && /\d/.test(text)) || (text.length >= 20 && !/\s/.test(text));
}

/** Values of one response; more than these are no scenario check. */
const MOST_VALUES = 20_000;

/** Starts with nothing. `onSecret` is told of a credential that an earlier response issued, by its profile. */
export function createVariableCapture(onSecret: (profile: string, value: string) => void): VariableCapture {
  const values = new Map<string, string>();
  const lost = new Map<string, string>();
  let sent = '';
  return {
    take({ request, response }, now) {
      sent += ` ${textOf(request)}`;
      if (response === null) return;
      const fresh = leavesOf(now);
      for (const [place, old] of leavesOf(response)) {
        const value = fresh.get(place);
        const profile = /^\$\{profile\.([^{}]+)\}$/.exec(old)?.[1];
        if (profile !== undefined && value !== undefined) onSecret(profile, value);
        // Why: what the client had named itself is no news, and a word is no id of its own.
        if (profile !== undefined || !isMadeUp(old) || holds(sent, old)) continue;
        if (value === undefined) lost.set(old, place);
        else values.set(old, value);
      }
    },
    adapt(request) {
      const text = textOf(request);
      const missing = [...lost]
        .filter(([old]) => !values.has(old) && holds(text, old))
        .map(([, place]) => place);
      const used = [...values]
        .filter(([old, value]) => old !== value && holds(text, old))
        .sort(([one], [other]) => other.length - one.length);
      return { request: used.length === 0 ? request : replaceIn(request, used), missing };
    },
  };
}

/** Joins all texts of a request. */
function textOf({ path, headers, body }: RequestPlan): string {
  return [path, ...headers.map(([, value]) => value), body ?? ''].join('\n');
}

/** Lists the forms of a value: as it is, in a path, in JSON. */
const writings: readonly ((value: string) => string)[] = [
  (value) => value,
  encodeURIComponent,
  (value) => JSON.stringify(value).slice(1, -1),
];

function holds(text: string, value: string): boolean {
  return writings.some((write) => text.includes(write(value)));
}

function replaceIn(request: RequestPlan, used: readonly (readonly [string, string])[]): RequestPlan {
  const [asItIs = String, inPath = String, inJson = String] = writings;
  const replace = (text: string, write: (value: string) => string): string => {
    const pairs = used.flatMap(([old, value]) =>
      [write(old), old].map((form): [string, string] => [form, write(value)]),
    );
    // Why: one pass, so that what was just put in is not replaced again.
    const pattern = new RegExp(pairs.map(([form]) => escapePattern(form)).join('|'), 'g');
    const byForm = new Map(pairs);
    return text.replaceAll(pattern, (found) => byForm.get(found) ?? found);
  };
  return {
    ...request,
    path: replace(request.path, inPath),
    headers: request.headers.map(([name, value]) => [name, replace(value, asItIs)] as const),
    body: request.body === null ? null : replace(request.body, inJson),
  };
}

/** The texts of a response by their place: `body.data.0.id`, `header location`, `event text_delta 2.id`. */
function leavesOf({ headers, body }: CaseResponse): ReadonlyMap<string, string> {
  const captures = new Map<string, string>();
  for (const [name, value] of Object.entries(headers)) captures.set(`header ${name}`, value);
  for (const [place, value] of rootsOf(body)) walk(value, place, captures);
  return captures;
}

function rootsOf(body: CaseBody): readonly (readonly [string, unknown])[] {
  if (body.kind === 'json') return [['body', body.value]];
  if (body.kind !== 'stream') return [];
  const counts = new Map<string, number>();
  return body.events.map((event) => {
    const type = String((event as { readonly type?: unknown } | null)?.type);
    const count = (counts.get(type) ?? 0) + 1;
    counts.set(type, count);
    return [`event ${type} ${count}`, event];
  });
}

function walk(value: unknown, place: string, found: Map<string, string>): void {
  if (found.size > MOST_VALUES) return;
  if (typeof value === 'string') found.set(place, value);
  else if (typeof value === 'object' && value !== null)
    for (const [name, property] of Object.entries(value)) walk(property, `${place}.${name}`, found);
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
