/** Finds the credentials in recorded traffic, so that no report has them. */
import type { Contract } from '../../contract/contract.ts';
import { cookieSecrets } from '../http/read-response.ts';
import { createSecrets, type Secrets } from '../http/secrets.ts';
import { readJson } from '../model/read-json.ts';
import type { HarEntry, HarField } from './read-har.ts';

/** Names of headers, parameters and properties whose values are credentials. */
const suspicious = /auth|token|secret|passw|session|cookie|api[-_]?key|signature|credential|csrf|jwt|otp/i;

/** Collects the credentials of entries. */
export function findSecrets(entries: readonly HarEntry[], isSecret: (name: string) => boolean): Secrets {
  const secrets = createSecrets({});
  for (const { url, headers, body, response } of entries) {
    const fields = [...headers, ...(response?.headers ?? [])];
    for (const [name, value] of [...fields, ...url.searchParams])
      if (isSecret(name)) learnValue(secrets, name, value);
    if (url.password !== '') secrets.learn('password', decodeURIComponent(url.password));
    for (const bytes of [body, response?.body])
      if (bytes instanceof Uint8Array) learnText(secrets, new TextDecoder().decode(bytes), isSecret);
  }
  return secrets;
}

/** Creates the test of the name of a header, parameter or property. */
export function createNameTest({ service }: Contract): (name: string) => boolean {
  const declared = service.securitySchemes.flatMap((scheme) =>
    scheme.kind === 'key' ? [scheme.parameter.toLowerCase()] : [],
  );
  const names = new Set(declared);
  return (name) => names.has(name.toLowerCase()) || suspicious.test(name);
}

/** Returns headers without those that are credentials. */
export function withoutSecrets(
  fields: readonly HarField[],
  isSecret: (name: string) => boolean,
): readonly HarField[] {
  return fields.filter(([name]) => !isSecret(name) || /^www-authenticate$/i.test(name));
}

function learnValue(secrets: Secrets, name: string, value: string): void {
  if (/^www-authenticate$/i.test(name)) return;
  const [scheme = '', credential = ''] = /^(\w+) +(\S.*)$/s.exec(value)?.slice(1) ?? [];
  if (/^basic$/i.test(scheme)) {
    const [, password = ''] = /^[^:]*:(.*)$/s.exec(Buffer.from(credential, 'base64').toString()) ?? [];
    secrets.learn('basic', password);
  }
  if (/cookie$/i.test(name))
    for (const part of value.split(/;\s*/))
      for (const each of cookieSecrets([part])) secrets.learn('cookie', each);
  else secrets.learn('client', credential === '' ? value : credential);
}

/** Learns the credentials of a JSON body or of a form. */
function learnText(secrets: Secrets, text: string, isSecret: (name: string) => boolean): void {
  const reading = /^\s*[{[]/.test(text) ? readJson(text) : null;
  if (reading?.ok === true) learnWithin(secrets, reading.value, isSecret);
  else if (/^[\w.%+-]+=[^\s<]*$/.test(text.slice(0, 10_000)))
    for (const [name, value] of new URLSearchParams(text)) if (isSecret(name)) secrets.learn('client', value);
}

function learnWithin(secrets: Secrets, value: unknown, isSecret: (name: string) => boolean): void {
  const rest: unknown[] = [value];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    for (const [name, each] of Object.entries(next)) {
      if (typeof each === 'string' && !Array.isArray(next) && isSecret(name)) secrets.learn('client', each);
      else if (typeof each === 'object' && each !== null) rest.push(each);
    }
  }
}
