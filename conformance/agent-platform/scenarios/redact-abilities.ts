/** Redacts the credentials that a driver creates for a check in reports. */
import type { Secrets } from '../../http/secrets.ts';
import type { Abilities } from '../driver/abilities.ts';

/** Returns abilities whose results are redacted if they are credentials. */
export function redactAbilities(abilities: Abilities, secrets: Secrets): Abilities {
  const redacted: Abilities = { ...abilities };
  const makeKey = abilities.makeKey?.bind(abilities);
  if (makeKey !== undefined)
    redacted.makeKey = (options) => learn(makeKey(options), 'madeKey', ({ key }) => key);
  const makeSession = abilities.makeClientSession?.bind(abilities);
  if (makeSession !== undefined)
    redacted.makeClientSession = (options) =>
      learn(makeSession(options), 'madeSession', ({ sessionId }) => sessionId);
  const sign = abilities.signAssertion?.bind(abilities);
  if (sign !== undefined)
    redacted.signAssertion = (options) => learn(sign(options), 'assertion', (jwt) => jwt);
  return redacted;

  async function learn<T>(made: Promise<T>, name: string, secretOf: (value: T) => string): Promise<T> {
    const value = await made;
    secrets.learn(name, secretOf(value));
    return value;
  }
}
