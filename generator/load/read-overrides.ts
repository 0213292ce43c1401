/** Reads `backlot.resources.yaml`, and the positions of its entries. */
import { isMap, isScalar } from 'yaml';
import type { Role } from '../../contract/resources/graph.ts';
import type {
  OperationBehavior,
  OperationOverride,
  ResourceOverride,
  ResourceOverrides,
  StateChange,
} from '../../contract/resources/overrides/apply-overrides.ts';
import type { JsonValue } from '../../templates/runtime/operation-spec.ts';
import type { Position, Report } from '../diagnostics/diagnostics.ts';
import {
  openReading,
  readJson,
  readList,
  readMap,
  readOneOf,
  readProperties,
  readText,
  readWhole,
  readWord,
  type ConfigReading,
  type Read,
} from '../source/yaml-value.ts';

/** A file of overrides. */
export interface OverridesText {
  /** As it is named in messages. */
  readonly file: string;
  readonly text: string;
}

const roles: readonly Role[] = [
  ...(['create', 'read', 'replace', 'update', 'delete', 'upsert', 'list', 'search', 'bulk-create'] as const),
  ...([
    'bulk-delete',
    'action',
    'copy',
    'relate',
    'unrelate',
    'flag-set',
    'flag-unset',
    'flag-read',
  ] as const),
  ...(['singleton-read', 'singleton-replace', 'singleton-update', 'singleton-delete', 'upload'] as const),
  ...(['download', 'stream', 'aggregate', 'auth', 'sample'] as const),
];

const readValue = readJson as Read<JsonValue>;

const readResource = readProperties<ResourceOverride>({
  path: readText,
  set: readText,
  singleton: readText,
  key: readWord,
  parent: readMap(() => readText),
});

const readBehavior = readProperties<OperationBehavior>({
  role: readOneOf(roles),
  of: readText,
  where: readMap(() => readValue),
  set: readMap(() => readValue),
  from: readList(readWord),
  else: readWhole(400, 599),
});

const readOperation: Read<OperationOverride> = (node, path, reading) =>
  isScalar(node) ? readOneOf(['sample'] as const)(node, path, reading) : readBehavior(node, path, reading);

const readChange: Read<StateChange> = (node, path, reading) => {
  if (!isMap(node)) return readWord(node, path, reading);
  const { to, after } =
    readProperties<{ to: string; after: string }>({ to: readWord, after: readText }, ['to'])(
      node,
      path,
      reading,
    ) ?? {};
  return to === undefined ? undefined : { to, ...(after === undefined ? {} : { after }) };
};

const readRecords: Read<number | readonly JsonValue[]> = (node, path, reading) =>
  isScalar(node) ? readWhole(0, 100_000)(node, path, reading) : readList(readValue)(node, path, reading);

const readFile = readProperties<Required<ResourceOverrides>>({
  resources: readMap(() => readResource),
  operations: readMap(() => readOperation),
  unique: readMap(() => readList(readWord)),
  machines: readMap(() => readMap(() => readMap(() => readChange))),
  records: readMap(() => readRecords),
});

/**
 * Reads a file of overrides. Shape: without the entries that are invalid.
 *
 * Errors: RESOURCES_INVALID (reported).
 */
export function readOverrides(
  { file, text }: OverridesText,
  report: Report,
): { readonly overrides: ResourceOverrides; readonly positionOf: (path: readonly string[]) => Position } {
  const reading = openReading(text, {});
  const isEmpty = reading.document.contents === null;
  const overrides = isEmpty ? {} : (readFile(reading.document.contents, '', reading) ?? {});
  for (const { line, column, message } of reading.problems)
    report('RESOURCES_INVALID', { file, pointer: '#/' }, { problem: message }, { line, column });
  return { overrides, positionOf: (path) => positionIn(reading, path) };
}

/** Returns the position of the key at the end of a path. */
function positionIn({ document, lines }: ConfigReading, path: readonly string[]): Position {
  let node: unknown = document.contents;
  let offset = 0;
  for (const name of path) {
    const pair = isMap(node)
      ? node.items.find(({ key }) => isScalar(key) && String(key.value) === name)
      : undefined;
    if (pair === undefined) break;
    offset = (pair.key as { readonly range?: readonly number[] }).range?.[0] ?? offset;
    node = pair.value;
  }
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(1, line), column: Math.max(1, col) };
}
