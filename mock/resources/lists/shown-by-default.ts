/** The records that a list shows without a query: by the defaults of its parameters, as schemas and texts state them. */
import type { RequestValues } from '../../../templates/runtime/server/read-request.ts';
import { LIKELY, type QueryUse } from '../../../contract/resources/graph.ts';
import { readPath } from '../../../contract/resources/path-shape.ts';
import { stemOf, wordOfState } from '../../../contract/resources/records/action-effect.ts';
import {
  defaultSentences,
  isDirectionWord,
  onlyWord,
  statedDefault,
} from '../../../contract/resources/records/state-values.ts';
import { stateOf } from '../../../contract/resources/records/state-conflict.ts';
import type { SourceOperation, SourceParameter, SourceSchema } from '../../../contract/resources/source.ts';
import { flatten, singularName } from '../../../contract/resources/words.ts';
import { pointerStep, splitPointer, valueAt } from '../../../templates/runtime/json/pointer.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { RecordFields } from '../record.ts';

/** Returns the values of the parameters that were not sent. Shape: a stated one is a state that records can have. */
export function defaultsOf(source: SourceOperation, record: SourceSchema | null): RequestValues['query'] {
  const valueOf = (parameter: SourceParameter): unknown => {
    const stated = statedDefault(parameter, source);
    const { values = null, defaultValue } = record?.properties.get(parameter.name) ?? {};
    const isState = stated !== null && (stated === defaultValue || values?.includes(stated) === true);
    return parameter.schema.defaultValue ?? (isState || isDirectionWord(stated) ? stated : undefined);
  };
  return Object.fromEntries(source.parameters.map((each) => [each.name, valueOf(each)]));
}

/** What a list without a parameter leaves out. Shape: of `values` at a JSON Pointer it shows only, or leaves out, these. */
export interface DefaultView {
  readonly parameter: string;
  readonly pointer: string;
  readonly values: readonly JsonValue[];
  readonly isOnly: boolean;
}

/** Reads defaults from texts: "By default only open ones are returned", "Archived ones are excluded by default". */
export function defaultViews(
  { path, parameters, text }: Pick<SourceOperation, 'path' | 'parameters' | 'text'>,
  uses: readonly QueryUse[],
  record: SourceSchema | null,
): readonly DefaultView[] {
  const views = uses.flatMap((use) => viewsOf({ parameters, text }, use, record));
  return [...views, ...onlyViews(uses, record), ...switchViews(path, record)];
}

/** Reads what a list shows from the end of its path: `/bookmarks`, or `/bookmarked`, shows records that are `bookmarked`. */
function switchViews(path: string, record: SourceSchema | null): readonly DefaultView[] {
  const name = flatten(readPath(path).name);
  const names = new Set([name, wordOfState(singularName(name))]);
  return [...(record?.properties ?? [])].flatMap(([each, { types }]) =>
    types?.size === 1 && types.has('boolean') && names.has(flatten(each).replace(/^is/, ''))
      ? [{ parameter: '', pointer: pointerStep(each), values: [true], isOnly: true }]
      : [],
  );
}

function viewsOf(
  { parameters, text }: Pick<SourceOperation, 'parameters' | 'text'>,
  { parameter: name, use: { value: effect, confidence } }: QueryUse,
  record: SourceSchema | null,
): readonly DefaultView[] {
  const parameter = parameters.find((each) => each.in === 'query' && each.name === name);
  if (parameter !== undefined && isFlag(parameter) && effect.kind === 'none')
    return viewOf(parameter, record);
  if (parameter === undefined || effect.kind !== 'filter' || confidence < LIKELY) return [];
  const [property = '', inner] = splitPointer(effect.property);
  const schema = inner === undefined ? record?.properties.get(property) : undefined;
  const words = schema === undefined ? [] : wordsFor(property, schema, parameter);
  for (const sentence of defaultSentences(`${text}\n${parameter.text}`)) {
    const only = onlyWord(sentence);
    const isOnly = only !== undefined;
    if (!isOnly && !/\b(?:not|excluded?|hidden|omitted)\b/i.test(sentence)) continue;
    const viewNames = new Set(isOnly ? [only] : sentence.split(/[^\w-]+/).map(flatten));
    const values = words.filter(([word]) => viewNames.has(word)).map(([, value]) => value);
    if (values.length > 0) return [{ parameter: name, pointer: pointerStep(property), values, isOnly }];
  }
  return [];
}

