/** The facts of the source, read from `spec/facts.tsv` of the package. Looks them up by id or by subject. */
import { readFileSync } from 'node:fs';

/** One statement of the source. */
export interface Fact {
  /** `F-4.7-025` */
  readonly id: string;
  /** `4.7` */
  readonly section: string;
  readonly kind: string;
  /** Its subject: `GET /v1/events#from-now`, `SandboxDeployment.status`, `event:ping.timestamp`. */
  readonly subject: string;
  readonly text: string;
}

/** Paths of the file. Why: in the build this module is one folder deeper than in the sources. */
const places = ['../../spec/facts.tsv', '../../../spec/facts.tsv'];

let read: readonly Fact[] | null = null;
let byId: ReadonlyMap<string, Fact> | null = null;
let bySubject: ReadonlyMap<string, readonly Fact[]> | null = null;

/** Lists every fact, in the order of the source. Errors: throws if the file is missing from the package. */
export function allFacts(): readonly Fact[] {
  read ??= parseFacts(readFirst(places));
  return read;
}

/** Returns a fact; `undefined` for an unknown id. */
export function factById(id: string): Fact | undefined {
  byId ??= new Map(allFacts().map((fact) => [fact.id, fact]));
  return byId.get(id);
}

/** Lists the facts with exactly one of these subjects, in the order of the subjects. */
export function factsAbout(...subjects: readonly string[]): readonly Fact[] {
  bySubject ??= Map.groupBy(allFacts(), ({ subject }) => subject);
  return subjects.flatMap((subject) => bySubject?.get(subject) ?? []);
}

/**
 * Expands ranges of ids: `F-4.7-023..025` are three facts.
 *
 * Errors: throws RangeError for an unknown id. Why: a check without a real basis could fail a correct implementation.
 */
export function expandFacts(ids: readonly string[]): readonly string[] {
  const all = ids.flatMap((id) => {
    const span = /^(F-.+-)(\d{3})\.\.(\d{3})$/.exec(id);
    if (span === null) return [id];
    const [, prefix = '', first = '', last = ''] = span;
    const count = Number(last) - Number(first) + 1;
    return Array.from(
      { length: count },
      (_, step) => `${prefix}${String(Number(first) + step).padStart(3, '0')}`,
    );
  });
  const unknown = all.find((id) => factById(id) === undefined);
  if (unknown !== undefined) throw new RangeError(`Unknown fact ${unknown}.`);
  return all;
}

function parseFacts(text: string): readonly Fact[] {
  return text
    .split('\n')
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => {
      const [id = '', section = '', kind = '', subject = '', ...rest] = line.split('\t');
      return { id, section, kind, subject, text: rest.join('\t') };
    });
}

function readFirst(paths: readonly string[]): string {
  for (const path of paths) {
    try {
      return readFileSync(new URL(path, import.meta.url), 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  throw new Error('spec/facts.tsv is missing; the package is incomplete.');
}
