/** Renders schemas: as a phrase where they are used, as a table of properties where they are declared. */
import { toText } from '../../templates/runtime/json/value.ts';
import type { JsonObject, JsonSchema, JsonValue, SchemaDecl } from '../model/contract-model.ts';
import { isObject, propertyOf, textAt, textsAt } from '../json/json.ts';
import {
  composedOf,
  compositionOf,
  mapValuesOf,
  propertiesOf,
  referredName,
  schemaAt,
  typesOf,
  valuesOf,
} from '../schema/keywords.ts';
import { html, table, type Html, type HtmlPart } from './html.ts';
import { renderLine, renderMarkdown } from './markdown.ts';
import { anchorOf } from './site.ts';

/** Maximum nesting of properties that are shown. */
const MAX_DEPTH = 8;

/** Describes briefly which values a schema accepts, with links to the named schemas. */
export function schemaPhrase(schema: JsonSchema): HtmlPart {
  if (typeof schema === 'boolean') return schema ? 'anything' : 'nothing';
  const name = referredName(schema);
  if (name !== null) return schemaLink(name);
  const values = valuesOf(schema);
  if (values !== null)
    return joinParts(
      values.map((value) => html`<code>${JSON.stringify(value)}</code>`),
      ' or ',
    );
  const composition = compositionOf(schema);
  if (composition !== null)
    return joinParts(composition.schemas.map(schemaPhrase), composition.isUnion ? ' or ' : ' and ');
  return [typePhrase(schema), limitsPhrase(schema)];
}

export function schemaLink(name: string): Html {
  return html`<a href="schemas.html#${anchorOf(name)}">${name}</a>`;
}

/** Renders a named schema: its description, its properties, a sample. */
export function schemaSection({ name, schema }: SchemaDecl, sample: JsonValue | undefined): Html {
  const description = isObject(schema) ? textAt(schema, 'description') : null;
  return html`<section id="${anchorOf(name)}" class="schema">
    <details>
      <summary>
        <h2>${name}</h2>
        <span>${renderLine(description)}</span>
      </summary>
      ${renderMarkdown(description)}
      <p>${schemaPhrase(schema)}</p>
      ${propertiesTable(schema)}${sample === undefined ? null : jsonDetails('Sample', sample)}
    </details>
  </section> `;
}

/** Renders the properties of an object, and those of the schemas it is composed of. */
export function propertiesTable(schema: JsonSchema): HtmlPart {
  const rows = propertyRows(schema, '', new Set());
  if (rows.length === 0) return null;
  return table(['Property', 'Value', ''], rows);
}

/** Renders a value, collapsed under a line. */
export function jsonDetails(label: string, value: JsonValue): Html {
  return html`<details>
    <summary>${label}</summary>
    <pre>${JSON.stringify(value, null, 2)}</pre>
  </details> `;
}

/** Lists the properties and those of inline schemas; a named schema has a separate table. */
function propertyRows(schema: JsonSchema, path: string, inside: ReadonlySet<JsonSchema>): readonly Html[] {
  if (!isObject(schema) || inside.has(schema) || inside.size > MAX_DEPTH) return [];
  const deeper = new Set([...inside, schema]);
  const required = new Set(textsAt(schema, 'required'));
  const own = propertiesOf(schema).flatMap(([name, property]) => [
    propertyRow(`${path}${name}`, property, required.has(name)),
    ...propertyRows(property, `${path}${name}.`, deeper),
  ]);
  const items = schemaAt(schema, 'items');
  return [
    ...composedOf(schema).flatMap((part) => propertyRows(part, path, deeper)),
    ...own,
    ...(items === null ? [] : propertyRows(items, `${path.replace(/\.$/, '')}[].`, deeper)),
  ];
}

function propertyRow(name: string, schema: JsonSchema, isRequired: boolean): Html {
  const description = isObject(schema) ? textAt(schema, 'description') : null;
  const mark = isRequired ? html` <span class="required">required</span>` : null;
  return html`<tr>
    <td><code>${name}</code>${mark}</td>
    <td>${schemaPhrase(schema)}</td>
    <td>${renderLine(description)}</td>
  </tr> `;
}

function typePhrase(schema: JsonObject): HtmlPart {
  const items = schemaAt(schema, 'items');
  const values = mapValuesOf(schema);
  const phrases = (typesOf(schema) ?? []).map((type): HtmlPart => {
    if (type === 'array' && items !== null) return ['list of ', schemaPhrase(items)];
    if (type === 'object' && values !== null) return ['object of ', schemaPhrase(values)];
    const format = textAt(schema, 'format');
    return format !== null && type !== 'null' ? `${type} (${format})` : type;
  });
  return phrases.length === 0 ? 'anything' : joinParts(phrases, ' or ');
}

/** Keywords that limit values, as readers see them. */
const limits: readonly (readonly [keyword: string, words: string])[] = [
  ['minLength', 'at least % characters'],
  ['maxLength', 'at most % characters'],
  ['pattern', 'matching %'],
  ['minimum', 'from %'],
  ['exclusiveMinimum', 'above %'],
  ['maximum', 'up to %'],
  ['exclusiveMaximum', 'below %'],
  ['multipleOf', 'a multiple of %'],
  ['minItems', 'at least % items'],
  ['maxItems', 'at most % items'],
  ['minProperties', 'at least % properties'],
  ['maxProperties', 'at most % properties'],
  ['default', '% when absent'],
];

function limitsPhrase(schema: JsonObject): HtmlPart {
  return limits.flatMap(([keyword, words]): HtmlPart[] => {
    const value = propertyOf(schema, keyword);
    if (value === undefined) return [];
    const [before = '', after = ''] = words.split('%');
    return [', ', before, html`<code>${toText(value)}</code>`, after];
  });
}

function joinParts(parts: readonly HtmlPart[], separator: string): HtmlPart {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part]));
}
