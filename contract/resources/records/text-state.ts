/** The effects of actions on switches and on states that are texts, by their names, and on states that their texts name. */
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import { wordOfState } from './action-effect.ts';
import type { SourceSchema } from '../source.ts';
import { splitPointer } from '../../../templates/runtime/json/pointer.ts';
import { flatten, isVerb, wordsOf } from '../words.ts';
import { namedIn, stateOf } from './state-conflict.ts';

/** Verbs that leave a record in a state of their name. */
const lasting = new Set(
  (
    'accept activate approve archive block cancel close complete deactivate disable enable finish freeze lock pause ' +
    'publish reject reopen resume start stop suspend unarchive unblock unfreeze unlock unpublish unsuspend'
  ).split(' '),
);

/** Verbs whose end leads back to what records usually are. */
const restored = new Set(['unarchive', 'unblock', 'unfreeze', 'unsuspend']);

/**
 * Returns what the text of an action sets, without other evidence of its effect: `archived` to `true`, or `state` to
 * `blocked`; empty for nothing. `shown` is a record in which made-up texts repeat their names, if it has them.
 */
export function textState(
  schema: SourceSchema | null,
  names: readonly string[],
  shown: Readonly<Record<string, JsonValue>>,
): Readonly<Record<string, JsonValue>> {
  const words = wordsOf(names.at(-1) ?? '');
  const [verb = ''] = words;
  if (schema === null || words.length !== 1 || !isVerb(verb)) return {};
  const isBack = /^un[a-z]{3}/.test(verb);
  const done = wordOfState(isBack ? verb.slice(2) : verb);
  const texts = [...schema.properties].filter(
    ([name, each]) => (shown[name] ?? name) === name && isAnyText(each),
  );
  const flag = texts.find(([name]) => flatten(name).replace(/^is/, '') === done);
  if (flag !== undefined) return { [flag[0]]: String(!isBack) };
  const state = lasting.has(verb) ? texts.find(([name]) => /^(?:status|state)$/i.test(name)) : undefined;
  if (state === undefined) return {};
  return { [state[0]]: restored.has(verb) ? 'active' : wordOfState(verb) };
}

/** Returns the state that the text of an action states: "After a note is unposted, its status becomes Draft"; empty for none. */
export function statedState(schema: SourceSchema | null, text: string): Readonly<Record<string, JsonValue>> {
  const place = stateOf(schema);
  if (place === null || place.pointer.lastIndexOf('/') > 0) return {};
  const states = text.split(/[.;\n]/).flatMap((sentence) => {
    const [, word = ''] = CONDITION.test(sentence) ? [] : (BECOMES.exec(sentence) ?? []);
    return namedIn(word, place);
  });
  const [state, ...others] = states;
  const isOne = state !== undefined && others.every((each) => each === state);
  return isOne ? { [splitPointer(place.pointer)[0] ?? '']: state } : {};
}

const BECOMES =
  /\b(?:its|the) (?:\w{1,40} )?(?:status|state) (?:becomes|changes to|returns to|(?:is|will be) (?:set|changed|reset) (?:back )?to) (?:the )?[`"'*]{0,2}([\w-]+)/i;

/** What happens only sometimes. */
const CONDITION = /\b(?:if|unless|otherwise|may|might|can|could|not)\b/i;

/** Returns whether a property may have any text. */
function isAnyText({ types, values, format, pattern, examples }: SourceSchema): boolean {
  if (examples.length > 0) return false;
  return types?.size === 1 && types.has('string') && values === null && format === null && pattern === null;
}
