/** Finds the property of a record that the last path parameter names. */
import type { Inference, ResourceKey } from './graph.ts';
import { propertySpelled } from './schema-likeness.ts';
import type { SourceParameter, SourceSchema } from './source.ts';
import { flatten, singularName, singularOf, wordsOf } from './words.ts';
import { pointerStep, splitPointer } from '../../templates/runtime/json/pointer.ts';

/** Names of properties that identify a record, in the order in which they are preferred. */
const commonKeys = 'id gid sid _id uuid guid uid key slug code number login username name'.split(' ');

/** Names of ids for other services, which are keys where a record has no other id. */
const outerIds = ['extid', 'externalid', 'publicid', 'globalid', 'uniqueid'];

/** Names that mean only that they identify a record. */
const ids: ReadonlySet<string> = new Set(['id', 'gid', 'sid', 'uuid', 'guid', 'uid']);

/** Names of properties for what a parameter calls otherwise. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  index: ['number', 'iid'],
  num: ['number'],
  no: ['number'],
  iid: ['number'],
  username: ['login', 'name'],
  handle: ['login', 'name'],
  identifier: ['id'],
  code: ['identifier'],
  filepath: ['path'],
  ref: ['sha'],
  commit: ['sha', 'hash'],
  revision: ['sha', 'hash'],
};

interface Candidate {
  readonly pointer: string;
  readonly schema: SourceSchema;
  readonly confidence: number;
  readonly text: string;
}

/**
 * Infers the key of a resource: `name` is that of its path, `parameters` identify a record, `last` is the last one of
 * them as declared.
 *
 * Shape: the property is `null` if no property of a record looks like the parameter.
 */
export function inferKey(
  name: string,
  parameters: readonly string[],
  last: SourceParameter | null,
  item: SourceSchema | null,
): Inference<ResourceKey> {
  const parameter = parameters.at(-1) ?? '';
  // Why: what names a record above is not its own key.
  const above = new Set(parameters.slice(0, -1).map(flatten));
  const listed = (item === null ? [] : listCandidates(name, parameter, item, last?.text)).filter(
    ({ pointer, text }) =>
      !above.has(flatten(pointer.slice(1))) || ids.has(flatten(pointer.slice(1))) || text === DESCRIBED,
  );
  const candidates = isContent(name, parameter, last) ? idsFirst(listed) : listed;
  const match = chooseCandidate(candidates, last, parameters.length > 1);
  if (match === null) {
    const text = `no property of a record is named like {${parameter}}`;
    return {
      value: { parameters, property: null },
      confidence: 0.5,
      evidence: [{ text, pointer: last?.pointer ?? null }],
    };
  }
  return {
    value: { parameters, property: match.pointer },
    confidence: match.confidence,
    evidence: [{ text: match.text, pointer: match.schema.pointer }],
  };
}

/**
 * Returns the key that a link declares, else the inferred one. Why: a link may lead to another record of the resource, by
 * a property such as `parent_id`.
 */
export function linkedKey(
  inferred: Inference<ResourceKey>,
  links: readonly Inference<string>[],
  item: SourceSchema | null,
): Inference<ResourceKey> {
  const isReference = (pointer: string): boolean =>
    inferred.confidence >= 0.9 &&
    pointer !== inferred.value.property &&
    /. id$/.test(wordsOf(pointer).join(' '));
  const declared = links.find(
    ({ value }) => item?.properties.has(splitPointer(value)[0] ?? '') !== false && !isReference(value),
  );
  if (declared === undefined) return inferred;
  return { ...declared, value: { ...inferred.value, property: declared.value } };
}

/** Infers the key of records that no path names; `null` if no property looks like one. */
export function inferBareKey(name: string, item: SourceSchema | null): Inference<ResourceKey> | null {
  const [match] =
    item === null ? [] : listCandidates(name, '', item).filter(({ schema }) => agrees(null, schema));
  if (match === undefined) return null;
  return {
    value: { parameters: [], property: match.pointer },
    confidence: match.confidence,
    evidence: [{ text: match.text, pointer: match.schema.pointer }],
  };
}

