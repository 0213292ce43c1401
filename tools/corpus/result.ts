/** The results of a run: one line of JSON per description in a file, of which the last one applies. */
import { hash } from 'node:crypto';
import { appendFileSync, existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Tried } from './try-values.ts';
import type { Generated } from './generate-process.ts';
import { parseJson } from '../../templates/runtime/json/value.ts';

const root = resolve(import.meta.dirname, '../..');

/** The result for one description. */
export interface Result {
  /** The path of its file in the directory. */
  readonly name: string;
  /** The sources of the generator that it was made with. */
  readonly sources: string;
  /** Units: bytes of the file. */
  readonly bytes: number;
  /** Why the process ended without output; `null` if it did not. */
  readonly crash: string | null;
  readonly generated: Generated | null;
  readonly tried: Tried | null;
  /** Empty if the output compiles and its types are sound, or if there is none. */
  readonly typeErrors: readonly string[];
}

/** What can be wrong with a description. */
export type Failure = 'crash' | 'error' | 'type error' | 'changing output' | 'invalid value';

/** Returns the first failure of a description; `null` if there is none. */
export function failureOf({ generated, tried, typeErrors }: Result): Failure | null {
  if (generated === null) return 'crash';
  if (generated.errors.length > 0) return 'error';
  if (typeErrors.length > 0) return 'type error';
  if (generated.changing.length > 0) return 'changing output';
  return tried === null || tried.problems.length > 0 ? 'invalid value' : null;
}

/** Returns the reasons for failures; empty if there are none. */
export function reasonsOf({ crash, generated, tried, typeErrors }: Result): readonly string[] {
  if (crash !== null) return [crash];
  return [generated?.errors ?? [], typeErrors, generated?.changing ?? [], tried?.problems ?? []].flat();
}

/** Results in a file, one in a line, so that a run can be ended and continued. */
export class ResultFile<R extends { readonly name: string } = Result> {
  private readonly file: string;
  private readonly last = new Map<string, R>();

  constructor(file: string) {
    this.file = file;
    mkdirSync(dirname(file), { recursive: true });
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    for (const line of lines) {
      // A run that was killed leaves an incomplete last line.
      const result = parseJson(line, null) as R | null;
      if (result !== null) this.last.set(result.name, result);
    }
  }

  /** Returns the last result of each name. */
  get results(): ReadonlyMap<string, R> {
    return this.last;
  }

  add(result: R): void {
    appendFileSync(this.file, `${JSON.stringify(result)}\n`);
    this.last.set(result.name, result);
  }
}

/** Returns a text that changes with the sources of the generator and its templates. */
export function hashSources(): string {
  const files = globSync('{generator,templates}/**/*.*', { cwd: root }).sort();
  const texts = files.map((file) => `${file}\n${readFileSync(join(root, file), 'utf8')}`);
  return hash('sha256', texts.join('\n')).slice(0, 12);
}
