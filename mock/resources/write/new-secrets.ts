/** What an action such as `rotate` replaces: the keys, secrets and tokens of a record. */
import { ATTRIBUTES, attributesIn } from '../../../contract/resources/schema-likeness.ts';
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { flatten, wordsOf } from '../../../contract/resources/words.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { schemaFields, isFields } from '../fields.ts';
import { makeIdLike } from './keys.ts';
import type { RecordFields } from '../record.ts';

const verbs = new Set(['rotate', 'regenerate', 'renew', 'roll', 'recreate', 'reissue', 'reset']);
const secrets = new Set(['key', 'secret', 'token', 'password', 'credential']);

/** Returns whether a property is named like a secret: `stream_key`, `accessToken`. */
export function isSecret(name: string): boolean {
  return secrets.has(wordsOf(name).at(-1) ?? '');
}

interface SecretAction {
  readonly action: string;
  readonly key: string | null;
  readonly sample: RecordFields;
}

/** Returns the secrets that an action replaces: all of them, or the one that it is named like. Shape: empty for another action; `key` is the key of the record, and `sample` has what it does not. */
export function newSecrets(
  tx: Transaction,
  schema: SourceSchema,
  value: RecordFields,
  { action, key, sample }: SecretAction,
): RecordFields {
  const isVerb = verbs.has(wordsOf(action)[0] ?? '');
  const attributes = attributesIn(schema);
  const [inner, shown] = [value[ATTRIBUTES], sample[ATTRIBUTES]];
  if (attributes !== null && isFields(inner)) {
    const secrets = newSecrets(tx, attributes, inner, {
      action,
      key: null,
      sample: isFields(shown) ? shown : {},
    });
    return Object.keys(secrets).length === 0 ? {} : { [ATTRIBUTES]: { ...inner, ...secrets } };
  }
  return schemaFields(schema, (name, property) => {
    const before = value[name] ?? (isSecret(action) ? sample[name] : undefined);
    const isMade = isVerb || flatten(name) === flatten(action);
    if (!isSecret(name) || name === key || !isMade || typeof before !== 'string') return undefined;
    return makeIdLike(tx, `secret:${name}`, property, before, () => tx.random());
  });
}
