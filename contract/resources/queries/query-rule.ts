/** A rule infers what a query parameter of a list does from its names, its text and the records of the list. */
import type { Inference, QueryEffect } from '../graph.ts';
import type { SourceParameter, SourceSchema } from '../source.ts';
import { flatten } from '../words.ts';

/** A parameter with the names that rules compare. */
export interface NamedParameter extends Pick<SourceParameter, 'name' | 'schema' | 'text'> {
  /** The name without the form of a filter or of pages: `status` of `filter[status]`, `limit` of `paginate_limit`. */
  readonly plain: string;
  /** The plain name in lower case, without separators. */
  readonly flat: string;
}

/** How a filter compares a property with a value. */
export type FilterComparison = Extract<QueryEffect, { readonly kind: 'filter' }>['compare'];

/** Creates an inference with its evidence. */
export type Infer = (value: QueryEffect, confidence: number, text: string) => Inference<QueryEffect>;

/** Infers what a parameter does; `null` if the rule does not apply. Shape: `item` is a record of the list. */
export type QueryRule = (
  parameter: NamedParameter,
  item: SourceSchema | null,
  infer: Infer,
) => Inference<QueryEffect> | null;

/** Texts that ignore the case: "case-insensitive", "Upper and lower case are not distinguished". */
export const ignoringCase =
  /case[- ]?insensitiv|(?:irrespective|regardless) of (?:the )?case|ignor\w+ (?:the )?case|\bcase (?:(?:does|do|is|are) not|(?:does|do|is|are)n['’]t) (?:matter|distinguished|significant|relevant|considered)\b|\b(?:does|do) not distinguish (?:between )?upper/i;

/** Adds the names that rules compare. */
export function nameParameter({ name, schema, text }: SourceParameter): NamedParameter {
  const plain = name
    .replace(/^\$/, '')
    .replace(/^(?:filters?|q|query|where|search)\[(.+)\]$/, '$1')
    .replace(/^(?:paginate|pagination|paging)(?:[_.-](\w+)|\[(\w+)\])$/i, '$1$2')
    .replace(/\[\]$/, '')
    .replace(/(?:\.|__|\[)(?:in|eq)\]?$/, '');
  return { name, schema, text, plain, flat: flatten(plain) };
}
