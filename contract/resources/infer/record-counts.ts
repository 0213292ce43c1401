/** Finds the properties with a number of other records: `commentCount`, or `openTaskCount`, the "Number of tasks that are not done", or `open`, the "Number of open tasks". */
import type { RecordCount, RecordStates, Resource } from '../graph.ts';
import { namedIn, stateOf, type StatePlace } from '../records/state-conflict.ts';
import { switchNamed } from '../queries/infer-condition.ts';
import { pointerStep } from '../../../templates/runtime/json/pointer.ts';
import { COMPLETED_STATES } from '../records/state-values.ts';
import type { SourceSchema } from '../source.ts';
import { flatten, isPlural, isSameName, wordsOf } from '../words.ts';

/** A resource with the schema of its records. */
export interface DescribedResource {
  readonly resource: Resource;
  readonly schema: SourceSchema | null;
}

/** Words beside the name of what is counted: `commentCount`, `number_of_comments`. */
const countWords = new Set(['count', 'cnt', 'total', 'num', 'number', 'of']);

/** Adds the counts of each resource. */
export function withCounts(all: readonly DescribedResource[]): readonly Resource[] {
  return all.map(({ resource, schema }) => {
    const counts = [...(schema?.properties ?? [])].flatMap(([name, property]) =>
      property.types?.has('integer') === true || property.types?.has('number') === true
        ? (countOf(name, property, { resource, all }) ?? [])
        : [],
    );
    return counts.length === 0 ? resource : { ...resource, counts };
  });
}

/** Returns whether the path of a resource is below the records of another one. */
function isBelow({ path }: Resource, { itemPath }: Resource): boolean {
  return itemPath !== null && path.startsWith(`${itemPath}/`);
}

function countOf(
  property: string,
  { text }: SourceSchema,
  { resource: owner, all }: { readonly resource: Resource; readonly all: readonly DescribedResource[] },
): RecordCount | null {
  const words = wordsOf(property);
  const named = words.filter((word) => !countWords.has(word));
  const counted =
    named.length === words.length && !isPlural(property) ? wordsOf(describedCount(text)) : named;
  if (counted.length === 0) return null;
  const find = (name: readonly string[]): DescribedResource | undefined => {
    const named = all.filter(({ resource }) =>
      isSameName(name.join(' '), resource.name.split('/').at(-1) ?? ''),
    );
    return named.find(({ resource }) => isBelow(resource, owner)) ?? named[0];
  };
  const [state = '', ...rest] = counted;
  const whole = find(counted);
  const kind = whole ?? find(rest);
  if (kind === undefined) return null;
  const place = stateOf(kind.schema);
  const stated = place === null ? null : statedStates(text, place);
  const own =
    whole !== undefined
      ? null
      : ((place === null ? null : statesOfWord(state, place)) ?? switchOfWord(state, kind.schema));
  const where = stated ?? own;
  if (where === null && whole === undefined) return null;
  return { property, resource: kind.resource.name, ...(where === null ? {} : { where }) };
}

/** Returns what a text counts: `open tasks` of "Number of open tasks"; empty for none. */
function describedCount(text: string): string {
  return (
    /^\s*(?:the )?(?:total )?(?:number|count) of (?:all )?([a-z]{2,40}(?: [a-z]{2,40})?)\s*(?:[.,;]|$)/i.exec(
      text,
    )?.[1] ?? ''
  );
}

/** Returns the states of "tasks that are not done", or of "open tasks"; `null` if a text names none. */
function statedStates(text: string, place: StatePlace): RecordStates | null {
  const [sentence = ''] = text.split(/[.;](?=\s|$)/);
  const [before = '', ...after] = sentence.split(/\b(?:not|except|without|other than)\b|n['’]t\b/i);
  const { pointer } = place;
  const values = namedIn(before, place);
  if (values.length > 0) return { pointer, values, isNegated: false };
  const others = namedIn(after.join(' '), place);
  return others.length === 0 ? null : { pointer, values: others, isNegated: true };
}

/** Returns the switch that a word before the name of what is counted means: `completed` of `incomplete_tasks`; `null` for none. */
function switchOfWord(word: string, schema: SourceSchema | null): RecordStates | null {
  if (schema === null) return null;
  const named = switchNamed(word, schema) ?? switchNamed(word.replace(/^incomplete$/, 'uncompleted'), schema);
  if (named === null) return null;
  return { pointer: pointerStep(named.property), values: [true], isNegated: !named.isOn };
}

/** Returns the states that a word before the name of what is counted means: `open` of `openTaskCount`; `null` for none. */
function statesOfWord(word: string, { pointer, states }: StatePlace): RecordStates | null {
  const named = states.filter((each) => flatten(each) === word);
  if (named.length > 0) return { pointer, values: named, isNegated: false };
  const completed = states.filter((each) => COMPLETED_STATES.includes(flatten(each)));
  const isPending = /^(?:open|pending|unfinished|incomplete|remaining|unresolved)$/.test(word);
  return isPending && completed.length > 0 ? { pointer, values: completed, isNegated: true } : null;
}
