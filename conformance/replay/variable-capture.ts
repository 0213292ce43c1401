/**
 * Carries over ids that the service generates: if a recorded request used an id of an earlier recorded response, the
 * replayed request uses the value at the same place of the new response.
 */
import type { RequestPlan } from '../model/exchange.ts';
import type { CaseBody, CaseResponse, CaseStep } from './case-file.ts';

/** Carries values from one step to the next. */
export interface VariableCapture {
  /** Records the original and the new response of a step. */
  take(recorded: CaseStep, now: CaseResponse): void;
  /**
   * Returns a recorded request with the new values.
   *
   * Shape: `missing` lists places that the request needs and that new responses lack.
   */
  adapt(request: RequestPlan): { readonly request: RequestPlan; readonly missing: readonly string[] };
}

/**
 * Checks whether a text looks like a generated id. Why: a request contains a word such as `suspended` on purpose, so it
 * must not be replaced when the new response has a different word.
 */
function isGenerated(text: string): boolean {
  return (text.length >= 6 && /\d/.test(text)) || (text.length >= 20 && !/\s/.test(text));
}

/** The maximum number of values read from one response. */
const MAX_VALUES = 20_000;

/** Creates an empty capture. `onSecret` receives each credential that a response issues, with its profile. */
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
        // Why: values that the client itself sent, and plain words, are not generated ids.
        if (profile !== undefined || !isGenerated(old) || contains(sent, old)) continue;
        if (value === undefined) lost.set(old, place);
        else values.set(old, value);
      }
    },
    adapt(request) {
      const text = textOf(request);
      const missing = [...lost]
        .filter(([old]) => !values.has(old) && contains(text, old))
        .map(([, place]) => place);
      const used = [...values]
        .filter(([old, value]) => old !== value && contains(text, old))
        .sort(([one], [other]) => other.length - one.length);
      return { request: used.length === 0 ? request : replaceIn(request, used), missing };
    },
  };
}

/** Joins all texts of a request. */
function textOf({ path, headers, body }: RequestPlan): string {
  return [path, ...headers.map(([, value]) => value), body ?? ''].join('\n');
}

/** Encodings of a value: plain, in a path, in JSON. */
const encodings: readonly ((value: string) => string)[] = [
  (value) => value,
  encodeURIComponent,
  (value) => JSON.stringify(value).slice(1, -1),
];

function contains(text: string, value: string): boolean {
  return encodings.some((encode) => text.includes(encode(value)));
}

function replaceIn(request: RequestPlan, used: readonly (readonly [string, string])[]): RequestPlan {
  const [plain = String, inPath = String, inJson = String] = encodings;
  const replace = (text: string, write: (value: string) => string): string => {
    const pairs = used.flatMap(([old, value]) =>
      [write(old), old].map((form): [string, string] => [form, write(value)]),
    );
    // Why: one pass, so that an inserted value is not replaced again.
    const pattern = new RegExp(pairs.map(([form]) => escapePattern(form)).join('|'), 'g');
    const byForm = new Map(pairs);
    return text.replaceAll(pattern, (form) => byForm.get(form) ?? form);
  };
  return {
    ...request,
    path: replace(request.path, inPath),
    headers: request.headers.map(([name, value]) => [name, replace(value, plain)] as const),
    body: request.body === null ? null : replace(request.body, inJson),
  };
}

/** Returns the strings of a response by place: `body.data.0.id`, `header location`, `event text_delta 2.id`. */
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

function walk(value: unknown, place: string, leaves: Map<string, string>): void {
  if (leaves.size > MAX_VALUES) return;
  if (typeof value === 'string') leaves.set(place, value);
  else if (typeof value === 'object' && value !== null)
    for (const [name, property] of Object.entries(value)) walk(property, `${place}.${name}`, leaves);
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
