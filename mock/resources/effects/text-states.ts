/** What actions do to switches and states that are texts, and of which a description shows no more than their names. */
import { wordOfState } from '../../../contract/resources/records/action-effect.ts';
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { flatten, isVerb, wordsOf } from '../../../contract/resources/words.ts';
import type { ActionRules } from '../actions.ts';
import type { ResourcePlan } from '../plan.ts';
import type { RecordFields } from '../record.ts';

/** Verbs that leave a record in a state of their name. */
const lasting = new Set(
  (
    'accept activate approve archive block cancel close complete deactivate disable enable finish freeze lock pause ' +
    'publish reject reopen resume start stop suspend unarchive unblock unfreeze unlock unpublish unsuspend'
  ).split(' '),
);

/** Verbs whose end leads back to what records usually are. */
const restored = new Set(['unarchive', 'unblock', 'unfreeze', 'unsuspend']);

/** Returns what an action sets where nothing else says what it does: `archived` to `true`, or `state` to `blocked`; empty for nothing. */
export function textState(
  { schema, sample }: Pick<ResourcePlan, 'schema' | 'sample'>,
  { behavior, machine, names }: ActionRules,
): RecordFields {
  const words = wordsOf(names.at(-1) ?? '');
  const [verb = ''] = words;
  if (schema === null || behavior !== null || machine !== null || words.length !== 1 || !isVerb(verb))
    return {};
  const isBack = /^un[a-z]{3}/.test(verb);
  const done = wordOfState(isBack ? verb.slice(2) : verb);
  const texts = [...schema.properties].filter(([name, each]) => sample[name] === name && isAnyText(each));
  const flag = texts.find(([name]) => flatten(name).replace(/^is/, '') === done);
  if (flag !== undefined) return { [flag[0]]: String(!isBack) };
  const state = lasting.has(verb) ? texts.find(([name]) => /^(?:status|state)$/i.test(name)) : undefined;
  if (state === undefined) return {};
  return { [state[0]]: restored.has(verb) ? 'active' : wordOfState(verb) };
}

/** Returns whether a property may have any text. */
function isAnyText({ types, values, format, pattern }: SourceSchema): boolean {
  return types?.size === 1 && types.has('string') && values === null && format === null && pattern === null;
}
