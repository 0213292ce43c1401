/** The credentials of a run: what is sent for each profile, and their removal from everything that is written down. */
import type { TestEnvironment } from '../driver/driver.ts';
import { createReplacer } from './replacer.ts';

/** Credentials by the name of their profile. */
export interface Secrets {
  /** What is sent after `Bearer`; `null` for a profile that has no credential. */
  valueOf(profile: string): string | null;
  /** Names of the profiles that have a credential. */
  readonly profiles: readonly string[];
  /** The profile of a known value; `null` for any other. */
  nameOf(value: string): string | null;
  /** Learns a value that must not be written down, such as a key that the service has just issued. */
  learn(name: string, value: string): void;
  /** Replaces each known value by `${profile.NAME}`, and what base64 makes of it by `${base64.NAME}`. */
  redact(text: string): string;
  /** Puts the values back, for a request that was read from a file. */
  restore(text: string): string;
}

/** The credentials of what is there before a run: keys by profile, and the sessions of browsers. */
export function secretsOf({ credentials, clientSession, otherClientSession }: TestEnvironment): Secrets {
  const secrets = createSecrets(credentials);
  if (clientSession !== null) secrets.learn('clientSession', clientSession.sessionId);
  if (otherClientSession !== null) secrets.learn('otherClientSession', otherClientSession.sessionId);
  return secrets;
}

/** Properties of a body that are credentials. */
const letsIn: readonly string[] = [
  'claim_token',
  'sessionId',
  'token',
  'otp',
  'assertion',
  'credential',
  'api_key',
];

/** Learns what in a body lets in a client that knows it, under the name of its member. */
export function learnFromBody(secrets: Secrets, body: unknown): void {
  if (typeof body !== 'object' || body === null) return;
  for (const name of letsIn) {
    const value = Object.hasOwn(body, name) ? (body as Readonly<Record<string, unknown>>)[name] : undefined;
    if (typeof value === 'string') secrets.learn(name, value);
  }
}

/** Shorter values occur in ordinary text. */
const SHORTEST = 6;

/** Starts with the credentials of the configuration. */
export function createSecrets(credentials: Readonly<Record<string, string>>): Secrets {
  const values = new Map<string, string>();
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  const replacer = createReplacer(SHORTEST);

  function add(name: string, value: string): void {
    values.set(name, value);
    if (!names.has(value)) names.set(value, name);
    if (value.length < SHORTEST) return;
    replacer.add(value, `\${profile.${name}}`);
    for (const form of encodedForms(value)) replacer.add(form, `\${base64.${name}}`);
  }

  for (const [name, value] of Object.entries(credentials)) add(name, value);
  return {
    valueOf: (profile) => values.get(profile) ?? null,
    profiles: Object.keys(credentials),
    nameOf: (value) => names.get(value) ?? null,
    learn(name, value) {
      if (names.has(value)) return;
      let free = name;
      let count = counts.get(name) ?? 1;
      while (values.has(free)) free = `${name}${++count}`;
      counts.set(name, count);
      add(free, value);
    },
    redact: (text) => replacer.replace(text),
    restore: (text) =>
      text.replaceAll(
        /\$\{profile\.([^{}]+)\}/g,
        (placeholder, name: string) => values.get(name) ?? placeholder,
      ),
  };
}

/**
 * Lists what base64 makes of a value in its alphabet and in the one for addresses.
 *
 * Shape: whatever stands before and behind the value, the text that encodes the whole holds one of these. Each is without the
 * signs that a neighbour has a part in.
 * Source: RFC 4648 4 and 5.
 */
export function encodedForms(value: string): readonly string[] {
  const bytes = Buffer.from(value, 'utf8');
  const forms = [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64url');
    const first = Math.ceil((before * 8) / 6);
    const inner = text.slice(first, Math.floor(((before + bytes.length) * 8) / 6));
    return [inner, inner.replaceAll('-', '+').replaceAll('_', '/')];
  });
  return [...new Set(forms)].filter((form) => form.length >= SHORTEST);
}
