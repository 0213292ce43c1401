/**
 * Bundles a description and every file it refers to into one tree, and records where each node was written. With
 * `lint.ts` the only file that uses the bundler.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import {
  type BaseResolver,
  bundle,
  createConfig,
  detectSpec,
  getLineColLocation,
  getTypes,
  makeDocumentFromString,
  normalizeTypes,
  resolveDocument,
  parseYaml,
  ResolveError,
  Source,
  YamlParseError,
  type Config,
  type Document,
  type NormalizedProblem,
} from '@redocly/openapi-core';
import type { Position, Report } from '../diagnostics/diagnostics.ts';
import type { JsonObject } from '../json/documents.ts';
import type { OpenedDocument, LineOf, Locate } from './opened-document.ts';
import { resolveIdentifiers } from './identifiers.ts';
import { createLines, type FindPosition } from './json-positions.ts';
import { relativeFile } from './document-names.ts';
import { type SourceText, accepted } from './load.ts';
import { isWalkable } from './measure-tree.ts';
import { placeDefinitions, reportMisplaced, type MisplacedReference } from './misplaced-definitions.ts';
import { indexPlaces } from './place-index.ts';
import { createReferenceReader, PROJECT_ONLY, type ReferenceAccess } from './reference-access.ts';
import { readProblem, reportCircle } from './bundle-problems.ts';
import { settleReferences } from './dangling-references.ts';
import { ReferenceResolver } from './reference-resolver.ts';
import { firstLine, reportDepth, reportSyntax, START } from './syntax-problems.ts';
import { isObject, messageOf, decodePercent } from '../../templates/runtime/json/value.ts';

/**
 * Bundles one document.
 *
 * Shape: references inside the tree are `#/…`; nodes of the original files keep their identity, so that `placeOf`
 * finds them.
 * Errors: DOCUMENT_SYNTAX, DOCUMENT_UNSUPPORTED, DOCUMENT_TOO_DEEP, REFERENCE_REFUSED, REFERENCE_UNRESOLVED,
 * REFERENCE_IGNORED, MAPPING_UNRESOLVED, DEFINITION_MISPLACED, COMPONENT_RENAMED (reported).
 */
export async function bundleDocument(
  source: SourceText,
  folder: string,
  report: Report,
  access: ReferenceAccess = PROJECT_ONLY,
): Promise<OpenedDocument> {
  const place = { file: source.file, pointer: '#/' };
  const document = parseRoot(source, report);
  const version = document === null ? null : detectVersion(document.parsed, source, report);
  const rootLines = createLines(source.text);
  const lineOfRoot: LineOf = (file, line) => (file === source.file ? rootLines.textOf(line) : null);
  if (document === null || version === null)
    return {
      document: null,
      locate: () => null,
      lineOf: lineOfRoot,
      files: [source.absolute],
      areFilesAll: true,
    };

  const config = await createConfig();
  const reader = createReferenceReader(source.absolute, folder, access);
  const resolver = new Resolver(config.resolve, reader);
  resolver.cache.set(source.absolute, Promise.resolve(document));
  const open: OpenFile[] = [];
  const failures: string[] = [];
  const way = { locate: locateIn(open), lineOf: lineOfAny(open, lineOfRoot) };
  const read = (): Pick<OpenedDocument, 'files' | 'areFilesAll'> => {
    const all = [...resolver.cache.keys()];
    const files = all.filter((file) => path.isAbsolute(file));
    return { files, areFilesAll: files.length === all.length };
  };
  try {
    try {
      await readEveryFile(document, resolver, config);
    } finally {
      open.push(...(await openFiles(resolver, folder, report, failures)));
    }
    if (resolver.unwalkable.length > 0) {
      for (const absolute of resolver.unwalkable) reportDepth(relativeFile(absolute, folder), report);
      return { document: null, ...way, ...read() };
    }
    for (const [absolute, changes] of resolver.misplaced)
      reportMisplaced(relativeFile(absolute, folder), changes, report);
    const { placeOf } = indexPlaces(open, place);
    const { problems } = await bundle({ doc: document, externalRefResolver: resolver, config });
    // A file that could not be parsed has already been reported, so references to it are not reported again.
    const isNews = ({ message }: NormalizedProblem): boolean =>
      !failures.some((each) => message.includes(each));
    const dangling = problems
      .filter(isNews)
      .flatMap((problem) => readProblem(problem, open, folder, report) ?? []);
    const root = document.parsed as JsonObject;
    settleReferences(root, dangling, access, report);
    const bundled = { kind: source.kind, version, file: source.file, root, placeOf };
    return { document: bundled, ...way, ...read() };
  } catch (error) {
    reportCircle(error, open, place, folder, report);
    return { document: null, ...way, ...read() };
  }
}

/** Extends the bundler's resolver, which ignores identifiers and walks cyclic trees without end. */
class Resolver extends ReferenceResolver {
  /** Files that are treated as empty because their trees cannot be walked. */
  readonly unwalkable: string[] = [];
  readonly misplaced = new Map<string, readonly MisplacedReference[]>();

  /** Why: a path may be part of a URL, in which a space is `%20`. */
  override resolveExternalRef(base: string | null, ref: string): string {
    const written = super.resolveExternalRef(base, ref);
    if (!written.includes('%') || !path.isAbsolute(written) || existsSync(written)) return written;
    const decoded = decodePercent(written);
    return existsSync(decoded) ? decoded : written;
  }

