/**
 * The text of a scenario in YAML or JSON, also while it is being written: its value, its places, and how to add to it.
 */
import { isCollection, isMap, isNode, isScalar, isSeq, parseDocument, stringify } from 'yaml';
import type { Document, ParsedNode } from 'yaml';
import type { Scenario } from '../generated/control/types.ts';
import type { JsonPath } from './json-pointer.ts';

/** Units: 0 for lines of any length, since a string of JSON is one line. */
const LAYOUT = { lineWidth: 0 } as const;
const JSON_LAYOUT = { ...LAYOUT, defaultKeyType: 'QUOTE_DOUBLE', defaultStringType: 'QUOTE_DOUBLE' } as const;

/** Shape: `scenario` is null, and `problem` explains why, if the text is not an object. */
export interface ScenarioText {
  readonly text: string;
  readonly document: Document.Parsed;
  readonly scenario: Scenario | null;
  readonly problem: TextProblem | null;
}

/** Units: `offset` in characters. */
export interface TextProblem {
  readonly message: string;
  readonly offset: number;
}

export function readScenarioText(text: string): ScenarioText {
  const document = parseDocument(text, { prettyErrors: false });
  const fail = (message: string, offset = 0): ScenarioText => ({
    text,
    document,
    scenario: null,
    problem: { message, offset },
  });
  const [error] = document.errors;
  if (error !== undefined) return fail(error.message, error.pos[0]);
  if (!isMap(document.contents)) return fail('A scenario is an object with description and steps.');
  try {
    return { text, document, scenario: document.toJS() as Scenario, problem: null };
  } catch (cause) {
    return fail(String(cause));
  }
}

export function writeScenario(scenario: Scenario): string {
  return stringify(scenario, LAYOUT);
}

/** Returns the text with a value at a path. Comments and the remaining layout stay; JSON stays JSON. */
export function withPart({ document, text }: ScenarioText, path: JsonPath, value: unknown): string {
  const changed = document.clone();
  const parent = path.slice(0, -1);
  const name = path.at(-1) ?? '';
  if (isCollection(changed.getIn(parent, true))) changed.setIn(path, changed.createNode(value));
  else changed.setIn(parent, changed.createNode({ [name]: value }));
  return changed.toString(text.trimStart().startsWith('{') ? JSON_LAYOUT : LAYOUT);
}

/**
 * Returns the offset of a value, or of its name if it has one; of the innermost enclosing value if it is missing.
 *
 * Shape: the path has dots: `steps.0.say`.
 */
export function offsetOf({ document }: ScenarioText, path: string): number {
  let node: unknown = document.contents;
  let offset = 0;
  for (const step of path.split('.')) {
    const part = partsOf(node).find(({ name }) => name === step);
    if (part === undefined) break;
    ({ offset, value: node } = part);
  }
  return offset;
}

/** Returns the path of the object or the array to which text at an offset belongs. */
export function containerAt({ document, text }: ScenarioText, cursor: number): JsonPath {
  const lineStart = text.lastIndexOf('\n', cursor - 1) + 1;
  const indent = /^[ ]*/.exec(text.slice(lineStart))?.[0].length ?? 0;
  const isBlank = /^\s*(?:\n|$)/.test(text.slice(lineStart));
  // A line with only spaces belongs to the container of its indentation.
  const column = isBlank ? cursor - lineStart : Infinity;
  const offset = isBlank ? cursor : Math.max(cursor, lineStart + indent);
  const path: string[] = [];
  let node: unknown = document.contents;
  for (;;) {
    const part = partsOf(node).findLast((one) => one.offset <= offset);
    if (part === undefined || !isInside(part, text, offset, column)) return path;
    path.push(part.name);
    node = part.value;
  }
}

/** Returns the line of an offset, counted from 1. */
export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

interface Part {
  readonly name: string;
  /** Where its name begins, or the value if it has none. */
  readonly offset: number;
  readonly value: ParsedNode | null;
}

function partsOf(node: unknown): readonly Part[] {
  if (isMap<ParsedNode, ParsedNode | null>(node))
    return node.items.map(({ key, value }) => ({
      name: isScalar(key) ? String(key.value) : '',
      offset: key.range[0],
      value,
    }));
  if (!isSeq<ParsedNode>(node)) return [];
  return node.items.map((value, index) => ({ name: String(index), offset: value.range[0], value }));
}

/** Returns whether text at an offset belongs to the value of a part. */
function isInside({ offset: start, value }: Part, text: string, offset: number, column: number): boolean {
  const columnOf = (place: number): number => place - (text.lastIndexOf('\n', place - 1) + 1);
  if (!isCollection(value)) {
    const isMissing = value === null || (isScalar(value) && value.value === null && value.source === '');
    return isMissing && column !== Infinity && column > columnOf(start);
  }
  if (!isNode(value)) return false;
  const [begin, end] = value.range;
  if (value.flow !== true) return offset >= begin && column >= columnOf(begin);
  const isClosed = /[}\]]/.test(text.charAt(end - 1));
  return offset > begin && (offset < end || !isClosed);
}
