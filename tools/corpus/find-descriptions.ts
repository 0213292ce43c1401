/** Finds the root documents of descriptions: files that start with the version of their specification. */
import { hash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';

/** One description, by its root document. */
export interface Description {
  readonly file: string;
  /** Short enough for a table. */
  readonly label: string;
  readonly kind: 'openapi' | 'asyncapi';
  /** Such as `3.1`. */
  readonly version: string;
}

/**
 * Finds every description in some folders, and descriptions given by their own path.
 *
 * Shape: sorted by path; parts of a description, which declare no version, are omitted.
 */
export function findDescriptions(paths: readonly string[]): Description[] {
  return paths.flatMap((path) =>
    statSync(path).isDirectory()
      ? filesIn(path).flatMap((file) => describe(join(path, file), relative(path, join(path, file))))
      : describe(path, basename(path)),
  );
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(json|ya?ml)$/.test(file) && !file.includes('node_modules'))
    .sort();
}

/** A root has its version near its start and, unlike an example inside it, not indented. */
const declaration = /^(?:\{\s*|\s{0,4})["']?(openapi|asyncapi)["']?\s*:\s*["']?(\d\.\d+)/m;

/** If properties are sorted by name, a root has its version further below, but never indented. */
const lateDeclaration = /^["']?(openapi|asyncapi)["']?\s*:\s*["']?(\d\.\d+)/m;

function describe(file: string, label: string): Description[] {
  const text = readFileSync(file, 'utf8');
  const match = declaration.exec(text.slice(0, 20_000)) ?? lateDeclaration.exec(text);
  if (match === null) return [];
  const [, kind, version = ''] = match;
  return [{ file, label, kind: kind === 'openapi' ? 'openapi' : 'asyncapi', version }];
}

/** Chooses a random sample. Shape: in random order; the same for the same seed. */
export function chooseSample(all: readonly Description[], count: number, seed: number): Description[] {
  return all
    .map((description) => ({ description, rank: hash('sha256', `${seed} ${description.label}`) }))
    .sort((one, other) => (one.rank < other.rank ? -1 : 1))
    .slice(0, count)
    .map(({ description }) => description);
}
