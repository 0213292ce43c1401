/**
 * Finds patterns that can keep a server busy for hours.
 * A nested repetition is safe when a required separator between two rounds cannot match the inner one: `(-[a-z]+)*` is
 * safe, `([a-z]+)*` and `(.*,)*` are not. A conservative estimate, not a proof.
 */

interface Atom {
  /** The probes it can match; for a group, those of everything inside. */
  readonly characters: ReadonlySet<string>;
  readonly least: number;
  readonly most: number;
  /** Whether it consumes nothing, like a lookahead. */
  readonly isAssertion: boolean;
  /** The branches of a group; `null` for a single character. */
  readonly branches: readonly (readonly Atom[])[] | null;
}

const PROBES = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  'é',
  'Ж',
  '漢',
  '\u2028',
  '😀',
];

/** Returns whether validators check a pattern: it compiles and is safe. */
export function isUsablePattern(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return isSafePattern(pattern);
  } catch {
    return false;
  }
}

/** Returns whether a pattern that compiles is safe to run on untrusted text. */
export function isSafePattern(pattern: string): boolean {
  return new PatternReader(pattern).read().every((branch) => branch.every(isSafeAtom));
}

function isSafeAtom({ branches, most }: Atom): boolean {
  if (branches === null) return true;
  if (!branches.every((branch) => branch.every(isSafeAtom))) return false;
  return most < 2 || (branches.every(isSafeRound) && areDistinct(branches));
}

/** Returns whether a round is safe: everything of variable length in it is delimited by a required character. */
function isSafeRound(branch: readonly Atom[]): boolean {
  const fences = branch.flatMap(fencesOf);
  return variableParts(branch).every((part) => fences.some((fence) => isDisjoint(fence, part)));
}

function fencesOf(atom: Atom): readonly Atom[] {
  if (atom.isAssertion || atom.least !== 1 || atom.most !== 1) return [];
  if (atom.branches === null) return [atom];
  const [only, ...others] = atom.branches;
  return only === undefined || others.length > 0 ? [] : only.flatMap(fencesOf);
}

function variableParts(branch: readonly Atom[]): readonly Atom[] {
  return branch.flatMap((atom) => {
    if (atom.isAssertion) return [];
    return atom.least === atom.most ? (atom.branches ?? []).flatMap(variableParts) : [atom];
  });
}

/** Returns whether no branch is a possible prefix of another one, so that a text splits into rounds in one way only. */
function areDistinct(branches: readonly (readonly Atom[])[]): boolean {
  return branches.every((one, index) =>
    branches.slice(index + 1).every((other) => {
      const length = Math.min(one.length, other.length);
      return one.slice(0, length).some((atom, at) => isDisjoint(atom, other[at] ?? atom));
    }),
  );
}

function isDisjoint(one: Atom, other: Atom): boolean {
  for (const character of one.characters) if (other.characters.has(character)) return false;
  return true;
}

/** Reads the structure of a pattern that the engine has already accepted. */
class PatternReader {
  private at = 0;
  private readonly pattern: string;

  constructor(pattern: string) {
    this.pattern = pattern;
  }

  /** Reads branches up to the end or to the parenthesis that closes the group. */
  read(): Atom[][] {
    const branches: Atom[][] = [[]];
    while (this.at < this.pattern.length && this.peek() !== ')') {
      if (this.peek() === '|') {
        this.at++;
        branches.push([]);
      } else {
        branches.at(-1)?.push(this.readAtom());
      }
    }
    return branches;
  }

  private readAtom(): Atom {
    if (this.peek() === '(') return this.readGroup();
    const single = this.takeSingle();
    const isAssertion = ['^', '$', '\\b', '\\B'].includes(single);
    return { characters: charactersOf(single), ...this.readRounds(), isAssertion, branches: null };
  }

  private readGroup(): Atom {
    const opening = /^\((?:\?(?::|<?[=!]|<[^>]*>))?/.exec(this.pattern.slice(this.at))?.[0] ?? '(';
    this.at += opening.length;
    const branches = this.read();
    this.at++;
    const characters = new Set(branches.flat().flatMap((atom) => [...atom.characters]));
    return { characters, ...this.readRounds(), isAssertion: /[=!]$/.test(opening), branches };
  }

  private readRounds(): Pick<Atom, 'least' | 'most'> {
    const quantifier = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/.exec(this.pattern.slice(this.at));
    if (quantifier === null) return { least: 1, most: 1 };
    this.at += quantifier[0].length;
    const [, sign, least = '0', comma = '', most = ''] = quantifier;
    if (sign !== undefined) return { least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : Infinity };
    if (comma === '') return { least: Number(least), most: Number(least) };
    return { least: Number(least), most: most === '' ? Infinity : Number(most) };
  }

  /** Reads one character, class, escape or assertion. */
  private takeSingle(): string {
    const single =
      /^(?:\[(?:\\.|[^\]\\])*\]|\\(?:u\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[pP]\{[^}]*\}|k<[^>]*>|c[A-Za-z]|.)|.)/su.exec(
        this.pattern.slice(this.at),
      );
    const text = single?.[0] ?? this.peek();
    this.at += text.length;
    return text;
  }

  private peek(): string {
    return this.pattern[this.at] ?? '';
  }
}

/** Returns the probes that an atom matches; all, if it cannot be tested alone. */
function charactersOf(single: string): ReadonlySet<string> {
  try {
    const alone = new RegExp(`^(?:${single})$`, 'u');
    return new Set(PROBES.filter((probe) => alone.test(probe)));
  } catch {
    return new Set(PROBES);
  }
}
