/** Where the values of a JSON text are, also in a text that is being written. */

/** The names and indexes that lead to a value. */
export type JsonPath = readonly string[];

interface Container {
  readonly isArray: boolean;
  /** The property or the index that is being read; null before the first name. */
  step: string | null;
  index: number;
  isName: boolean;
}

interface Token {
  readonly text: string;
  readonly at: number;
  /** The path of the value or the name. */
  readonly path: JsonPath;
  /** The path of the container that the token is in. */
  readonly inside: JsonPath;
}

const TOKEN = /"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s{}[\],:"]+/gs;

/** Returns the offset of each value, or of its name if it has one, by path in the form `steps.0.say`. */
export function offsetsIn(text: string): ReadonlyMap<string, number> {
  const offsets = new Map<string, number>();
  for (const { at, path } of tokensOf(text)) {
    const name = path.join('.');
    if (!offsets.has(name)) offsets.set(name, at);
  }
  return offsets;
}

/** Returns the path of the object or the array around an offset; null outside of all. */
export function containerAt(text: string, offset: number): JsonPath | null {
  let container: JsonPath | null = null;
  for (const { text: token, at, path, inside } of tokensOf(text)) {
    if (at >= offset) break;
    const isEnd = (token === '}' || token === ']') && at + 1 <= offset;
    if (token === '{' || token === '[') container = path;
    else if (isEnd) container = path.length === 0 ? null : inside;
  }
  return container;
}

/** Returns the line of an offset, counted from 1. */
export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

function* tokensOf(text: string): Generator<Token> {
  const open: Container[] = [];
  for (const match of text.matchAll(TOKEN)) {
    const [token] = match;
    const { index: at } = match;
    if (token === '}' || token === ']') open.pop();
    const inner = open.at(-1);
    if (inner?.isName === true && token.startsWith('"')) inner.step = nameOf(token);
    const path = open.flatMap(({ step }) => step ?? []);
    yield { text: token, at, path, inside: path.slice(0, -1) };
    if (token === '{') open.push({ isArray: false, step: null, index: 0, isName: true });
    else if (token === '[') open.push({ isArray: true, step: '0', index: 0, isName: false });
    else if (inner !== undefined) advance(inner, token);
  }
}

function advance(container: Container, token: string): void {
  if (token === ':') container.isName = false;
  if (token !== ',') return;
  container.isName = !container.isArray;
  container.index += 1;
  container.step = container.isArray ? String(container.index) : null;
}

function nameOf(token: string): string {
  try {
    return String(JSON.parse(token));
  } catch {
    return token.slice(1);
  }
}
