/**
 * Checks that a document has the sections that its specification requires, and that no field is misspelt. Documents
 * without operations are common, such as a library of schemas, and so are documents without `info`: only one that
 * describes nothing is an error.
 */
import { closestWord } from '../../templates/runtime/closest-word.ts';
import type { Report } from '../diagnostics/diagnostics.ts';
import type { BundledDocument, DocumentKind, JsonObject } from '../json/documents.ts';
import { isObject, objectAt, propertyOf, propertyPlace } from '../json/json.ts';
import { httpMethods, reportMalformed, type OpenapiContext } from './openapi-context.ts';

/** The sections that describe something, in the order of the specification. */
const sections: Readonly<Record<DocumentKind, readonly string[]>> = {
  openapi: ['paths', 'webhooks', 'components'],
  asyncapi: ['channels', 'operations', 'components'],
};

/** Checks the root of a document. Errors: DOCUMENT_EMPTY, INFO_MISSING, MEMBER_MALFORMED (reported). */
export function checkRoot({ kind, root, placeOf }: BundledDocument, report: Report): void {
  const place = placeOf(root);
  for (const name of ['info', ...sections[kind]])
    if (Object.hasOwn(root, name) && !isObject(root[name]))
      reportMalformed(root, name, 'an object', { placeOf, report });

  if (isEmpty({ kind, root })) {
    const misspelt = Object.keys(root).find((key) => closestWord(key, sections[kind]) !== null) ?? null;
    report('DOCUMENT_EMPTY', misspelt === null ? place : propertyPlace(place, misspelt), {
      missing: inWords(sections[kind]),
      misspelt,
      closest: misspelt === null ? null : closestWord(misspelt, sections[kind]),
    });
  }
  const info = objectAt(root, 'info');
  const missing = ['title', 'version'].filter((name) => !Object.hasOwn(info, name));
  const names = inWords(missing.map((name) => `info.${name}`));
  if (missing.length > 0) report('INFO_MISSING', placeOf(propertyOf(root, 'info')), { missing: names });
  for (const name of ['title', 'version'])
    if (Object.hasOwn(info, name) && typeof info[name] !== 'string')
      reportMalformed(info, name, 'a string, in quotes', { placeOf, report });
}

/** Returns whether a document describes nothing, which `checkRoot` reports. */
export function isEmpty({ kind, root }: Pick<BundledDocument, 'kind' | 'root'>): boolean {
  return !sections[kind].some((section) => describesAny(root, section));
}

/** Why: `components` may be empty because the bundler adds it; other empty sections were written on purpose. */
function describesAny(root: JsonObject, section: string): boolean {
  const value = propertyOf(root, section);
  return isObject(value) && (section !== 'components' || Object.keys(value).length > 0);
}

const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' });

function inWords(names: readonly string[]): string {
  return alternatives.format(names.map((name) => `\`${name}\``));
}

/** The fields of each kind of object. Source: OpenAPI 3.0, 3.1 and 3.2. */
const fields = {
  document:
    'openapi $self info jsonSchemaDialect servers paths webhooks components security tags externalDocs',
  components:
    'schemas responses parameters examples requestBodies headers securitySchemes links callbacks pathItems mediaTypes',
  'path item': `$ref summary description servers parameters additionalOperations ${httpMethods.join(' ')}`,
  operation:
    'tags summary description externalDocs operationId parameters requestBody responses callbacks deprecated security servers',
  parameter:
    'name in description required deprecated allowEmptyValue style explode allowReserved schema content example examples',
  'request body': 'description content required',
  'media type': 'schema itemSchema example examples encoding prefixEncoding itemEncoding description',
  response: 'summary description headers content links',
};

/** Reports the misspelt fields of an object, once; other unknown fields are ignored. Errors: FIELD_MISSPELT (reported). */
export function checkFields(
  node: JsonObject,
  kind: keyof typeof fields,
  { checked, placeOf, report }: OpenapiContext,
): void {
  if (checked.has(node)) return;
  checked.add(node);
  const names = fields[kind].split(' ');
  for (const field of Object.keys(node)) {
    if (field.startsWith('x-') || names.includes(field)) continue;
    const closest = closestWord(field, names);
    if (closest !== null)
      report('FIELD_MISSPELT', propertyPlace(placeOf(node), field), { field, kind, closest });
  }
}
