/**
 * Writes `mock/agent-platform/domain/dumps/record-shapes.ts`, the shapes that the records of a dump are checked with, from the types
 * of the records: every `defineCollection<Record>('name')` below `mock`. `--check` only reports whether the file
 * is up to date.
 */
import { join } from 'node:path';
import ts from 'typescript';
import type { Shape } from '../../mock/kernel/world/record-shape.ts';
import { writeFiles } from '../write-files.ts';

const project = join(import.meta.dirname, '../..');
const source = join(project, 'mock/agent-platform/domain/store.ts');
const target = 'mock/agent-platform/domain/dumps/record-shapes.ts';

/** Scheduled events, which are validated when they are played. */
const events = new Set(['TimelessEvent', 'EventBody']);

/** Generic types, which are not referred to by name. */
const generic = new Set([
  'Array',
  'ReadonlyArray',
  'Readonly',
  'Record',
  'Partial',
  'Pick',
  'Omit',
  'ReadonlyObject',
  'OneOf',
]);

/** Numbers with a unit, by the name of the unit. */
const units: Readonly<Record<string, Shape>> = { EpochMs: 'instant', Seq: 'count', DurationMs: 'number' };

/** Properties that are integers. */
const wholeNumbers = new Set([
  'maxTurns',
  'displayOrder',
  'ttlCeilingSeconds',
  'revision',
  'versionNumber',
  'iteration',
  'iterations',
  'status',
  'totalSteps',
  'maxRetries',
  'processed',
  'succeeded',
  'cursor',
  'newest',
  'messageCount',
  'wrongCodes',
  'desiredRevision',
  'observedRevision',
  'providerGeneration',
  'resourceVersion',
  'runtimeEpoch',
  'hits',
  'segment',
  'next',
]);

/** Reads shapes from types; a named type is read once and referred to by its name. */
class ShapeReader {
  readonly types: Record<string, Shape> = {};
  readonly #checker: ts.TypeChecker;
  readonly #names = new Map<ts.Type, string>();

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker;
  }

  read(type: ts.Type): Shape {
    const name = type.aliasSymbol?.name ?? type.getSymbol()?.name ?? '__type';
    if (events.has(name)) return { properties: { type: 'text' } };
    const isNamed = !name.startsWith('__') && !generic.has(name);
    const isComposed = type.isUnion() || (type.flags & ts.TypeFlags.Object) !== 0;
    if (!isNamed || !isComposed || this.#listItem(type) || isPlainChoice(type)) return this.#readParts(type);
    return { type: this.#define(type, name) };
  }

  #define(type: ts.Type, wanted: string): string {
    const existing = this.#names.get(type);
    if (existing !== undefined) return existing;
    let name = wanted;
    for (let count = 2; name in this.types; count += 1) name = `${wanted}${count}`;
    this.#names.set(type, name);
    this.types[name] = 'any';
    this.types[name] = this.#readParts(type);
    return name;
  }

  #readParts(type: ts.Type): Shape {
    if (type.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any)) return 'any';
    if (type.flags & ts.TypeFlags.Null) return 'null';
    if (type.isStringLiteral() || type.isNumberLiteral()) return { values: [type.value] };
    if (type.flags & ts.TypeFlags.BooleanLiteral)
      return { values: [this.#checker.typeToString(type) === 'true'] };
    if (type.flags & ts.TypeFlags.StringLike) return 'text';
    if (type.flags & ts.TypeFlags.NumberLike) return 'number';
    if (type.flags & ts.TypeFlags.BooleanLike) return 'boolean';
    if (type.isIntersection() && type.types.some(({ flags }) => flags & ts.TypeFlags.Number))
      return this.#readUnit(type);
    if (type.isIntersection() && type.types.some(({ flags }) => flags & ts.TypeFlags.String)) return 'text';
    if (type.isUnion()) return this.#readUnion(type);
    const item = this.#listItem(type);
    if (item !== undefined) return { list: this.read(item) };
    return this.#readObject(type);
  }

  #listItem(type: ts.Type): ts.Type | undefined {
    if (!this.#checker.isArrayType(type)) return undefined;
    return this.#checker.getTypeArguments(type as ts.TypeReference)[0];
  }

  #readUnion(type: ts.UnionType): Shape {
    const choices: Shape[] = [];
    const values: (string | number | boolean)[] = [];
    for (const part of type.types.filter(({ flags }) => !(flags & ts.TypeFlags.Undefined))) {
      const shape = this.read(part);
      if (typeof shape === 'object' && 'values' in shape) values.push(...shape.values);
      else choices.push(shape);
    }
    if (values.length === 2 && values.includes(true) && values.includes(false)) choices.push('boolean');
    else if (values.length > 0) choices.unshift({ values });
    const [only, ...others] = choices;
    return only !== undefined && others.length === 0 ? only : { oneOf: choices };
  }

  /** Reads a number that carries its unit in a property without a name. */
  #readUnit(type: ts.Type): Shape {
    const mark = this.#checker.getPropertiesOfType(type).find(({ name }) => name.startsWith('__@unit'));
    const unit = mark && this.#checker.getTypeOfSymbol(mark);
    const shape = unit?.isStringLiteral() === true ? units[unit.value] : undefined;
    if (shape === undefined)
      throw new Error('A record has a number whose unit has no shape. Add it to units.');
    return shape;
  }

  #readObject(type: ts.Type): Shape {
    const index = this.#checker.getIndexInfoOfType(type, ts.IndexKind.String);
    if (index) return { map: this.read(index.type) };
    const required: Record<string, Shape> = {};
    const optional: Record<string, Shape> = {};
    for (const property of this.#checker.getPropertiesOfType(type)) {
      const list = property.flags & ts.SymbolFlags.Optional ? optional : required;
      const shape = this.read(this.#checker.getTypeOfSymbol(property));
      list[property.name] = wholeNumbers.has(property.name) ? asWholeNumber(shape) : shape;
    }
    return Object.keys(optional).length === 0 ? { properties: required } : { properties: required, optional };
  }
}