/** Reads what all lists show from the text of a property: "Only groups with a status of ACTIVE are returned". */
function onlyViews(uses: readonly QueryUse[], record: SourceSchema | null): readonly DefaultView[] {
  return [...(record?.properties ?? [])].flatMap(([name, { text, values }]): readonly DefaultView[] => {
    const pointer = pointerStep(name);
    const sentences = values === null ? [] : text.slice(0, MAX_READ).split(/[.;\n]/);
    const words = sentences.flatMap((each) => {
      const [, what = ''] = ONLY_LISTED.exec(each) ?? [];
      return what.split(/[^\w-]+/).map(flatten);
    });
    const shown = (values ?? []).filter((each) => typeof each === 'string' && words.includes(flatten(each)));
    const filter = uses.find(({ use: { value } }) => value.kind === 'filter' && value.property === pointer);
    return shown.length === 0
      ? []
      : [{ parameter: filter?.parameter ?? '', pointer, values: shown, isOnly: true }];
  });
}

/** Units: characters of a text that are read. */
const MAX_READ = 5000;

/** Sentences about what lists show, without a condition. */
const ONLY_LISTED =
  /^(?!.*\b(?:if|when|unless)\b).*?\bonly\b(.*)\b(?:is|are|be) (?:returned|listed|shown|included)\b/i;

function isFlag({ schema: { types } }: SourceParameter): boolean {
  return types?.size === 1 && types.has('boolean');
}

/**
 * Returns what a list shows unless a parameter such as `all` is on: "By default, only running ones are shown"; or what it
 * leaves out unless `includeArchived` is on.
 */
function viewOf({ name, text }: SourceParameter, record: SourceSchema | null): readonly DefaultView[] {
  const [, word] = /^(?:include|with|show)(.+)$/.exec(flatten(name)) ?? [];
  for (const [property, { values }] of record?.properties ?? []) {
    const named = (values ?? []).filter((each) => typeof each === 'string' && flatten(each) === word);
    if (named.length > 0)
      return [{ parameter: name, pointer: pointerStep(property), values: named, isOnly: false }];
  }
  const place = stateOf(record);
  const [only] = defaultSentences(text).flatMap((sentence) => onlyWord(sentence) ?? []);
  const values = place?.states.filter((state) => flatten(state) === only) ?? [];
  if (place === null || values.length === 0) return [];
  return [{ parameter: name, pointer: place.pointer, values, isOnly: true }];
}

/** Returns the words for the values of a property: its states, or its name where it is true or false. */
function wordsFor(
  name: string,
  { types, values }: SourceSchema,
  { schema }: SourceParameter,
): readonly (readonly [word: string, value: JsonValue])[] {
  if (types?.has('boolean') === true && types.size === 1) return [[flatten(name).replace(/^is/, ''), true]];
  const states = values ?? schema.values ?? schema.items?.values ?? [];
  return states.flatMap((value) => (typeof value === 'string' ? [[flatten(value), value] as const] : []));
}

/** Returns whether a list shows a record by default. Why also one without the property: it is in no state to leave out. */
export function isInViews(value: RecordFields, views: readonly DefaultView[]): boolean {
  return views.every(({ pointer, values, isOnly }) => {
    const current = valueAt(value, pointer) as JsonValue | undefined;
    return current === undefined || values.includes(current) === isOnly;
  });
}

/**
 * Returns the parameters of times that also select what has no such time, as their texts say: "either incomplete or
 * completed since this time" of `completed_at`.
 */
export function timesOrNone(
  { parameters }: Pick<SourceOperation, 'parameters'>,
  uses: readonly QueryUse[],
): ReadonlySet<string> {
  const matches = uses.filter(({ parameter: name, use: { value: effect } }) => {
    const text = parameters.find((each) => each.in === 'query' && each.name === name)?.text ?? '';
    const negated = /\beither (?:are )?(?:in|un|not )(\w{4,30}) or\b/i.exec(text)?.[1];
    const [property = ''] = effect.kind === 'filter' ? splitPointer(effect.property) : [];
    return negated !== undefined && flatten(property).startsWith(stemOf(flatten(negated)));
  });
  return new Set(matches.map(({ parameter }) => parameter));
}
