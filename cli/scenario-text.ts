/**
 * Parses scenarios in YAML or JSON and reports problems with their lines.
 */
import { isMap, isPair, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import type { Document, Node } from 'yaml';
import type { Scenario } from '../mock/agent-platform/domain/scenarios/scenario.ts';
import { ok, err } from '../mock/kernel/transaction/result.ts';
import type { Result } from '../mock/kernel/transaction/result.ts';
import { readScenario } from '../mock/agent-platform/scenario-check.ts';
import { messageOf } from '../templates/runtime/json/value.ts';

/** A problem in a text. Units: lines and columns from 1. */
export interface TextProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/**
 * Parses a scenario. JSON is parsed as YAML.
 *
 * Errors: all problems.
 */
export async function parseScenario(
  text: string,
  defaultName: string,
): Promise<Result<Scenario, readonly TextProblem[]>> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  if (document.errors.length > 0)
    return err(document.errors.map(({ pos, message }) => ({ ...placeAt(lines, pos[0]), message })));
  const value = valueOf(document);
  if (!value.ok) return err([{ ...placeAt(lines, 0), message: value.error }]);
  const read = await readScenario(value.value, defaultName);
  if (read.ok) return ok(read.value);
  return err(
    read.error.map(({ path, message, suggestion }) => ({
      ...placeAt(lines, offsetOf(document, path)),
      message: suggestion === undefined ? message : `${message} (${suggestion})`,
    })),
  );
}

/** Converts a document to a value. Errors: the library rejects aliases that expand excessively. */
function valueOf(document: Document.Parsed): Result<unknown, string> {
  try {
    return ok(document.toJS());
  } catch (error) {
    return err(messageOf(error));
  }
}

function placeAt(lines: LineCounter, offset: number): { line: number; column: number } {
  const { line, col } = lines.linePos(offset);
  return { line, column: col };
}

/** Returns the offset of a path such as `steps.3.tool`; for a missing property, the offset of its object. */
function offsetOf(document: Document.Parsed, path: string): number {
  let node: unknown = document.contents;
  let offset = startOf(node);
  for (const name of path === '' ? [] : path.split('.')) {
    const next = childOf(node, name);
    if (next === null) break;
    ({ node, offset } = next);
  }
  return offset;
}

function childOf(node: unknown, name: string): { node: unknown; offset: number } | null {
  if (isSeq(node)) {
    const item = node.items[Number(name)];
    return item === undefined ? null : { node: item, offset: startOf(item) };
  }
  if (!isMap(node)) return null;
  const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === name);
  return isPair(pair) ? { node: pair.value, offset: startOf(pair.key) } : null;
}

function startOf(node: unknown): number {
  return (node as Node | null)?.range?.[0] ?? 0;
}
