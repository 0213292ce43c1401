/**
 * Checks that a document has the sections that its specification requires. Documents without operations are common, such
 * as a library of schemas, and so are documents without `info`: only one that describes nothing is an error.
 */
import { closestWord } from '../../templates/runtime/closest-word.ts';
import type { Report } from '../diagnostics.ts';
import type { BundledDocument, DocumentKind, JsonObject } from '../source/documents.ts';
import { isObject, objectAt, propertyOf, propertyPlace } from '../source/json.ts';

/** The sections that describe something, in the order of the specification. */
const sections: Readonly<Record<DocumentKind, readonly string[]>> = {
  openapi: ['paths', 'webhooks', 'components'],
  asyncapi: ['channels', 'operations', 'components'],
};

/**
 * Checks the root of a document.
 *
 * Errors: DOCUMENT_EMPTY, INFO_MISSING, MEMBER_MALFORMED (reported).
 */
export function checkRoot({ kind, root, file }: BundledDocument, report: Report): void {
  const place = { file, pointer: '#/' };
  for (const member of ['info', ...sections[kind]])
    if (Object.hasOwn(root, member) && !isObject(root[member]))
      report('MEMBER_MALFORMED', propertyPlace(place, member), { member, expected: 'an object' });

  if (!sections[kind].some((section) => describesAny(root, section))) {
    const misspelt = Object.keys(root).find((key) => closestWord(key, sections[kind]) !== null) ?? null;
    report('DOCUMENT_EMPTY', misspelt === null ? place : propertyPlace(place, misspelt), {
      missing: inWords(sections[kind]),
      misspelt,
      closest: misspelt === null ? null : closestWord(misspelt, sections[kind]),
    });
  }
  checkInfo(root, file, report);
}

/** Why: `components` may be empty because the bundler adds it; other empty sections were written on purpose. */
function describesAny(root: JsonObject, section: string): boolean {
  const value = propertyOf(root, section);
  return isObject(value) && (section !== 'components' || Object.keys(value).length > 0);
}

function checkInfo(root: JsonObject, file: string, report: Report): void {
  const info = objectAt(root, 'info');
  const place = { file, pointer: Object.hasOwn(root, 'info') ? '#/info' : '#/' };
  const missing = ['title', 'version'].filter((member) => !Object.hasOwn(info, member));
  if (missing.length > 0)
    report('INFO_MISSING', place, { missing: inWords(missing.map((member) => `info.${member}`)) });
  for (const member of ['title', 'version'])
    if (Object.hasOwn(info, member) && typeof info[member] !== 'string')
      report('MEMBER_MALFORMED', propertyPlace(place, member), { member, expected: 'a string' });
}

const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' });

function inWords(names: readonly string[]): string {
  return alternatives.format(names.map((name) => `\`${name}\``));
}
