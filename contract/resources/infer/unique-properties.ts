/** Reads which properties are unique, from texts in time that is linear in their length, and which go one way only. */
import { otherKeys } from '../infer-key.ts';
import { hasStatus, type OperationFacts } from '../operation-facts.ts';
import type { SourceParameter, SourceSchema } from '../source.ts';
import { flatten, singularOf } from '../words.ts';
import { pointerStep } from '../../../templates/runtime/json/pointer.ts';

/** What may describe values as unique, besides schemas. */
export interface UniqueSources {
  /** The operations that create records. */
  readonly creations: readonly OperationFacts[];
  /** The parameter that identifies a record in its path; `null` for none. */
  readonly key: SourceParameter | null;
}

/** Lists the properties of records that the schemas call unique, or the operations that create them, or their path. */
export function listUnique(
  schema: SourceSchema | null,
  sent: readonly SourceSchema[],
  { creations, key }: UniqueSources,
): readonly string[] {
  const all = [...(schema === null ? [] : [schema]), ...sent];
  const properties = all.flatMap((each) => [...each.properties]);
  const stated = new Set(
    creations.flatMap(({ operation }) => [
      ...namedUnique(operation.text),
      ...operation.text.split(/[.;]/).flatMap((each) => (/\b409\b/.test(each) ? namedAsTaken(each) : [])),
      ...operation.responses.flatMap(({ status, text }) => (status === 409 ? namedInConflict(text) : [])),
    ]),
  );
  const isDeclared = creations.some((facts) => hasStatus(facts, 409));
  const names = properties
    .filter(
      ([name, { text, items, properties: parts }]) =>
        (items === null &&
          parts.size === 0 &&
          isCalledUnique(text) &&
          (!isIdentifier(name, text) || (flatten(name) === 'uid' && isDeclared))) ||
        (stated.has(flatten(name)) && name !== 'id'),
    )
    .map(([name]) => name);
  // Why: what a path finds a record by is unique, where a conflict is declared.
  const others = key !== null && isDeclared ? otherKeys(key).map(flatten) : [];
  const own = schema === null ? [] : [...schema.properties.keys()];
  const isSent = sentNames(sent, creations);
  const named = own.filter((name) => others.includes(flatten(name)) && isSent.has(flatten(name)));
  return [...new Set([...names, ...named])];
}

/** Returns the names of what is sent for a new record, in a body or in a query. */
function sentNames(sent: readonly SourceSchema[], creations: readonly OperationFacts[]): ReadonlySet<string> {
  const inBodies = sent.flatMap(({ properties }) => [...properties.keys()]);
  const inQueries = creations.flatMap(({ operation }) =>
    operation.parameters.flatMap((each) => (each.in === 'query' ? [each.name] : [])),
  );
  return new Set([...inBodies, ...inQueries].map(flatten));
}

/**
 * Lists what a text requires to be unique: `username` of "Username must be unique", `name` and `names` of "Names are
 * unique", `key` of "The key is chosen by clients and has to be unique".
 */
function namedUnique(text: string): readonly string[] {
  // Why the lookbehind: a match would be tried from each letter of a word.
  const matches = text.matchAll(
    /(?<![\w-])([\w-]+)[`"']?(?:’s|'s)?(?: (?:attribute|property|field|parameter|value))? (?:(?:must|has to|should) be|is|are) unique/gi,
  );
  const subjects = text.split(/[.;\n]/).flatMap((statement) => {
    if (!/\band (?:must|has to|should) be unique\b/i.test(statement)) return [];
    return /^\s*(?:(?:the|each|every|an?) )?[`"']?([\w-]+)/i.exec(statement)?.[1] ?? [];
  });
  return [...Array.from(matches, ([, name = '']) => name), ...subjects].flatMap((name) => {
    const flat = flatten(name);
    return [flat, singularOf(flat)];
  });
}

/** Lists what a conflict is about: `name` of "name already in use" and of "An order with this name exists". */
function namedInConflict(text: string): readonly string[] {
  const matches = text.matchAll(/\b(?:same|duplicated?|this|given|specified) [`"']?([\w-]+)/gi);
  return [...namedAsTaken(text), ...Array.from(matches, ([, name = '']) => flatten(name))];
}

/** Lists what may be taken according to a text: `slug` of "409 if the slug is taken", "a slug that exists is refused with 409", or of "The slug must not be taken". */
function namedAsTaken(text: string): readonly string[] {
  const matches = text.matchAll(
    /(?<![\w-])([\w-]+)[`"']? (?:that |which )?(?:(?:is |has |was |(?:must|may|can)(?: ?not|n['’]t) be )?(?:already |been )*(?:in use|used|taken|exists?|registered)|conflicts?)\b/gi,
  );
  return Array.from(matches, ([, name = '']) => flatten(name));
}

/** Returns whether a text describes a value as unique. Why not list items: they are choices. */
function isCalledUnique(text: string): boolean {
  const outside = text.replace(/^[ \t]*[*-] .*$/gm, '');
  if (SAME.test(outside)) return true;
  const statements = outside.split(/[.;]/).filter((statement) => /\bunique\b/i.test(statement));
  return statements.length > 0 && !statements.some(isNegated);
}

/** Descriptions of values that records may not share: "Two orders cannot have the same name". */
const SAME =
  /\b(?:can(?:not|'t| not)|must not|may not|(?<=\bno (?:two|other) \w{1,40} )(?:can|may|must)) (?:have|share|use) the same\b/i;

function isNegated(statement: string): boolean {
  const negation = statement.search(/\b(?:not|n[o']t|never|without)\b/i);
  return negation >= 0 && /\bunique\b/i.test(statement.slice(negation));
}

/** Returns whether a property identifies something else, or what a client refers to, which may be so several times. */
function isIdentifier(name: string, text: string): boolean {
  return (
    /(?:^|[a-z])(?:id|uuid|gid|sid)$/.test(flatten(name)) ||
    /\bunique (?:\w+ )?(?:identifier|reference|id)\b/i.test(text)
  );
}

/** The depth to which records are searched. Why: a schema may contain itself. */
const MAX_DEPTH = 4;

/** Lists the JSON Pointers of the properties of a record that are only in requests or only in responses. */
export function listOneWay(schema: SourceSchema, at = '', depth = 0): readonly string[] {
  if (depth === MAX_DEPTH) return [];
  return [...schema.properties].flatMap(([name, property]) => {
    const pointer = at + pointerStep(name);
    const isOneWay = property.isReadOnly || property.isWriteOnly || property.format === 'password';
    return isOneWay ? [pointer] : listOneWay(property, pointer, depth + 1);
  });
}
