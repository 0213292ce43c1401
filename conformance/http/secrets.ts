/** The credentials of a run, by profile, and their redaction in all output. */
import type { TestEnvironment } from '../model/test-environment.ts';
import { createReplacer } from './replacer.ts';

/** Credentials by the name of their profile. */
export interface Secrets {
  /** Returns the bearer credential of a profile; `null` for a profile without one. */
  valueOf(profile: string): string | null;
  /** Names of the profiles that have a credential. */
  readonly profiles: readonly string[];
  /** Returns the profile of a known value; `null` for any other value. */
  nameOf(value: string): string | null;
  /** Adds a value to redact, such as a key that the service has just issued. */
  learn(name: string, value: string): void;
  /** Replaces each known value by `${profile.NAME}`, and its base64 forms by `${base64.NAME}`. */
  redact(text: string): string;
  /** Restores the values in a request: those of placeholders such as `${profile.full}`, and of HTTP Basic `${basic.full}`. */
  restore(text: string): string;
}

/** Creates the secrets of a test environment: keys by profile, and browser sessions. */
export function secretsOf({ credentials, clientSession, otherClientSession }: TestEnvironment): Secrets {
  const secrets = createSecrets(credentials);
  if (clientSession !== null) secrets.learn('clientSession', clientSession.sessionId);
  if (otherClientSession !== null) secrets.learn('otherClientSession', otherClientSession.sessionId);
  return secrets;
}

/**
 * Creates the secrets of one of several test environments, whose profiles have different credentials. What it learns
 * is redacted everywhere.
 */
export function secretsWithin(parent: Secrets, environment: TestEnvironment): Secrets {
  const own = secretsOf(environment);
  const credentials = Object.entries(environment.credentials);
  for (const [name, value] of credentials) parent.learn(name, value);
  for (const session of [environment.clientSession, environment.otherClientSession])
    if (session !== null) parent.learn('session', session.sessionId);
  return {
    ...own,
    learn(name, value) {
      own.learn(name, value);
      parent.learn(name, value);
    },
    redact: (text) => parent.redact(text),
  };
}

/** Properties of a body that are credentials. */
const credentialNames: readonly string[] = [
  'claim_token',
  'sessionId',
  'token',
  'otp',
  'assertion',
  'credential',
  'api_key',
];

/** Adds the credentials in a body, named after their properties. */
export function learnFromBody(secrets: Secrets, body: unknown): void {
  if (typeof body !== 'object' || body === null) return;
  for (const name of credentialNames) {
    const value = Object.hasOwn(body, name) ? (body as Readonly<Record<string, unknown>>)[name] : undefined;
    if (typeof value === 'string') secrets.learn(name, value);
  }
}

/** The minimum length of a redacted value. Why: shorter values occur in ordinary text. Units: characters. */
const MIN_LENGTH = 6;

export function createSecrets(credentials: Readonly<Record<string, string>>): Secrets {
  const values = new Map<string, string>();
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  const replacer = createReplacer(MIN_LENGTH);

  function add(name: string, value: string): void {
    values.set(name, value);
    if (!names.has(value)) names.set(value, name);
    if (value.length < MIN_LENGTH) return;
    replacer.add(value, `\${profile.${name}}`);
    for (const form of encodedForms(value)) replacer.add(form, `\${base64.${name}}`);
  }

  for (const [name, value] of Object.entries(credentials)) add(name, value);
  // Why: a profile has one credential for all schemes, or one for each: `full_apiKey`.
  const valueOf = (profile: string): string | null =>
    values.get(profile) ?? values.get(profile.split('_', 1)[0] ?? '') ?? null;
  return {
    valueOf,
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
      text.replaceAll(/\$\{(profile|basic)\.([^{}]+)\}/g, (placeholder, form: string, name: string) => {
        const value = valueOf(name);
        if (value === null) return placeholder;
        return form === 'basic' ? Buffer.from(value, 'utf8').toString('base64') : value;
      }),
  };
}

/**
 * Lists the forms that a value can have inside base64 and base64url text.
 *
 * Shape: one form for each alignment and alphabet, so that any encoded text around the value contains one of them;
 * without the characters that also depend on neighbouring bytes. Source: RFC 4648 4 and 5.
 */
export function encodedForms(value: string): readonly string[] {
  const bytes = Buffer.from(value, 'utf8');
  const forms = [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64url');
    const first = Math.ceil((before * 8) / 6);
    const inner = text.slice(first, Math.floor(((before + bytes.length) * 8) / 6));
    return [inner, inner.replaceAll('-', '+').replaceAll('_', '/')];
  });
  return [...new Set(forms)].filter((form) => form.length >= MIN_LENGTH);
}
