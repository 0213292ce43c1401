/**
 * Shows schemas: in a few words where they are used, as a table of members where they are named.
 */
import type { JsonObject, JsonSchema, JsonValue, SchemaDecl } from '../contract/contract.ts';
import { arrayAt, isArray, isObject, propertyOf, objectAt, textAt, textsAt } from '../contract/node.ts';
import { html, table, type Html, type HtmlPart } from './html.ts';
import { renderLine, renderMarkdown } from './markdown.ts';
import { anchorOf } from './site.ts';

const PREFIX = '#/components/schemas/';

/** How far the members of members are followed. */
const DEEPEST = 8;

/** Says in a few words what values a schema takes, with links to the named schemas. */
export function schemaPhrase(schema: JsonSchema): HtmlPart {
  if (typeof schema === 'boolean') return schema ? 'anything' : 'nothing';
  const reference = textAt(schema, '$ref');
  if (reference !== null) return schemaLink(nameIn(reference));
  const constant = propertyOf(schema, 'const');
  if (constant !== undefined) return html`<code>${JSON.stringify(constant)}</code>`;
  const choices = propertyOf(schema, 'enum');
  if (isArray(choices))
    return joined(
      choices.map((value) => html`<code>${JSON.stringify(value)}</code>`),
      ' or ',
    );
  for (const [keyword, word] of alternatives) {
    const parts = arrayAt(schema, keyword).filter(isSchema);
    if (parts.length > 0) return joined(parts.map(schemaPhrase), word);
  }
  return [typePhrase(schema), limitsPhrase(schema)];
}

/** Links to a named schema. */
export function schemaLink(name: string): Html {
  return html`<a href="schemas.html#${anchorOf(name)}">${name}</a>`;
}

/** Shows a named schema: what it is for, its members, a value. */
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
      ${membersTable(schema)}${sample === undefined ? null : jsonDetails('Sample', sample)}
    </details>
  </section> `;
}

/** Shows the members of an object, and those of the parts it is put together from. */
export function membersTable(schema: JsonSchema): HtmlPart {
  const rows = memberRows(schema, '', new Set());
  if (rows.length === 0) return null;
  return table(['Property', 'Value', ''], rows);
}

/** Shows a value behind a line that opens it. */
export function jsonDetails(label: string, value: JsonValue): Html {
  return html`<details>
    <summary>${label}</summary>
    <pre>${JSON.stringify(value, null, 2)}</pre>
  </details> `;
}

/** Rows of the members and of what is written out inside them; a named schema has a table of its own. */
function memberRows(schema: JsonSchema, path: string, inside: ReadonlySet<JsonSchema>): readonly Html[] {
  if (!isObject(schema) || inside.has(schema) || inside.size > DEEPEST) return [];
  const deeper = new Set([...inside, schema]);
  const required = new Set(textsAt(schema, 'required'));
  const own = Object.entries(objectAt(schema, 'properties')).flatMap(([name, member]) =>
    isSchema(member)
      ? [
          memberRow(`${path}${name}`, member, required.has(name)),
          ...memberRows(member, `${path}${name}.`, deeper),
        ]
      : [],
  );
  const parts = [...arrayAt(schema, 'allOf'), ...arrayAt(schema, 'anyOf'), ...arrayAt(schema, 'oneOf')];
  const items = propertyOf(schema, 'items');
  return [
    ...parts.filter(isSchema).flatMap((part) => memberRows(part, path, deeper)),
    ...own,
    ...(items !== undefined && isSchema(items)
      ? memberRows(items, `${path.replace(/\.$/, '')}[].`, deeper)
      : []),
  ];
}

function memberRow(name: string, schema: JsonSchema, isRequired: boolean): Html {
  const description = isObject(schema) ? textAt(schema, 'description') : null;
  const mark = isRequired ? html` <span class="required">required</span>` : null;
  return html`<tr>
    <td><code>${name}</code>${mark}</td>
    <td>${schemaPhrase(schema)}</td>
    <td>${renderLine(description)}</td>
  </tr> `;
}

const alternatives = [
  ['oneOf', ' or '],
  ['anyOf', ' or '],
  ['allOf', ' and '],
] as const;

function typePhrase(schema: JsonObject): HtmlPart {
  const written = propertyOf(schema, 'type');
  const types = typeof written === 'string' ? [written] : textsAt(schema, 'type');
  const items = propertyOf(schema, 'items');
  const additional = propertyOf(schema, 'additionalProperties');
  const phrases = types.map((type): HtmlPart => {
    if (type === 'array' && items !== undefined && isSchema(items)) return ['list of ', schemaPhrase(items)];
    const isMap =
      type === 'object' && isObject(additional) && Object.keys(objectAt(schema, 'properties')).length === 0;
    if (isMap) return ['object of ', schemaPhrase(additional)];
    const format = textAt(schema, 'format');
    return format !== null && type !== 'null' ? `${type} (${format})` : type;
  });
  return phrases.length === 0 ? 'anything' : joined(phrases, ' or ');
}

/** Keywords that limit values, in the words of a reader. */
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
  ['minProperties', 'at least % members'],
  ['maxProperties', 'at most % members'],
  ['default', '% when absent'],
];

function limitsPhrase(schema: JsonObject): HtmlPart {
  return limits.flatMap(([keyword, words]): HtmlPart[] => {
    const value = propertyOf(schema, keyword);
    if (value === undefined) return [];
    const [before = '', after = ''] = words.split('%');
    return [
      ', ',
      before,
      html`<code>${typeof value === 'string' ? value : JSON.stringify(value)}</code>`,
      after,
    ];
  });
}

function nameIn(reference: string): string {
  return reference.startsWith(PREFIX)
    ? reference.slice(PREFIX.length).replaceAll('~1', '/').replaceAll('~0', '~')
    : reference;
}

function isSchema(value: JsonValue): value is JsonSchema {
  return typeof value === 'boolean' || isObject(value);
}

function joined(parts: readonly HtmlPart[], separator: string): HtmlPart {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part]));
}
