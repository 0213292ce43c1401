/** Writes XML. Escapes untrusted text and drops characters that XML cannot represent. */

/** An element; text is a child too. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly children: readonly (XmlElement | string)[];
}

export function element(
  name: string,
  attributes: XmlElement['attributes'] = {},
  children: XmlElement['children'] = [],
): XmlElement {
  return { name, attributes, children };
}

/** Writes a document; ends with a newline. */
export function writeXml(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${writeElement(root, '')}\n`;
}

function writeElement({ name, attributes, children }: XmlElement, indent: string): string {
  const fields = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeAttribute(String(value))}"`)
    .join('');
  if (children.length === 0) return `${indent}<${name}${fields}/>`;
  // Why: white space next to text would become part of it.
  if (children.some((child) => typeof child === 'string')) {
    const text = children.map((child) =>
      typeof child === 'string' ? escapeText(child) : writeElement(child, ''),
    );
    return `${indent}<${name}${fields}>${text.join('')}</${name}>`;
  }
  const inner = children.map((child) => writeElement(child as XmlElement, `${indent}  `));
  return `${indent}<${name}${fields}>\n${inner.join('\n')}\n${indent}</${name}>`;
}

/** Escapes text, including `>`, because text must not contain `]]>`. Source: XML 1.0, 2.4. */
function escapeText(text: string): string {
  return dropForbidden(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Escapes an attribute, including line feeds and tabs, which parsers would read as spaces. */
function escapeAttribute(text: string): string {
  return escapeText(text)
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;')
    .replaceAll('\r', '&#13;')
    .replaceAll('\t', '&#9;');
}

/**
 * Drops characters that XML cannot represent: most control characters, lone surrogates, U+FFFE and U+FFFF.
 * Source: XML 1.0, 2.2.
 */
function dropForbidden(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, (character) => ('\t\n\r'.includes(character) ? character : ''))
    .replaceAll(/[\ufffe\uffff]/g, '');
}