  override parseDocument(source: Source, isRoot?: boolean): Document {
    const document = super.parseDocument(source, isRoot);
    if (!isWalkable(document.parsed)) {
      this.unwalkable.push(source.absoluteRef);
      return { source, parsed: {} };
    }
    resolveIdentifiers(document.parsed, source.body, false);
    this.misplaced.set(source.absoluteRef, placeDefinitions(document.parsed, source.body));
    return document;
  }
}

/** Parses YAML the way the bundler does. Errors: throws the parser's errors. */
export function parseYamlText(text: string): unknown {
  return parseYaml(text.replace(/\r\n/g, '\n'));
}

/** Parses a file as `parseYamlText` does. Errors: throws `YamlParseError`, which has a position. */
export function parseYamlFile(absolute: string, text: string): unknown {
  return makeDocumentFromString(text.replace(/\r\n/g, '\n'), absolute).parsed;
}

/** Creates the position finder of a YAML document. */
export function createYamlPositions(absolute: string, text: string): FindPosition {
  const source = new Source(absolute, text.replace(/\r\n/g, '\n'));
  return (pointer) => positionIn(source, pointer);
}

function parseRoot(source: SourceText, report: Report): Document | null {
  try {
    const document = makeDocumentFromString(source.text.replace(/\r\n/g, '\n'), source.absolute);
    if (!isWalkable(document.parsed)) {
      reportDepth(source.file, report);
      return null;
    }
    resolveIdentifiers(document.parsed, source.text, false);
    reportMisplaced(source.file, placeDefinitions(document.parsed, source.text), report);
    return document;
  } catch (error) {
    reportSyntax(error, source, report);
    return null;
  }
}

/** The names of the formats that the bundler detects. */
const formats: Readonly<Record<string, string>> = {
  oas2: 'Swagger 2.0',
  oas3_0: 'OpenAPI 3.0',
  oas3_1: 'OpenAPI 3.1',
  oas3_2: 'OpenAPI 3.2',
  async2: 'AsyncAPI 2',
  async3: 'AsyncAPI 3',
  arazzo1: 'Arazzo 1',
  overlay1: 'Overlay 1',
};

function detectVersion(parsed: unknown, source: SourceText, report: Report): string | null {
  const place = { file: source.file, pointer: '#/' };
  const { versions, expected } = accepted[source.kind];
  try {
    const detected = detectSpec(parsed);
    if ((versions as readonly string[]).includes(detected)) {
      const written = (parsed as JsonObject)[source.kind];
      return typeof written === 'string' ? written : detected;
    }
    const problem = `The document is ${formats[detected] ?? detected}`;
    report('DOCUMENT_UNSUPPORTED', place, { problem, expected }, START);
  } catch (error) {
    const problem = problemOfRoot(parsed, source) ?? messageOf(error).replace(/\.$/, '');
    report('DOCUMENT_UNSUPPORTED', place, { problem, expected }, START);
  }
  return null;
}

/** Returns why a document has no version at all; `null` if it has one. */
function problemOfRoot(parsed: unknown, { kind }: SourceText): string | null {
  if (parsed === null || parsed === undefined) return 'The document is empty';
  if (!isObject(parsed)) return 'The document is not an object';
  return Object.hasOwn(parsed, kind) ? null : `The document has no \`${kind}\``;
}

/**
 * Why: positions must be recorded before the bundler moves nodes, and only after this is every file in the resolver's
 * cache.
 */
async function readEveryFile(document: Document, resolver: BaseResolver, config: Config): Promise<void> {
  const version = detectSpec(document.parsed);
  const types = normalizeTypes(config.extendTypes(getTypes(version), version), config);
  const rootType = types['Root'];
  if (rootType === undefined) return;
  await resolveDocument({ rootDocument: document, externalRefResolver: resolver, rootType });
}

interface OpenFile {
  readonly file: string;
  readonly absolute: string;
  readonly source: Source;
  readonly parsed: unknown;
}

/** Opens the files that were read. Adds the message of each file that cannot be parsed to `failures`. */
async function openFiles(
  resolver: BaseResolver,
  folder: string,
  report: Report,
  failures: string[],
): Promise<OpenFile[]> {
  const files: OpenFile[] = [];
  for (const [absolute, pending] of resolver.cache) {
    const file = relativeFile(absolute, folder);
    try {
      const opened = await pending;
      // The bundler reports a missing file at the reference to it.
      if (opened instanceof ResolveError) continue;
      files.push({ file, absolute, source: opened.source, parsed: opened.parsed });
    } catch (error) {
      if (!(error instanceof YamlParseError)) continue;
      failures.push(firstLine(error));
      reportSyntax(error, { file, text: error.source.body }, report);
    }
  }
  return files;
}

function locateIn(files: readonly OpenFile[]): Locate {
  return ({ file, pointer }) => {
    const source = files.find((open) => open.file === file)?.source;
    return source === undefined ? null : positionIn(source, pointer);
  };
}

function positionIn(source: Source, pointer: string): Position {
  const { start } = getLineColLocation({ source, pointer, reportOnKey: true });
  return { line: start.line, column: start.col };
}

function lineOfAny(files: readonly OpenFile[], lineOfRoot: LineOf): LineOf {
  return (file, line) => {
    const body = files.find((open) => open.file === file)?.source.body;
    return body === undefined ? lineOfRoot(file, line) : createLines(body).textOf(line);
  };
}
