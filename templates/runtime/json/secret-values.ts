/** Finds credentials in values of any API by property name. */
import { isObject } from './value.ts';

/** Matches the ends of names of properties whose texts are credentials. */
export const secretName =
  /(?:token|secret|password|passphrase|(?:api|private|access)[-_]?key|credential|otp)$/i;

/** Returns a copy of an object in which each credential is a text of the same length. */
export function withoutSecrets(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, hideSecrets(part, name)]));
}

/** Returns a value without its credentials. Shape: `name` is that of the property that has the value. */
export function hideSecrets(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return secretName.test(name) ? 'x'.repeat(value.length) : value;
  if (Array.isArray(value)) return value.map((each) => hideSecrets(each, name));
  return isObject(value) ? withoutSecrets(value) : value;
}
