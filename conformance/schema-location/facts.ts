/**
 * The facts of the source: read from `spec/facts.tsv`, which the package brings along, and found by id or by what they
 * are about.
 */
import { readFileSync } from 'node:fs';

/** One thing that the source says. */
export interface Fact {
  /** `F-4.7-025` */
  readonly id: string;
  /** `4.7` */
  readonly section: string;
  readonly kind: string;
  /** What it is about: `GET /v1/events#from-now`, `SandboxDeployment.status`, `event:ping.timestamp`. */
  readonly subject: string;
  readonly text: string;
}

/** Why: the file lies as far above this module in the sources as in the build, but for the folder of the build. */
const places = ['../../spec/facts.tsv', '../../../spec/facts.tsv'];

let read: readonly Fact[] | null = null;
let byId: ReadonlyMap<string, Fact> | null = null;
let bySubject: ReadonlyMap<string, readonly Fact[]> | null = null;

/** Lists every fact, in the order of the source. Errors: throws when the file is not where the package has it. */
export function allFacts(): readonly Fact[] {
  read ??= parseFacts(readFirst(places));
  return read;
}

/** Finds a fact; `undefined` for an id that no fact has. */
export function factById(id: string): Fact | undefined {
  byId ??= new Map(allFacts().map((fact) => [fact.id, fact]));
  return byId.get(id);
}

/** Lists the facts that are about exactly one of these, in the order of the source. */
export function factsAbout(...subjects: readonly string[]): readonly Fact[] {
  bySubject ??= Map.groupBy(allFacts(), ({ subject }) => subject);
  return subjects.flatMap((subject) => bySubject?.get(subject) ?? []);
}

/**
 * Spells out spans of ids: `F-4.7-023..025` are three facts.
 *
 * Errors: throws RangeError for an id that no fact has, since a check that rests on nothing would fail the innocent.
 */
export function spellFacts(ids: readonly string[]): readonly string[] {
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
  if (unknown !== undefined) throw new RangeError(`There is no fact ${unknown}.`);
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
  throw new Error('spec/facts.tsv is missing; the package is not complete.');
}
