/**
 * Moves the entries of a long list or object into separate constants, so that each can be placed in a part. Like
 * `read-module.ts`, it relies on the layout of generated code.
 */

/** A list or an object whose entries are moved. */
export interface EntryList {
  /** The line that opens it, without its indentation. */
  readonly opening: string;
  /** The keys of the entries; those of a list in the order of its entries. */
  readonly keys: readonly string[];
  /** The beginning of the names of the constants. */
  readonly prefix: string;
  /** What follows the name of a constant: its type. */
  readonly annotation?: string;
  /** The name by which other code accesses the entries of an object, such as `samples` in `samples.Film`. */
  readonly alias?: string;
}

export function constantOf(prefix: string, key: string): string {
  return `${prefix}_${key}`;
}

/** Moves entries before the declaration that lists them, which may read them. Shape: an entry without a key stays. */
export function extractEntries(text: string, list: EntryList): string {
  const { opening, prefix, annotation = '' } = list;
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.trimStart() === opening);
  if (start === -1) return text;
  const indent = indentOf(lines[start] ?? '');
  const end = lines.findIndex((line, index) => index > start && indentOf(line) <= indent);
  const isObject = opening.endsWith('{');
  const keys = new Set(list.keys);
  const constants: string[] = [];
  const entries = readEntries(lines.slice(start + 1, end), indent + 2).map((entry, index) => {
    const [, written, value = entry] = isObject ? (KEYED.exec(entry) ?? []) : [];
    const key = isObject ? written : list.keys[index];
    if (key === undefined || !keys.has(key)) return indentedBy(indent + 2, `${entry},`);
    const name = constantOf(prefix, key);
    constants.push(`const ${name}${annotation} = ${value};\n`);
    return indentedBy(indent + 2, isObject ? `${key}: ${name},` : `${name},`);
  });
  const declaration = lines.lastIndexOf('', start) + 1;
  const moved = [
    ...lines.slice(0, declaration),
    ...constants,
    ...lines.slice(declaration, start + 1),
    ...entries,
    ...lines.slice(end),
  ].join('\n');
  return list.alias === undefined ? moved : withoutAlias(moved, list.alias, prefix, keys);
}

/** The entry of an object with a key that is an identifier. */
const KEYED = /^([\p{ID_Start}$_][\p{ID_Continue}$]*): ([\s\S]*)$/u;

/** Replaces accesses to entries by their constants, outside of strings. */
function withoutAlias(text: string, alias: string, prefix: string, keys: ReadonlySet<string>): string {
  const access = new RegExp(`${STRING}|(?<![\\p{ID_Continue}$.])${alias}\\.([\\p{ID_Continue}$]+)`, 'gu');
  return text.replaceAll(access, (match, key?: string) =>
    key !== undefined && keys.has(key) ? constantOf(prefix, key) : match,
  );
}

const STRING = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'`;

/** Reads entries without their indentation and the comma after them. */
function readEntries(lines: readonly string[], indent: number): string[] {
  const entries: string[] = [];
  for (const line of lines) {
    const isContinued = indentOf(line) > indent || /^\s*[)\]}]/.test(line);
    if (isContinued) entries.push(`${entries.pop() ?? ''}\n${line.slice(indent)}`);
    else entries.push(line.slice(indent));
  }
  return entries.map((entry) => entry.replace(/,$/, ''));
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function indentedBy(indent: number, text: string): string {
  return `${' '.repeat(indent)}${text.replaceAll('\n', `\n${' '.repeat(indent)}`)}`;
}
