/** The hand-written TypeScript of the repository, parsed once for all laws. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

export const root = join(import.meta.dirname, '../../..');

/** Folders that the package ships or that build it. */
export const productFolders = [
  'chat',
  'cli',
  'conformance',
  'contract',
  'control',
  'generator',
  'mock',
  'templates',
  'tools',
] as const;

export interface Source {
  /** Relative to the repository, with `/`. */
  readonly path: string;
  readonly text: string;
  readonly tree: ts.SourceFile;
}

/** Reads the sources of folders, in the order of their paths. */
export function readSources(folders: readonly string[] = productFolders): readonly Source[] {
  return folders
    .flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: root, exclude: ['**/node_modules/**'] }))
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      return { path, text, tree: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true) };
    });
}

/** Calls for every node of a tree, parents first. */
export function visitNodes(node: ts.Node, call: (node: ts.Node) => void): void {
  call(node);
  ts.forEachChild(node, (child) => visitNodes(child, call));
}