/**
 * Chooses the property that a parameter names. Why: a text in a path is rarely a number in the record if the record also
 * has a name, and the parameter is described as one or is one of two that identify a record.
 */
function chooseCandidate(
  candidates: readonly Candidate[],
  last: SourceParameter | null,
  isCompound: boolean,
): Candidate | null {
  const fitting = candidates.filter(({ schema }) => agrees(last?.schema ?? null, schema));
  const [first] = fitting;
  if (first === undefined) return null;
  const number = fitting.find(({ schema }) => schema.types !== null && isNumeric(schema.types));
  // Why: a number in a path is rarely a text in the record if the record also has a number for it.
  const isText = last !== null && isNumber(last.schema) && !isNumber(first.schema);
  const best = isText && first.schema.types !== null ? (number ?? first) : first;
  if (last === null || best.confidence > COMMON || !isMismatch(last.schema, best.schema)) return best;
  const isNamed = isCompound || describesName(last.text);
  const text = fitting.find(({ schema }) => !isMismatch(last.schema, schema));
  return isNamed && text !== undefined ? text : { ...best, confidence: 0.7 };
}

/** Returns whether a parameter is described as an id, and named like the resource, which records may have as a text. */
function isContent(name: string, parameter: string, last: SourceParameter | null): boolean {
  return singularName(parameter) === singularName(name) && /\b(?:identifier|id)\b/i.test(last?.text ?? '');
}

function idsFirst(candidates: readonly Candidate[]): readonly Candidate[] {
  const isId = ({ pointer }: Candidate): boolean => ids.has(flatten(pointer.slice(1)));
  return [...candidates.filter(isId), ...candidates.filter((each) => !isId(each))];
}

function isNumber({ types }: SourceSchema): boolean {
  return types !== null && isNumeric(types);
}

/** Returns whether a text describes a parameter as the name of something. */
export function isNameOf(text: string): boolean {
  return isOnlyName.test(text) || /\bname instead of (?:an? |the )?id\b/i.test(text);
}

const isOnlyName = /^(?:the )?(?:unique )?name of\b/i;

/** Returns whether a parameter is described as a name. */
function describesName(text: string): boolean {
  return /\b(?:name|slug|login|handle)\b/i.test(text);
}

/** The confidence of a common name of a key. */
const COMMON = 0.8;

