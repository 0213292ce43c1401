/** What the text about an operation states about its errors, in time that is linear in its length. */
import type { OperationRole, StatedConflict } from '../graph.ts';
import type { SourceOperation, SourceSchema } from '../source.ts';
import { flatten, isSameName } from '../words.ts';
import { pointerStep } from '../../../templates/runtime/json/pointer.ts';
import { conflictOf, namedIn, stateOf } from './state-conflict.ts';

/**
 * Returns what an operation states about rejections: for states of its record, and for an idempotency key of another body.
 * Shape: `kind` is the last part of the name of the resource.
 */
export function statedErrors(
  operation: Pick<SourceOperation, 'text' | 'responses' | 'parameters'>,
  schema: SourceSchema | null,
  kind = '',
): Pick<OperationRole, 'conflicts' | 'reusedKey'> {
  const conflicts = listConflicts(operation, schema, kind);
  const reusedKey = reusedKeyOf(operation);
  return { ...(conflicts.length === 0 ? {} : { conflicts }), ...(reusedKey === null ? {} : { reusedKey }) };
}

/** Lists the states of a record in which an operation returns 409, by its text and by the description of its 409. */
function listConflicts(
  { text, responses }: Pick<SourceOperation, 'text' | 'responses'>,
  schema: SourceSchema | null,
  kind: string,
): readonly StatedConflict[] {
  if (schema === null || !responses.some(({ status }) => status === 409)) return [];
  const place = stateOf(schema);
  const conflict = conflictOf({ responses }, schema);
  const described =
    conflict === null
      ? []
      : [
          {
            pointer: conflict.pointer,
            values: conflict.states,
            isNegated: conflict.isNegated,
            isSure: isPlainState(responses),
          },
        ];
  const sentences = sentencesOf(text);
  const stated = sentences.flatMap((sentence, at): readonly StatedConflict[] => {
    if (!/\b409\b/.test(sentence)) return [];
    const allowed = place === null || !isOther.test(sentence) ? [] : startsIn(sentences.slice(0, at), place);
    const others =
      place === null || allowed.length === 0
        ? []
        : [{ pointer: place.pointer, values: allowed, isNegated: true, isSure: true }];
    return [
      ...others,
      ...(others.length > 0 ? [] : statesIn(sentence, place, kind)),
      ...flagsIn(sentence, schema, kind),
    ];
  });
  return [...described, ...stated];
}

/** Returns whether the description of a 409 only states what the record is: "The task is closed already". */
function isPlainState(responses: SourceOperation['responses']): boolean {
  const text = responses.find(({ status }) => status === 409)?.text ?? '';
  return /^(?:the|this|an?) \S{1,40} (?:is|was|has been) (?:already |not )?`?[\w-]{1,40}`?(?: already)?\.?\s*$/i.test(
    text,
  );
}

/** Sentences about all states that are not named before. */
const isOther = /\b(?:another|other|different) (?:status|state)(?:es|s)?\b/i;

/** Lists the states from which an operation is possible: that of "from `open` to `closed`", or those of the last sentence. */
function startsIn(
  sentences: readonly string[],
  place: NonNullable<ReturnType<typeof stateOf>>,
): readonly string[] {
  const last = sentences.at(-1) ?? '';
  const from = /\bfrom (?:the (?:status|state) )?([`"']?[\w-]+)/i.exec(last)?.[1];
  return namedIn(from ?? last, place);
}

/**
 * Lists the state of "A closed task is rejected with `409`", "Closing a closed task gives 409", or of "`409` if it is already
 * closed". Why only these: other sentences name the states of other records.
 */
function statesIn(
  sentence: string,
  place: ReturnType<typeof stateOf>,
  kind: string,
): readonly StatedConflict[] {
  if (place === null) return [];
  const [, word = ''] =
    /^\s*(?:(?:but|and) )?(?:[a-z]{3,20}ing )?(?:an?|any|every|each) (?:already )?([`"']?[\w-]+[`"']?) [\w-]+ (?:is|are|cannot|can['’]t|returns?|leads?|yields?|gives?|gets?|results?)\b/i.exec(
      sentence,
    ) ?? [];
  const condition = word === '' ? conditionIn(sentence, kind) : null;
  const isNegated = condition?.isNegated === true;
  // Why only one state without a negation: others may be about another record.
  const [first, ...others] = namedIn(condition?.words ?? word, place);
  if (first === undefined || (!isNegated && condition !== null && !isNamedFirst(condition.words, first)))
    return [];
  const values = isNegated ? [first, ...others] : [first];
  return [{ pointer: place.pointer, values, isNegated, isSure: true }];
}

