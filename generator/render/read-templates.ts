/** Reads the templates of a folder. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

export interface TemplateText {
  /** Absolute. */
  readonly path: string;
  /** The path in diagnostics: with `/`, relative to the given folder. */
  readonly file: string;
  readonly text: string;
}

/**
 * Reads the templates of a folder, by their names without the extension.
 *
 * Errors: rejects with the error of the file system if there is no such folder.
 */
export async function readTemplates(
  folder: string,
  named: string,
): Promise<ReadonlyMap<string, TemplateText>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.hbs')).sort();
  const texts = await Promise.all(
    files.map(async (name) => {
      const absolute = path.join(folder, name);
      const file = path.relative(named, absolute).replaceAll(path.sep, '/');
      return [
        name.replace(/\.hbs$/, ''),
        { path: absolute, file, text: await readFile(absolute, 'utf8') },
      ] as const;
    }),
  );
  return new Map(texts);
}
