/**
 * Finds the tags of tests. A tag is a comment such as `// @fact F-4.2-096 F-4.2-097`; a span of one section is
 * written `F-4.2-099..105`.
 */
import { readFile, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** A tag with the id of a fact. */
export interface TestTag {
  readonly fact: string;
  /** The test's file, relative to the project. */
  readonly file: string;
  readonly line: number;
}

const testFile = /\.(?:ts|txt|http|md|ya?ml)$/;
const tagged = /@fact\b(.*)/;
const idOrSpan = /(F-[\d.]+-)(\d{3})(?:\.\.(?:F-[\d.]+-)?(\d{3}))?/g;

/** Reads the tags of every test file in a folder, files in name order. A missing folder has none. */
export async function readTestTags(project: string, folder: string): Promise<readonly TestTag[]> {
  const files = await listTestFiles(join(project, folder));
  const tags = await Promise.all(
    files.map(async (file) => findTags(await readFile(file, 'utf8'), relative(project, file))),
  );
  return tags.flat();
}

export function findTags(text: string, file: string): readonly TestTag[] {
  return text.split('\n').flatMap((content, index) => {
    const tag = tagged.exec(content);
    if (tag === null) return [];
    return [...(tag[1] ?? '').matchAll(idOrSpan)]
      .flatMap(([, prefix = '', first = '', last = first]) => spanOf(prefix, Number(first), Number(last)))
      .map((fact) => ({ fact, file, line: index + 1 }));
  });
}

function spanOf(prefix: string, first: number, last: number): readonly string[] {
  return Array.from(
    { length: Math.max(0, last - first + 1) },
    (_, offset) => `${prefix}${String(first + offset).padStart(3, '0')}`,
  );
}

async function listTestFiles(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { recursive: true });
    return entries
      .filter((entry) => testFile.test(entry))
      .map((entry) => join(folder, entry))
      .sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
