/** Reads `backlot.resources.yaml`, and the positions of its entries. */
import { isMap, isScalar, isSeq } from 'yaml';
import type { Role } from '../../contract/resources/graph.ts';
import type {
  OperationBehavior,
  OperationOverride,
  ResourceOverride,
  ResourceOverrides,
  StateChange,
} from '../../contract/resources/overrides/override.ts';
import type { JsonValue } from '../../templates/runtime/operation-spec.ts';
import type { Report } from '../diagnostics/diagnostics.ts';
import type { Place } from '../json/documents.ts';
import {
  noteAt,
  openReading,
  positionOf,
  readFlag,
  readJson,
  readList,
  readMap,
  readOneOf,
  readProperties,
  readText,
  readWhole,
  readWord,
  startOf,
  type Read,
} from '../source/yaml-value.ts';

export interface OverridesText {
  /** As it is named in messages. */
  readonly file: string;
  readonly text: string;
  /** Returns the place in a description of the value at these keys; absent for a file. */
  readonly placeOf?: (path: readonly string[]) => Place;
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
  references: readFlag,
});

const readOperation: Read<OperationOverride> = (node, path, reading) =>
  isScalar(node) ? readOneOf(['sample'] as const)(node, path, reading) : readBehavior(node, path, reading);

/** Reads an ISO 8601 duration without years and months, which have no fixed length. */
const readDuration: Read<string> = (node, path, reading) => {
  const text = readText(node, path, reading);
  if (text === undefined || DURATION.test(text)) return text;
  noteAt(reading, node, `${path} must be an ISO 8601 duration, such as PT1H30M or P2D, not ${text}.`);
  return undefined;
};

const DURATION = /^P(?=\d|T\d)(?:\d+W)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?)?$/;

const readChange: Read<StateChange> = (node, path, reading) => {
  if (!isMap(node)) return readWord(node, path, reading);
  const { to, after } =
    readProperties<{ to: string; after: string }>({ to: readWord, after: readDuration }, ['to'])(
      node,
      path,
      reading,
    ) ?? {};
  return to === undefined ? undefined : { to, ...(after === undefined ? {} : { after }) };
};

const readRecords: Read<number | readonly JsonValue[]> = (node, path, reading) =>
  isScalar(node) ? readWhole(0, 1000)(node, path, reading) : readList(readValue)(node, path, reading);

const readFile = readProperties<Required<ResourceOverrides>>({
  resources: readMap(() => readResource),
  operations: readMap(() => readOperation),
  unique: readMap(() => readList(readWord)),
  machines: readMap(() => readMap(() => readMap(() => readChange))),
  records: readMap(() => readRecords),
});

/** The content of a file, and how to report a problem with the value at some keys. */
export interface ReadOverrides {
  readonly overrides: ResourceOverrides;
  readonly reportAt: (path: readonly string[], problem: string) => void;
}

/**
 * Reads a file of overrides. Shape: without the entries that are invalid.
 *
 * Errors: DOCUMENT_SYNTAX, RESOURCES_INVALID (reported).
 */
export function readOverrides({ file, text, placeOf }: OverridesText, report: Report): ReadOverrides {
  const reading = openReading(text, {});
  const [error] = reading.document.errors.length === 0 ? [] : reading.problems;
  if (error !== undefined) {
    const { message, line, column } = error;
    const problem = message.replace(/\.$/, '');
    report('DOCUMENT_SYNTAX', { file, pointer: '#/' }, { problem }, { line, column });
    return { overrides: {}, reportAt: () => undefined };
  }
  const isEmpty = reading.document.contents === null;
  const overrides = isEmpty ? {} : (readFile(reading.document.contents, '', reading) ?? {});
  const reportAt: ReadOverrides['reportAt'] = (path, problem) => {
    if (placeOf !== undefined) report('RESOURCES_INVALID', placeOf(path), { problem });
    else report('RESOURCES_INVALID', { file, pointer: '#/' }, { problem }, positionOf(reading, path));
  };
  for (const { line, column, message } of reading.problems)
    if (placeOf !== undefined) reportAt(stepsAt(reading.document.contents, column - 1), message);
    else report('RESOURCES_INVALID', { file, pointer: '#/' }, { problem: message }, { line, column });
  return { overrides, reportAt };
}

/** Returns the keys of the value at an offset. */
function stepsAt(root: unknown, offset: number): readonly string[] {
  const steps: string[] = [];
  let node: unknown = root;
  for (;;) {
    const parts = isMap(node)
      ? node.items.map(({ key, value }) => ({
          step: isScalar(key) ? String(key.value) : '',
          from: key,
          value,
        }))
      : isSeq(node)
        ? node.items.map((value, index) => ({ step: String(index), from: value, value }))
        : [];
    const next = parts.findLast(({ from }) => startOf(from) <= offset);
    if (next === undefined) return steps;
    steps.push(next.step);
    node = next.value;
  }
}
