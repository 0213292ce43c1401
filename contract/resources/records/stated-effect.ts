/** Reads the effect of an action from its text, in time that is linear in its length. */
import { toText } from '../../../templates/runtime/json/value.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { OperationRole } from '../graph.ts';
import type { SourceOperation, SourceSchema } from '../source.ts';
import { namedIn, stateOf } from './state-conflict.ts';

/**
 * Returns the effect that the text of an action states: "Closes the task and sets `closedAt`. 409 if it is closed
 * already.", "From `done` to `todo`; clears `closedAt`", or "`closedAt` and `reason` are null again." Shape: empty for none. A boolean
 * that is cleared is false.
 */
export function statedEffect(
  { text, responses }: Pick<SourceOperation, 'text' | 'responses'>,
  schema: SourceSchema | null,
): Pick<OperationRole, 'effect'> {
  const parts = text.split(/[.;\n]/);
  const isProperty = (name: string): boolean => schema?.properties.has(name) === true;
  const clauses = parts.flatMap((each) => each.split(/\b(?=sets? [`"'])|\b(?=clears? [`"'])/i));
  const sets = clauses.flatMap(namesSet).filter(isProperty);
  const cleared = clauses.flatMap(namesCleared).filter(isProperty);
  const flags = cleared.filter((name) => schema?.properties.get(name)?.types?.has('boolean') === true);
  const clears = [
    ...cleared.filter((name) => !flags.includes(name)),
    ...parts.flatMap(namesOfNull).filter(isProperty),
  ];
  const stated =
    schema === null
      ? []
      : [
          ...flags.map((name) => [name, false] as const),
          ...parts.flatMap((each) => stateAfter(each, schema)),
          ...clauses.flatMap((each) => valuesSet(each, schema)),
        ];
  const values = Object.fromEntries(stated);
  const statements = parts.filter((each) => /\b409\b/.test(each));
  const conflicts = responses.flatMap((each) => (each.status === 409 ? [each.text] : []));
  const isOnce = [...statements, ...conflicts].some((each) => isRepeated.test(each));
  const hasValues = Object.keys(values).length > 0;
  if (sets.length === 0 && clears.length === 0 && !hasValues && !isOnce) return {};
  return {
    effect: {
      sets,
      ...(clears.length === 0 ? {} : { clears }),
      ...(hasValues ? { values } : {}),
      ...(isOnce ? { again: 409 } : {}),
    },
  };
}

/** Statements about an action that is repeated: "409 if it is closed already", "Archiving it again gives 409". */
const isRepeated =
  /\balready\b|\b[a-z]{2,20}ing (?:it|the \w{1,40}|an? \w{1,40}) (?:again|twice|a second time)\b/i;

/** Lists the properties that a clause sets without a value: `archivedAt` of "sets `status` to `archived` and `archivedAt`". */
function namesSet(clause: string): readonly string[] {
  if (!/^sets? [`"']/i.test(clause)) return [];
  return Array.from(
    clause.matchAll(/(\bto )?[`"'](\w+)[`"']( (?:back )?to\b)?/gi),
    ([, before, name = '', after]) => (before === undefined && after === undefined ? [name] : []),
  ).flat();
}

/** Lists the properties that a clause clears: `completedAt` and `reason` of "clears `completedAt` and `reason`". */
function namesCleared(clause: string): readonly string[] {
  const [list = ''] = /^clears? (?:[`"']\w+[`"'](?:, and |, | and )?)+/i.exec(clause) ?? [];
  return list.match(/\b\w+\b(?=[`"'])/g) ?? [];
}

/** Lists the values of "sets `status` to `archived`" that the schema lists. */
function valuesSet(clause: string, { properties }: SourceSchema): readonly (readonly [string, JsonValue])[] {
  return Array.from(
    clause.matchAll(/^sets? [`"'](\w+)[`"'] (?:back )?to [`"']([\w-]+)[`"']/gi),
    ([, name = '', word = '']) => {
      const property = properties.get(name);
      const value = (
        property?.types?.has('boolean') === true ? [true, false] : (property?.values ?? [])
      ).find((each) => toText(each) === word);
      return value === undefined ? [] : [[name, value] as const];
    },
  ).flat();
}

/** Returns the state after "From `todo` or `in_progress` to `done`"; empty for none. */
function stateAfter(sentence: string, schema: SourceSchema): readonly (readonly [string, JsonValue])[] {
  const place = stateOf(schema);
  const [, from = '', to = ''] =
    /\bfrom (.{1,80}?) (?:back )?to ([`"'][\w-]+[`"'])(?!,? (?:or|and) [`"'])/i.exec(sentence) ?? [];
  if (place === null || place.pointer.lastIndexOf('/') > 0 || namedIn(from, place).length === 0) return [];
  const [state] = namedIn(to, place);
  return state === undefined ? [] : [[place.pointer.slice(1), state]];
}

/** Returns the properties that a sentence says are null: "`closedAt` and `reason` are null again"; empty for none. */
function namesOfNull(sentence: string): readonly string[] {
  const end = /[`"'] (?:is|are|becomes?) (?:set |reset )?(?:back )?(?:to )?[`"']?null\b/i.exec(
    sentence,
  )?.index;
  const words = sentence.slice(0, end === undefined ? 0 : end + 1).trim();
  const isList = /^(?:(?:then|and|its|the|,) ?)*(?:[`"']\w+[`"'](?:, | and |, and |$))+$/i.test(words);
  return isList ? (words.match(/\b\w+\b(?=[`"'])/g) ?? []) : [];
}
