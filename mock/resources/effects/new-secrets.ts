/** What an action such as `rotate` replaces: the keys, secrets and tokens of a record. */
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { flatten, wordsOf } from '../../../contract/resources/words.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { makeIdLike } from '../keys.ts';
import type { RecordFields } from '../record.ts';

const verbs = new Set(['rotate', 'regenerate', 'renew', 'roll', 'recreate', 'reissue', 'reset']);
const secrets = new Set(['key', 'secret', 'token', 'password', 'credential']);

/** Returns whether a property is named like a secret: `stream_key`, `accessToken`. */
export function isSecret(name: string): boolean {
  return secrets.has(wordsOf(name).at(-1) ?? '');
}

/** Returns the secrets that an action replaces: all of them, or the one that it is named like. Shape: empty for another action; `key` is the key of the record. */
export function newSecrets(
  tx: Transaction,
  schema: SourceSchema,
  value: RecordFields,
  { action, key }: { readonly action: string; readonly key: string | null },
): RecordFields {
  const isVerb = verbs.has(wordsOf(action)[0] ?? '');
  const all = [...schema.properties].flatMap(([name, property]): [string, JsonValue][] => {
    const before = value[name];
    const isMade = isVerb || flatten(name) === flatten(action);
    if (!isSecret(name) || name === key || !isMade || typeof before !== 'string') return [];
    return [[name, makeIdLike(tx, `secret:${name}`, property, before, () => tx.random())]];
  });
  return Object.fromEntries(all);
}
