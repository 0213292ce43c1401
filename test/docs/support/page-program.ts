/**
 * Combines the blocks of a page into one program: merged imports, shared set-up blocks, and every other block in its
 * own scope. The comment after a `console.log` is the output it must print.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository, type Block } from './blocks.ts';

/** Builds the program; `setup` blocks come first and are in scope for the others. */
export function programOf(blocks: readonly Block[]): string {
  const parts = blocks.map(({ kind, code, line }) => ({ ...splitImports(withChecks(code, line)), kind }));
  const imports = new Map<string, Set<string>>();
  for (const { found } of parts)
    for (const [key, names] of found) imports.set(key, new Set([...(imports.get(key) ?? []), ...names]));
  const written = [...imports].map(([key, names]) => {
    const [keyword = '', from = ''] = key.split(' from ');
    return `${keyword} { ${[...names].join(', ')} } from ${from};`;
  });
  const isSetup = ({ kind }: { readonly kind: string }): boolean => kind.endsWith('setup');
  return [
    ...written,
    ...parts.flatMap(({ whole }) => whole),
    CHECK,
    ...parts.filter(isSetup).map(({ rest }) => rest),
    ...parts.filter((part) => !isSetup(part)).map(({ rest }) => `{\n${rest}\n}`),
    'console.log(`${checked} checked`);',
  ].join('\n');
}

/** Replaces imports of the package by its sources in this repository. */
export function withSources(program: string): string {
  return program.replaceAll(/'backlot(\/[^']*)?'/g, (written, path: string | undefined) => {
    const source = sources()[`backlot${path ?? ''}`];
    return source === undefined ? written : `'${source}'`;
  });
}

/** Finds the source file of every export of the package. */
export function sources(): Readonly<Record<string, string>> {
  return mapExports((file) => file.replace('./dist/', '').replace(/\.js$/, '.ts'));
}

/** Finds the built file of every export of the package. */
export function builtFiles(): Readonly<Record<string, string>> {
  return mapExports((file) => file);
}

/** Returns the files of the exports by the names that programs import. Shape: `locate` returns a path in the repository. */
function mapExports(locate: (file: string) => string): Readonly<Record<string, string>> {
  const { exports } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, string>>;
  };
  return Object.fromEntries(
    Object.entries(exports)
      .filter(([, file]) => file.startsWith('./dist/'))
      .map(([path, file]) => [`backlot${path.slice(1)}`, join(repository, locate(file))]),
  );
}

const CHECK = `let checked = 0;
function expectText(value: unknown, text: string, line: number): void {
  checked++;
  if (String(value) !== text) throw new Error('line ' + line + ' prints ' + String(value) + ' instead of ' + text);
}`;

/** Turns \`console.log(value); // text\` into an assertion. */
function withChecks(code: string, line: number): string {
  return code
    .split('\n')
    .map((text, index) =>
      text.replace(/console\.log\((.*)\); \/\/ (.*)$/, (_, value: string, wanted: string) => {
        return `expectText(${value}, ${JSON.stringify(wanted)}, ${line + index + 1});`;
      }),
    )
    .join('\n');
}

interface Split {
  /** Names by keyword and source. */
  readonly found: Map<string, string[]>;
  /** Default imports. */
  readonly whole: readonly string[];
  readonly rest: string;
}

function splitImports(code: string): Split {
  const found = new Map<string, string[]>();
  const rest = code.replaceAll(
    /^(import(?: type)?) \{([^}]*)\} from ('[^']+');\n/gm,
    (_, keyword: string, names: string, from: string) => {
      const listed = names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '');
      found.set(`${keyword} from ${from}`, [...(found.get(`${keyword} from ${from}`) ?? []), ...listed]);
      return '';
    },
  );
  const whole: string[] = [];
  const scoped = rest.replaceAll(/^import \w+ from '[^']+';\n/gm, (written) => {
    whole.push(written.trim());
    return '';
  });
  return { found, whole, rest: scoped };
}
