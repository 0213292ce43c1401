/** Reads `x-test`: how an operation is tested. */
import { isMap, isScalar, isSeq } from 'yaml';
import type {
  GeneratedValue,
  InvalidRequest,
  OperationTest,
  RequestChange,
} from '../../templates/runtime/testing/operation-test.ts';
import type { JsonObject, JsonValue } from '../json/documents.ts';
import {
  childPointer,
  isObject,
  objectAt,
  propertyOf,
  propertyPlace,
  resolveNode,
  textAt,
} from '../json/json.ts';
import {
  guess,
  noteAt,
  openReading,
  readFlag,
  readJson,
  readList,
  readMap,
  readOneOf,
  readProperties,
  readText,
  readWhole,
  type Read,
} from '../source/yaml-value.ts';
import { httpMethods, type OpenapiContext } from './openapi-context.ts';

/** The extension. */
const EXTENSION = 'x-test';

/**
 * Reads how an operation is tested; `null` if it is not specified.
 *
 * Errors: TEST_INVALID (reported); what is invalid is omitted.
 */
export function readTest(operation: JsonObject, context: OpenapiContext): OperationTest | null {
  const written = propertyOf(operation, EXTENSION);
  if (written === undefined) return null;
  const reading = openReading(JSON.stringify(written), {});
  const test = tableOf(operationIds(context.root))(reading.document.contents, EXTENSION, reading);
  const { file, pointer } = propertyPlace(context.placeOf(operation), EXTENSION);
  for (const { column, message } of reading.problems) {
    const keys = pathTo(reading.document.contents, column - 1) ?? [];
    context.report('TEST_INVALID', { file, pointer: childPointer(pointer, ...keys) }, { problem: message });
  }
  return test === undefined || Object.keys(test).length === 0 ? null : test;
}

const generatedValues: readonly GeneratedValue[] = ['internalAddress', 'unsignedToken', 'otherRecord'];

const readValue = readJson as Read<JsonValue>;

/** Reads a value of a change, and checks the name of a generated one. */
const readChanged: Read<JsonValue> = (node, path, reading) => {
  const value = readValue(node, path, reading);
  if (!isObject(value) || !Object.hasOwn(value, 'generate')) return value;
  const name = isMap(node) ? node.get('generate', true) : null;
  return readOneOf(generatedValues)(name, `${path}.generate`, reading) === undefined ? undefined : value;
};

const readChange = readProperties<Required<RequestChange>>({
  body: readMap(() => readChanged),
  query: readMap(() => readChanged),
  path: readMap(() => readChanged),
});

const readStatus: Read<number | '4XX'> = (node, path, reading) =>
  isScalar(node) && node.value === '4XX' ? '4XX' : readWhole(400, 599)(node, path, reading);

/** Reads a list, or the only item of one. */
function readSome<T>(read: Read<T>): Read<readonly T[]> {
  return (node, path, reading) => {
    if (isSeq(node)) return readList(read)(node, path, reading);
    const one = read(node, path, reading);
    return one === undefined ? undefined : [one];
  };
}

const readAttempts: Read<NonNullable<OperationTest['attempts']>> = (node, path, reading) => {
  const table = readProperties<{ most: number; why: string }>({ most: readWhole(0), why: readText }, [
    'most',
    'why',
  ]);
  const { most, why } = table(node, path, reading) ?? {};
  return most === undefined || why === undefined ? undefined : { most, why };
};

/** Returns the reader of the extension. `ids` are the operations that it may refer to. */
function tableOf(ids: readonly string[]): Read<OperationTest> {
  const readId: Read<string> = (node, path, reading) => {
    const id = readText(node, path, reading);
    if (id === undefined || ids.includes(id)) return id;
    noteAt(reading, node, `${path} names \`${id}\`, which is not an operation.${guess(id, ids)}`);
    return undefined;
  };
  const readInvalid = readProperties<Required<InvalidRequest>>(
    {
      title: readText,
      change: readChange,
      before: readSome(readId),
      status: readSome(readStatus),
      also: readSome(readStatus),
      sources: readList(readText),
      severity: readOneOf(['fail', 'warn']),
    },
    ['title', 'change'],
  );
  const readComplete: Read<InvalidRequest> = (node, path, reading) => {
    const { title, change, ...rest } = readInvalid(node, path, reading) ?? {};
    return title === undefined || change === undefined ? undefined : { title, change, ...rest };
  };
  return readProperties<Required<OperationTest>>({
    consumes: readText,
    costly: readFlag,
    destructive: readFlag,
    attempts: readAttempts,
    record: readOneOf(['scratch', 'specific']),
    unique: readList(readText),
    conditional: readList(readText),
    after: readSome(readId),
    invalid: readList(readComplete),
  });
}

/** Lists the ids of the operations of a document. */
function operationIds(root: JsonObject): string[] {
  return Object.values(objectAt(root, 'paths')).flatMap((written) => {
    const item = resolveNode(root, written) ?? {};
    return httpMethods.flatMap((method) => textAt(objectAt(item, method), 'operationId') ?? []);
  });
}

/** Returns the keys of the node at an offset; `null` if none starts there. */
function pathTo(node: unknown, offset: number): string[] | null {
  const isAt = (each: unknown): boolean =>
    (each as { range?: readonly number[] } | null)?.range?.[0] === offset;
  if (isAt(node)) return [];
  const children: (readonly [string, unknown, unknown])[] = isMap(node)
    ? node.items.map(({ key, value }) => [isScalar(key) ? String(key.value) : '', key, value])
    : isSeq(node)
      ? node.items.map((item, index) => [String(index), null, item])
      : [];
  for (const [name, key, value] of children) {
    const inside = isAt(key) ? [] : pathTo(value, offset);
    if (inside !== null) return [name, ...inside];
  }
  return null;
}
