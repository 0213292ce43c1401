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
