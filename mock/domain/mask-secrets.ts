/**
 * Takes credentials out of configurations and leaves the name of a secret in the place of each value.
 */
import { isMap } from './json.ts';
import type { Json, JsonMap } from './scenario.ts';

/** Members whose every value is a credential, at any depth, but for those that only say how it is used. */
const credentialMembers = new Set([
  'auth',
  'authentication',
  'authorization',
  'credentials',
  'headers',
  'env',
]);

/** Members of those that are no credential. */
const openMembers = new Set(
  (
    'type scheme in name header headername prefix clientid tokenurl authorizationurl url issuer audience resource ' +
    'scope scopes granttype'
  ).split(' '),
);

/** How a member of any other object ends whose text is a credential. */
const secretEnding = /(?:token|secret|password|passphrase|apikey|privatekey|accesskey|credential)$/;

/**
 * Replaces each credential value by `{secretName}`.
 *
 * Shape: a name is made of `owner` and the members on the way to the value, such as `LEDGER_TOKEN`; members `auth` are
 * left out of it, and an entry of a list goes by its own id or name. A reference that is already there stays.
 * Source: F-4.2-194; assumption A-RUNTIME.
 */
export function maskSecrets(config: JsonMap | null, owner: string): JsonMap | null {
  return config && maskMap(config, [owner], false);
}

type Way = readonly string[];

function maskMap(map: JsonMap, way: Way, isSecret: boolean): JsonMap {
  return Object.fromEntries(
    Object.entries(map).map(([member, value]) => [member, maskMember(member, value, way, isSecret)]),
  );
}

function maskMember(member: string, value: Json, way: Way, isSecret: boolean): Json {
  const word = member.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const within = word === 'auth' ? way : [...way, member];
  if (isSecret) return openMembers.has(word) ? maskText(value, within) : maskValue(value, within, true);
  if (credentialMembers.has(word)) return maskValue(value, within, true);
  if (typeof value === 'string' && secretEnding.test(word)) return reference(within);
  return maskValue(value, word === 'mcpservers' ? [] : within, false);
}

function maskValue(value: Json, way: Way, isSecret: boolean): Json {
  if (Array.isArray(value))
    return value.map((item: Json, at) => maskValue(item, entryWay(item, way, at), isSecret));
  if (isMap(value)) return isReference(value) ? value : maskMap(value, way, isSecret);
  if (isSecret) return value === null ? null : reference(way);
  return maskText(value, way);
}

/** Why: entries that go by their position would change names when the list does. */
function entryWay(item: Json, way: Way, at: number): Way {
  const own = isMap(item) ? (item['id'] ?? item['name']) : undefined;
  return [...way, typeof own === 'string' && own !== '' ? own : String(at + 1)];
}

function reference(way: Way): JsonMap {
  return { secretName: secretName(way) };
}

function secretName(way: Way): string {
  return way.map((part) => part.replaceAll(/[^A-Za-z0-9]+/g, '_').toUpperCase()).join('_');
}

function isReference(value: JsonMap): boolean {
  return typeof value['secretName'] === 'string' && Object.keys(value).length === 1;
}

const userOfAddress = /\b([a-z][a-z0-9+.-]*:\/\/)[^/?#@\s]+@/gi;
const queryMember = /([?&])([^=&#\s]+)=([^&#\s]+)/g;

/** Takes users and passwords out of the addresses in a text, and secrets out of their queries. */
function maskText(value: Json, way: Way): Json {
  if (typeof value !== 'string' || !value.includes('://')) return value;
  return value
    .replaceAll(userOfAddress, '$1')
    .replaceAll(queryMember, (whole: string, mark: string, member: string) =>
      secretEnding.test(member.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
        ? `${mark}${member}={${secretName([...way, member])}}`
        : whole,
    );
}
