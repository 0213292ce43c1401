/**
 * The credentials of a run: what is sent for each profile, and their removal from everything that is written down.
 */

import type { Surroundings } from '../driver/driver.ts';

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
  /** Replaces each known value by `${profile.NAME}`. */
  redact(text: string): string;
  /** Puts the values back, for a request that was read from a file. */
  restore(text: string): string;
}

/** The credentials of what is there before a run: keys by profile, and the sessions of browsers. */
export function secretsOf({ credentials, clientSession, otherClientSession }: Surroundings): Secrets {
  const secrets = keepSecrets(credentials);
  if (clientSession !== null) secrets.learn('clientSession', clientSession.sessionId);
  if (otherClientSession !== null) secrets.learn('otherClientSession', otherClientSession.sessionId);
  return secrets;
}

/** Members of a body that let in whoever knows them. */
const letsIn: readonly string[] = [
  'claim_token',
  'sessionId',
  'token',
  'otp',
  'assertion',
  'credential',
  'api_key',
];

/** Learns what in a body lets in whoever knows it, under the name of its member. */
export function learnFromBody(secrets: Secrets, body: unknown): void {
  if (typeof body !== 'object' || body === null) return;
  for (const [name, value] of Object.entries(body))
    if (letsIn.includes(name) && typeof value === 'string') secrets.learn(name, value);
}

/** Shorter values are words that stand in every text. */
const SHORTEST = 6;

/** Starts with the credentials of the configuration. */
export function keepSecrets(credentials: Readonly<Record<string, string>>): Secrets {
  const values = new Map(Object.entries(credentials));
  let known = '';
  let sorted: readonly (readonly [string, string])[] = [];
  // Why: longer values first, since one may stand within another; made anew only when something was learnt.
  const longestFirst = (): typeof sorted => {
    const now = String(values.size);
    if (now !== known)
      sorted = [...values]
        .filter(([, value]) => value.length >= SHORTEST)
        .sort(([, one], [, other]) => other.length - one.length);
    known = now;
    return sorted;
  };
  return {
    valueOf: (profile) => values.get(profile) ?? null,
    profiles: Object.keys(credentials),
    nameOf: (value) => [...values].find(([, known]) => known === value)?.[0] ?? null,
    learn(name, value) {
      if ([...values.values()].includes(value)) return;
      let free = name;
      for (let count = 2; values.has(free); count++) free = `${name}${count}`;
      values.set(free, value);
    },
    redact: (text) =>
      longestFirst().reduce(
        (redacted, [name, value]) =>
          redacted.includes(value) ? redacted.replaceAll(value, placeholder(name)) : redacted,
        text,
      ),
    restore: (text) =>
      [...values].reduce((restored, [name, value]) => restored.replaceAll(placeholder(name), value), text),
  };
}

function placeholder(name: string): string {
  return `\${profile.${name}}`;
}
