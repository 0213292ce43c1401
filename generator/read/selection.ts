/** Selects the operations of a target by tag, path or id, and drops the schemas that none of them uses. */
import { closestWord } from '../../templates/runtime/closest-word.ts';
import type { Report } from '../diagnostics/diagnostics.ts';
import { referencesOf } from '../schema/walk.ts';
import { componentNameOf } from '../schema/keywords.ts';
import type { ContractModel, Selectable } from '../model/contract-model.ts';

/**
 * The operations to generate. Shape: a pattern is `tag:NAME`, a path such as `/agents/**`, or an operationId; `*`
 * matches any text (in a path: within a segment), `**` any number of segments. Empty `include` selects all.
 */
export interface Selection {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** Selects operations, and tracks which patterns have matched none. */
export interface Selector {
  readonly selects: (operation: Selectable) => boolean;
  /** Reports the patterns that have matched no operation. Errors: SELECTION_UNUSED (reported). */
  finish(report: Report): void;
}

interface Pattern {
  readonly text: string;
  readonly option: 'include' | 'exclude';
  readonly matches: (operation: Selectable) => boolean;
  isUsed: boolean;
}

export function createSelector({ include, exclude }: Selection): Selector {
  const patterns = [
    ...include.map((text) => toPattern(text, 'include')),
    ...exclude.map((text) => toPattern(text, 'exclude')),
  ];
  const words = new Set<string>();
  return {
    selects(operation) {
      words.add(operation.id).add(operation.path);
      for (const tag of operation.tags) words.add(`tag:${tag}`);
      const matched = patterns.filter(({ matches }) => matches(operation));
      for (const pattern of matched) pattern.isUsed = true;
      const isIncluded = include.length === 0 || matched.some(({ option }) => option === 'include');
      return isIncluded && !matched.some(({ option }) => option === 'exclude');
    },
    finish(report) {
      for (const { text, option, isUsed } of patterns) {
        const meant = isUsed ? null : closestWord(text, words);
        if (!isUsed) report('SELECTION_UNUSED', null, { option, pattern: text, meant });
      }
    },
  };
}

function toPattern(text: string, option: Pattern['option']): Pattern {
  const tag = /^tag:(.*)$/s.exec(text)?.[1];
  const isPath = text.startsWith('/');
  const test = wildcard(tag ?? text, isPath);
  const matches = ({ id, path, tags }: Selectable): boolean =>
    tag === undefined ? test(isPath ? path : id) : tags.some(test);
  return { text, option, matches, isUsed: false };
}

/** Returns a test for a text with wildcards. Why no regular expression: it takes linear time for any pattern. */
function wildcard(pattern: string, isPath: boolean): (text: string) => boolean {
  if (!isPath) return (text) => matchParts(Array.from(pattern), Array.from(text), '*', (a, b) => a === b);
  const segments = pattern.split('/');
  const within = new Map(segments.map((segment) => [segment, wildcard(segment, false)]));
  return (path) =>
    matchParts(segments, path.split('/'), '**', (segment, part) => within.get(segment)?.(part) === true);
}

/** Matches parts one by one; the star matches any number of parts. */
function matchParts(
  pattern: readonly string[],
  parts: readonly string[],
  star: string,
  isMatch: (pattern: string, part: string) => boolean,
): boolean {
  let [at, place, starAt, resumeAt] = [0, 0, -1, 0];
  while (place < parts.length) {
    const wanted = pattern[at];
    if (wanted === star) {
      starAt = at++;
      resumeAt = place;
    } else if (wanted !== undefined && isMatch(wanted, parts[place] ?? '')) {
      at++;
      place++;
    } else if (starAt >= 0) {
      at = starAt + 1;
      place = ++resumeAt;
    } else return false;
  }
  while (pattern[at] === star) at++;
  return at === pattern.length;
}

/** Drops the schemas that nothing in the contract uses. */
export function withUsedSchemas(contract: ContractModel): ContractModel {
  const declared = new Map(contract.schemas.map((schema) => [schema.name, schema]));
  const kept = new Set(contract.schemas.filter(({ usedBy }) => usedBy !== 'none').map(({ name }) => name));
  for (const name of kept) {
    const declaration = declared.get(name);
    if (declaration === undefined) continue;
    for (const reference of referencesOf(declaration.schema)) kept.add(componentNameOf(reference) ?? '');
    for (const { schema } of declaration.discriminator?.cases ?? []) kept.add(schema);
  }
  return { ...contract, schemas: contract.schemas.filter(({ name }) => kept.has(name)) };
}
