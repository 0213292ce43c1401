/**
 * Paths, scripts and links that the pages name exist.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const pages = ['README.md', ...globSync('docs/**/*.md', { cwd: root })].filter(
  (page) => !['docs/traceability.md', 'docs/assumptions.md'].includes(page),
);
const { scripts, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
  exports: Record<string, string>;
};

/** What looks like a path of this repository: a top-level folder, and at least one slash. */
const pathForm =
  /`((?:spec|generator|templates|generated|mock|cli|test|docs|tools|conformance|chat|\.ci)\/[\w./-]*|\.dependency-cruiser\.js)`/g;

function named(page: string, form: RegExp): string[] {
  return [...readFileSync(join(root, page), 'utf8').matchAll(form)].map(([, name]) => name ?? '');
}

describe.each(pages)('%s', (page) => {
  it('names only paths that exist', () => {
    expect(named(page, pathForm).filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('links only to pages that exist', () => {
    const links = named(page, /\]\((?!https?:)([^)#]+)/g);
    expect(links.filter((link) => !existsSync(join(root, dirname(page), link)))).toEqual([]);
  });

  it.skipIf(page === 'README.md')('says what `npx backlot` needs, where it is to be typed', () => {
    const text = readFileSync(join(root, page), 'utf8');
    if (/^ *(?:- run: )?npx backlot |`npx backlot /m.test(text)) expect(text).toContain('README.md#install');
  });

  it('names only scripts that exist', () => {
    const known = [...Object.keys(scripts), 'ci'];
    expect(named(page, /npm run ([\w:]+)/g).filter((script) => !known.includes(script))).toEqual([]);
  });
});

describe('the front page', () => {
  it('leads to every page', () => {
    const found = globSync(['docs/*.md', 'docs/*/'], { cwd: root });
    const linked = named('README.md', /\]\((docs\/[^)#]*?)\/?\)/g);
    expect(found.map((page) => page.replace(/\/$/, '')).filter((page) => !linked.includes(page))).toEqual([]);
  });
});

describe('the table of imports', () => {
  const subpaths = Object.keys(exports).filter((path) => !/\.(json|yaml)$/.test(path));
  const families = subpaths.map((path) => path.replace(/^\.\/adapters\/.*/, './adapters/…'));

  it('has everything that the package hands out, and nothing else', () => {
    const found = named('README.md', /(?<=^\|.*)`(backlot(?:\/[\w/…]+)?)`(?=.*\|$)/gm);
    const wanted = families.map((path) => path.replace(/^\./, 'backlot'));
    expect([...new Set(found)].sort()).toEqual([...new Set(wanted)].sort());
  });
});

describe('the map of the house', () => {
  it('names every folder of the mock and of the generator', () => {
    const map = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
    const folders = globSync(['mock/*/', 'generator/*/'], { cwd: root });
    expect(folders.filter((folder) => !map.includes(folder))).toEqual([]);
  });
});