/** Lists the properties that may identify a record, the best one first. */
function listCandidates(name: string, parameter: string, item: SourceSchema, text = ''): Candidate[] {
  const properties = [...item.properties];
  const named = (wanted: string, confidence: number, text: string): Candidate[] =>
    properties
      .filter(([property]) => flatten(property) === wanted)
      .map(([property, schema]) => ({
        pointer: pointerStep(property),
        schema,
        confidence,
        text: `\`${property}\` ${text}`,
      }));
  const rest = restOf(parameter, name);
  const last = wordsOf(parameter).at(-1) ?? '';
  const one = singularOf(wordsOf(name).at(-1) ?? '');
  const synonym = [flatten(parameter), rest ?? ''].flatMap((each) => synonyms[each] ?? []);
  const metadata = item.properties.get('metadata')?.properties.get('name');
  return [
    ...named(flatten(parameter), 0.95, `is named like {${parameter}}`),
    ...(rest === null ? [] : named(rest, 0.9, `is what {${parameter}} adds to the name of the resource`)),
    ...named(`${singularName(name)}id`, 0.9, 'is the name of the resource and `id`'),
    ...named(`${flatten(parameter)}id`, 0.9, parameter === '' ? 'is an id' : `is {${parameter}} and \`id\``),
    ...nestedKey(parameter, item),
    ...headKey(name, parameter, item),
    ...(/.id$/.test(last) ? named(last, 0.85, `is the end of {${parameter}}`) : []),
    ...synonym.flatMap((each) => named(each, 0.85, `is another name of {${parameter}}`)),
    ...describedKey(name, item),
    ...(isOnlyName.test(text) ? named('name', 0.85, `is what {${parameter}} is described as`) : []),
    ...(ids.has(rest ?? flatten(parameter)) && !describesName(text)
      ? commonKeys.filter((each) => ids.has(flatten(each)))
      : commonKeys
    ).flatMap((each) => named(flatten(each), COMMON, 'is a common name of a key')),
    ...endingIn([singularName(name), 'id'], item),
    ...(flatten(parameter) === `${one}${rest}` && !/^(?:url|uri|link)$/.test(one)
      ? named(one, 0.7, `is {${parameter}} without its end`)
      : []),
    ...named(last, 0.7, `is the end of {${parameter}}`),
    ...(/. \S+ id$/.test(wordsOf(parameter).join(' ')) ? endingIn(wordsOf(parameter).slice(-2), item) : []),
    ...(last === 'id' ? outerIds.flatMap((each) => named(each, 0.65, 'is an id')) : []),
    ...named('label', 0.6, 'is sometimes a key'),
    ...(metadata === undefined
      ? []
      : [{ pointer: '/metadata/name', schema: metadata, confidence: 0.9, text: '`metadata.name` names it' }]),
    ...properties
      .filter(([, { isReadOnly, format }]) => isReadOnly && format === 'uuid')
      .map(([property, schema]) => ({
        pointer: pointerStep(property),
        schema,
        confidence: 0.6,
        text: `\`${property}\` is a UUID that only the service writes`,
      })),
  ];
}

/** The evidence of a property that is described as the id of its record. */
const DESCRIBED = 'its description calls it the id of the record';

/** Lists the properties that are described as the id of a record, such as "Unique subaccount ID". */
function describedKey(name: string, { properties }: SourceSchema): Candidate[] {
  const one = singularName(name.split('/').at(-1) ?? '');
  return [...properties].flatMap(([property, schema]) => {
    const [, named = ''] = IDENTIFIES.exec(schema.text) ?? [];
    const isOwn = named !== '' && singularName(named) === one && /(?:id|key|code)$/i.test(property);
    return isOwn ? [{ pointer: pointerStep(property), schema, confidence: 0.85, text: DESCRIBED }] : [];
  });
}

/** Units: at most 40 characters between "unique" and "ID". */
const IDENTIFIES = /^\W*(?:the |a )?unique ([\w -]{1,40}?) (?:id|identifier|key)\b/i;

/** Lists the properties that end in words, the shortest one first, without those of another record. */
function endingIn(end: readonly string[], { properties }: SourceSchema): Candidate[] {
  const all = [...properties].filter(([property]) => {
    const words = wordsOf(property);
    return (
      words.length > end.length &&
      words.slice(-end.length).join(' ') === end.join(' ') &&
      !words.some((word) => /^(?:parent|original|related|previous|next|external|ext)$/.test(word))
    );
  });
  return all
    .toSorted(([one], [other]) => one.length - other.length)
    .map(([property, schema]) => ({
      pointer: pointerStep(property),
      schema,
      confidence: 0.7,
      text: `\`${property}\` ends in \`${end.join(' ')}\``,
    }));
}

/** Finds the key of a record in a record: `user.id` of a member for `{user_id}`. */
function nestedKey(parameter: string, item: SourceSchema): Candidate[] {
  const words = wordsOf(parameter);
  const last = words.at(-1) ?? '';
  const outer = words.slice(0, -1).join('');
  return [...item.properties].flatMap(([property, { properties }]) => {
    const schema = flatten(property) === outer ? properties.get(last) : undefined;
    const text = `\`${property}.${last}\` is named like {${parameter}}`;
    return schema === undefined
      ? []
      : [{ pointer: pointerStep(property) + pointerStep(last), schema, confidence: 0.85, text }];
  });
}

/** Names of the object of a record with what all kinds of records have. */
const heads = /^(?:info|metadata|meta|header|head|general|common|base)$/i;

