/** Removes credentials from configurations and replaces each value by the name of a secret. */
import { isMap, type Json, type JsonMap } from '../../../kernel/json.ts';

/** Properties whose values are credentials, at any depth, except those that only describe how a credential is used. */
const credentialProperties = new Set([
  'auth',
  'authentication',
  'authorization',
  'credentials',
  'headers',
  'env',
]);

/** Properties of those that are not credentials. */
const openProperties = new Set(
  (
    'type scheme in name header headername prefix clientid tokenurl authorizationurl url issuer audience resource ' +
    'scope scopes granttype'
  ).split(' '),
);

/** Matches the end of the names of other properties whose texts are credentials. */
const secretEnding = /(?:token|secret|password|passphrase|apikey|privatekey|accesskey|credential)$/;

/**
 * Assigns names to the secrets of one export: equal credentials in the same place share a name, different ones never
 * do.
 */
export class SecretNames {
  readonly #taken = new Set<string>();
  readonly #namings = new Map<string, { count: number; readonly byValue: Map<string, string> }>();

  /** Returns the name for a credential, with a numeric suffix if another credential has the name. */
  nameOf(name: string, value: Json): string {
    const naming = this.#namings.get(name) ?? { count: 0, byValue: new Map<string, string>() };
    this.#namings.set(name, naming);
    const text = JSON.stringify(value);
    const existing = naming.byValue.get(text);
    if (existing !== undefined) return existing;
    let candidate = name;
    do {
      naming.count += 1;
      if (naming.count > 1) candidate = `${name}_${naming.count}`;
    } while (this.#taken.has(candidate));
    this.#taken.add(candidate);
    naming.byValue.set(text, candidate);
    return candidate;
  }
}

/**
 * Replaces each credential value by `{secretName}`.
 *
 * Shape: a name consists of `owner` and the path of the value, such as `LEDGER_TOKEN`; `auth` is omitted,
 * and an entry of a list is identified by its own id or name. Existing references are kept. `names` are shared
 * by the parts of one export.
 * Source: F-4.2-194; assumption A-RUNTIME.
 */
export function maskSecrets(
  config: JsonMap | null,
  owner: string,
  names: SecretNames = new SecretNames(),
): JsonMap | null {
  return config && new Masking(names).map(config, [owner], false);
}

type Way = readonly string[];

class Masking {
  readonly #names: SecretNames;

  constructor(names: SecretNames) {
    this.#names = names;
  }

  map(map: JsonMap, way: Way, isSecret: boolean): JsonMap {
    return Object.fromEntries(
      Object.entries(map).map(([name, value]) => [name, this.#property(name, value, way, isSecret)]),
    );
  }

  #property(name: string, value: Json, way: Way, isSecret: boolean): Json {
    const word = wordOf(name);
    const within = word === 'auth' ? way : [...way, name];
    if (isSecret)
      return openProperties.has(word) ? this.#text(value, within) : this.#value(value, within, true);
    if (credentialProperties.has(word)) return this.#value(value, within, true);
    if (typeof value === 'string' && secretEnding.test(word)) return this.#reference(within, value);
    return this.#value(value, word === 'mcpservers' ? [] : within, false);
  }

  #value(value: Json, way: Way, isSecret: boolean): Json {
    if (Array.isArray(value))
      return value.map((item: Json, at) => this.#value(item, entryWay(item, way, at), isSecret));
    if (isMap(value)) return isReference(value) ? value : this.map(value, way, isSecret);
    if (isSecret) return value === null ? null : this.#reference(way, value);
    return this.#text(value, way);
  }

  #reference(way: Way, value: Json): JsonMap {
    return { secretName: this.#names.nameOf(secretName(way), value) };
  }

  /** Removes user names and passwords from the URLs in a text, and secrets from their queries. */
  #text(value: Json, way: Way): Json {
    if (typeof value !== 'string' || !value.includes('://')) return value;
    const [start = '', ...addresses] = value.split('://');
    return [start, ...addresses.map((rest) => rest.replace(userOfAddress, ''))]
      .join('://')
      .replaceAll(queryProperty, (whole: string, mark: string, property: string, secret: string) =>
        secretEnding.test(wordOf(property))
          ? `${mark}${property}={${this.#names.nameOf(secretName([...way, property]), secret)}}`
          : whole,
      );
  }
}

function wordOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** Why: entries identified by index would change their names when the list changes. */
function entryWay(item: Json, way: Way, at: number): Way {
  const own = isMap(item) ? (item['id'] ?? item['name']) : undefined;
  return [...way, typeof own === 'string' && own !== '' ? own : String(at + 1)];
}

/**
 * Maximum length of a secret's name, so that a config of many nested secrets does not grow without bound. Units:
 * characters.
 */
const maxNameLength = 100;

function secretName(way: Way): string {
  let name = '';
  for (const part of way) {
    if (name.length >= maxNameLength) break;
    const word = part
      .slice(0, maxNameLength)
      .replaceAll(/[^A-Za-z0-9]+/g, '_')
      .toUpperCase();
    name = name === '' ? word : `${name}_${word}`;
  }
  return name.slice(0, maxNameLength);
}

function isReference(value: JsonMap): boolean {
  return typeof value['secretName'] === 'string' && Object.keys(value).length === 1;
}

const userOfAddress = /^[^/?#@\s]+@/;
const queryProperty = /([?&])([^=?&#\s]+)=([^&#\s]+)/g;
