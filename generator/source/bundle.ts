/**
 * Folds a description and every file it refers to into one tree, and remembers where each node was written.
 * The only place, with `lint.ts`, that knows the bundler.
 */
import {
  BaseResolver,
  bundle,
  createConfig,
  detectSpec,
  getLineColLocation,
  getTypes,
  makeDocumentFromString,
  normalizeTypes,
  resolveDocument,
  ResolveError,
  YamlParseError,
  type Config,
  type Document,
  type NormalizedProblem,
  type Source,
} from '@redocly/openapi-core';
import type { Position, Report } from '../diagnostics.ts';
import type { BundledDocument, JsonObject, Place } from '../documents.ts';
import { relativeFile, type SourceText } from './load.ts';

/** Finds line and column of a place; `null` for a file it does not know. */
export type Locate = (place: Place) => Position | null;

/** A bundled document, `null` when there is no tree, and the way back to the lines of every file that was read. */
export interface Bundling {
  readonly document: BundledDocument | null;
  readonly locate: Locate;
}

/** The specifications each kind of document may follow, by the bundler's names. */
const accepted = {
  openapi: { versions: ['oas3_0', 'oas3_1', 'oas3_2'], expected: 'OpenAPI 3.0, 3.1 or 3.2' },
  asyncapi: { versions: ['async3'], expected: 'AsyncAPI 3' },
} as const;

/**
 * Bundles one document.
 *
 * Shape: references inside the tree are `#/…`; members of the original files keep their identity, so that `placeOf` finds them.
 * Errors: DOCUMENT_SYNTAX, DOCUMENT_UNSUPPORTED, REFERENCE_UNRESOLVED, COMPONENT_RENAMED (reported).
 */
export async function bundleDocument(source: SourceText, folder: string, report: Report): Promise<Bundling> {
  const place = { file: source.file, pointer: '#/' };
  const document = parseRoot(source, report);
  const version = document === null ? null : detectVersion(document.parsed, source, report);
  if (document === null || version === null) return { document: null, locate: () => null };

  const config = await createConfig({});
  const resolver = new BaseResolver(config.resolve);
  resolver.cache.set(source.absolute, Promise.resolve(document));
  const files: OpenFile[] = [];
  const locate = locateIn(files);
  try {
    try {
      await readEveryFile(document, resolver, config);
    } finally {
      files.push(...(await openFiles(resolver, folder, report)));
    }
    const placeOf = indexPlaces(files, place);
    const { problems } = await bundle({ doc: document, externalRefResolver: resolver, config });
    for (const problem of problems) reportProblem(problem, files, folder, report);
    const root = document.parsed as JsonObject;
    return { document: { kind: source.kind, version, file: source.file, root, placeOf }, locate };
  } catch (error) {
    // The bundler throws only for a reference that leads back to itself, and does not say which.
    report('REFERENCE_UNRESOLVED', place, { problem: `${sentence(error)}.` });
    return { document: null, locate };
  }
}

function parseRoot(source: SourceText, report: Report): Document | null {
  try {
    return makeDocumentFromString(source.text.replace(/\r\n/g, '\n'), source.absolute);
  } catch (error) {
    reportSyntax(error, source.file, report);
    return null;
  }
}

const START: Position = { line: 1, column: 1 };

function detectVersion(parsed: unknown, source: SourceText, report: Report): string | null {
  const place = { file: source.file, pointer: '#/' };
  const { versions, expected } = accepted[source.kind];
  try {
    const detected = detectSpec(parsed);
    if ((versions as readonly string[]).includes(detected)) {
      const written = (parsed as JsonObject)[source.kind];
      return typeof written === 'string' ? written : detected;
    }
    report('DOCUMENT_UNSUPPORTED', place, { problem: `The document is ${detected}`, expected }, START);
  } catch (error) {
    report('DOCUMENT_UNSUPPORTED', place, { problem: sentence(error).replace(/\.$/, ''), expected }, START);
  }
  return null;
}

/** Why: places must be noted before the bundler moves nodes, and every file is in the resolver's cache only after this. */
async function readEveryFile(document: Document, resolver: BaseResolver, config: Config): Promise<void> {
  const version = detectSpec(document.parsed);
  const types = normalizeTypes(config.extendTypes(getTypes(version), version), config);
  const rootType = types['Root'];
  if (rootType === undefined) return;
  await resolveDocument({ rootDocument: document, externalRefResolver: resolver, rootType });
}

interface OpenFile {
  readonly file: string;
  readonly source: Source;
  readonly parsed: unknown;
}

