/** The code blocks of a page, unchanged. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The root of the repository. */
export const repository = join(import.meta.dirname, '../../..');

/** A block. Shape: `kind` is the info string of the fence, such as `ts vitest`; `line` counts from 1. */
export interface Block {
  readonly kind: string;
  readonly code: string;
  readonly line: number;
}

export function readPage(page: string): string {
  return readFileSync(join(repository, page), 'utf8');
}

/** Finds the blocks of a page in order. */
export function blocksOf(page: string): readonly Block[] {
  const text = readPage(page);
  return [...text.matchAll(/^```([^\n]+)\n(.*?)^```$/gms)].map(({ 1: kind = '', 2: code = '', index }) => ({
    kind: kind.trim(),
    code,
    line: text.slice(0, index).split('\n').length,
  }));
}
