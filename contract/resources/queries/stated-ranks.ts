/** Reads in which order a list has the values of an enum: "Priorities ascend from `low` to `urgent`". */
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { QueryEffect } from '../graph.ts';
import type { SourceSchema } from '../source.ts';

type Ranks = Pick<Extract<QueryEffect, { readonly kind: 'sort' }>, 'ranks'>;

/**
 * Returns the values of properties in the ascending order that the description of an order states. Shape: empty for none.
 *
 * Why no sentence about descending: it has the values the other way round.
 */
export function statedRanks(text: string, item: SourceSchema | null): Ranks {
  const sentences = text.split(/[.;](?=\s|$)/).filter((each) => !/\bdescend|\bdesc\b/i.test(each));
  const ranks = [...(item?.properties ?? [])].flatMap(([name, { values }]) => {
    const listed = (values ?? []).filter((each) => typeof each === 'string' && each !== '') as string[];
    const ordered =
      listed.length < 2
        ? null
        : sentences.map((each) => orderIn(each, listed) ?? orderFrom(each, name, listed)).find(Boolean);
    return ordered == null ? [] : [[name, ordered] as const];
  });
  return ranks.length === 0 ? {} : { ranks: Object.fromEntries(ranks) };
}

/** Returns values in the order that a sentence states by its first and its last value, or by naming all; `null` for none. */
function orderIn(sentence: string, values: readonly string[]): readonly JsonValue[] | null {
  const words = sentence.split(/[^\w-]+/).filter((word) => word !== '');
  const places = words.flatMap((word, at) => (values.includes(word) ? [at] : []));
  const named = places.map((at) => words[at] ?? '');
  const [first, last] = named;
  if (first === undefined || last === undefined || new Set(named).size < named.length) return null;
  if (named.length === values.length && isOrder.test(sentence)) return named;
  const [from = 0, to = 0] = places;
  const between = words
    .slice(from + 1, to)
    .join(' ')
    .toLowerCase();
  const isRange =
    named.length === 2 && words[from - 1]?.toLowerCase() === 'from' && /^(?:up )?to$/.test(between);
  const isBefore = named.length === 2 && values.length === 2 && /^(?:is |are |comes? )?before$/.test(between);
  if (!isRange && !isBefore) return null;
  const [start, end] = [values.indexOf(first), values.indexOf(last)];
  const ends = [0, values.length - 1];
  // Why only the ends: the order of the other values would be open.
  if (!ends.includes(start) || !ends.includes(end)) return null;
  return start < end ? values : values.toReversed();
}

/**
 * Returns values in the order whose first one a sentence states, which must be an end of the enum: "`priority` begins with
 * the most urgent tasks"; `null` for none.
 */
function orderFrom(
  sentence: string,
  property: string,
  values: readonly string[],
): readonly JsonValue[] | null {
  const first = /\b(?:begin|start)s? with (?:the )?(?:most )?[`'"]?([\w-]+)/i
    .exec(sentence)?.[1]
    ?.toLowerCase();
  const at = values.findIndex((each) => each.toLowerCase() === first);
  // Why the name of the property: another one may have the same values.
  if (at === -1 || !sentence.split(/[^\w-]+/).includes(property)) return null;
  if (at === 0) return values;
  return at === values.length - 1 ? values.toReversed() : null;
}

/** Sentences about an order. */
const isOrder = /\border|\bsort|\brank|\bascend|\bbefore\b|<|→|->|\bto\b/i;

/** Returns whether a minus in front of a property means ascending, as its text states. Shape: empty for descending. */
export function statedSigns(
  text: string,
): Pick<Extract<QueryEffect, { readonly kind: 'sort' }>, 'ascending'> {
  const isMinus = MINUS_ASCENDS.test(text.slice(0, MAX_READ).replaceAll(/\s+/g, ' '));
  return isMinus ? { ascending: '-' } : {};
}

/** Units: characters of a text that are read. */
const MAX_READ = 5000;

const MINUS_ASCENDS =
  /(?:[`"'(]-[`"')]|\bminus(?: sign)?|\bhyphen)(?: (?:operator|sign|prefix))? (?:(?:indicates?|means|denotes|is|is used|stands) (?:for )?(?:an? |in )?|sorts? (?:the \w+ )?(?:in )?(?:an? )?)ascending\b/i;