/** A condition on the record itself. Shape: `words` are those after the verb. */
interface Condition {
  readonly words: string;
  readonly isNegated: boolean;
}

/** Returns the condition of "`409` if it is closed", "when the task is closed" or "unless it is open"; `null` for none. */
function conditionIn(sentence: string, kind: string): Condition | null {
  const [, start = '', it = '', not, already, words = ''] =
    /\b(if|when|while|as long as|unless) (it|the \w{1,40}) (?:is|has been)( not|n['’]t)?( already)? ([^.;]{1,80})/i.exec(
      sentence,
    ) ?? [];
  const isOwn =
    already !== undefined || it.toLowerCase() === 'it' || isSameName(it.replace(/^the /i, ''), kind);
  const isUnless = start.toLowerCase() === 'unless';
  if (words === '' || !isOwn || (isUnless && not !== undefined)) return null;
  return { words, isNegated: isUnless || not !== undefined };
}

function isNamedFirst(words: string, state: string): boolean {
  const [first = ''] = words.split(/[^A-Za-z\d_-]+/).filter((word) => word !== '');
  return flatten(first) === flatten(state);
}

/**
 * Lists the flags of a record with which an operation returns 409: `archived` of "An archived task cannot be changed", or
 * without which it does: "`409` if the task is not archived".
 */
function flagsIn(sentence: string, { properties }: SourceSchema, kind: string): readonly StatedConflict[] {
  const words = sentence.split(/[^A-Za-z\d_-]+/);
  const condition = conditionIn(sentence, kind);
  return [...properties].flatMap(([name, { types }]) => {
    const flag = flatten(name).replace(/^is/, '');
    const at = types?.has('boolean') === true ? words.findIndex((word) => flatten(word) === flag) : -1;
    if (at < 0) return [];
    const isNegated = words
      .slice(Math.max(0, at - 3), at)
      .some((word) => /^(?:not|n[o']t|unless|only|until|un\w+|never)$/i.test(word));
    const isLacking = condition?.isNegated === true && isNamedFirst(condition.words, flag);
    if (isNegated && !isLacking) return [];
    return [{ pointer: pointerStep(name), values: [!isLacking], isNegated: false, isSure: true }];
  });
}

/** Returns the status of a request with an idempotency key that was used with another body; `null` if it is not stated. */
function reusedKeyOf({
  text,
  responses,
  parameters,
}: Pick<SourceOperation, 'text' | 'responses' | 'parameters'>): number | null {
  const key = parameters.find(
    ({ in: place, name }) => place === 'header' && flatten(name) === 'idempotencykey',
  );
  if (key === undefined) return null;
  const declared = responses.filter(({ status }) => typeof status === 'number' && status >= 400);
  const described = declared.find((each) => isReused(each.text))?.status;
  const stated = [...sentencesOf(text), ...sentencesOf(key.text)].find(isReused);
  const named = /\b(4\d\d)\b/.exec(stated ?? '')?.[1];
  const status = named === undefined ? described : Number(named);
  return typeof status === 'number' && declared.some((each) => each.status === status) ? status : null;
}

function isReused(text: string): boolean {
  return (
    /\bkey\b/i.test(text) &&
    /\b(?:another|different|other)\b/i.test(text) &&
    /\b(?:body|request|payload|content|parameters)\b/i.test(text)
  );
}

function sentencesOf(text: string): readonly string[] {
  return text.split(/[.;](?=\s|$)/);
}
