/**
 * Reads XML strictly, as far as reports use it: elements, attributes, text, the five entities and numbered characters.
 */

export interface XmlNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
  readonly text: string;
}

const name = '[A-Za-z][\\w.-]*';
const token = new RegExp(`<(${name})((?:\\s+${name}="[^"<]*")*)\\s*(/?)>|</(${name})>|([^<]+)`, 'y');

/** Reads a document; throws if it is not well-formed. */
export function readXml(text: string): XmlNode {
  // Source: XML 1.0, 2.2, production Char.
  const wrong = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.exec(text);
  if (wrong !== null) throw new Error(`a character that XML can't hold at ${wrong.index}`);
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>';
  if (!text.startsWith(declaration)) throw new Error('no declaration');
  const root = { name: '', attributes: {}, children: [] as XmlNode[], text: '' };
  const open: (typeof root)[] = [root];
  token.lastIndex = declaration.length;
  while (token.lastIndex < text.length) {
    const from = token.lastIndex;
    const match = token.exec(text);
    if (match === null) throw new Error(`not well-formed at ${from}: ${text.slice(from, from + 40)}`);
    const [, begun, fields = '', closed, ended, plain] = match;
    const top = open.at(-1)!;
    if (begun !== undefined) {
      const node = { name: begun, attributes: readAttributes(fields), children: [], text: '' };
      top.children.push(node);
      if (closed === '') open.push(node);
    } else if (ended !== undefined) {
      if (open.pop()?.name !== ended) throw new Error(`</${ended}> ends nothing`);
    } else top.text += unescape(plain!);
  }
  if (open.length !== 1 || root.children.length !== 1) throw new Error('not one root');
  return root.children[0]!;
}

function readAttributes(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, key, value] of text.matchAll(/([\w.-]+)="([^"]*)"/g)) {
    if (key! in found) throw new Error(`${key} is there twice`);
    found[key!] = unescape(value!);
  }
  return found;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescape(text: string): string {
  if (text.includes(']]>')) throw new Error(']]> stands in text');
  return text.replaceAll(/&([^;]*;?)/g, (_, rest: string) => {
    const known = entities[rest.slice(0, -1)];
    const code = /^#(\d+);$/.exec(rest)?.[1];
    if (known === undefined && code === undefined) throw new Error(`&${rest} is no entity`);
    return known ?? String.fromCodePoint(Number(code));
  });
}

/** Returns all elements with a name below a node, in order. */
export function findAll(node: XmlNode, name: string): readonly XmlNode[] {
  return node.children.flatMap((child) => [...(child.name === name ? [child] : []), ...findAll(child, name)]);
}