function asWholeNumber(shape: Shape): Shape {
  if (shape === 'number') return 'integer';
  if (typeof shape === 'string' || !('oneOf' in shape)) return shape;
  return { oneOf: shape.oneOf.map(asWholeNumber) };
}

function isPlainChoice(type: ts.Type): boolean {
  const { StringLike, NumberLike, BooleanLike, Null, Undefined } = ts.TypeFlags;
  const plain = StringLike | NumberLike | BooleanLike | Null | Undefined;
  return type.isUnion() && type.types.every(({ flags }) => flags & plain);
}

/** Returns the text of the file. */
export function recordShapes(): string {
  const config = ts.readConfigFile(join(project, 'tsconfig.json'), (file) => ts.sys.readFile(file));
  const { options } = ts.parseJsonConfigFileContent({ ...config.config, include: [] }, ts.sys, project);
  const program = ts.createProgram([source], options);
  const reader = new ShapeReader(program.getTypeChecker());
  const collections = program
    .getSourceFiles()
    .filter(({ fileName }) => fileName.includes('/mock/'))
    .flatMap((file) => [...findCollections(file)])
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([kind, node]) => [kind, reader.read(program.getTypeChecker().getTypeFromTypeNode(node))] as const);
  return `/** The shapes of the records in a dump. Written by tools/build/record-shapes.ts from the types of the records. */
import type { RecordShapes } from '../../../kernel/world/record-shape.ts';

// prettier-ignore
export const recordShapes: RecordShapes = {
  "collections": ${printRows(Object.fromEntries(collections))},
  "types": ${printRows(sorted(reader.types))}
};
`;
}

/** Prints one line for each property. */
function printRows(record: Readonly<Record<string, Shape>>): string {
  const rows = Object.entries(record).map(
    ([name, shape]) => `    ${JSON.stringify(name)}: ${JSON.stringify(shape)}`,
  );
  return `{\n${rows.join(',\n')}\n  }`;
}

function* findCollections(node: ts.Node): Generator<readonly [kind: string, record: ts.TypeNode]> {
  if (ts.isCallExpression(node) && node.expression.getText() === 'defineCollection') {
    const [record] = node.typeArguments ?? [];
    const [name] = node.arguments;
    if (record && name && ts.isStringLiteral(name)) yield [name.text, record];
  }
  const children: ts.Node[] = [];
  node.forEachChild((child) => void children.push(child));
  for (const child of children) yield* findCollections(child);
}

function sorted<T>(record: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1)));
}

if (import.meta.main) await writeFiles(new Map([[target, recordShapes()]]));