/**
 * Finds the key of a record without an id of its own in an object about all of it: `info.id` for `{id}`, or one that is
 * described as the id of the record.
 */
function headKey(name: string, parameter: string, { properties }: SourceSchema): Candidate[] {
  const one = singularName(name.split('/').at(-1) ?? '');
  const hasOwn = [...properties.keys()].some(
    (each) => ids.has(flatten(each)) || flatten(each) === `${one}id`,
  );
  if (hasOwn) return [];
  return [...properties].flatMap(([property, head]): Candidate[] => {
    const key = propertySpelled(parameter, head);
    const schema = key === null ? undefined : head.properties.get(key);
    if (key === null || schema === undefined || !ids.has(flatten(key))) return [];
    const [, named = ''] = /^(?:the )?([\w-]{1,40}) (?:id|identifier)\b/i.exec(schema.text) ?? [];
    if (!heads.test(property) && !(named !== '' && singularName(named) === one)) return [];
    const text = `\`${property}\` has the id of the record`;
    return [{ pointer: pointerStep(property) + pointerStep(key), schema, confidence: 0.85, text }];
  });
}

/** Returns what a parameter may have besides an id: `name` of `{idOrName}`, and of one described as "id or name". */
export function otherKeys({ name, text }: Pick<SourceParameter, 'name' | 'text'>): readonly string[] {
  const words = wordsOf(name);
  const or = words.indexOf('or');
  const [, after = ''] = /\bids?\b[^.;]{0,20}?\bor\b([^.;]{0,40})/i.exec(text) ?? [];
  const inText = (/^(?:\W*[a-z_]+){1,3}/i.exec(after)?.[0] ?? '').match(/[a-z_]{3,}/gi) ?? [];
  const inName = or > 0 ? [words.slice(or + 1).join('_')] : [];
  return [...inName, ...inText];
}

/**
 * Returns what a parameter adds to the name of the resource: `number` of `issue_number` for `issues`; `null` if it does
 * not begin with the end of the name. Why: of `issue_id_or_key`, the id comes first.
 */
function restOf(parameter: string, name: string): string | null {
  const all = wordsOf(parameter);
  const or = all.indexOf('or');
  const words = or > 0 ? all.slice(0, or) : all;
  const ofName = wordsOf(name);
  for (let from = 0; from < ofName.length; from++) {
    const end = ofName.slice(from);
    const matches = end.every((word, index) => singularOf(words[index] ?? '') === singularOf(word));
    if (matches && words.length > end.length) return words.slice(end.length).join('');
  }
  const last = words.at(-1);
  const isIdOfName =
    words[0] === 'id' && singularName(words.slice(1).join(' ')) === singularName(ofName.join(' '));
  // Why also without separators: `{petid}` of `pet`.
  if (isIdOfName || flatten(parameter) === `${singularName(name)}id`) return 'id';
  return words.length > 1 &&
    singularName(parameter) !== singularName(name) &&
    last !== undefined &&
    /^(?:id|key|uuid|slug|gid|sid|number|name|code|identifier|sha|hash|email|address)$/.test(last)
    ? last
    : null;
}

/** Returns whether a value of the property can be written in the place of the parameter. */
function agrees(parameter: SourceSchema | null, property: SourceSchema): boolean {
  if (property.items !== null || property.types?.has('object') === true) return false;
  const one = parameter?.types ?? null;
  const other = property.types;
  if (one === null || other === null || one.has('string')) return other?.has('boolean') !== true;
  return isNumeric(one) ? isNumeric(other) || other.has('string') : true;
}

/** Returns whether a parameter is a text and the property a number. */
function isMismatch({ types: one }: SourceSchema, { types: other }: SourceSchema): boolean {
  if (one === null || other === null) return false;
  return one.has('string') && !isNumeric(one) && isNumeric(other) && !other.has('string');
}

function isNumeric(types: ReadonlySet<string>): boolean {
  return types.has('integer') || types.has('number');
}