async function openFiles(resolver: BaseResolver, folder: string, report: Report): Promise<OpenFile[]> {
  const files: OpenFile[] = [];
  for (const [absolute, pending] of resolver.cache) {
    const file = relativeFile(absolute, folder);
    try {
      const opened = await pending;
      // A file that does not exist is reported by the bundler, at the reference to it.
      if (opened instanceof ResolveError) continue;
      files.push({ file, source: opened.source, parsed: opened.parsed });
    } catch (error) {
      if (error instanceof YamlParseError) reportSyntax(error, file, report);
    }
  }
  return files;
}

interface Origin {
  readonly file: string;
  readonly parent: object | null;
  readonly key: string;
}

/** Notes file, parent and key of every node; a pointer is put together only when somebody asks. */
function indexPlaces(files: readonly OpenFile[], root: Place): (node: unknown) => Place {
  const origins = new Map<object, Origin>();
  for (const { file, parsed } of files) {
    const pending: [node: unknown, parent: object | null, key: string][] = [[parsed, null, '']];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const [node, parent, key] = next;
      if (typeof node !== 'object' || node === null || origins.has(node)) continue;
      origins.set(node, { file, parent, key });
      for (const [member, value] of Object.entries(node)) pending.push([value, node, member]);
    }
  }
  return (node) => (typeof node === 'object' && node !== null ? placeFrom(node, origins) : null) ?? root;
}

function placeFrom(node: object, origins: ReadonlyMap<object, Origin>): Place | null {
  const segments: string[] = [];
  let origin = origins.get(node);
  if (origin === undefined) return null;
  const { file } = origin;
  while (origin?.parent != null) {
    segments.unshift(origin.key.replaceAll('~', '~0').replaceAll('/', '~1'));
    origin = origins.get(origin.parent);
  }
  return { file, pointer: `#/${segments.join('/')}` };
}

function locateIn(files: readonly OpenFile[]): Locate {
  return ({ file, pointer }) => {
    const source = files.find((open) => open.file === file)?.source;
    if (source === undefined) return null;
    const { start } = getLineColLocation({ source, pointer, reportOnKey: true });
    return { line: start.line, column: start.col };
  };
}

function reportProblem(
  problem: NormalizedProblem,
  files: readonly OpenFile[],
  folder: string,
  report: Report,
): void {
  const place = placeOfProblem(problem, folder);
  if (problem.severity !== 'error') {
    report('COMPONENT_RENAMED', place, { problem: problem.message });
    return;
  }
  const open = files.find(({ file }) => file === place?.file);
  // A file that could not be parsed has been reported at the broken line.
  if (place === null || open === undefined) return;
  const node = nodeAt(open.parsed, place.pointer);
  const isReference = typeof node === 'object' && node !== null && '$ref' in node;
  const written: unknown = isReference ? node.$ref : node;
  const where = isReference ? { ...place, pointer: `${place.pointer}/$ref` } : place;
  const reason = problem.message.replaceAll(`${folder}/`, '').replace(/^Can't resolve \$ref:? ?/, '');
  const ref = typeof written === 'string' ? `\`${written}\`` : 'A reference';
  report('REFERENCE_UNRESOLVED', where, {
    problem: `${ref} leads nowhere${reason === '' ? '.' : `: ${reason}`}`,
  });
}

function nodeAt(parsed: unknown, pointer: string): unknown {
  let node = parsed;
  for (const segment of pointer.slice(2).split('/')) {
    if (typeof node !== 'object' || node === null) return undefined;
    const key = segment.replaceAll('~1', '/').replaceAll('~0', '~');
    node = Object.entries(node).find(([member]) => member === key)?.[1];
  }
  return node;
}

/** Reads the place out of a finding of the bundler or of the linter. */
export function placeOfProblem(problem: NormalizedProblem, folder: string): Place | null {
  const [location] = problem.location;
  if (location === undefined) return null;
  return {
    file: relativeFile(location.source.absoluteRef, folder),
    pointer: location.pointer ?? '#/',
  };
}

function reportSyntax(error: unknown, file: string, report: Report): void {
  const position = error instanceof YamlParseError ? { line: error.line, column: error.col } : undefined;
  report('DOCUMENT_SYNTAX', { file, pointer: '#/' }, { problem: syntaxProblem(error) }, position);
}

function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The parser's own words, without the path and the position, which are told beside them. */
function syntaxProblem(error: unknown): string {
  const [line = ''] = sentence(error).split('\n');
  return line
    .replace(/ in "[^"]*"/, '')
    .replace(/ \(\d+:\d+\)$/, '')
    .replace(/[.:]+$/, '');
}
