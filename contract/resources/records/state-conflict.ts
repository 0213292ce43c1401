/** The states in which an operation is rejected, by the description of its 409: "order is already shipped". */
import type { SourceOperation, SourceSchema } from '../source.ts';
import { flatten } from '../words.ts';
import { pointerStep } from '../../../templates/runtime/json/pointer.ts';

/** Where a record has its state, and the states that are listed. */
export interface StatePlace {
  readonly pointer: string;
  readonly states: readonly string[];
}

/** The states in which an operation is rejected. */
export interface StateConflict extends StatePlace {
  /** Whether it is rejected in all other states. */
  readonly isNegated: boolean;
}

const STATE = /^(?:status|state)$/i;

/** Returns where a record has its state: in a property, or in one of the object of that name; `null` for none. */
export function stateOf(schema: SourceSchema | null, base = ''): StatePlace | null {
  for (const [name, property] of schema?.properties ?? []) {
    if (!STATE.test(name)) continue;
    const pointer = base + pointerStep(name);
    const states = (property.values ?? []).filter((each) => typeof each === 'string' && each !== '');
    if (states.length > 1) return { pointer, states: states as readonly string[] };
    const inner = base === '' && property.properties.size > 0 ? stateOf(property, pointer) : null;
    if (inner !== null) return inner;
  }
  return null;
}

/** Returns the states of a record in which an operation has a conflict; `null` if its descriptions name none. */
export function conflictOf(
  { responses }: Pick<SourceOperation, 'responses'>,
  schema: SourceSchema | null,
): StateConflict | null {
  const text = responses.find(({ status }) => status === 409)?.text ?? '';
  const place = text === '' || isOfOthers.test(text) ? null : stateOf(schema);
  const states = place === null || isRestricted.test(text) ? [] : namedIn(text, place);
  if (place === null || states.length === 0) return null;
  return { pointer: place.pointer, states, isNegated: isNegation.test(text) };
}

/**
 * Returns the states that an operation is possible in, and the status of its error in others: "This only succeeds if the
 * upload is still in the `waiting` state", where it declares 409 or an error "no longer possible"; `null` for none.
 */
export function onlyStates(
  { text, responses }: Pick<SourceOperation, 'text' | 'responses'>,
  schema: SourceSchema | null,
): (StatePlace & { readonly status: number }) | null {
  const errors = responses.filter(({ status, text: described }) =>
    status === 409
      ? true
      : status === 422 || ((status === 400 || status === 403) && OF_STATE.test(described)),
  );
  const { status } = errors.toSorted((a, b) => Number(b.status === 409) - Number(a.status === 409))[0] ?? {};
  const place = typeof status === 'number' ? stateOf(schema) : null;
  if (place === null || typeof status !== 'number') return null;
  const states = text
    .replaceAll(/\s+/g, ' ')
    .split(/\.(?=\s|$)/)
    .flatMap((sentence) => namedIn(ONLY_IN.exec(sentence)?.[1] ?? '', place));
  return states.length === 0 ? null : { pointer: place.pointer, states, status };
}

const ONLY_IN =
  /\bonly (?:be )?(?:succeeds?|works?|possible|allowed|permitted|valid|cancell?ed|changed|deleted) (?:if|when|while) (?:it|the [\w ]{1,40}?) is (?:still )?(?:in )?(?:the |state |status )?([`"'*]{1,2}[\w-]{1,40}[`"'*]{1,2}(?:(?:,| or) [`"'*]{1,2}[\w-]{1,40}[`"'*]{1,2})*)/i;

/** Descriptions of errors about what a record has become. */
const OF_STATE = /\bno longer\b|\balready\b|\b(?:status|state)\b|\bnot possible\b/i;

export function namedIn(text: string, { states }: StatePlace): readonly string[] {
  const words = new Set(text.split(/[^A-Za-z\d_-]+/).map(flatten));
  return states.filter((state) => words.has(flatten(state)));
}

/** Descriptions of conflicts with other records. */
const isOfOthers = /\b(?:exists?|existing|unique|duplicated?|in use|taken|another|other)\b/i;

/** Descriptions that name states without saying in which of them an operation is rejected. */
const isRestricted = /\b(?:only|until|before|after|either|neither|from)\b/i;

/** Descriptions that name the states in which an operation is possible. */
const isNegation =
  /\b(?:not|isn['’]t|unless|must (?:first )?be|has to be|should be)\b(?! (?:possible|allowed|be|while))/i;

/** Returns the states that a text calls final: "Once **closed**, an order can't be reopened". */
export function finalIn(text: string, place: StatePlace): readonly string[] {
  const statements = text.split(/\n/).flatMap((line) => {
    const [state = ''] = namedIn(line.slice(0, MAX_NAME), place);
    const isListed = state !== '' && /^\W*[\w-]+\W+(?=\S)/.test(line);
    return line.split(/(?<=\.)\s/).map((each) => ({ each, state: isListed ? state : '' }));
  });
  const final = statements.flatMap(({ each, state }) => {
    if (!isFinal.test(each)) return [];
    const [, once = ''] = /\bonce\b(?: it is| the \w+ is)?[^\w]{1,5}([\w-]+)/i.exec(each) ?? [];
    return once === '' ? [state] : namedIn(once, place);
  });
  return place.states.filter((state) => final.includes(state));
}

/** Units: characters at the start of an item of a list that name a state. */
const MAX_NAME = 40;

const isFinal =
  /\birreversible\b|\b(?:is|are) final\b|\bfinal (?:status|state)\b|\bcan(?:not|['’]t| not) be (?:changed|reopened|reverted|reactivated|undone|re-?activated)\b/i;
