/** Paths, scripts and links on the pages exist, and the pages list every folder, page and export. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listPages } from '../../tools/site/sidebar.ts';

const root = join(import.meta.dirname, '../..');
const pages = ['README.md', ...globSync('docs/**/*.md', { cwd: root })].filter(
  (page) => !['docs/traceability.md', 'docs/assumptions.md'].includes(page),
);
const { scripts, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
  exports: Record<string, string>;
};

/** Matches a path of this repository in code font: a top-level folder, and at least one slash. */
const pathForm =
  /`((?:spec|control|generator|templates|generated|mock|cli|test|docs|tools|conformance|console|chat|\.ci)\/[\w./-]*|\.dependency-cruiser\.js)`/g;

function matchesIn(page: string, form: RegExp): string[] {
  return [...readFileSync(join(root, page), 'utf8').matchAll(form)].map(([, match]) => match ?? '');
}

describe.each(pages)('%s', (page) => {
  it('mentions no path that does not exist', () => {
    expect(matchesIn(page, pathForm).filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('has no broken link', () => {
    const links = matchesIn(page, /\]\((?!https?:)([^)#]+)/g);
    expect(links.filter((link) => !existsSync(join(root, dirname(page), link)))).toEqual([]);
  });

  it('has a name for each column of a table', () => {
    const heads = matchesIn(page, /^(\|.*\|)\n\|[ :|-]+\|$/gm);
    expect(heads.filter((head) => /\|\s*\|/.test(head))).toEqual([]);
  });

  it('mentions no script that does not exist', () => {
    const existing = [...Object.keys(scripts), 'ci'];
    expect(matchesIn(page, /npm run ([\w:-]*\w)/g).filter((script) => !existing.includes(script))).toEqual(
      [],
    );
  });
});

/** Pages of the package, where scripts of the repository do not work. */
describe.each(pages.filter((page) => /^docs\/[^/]+$/.test(page)))('%s', (page) => {
  it('mentions a checkout if it mentions a script of the repository', () => {
    const text = readFileSync(join(root, page), 'utf8');
    if (/npm run |node tools\//.test(text)) expect(text).toContain('checkout');
  });
});

it('docs/install.md is the only page that says where `npx backlot` works', () => {
  const note = /`npx backlot`[^.]*\binstalled\b|in a checkout write/;
  const places = pages.filter((page) => note.test(readFileSync(join(root, page), 'utf8')));
  expect(places).toEqual(['docs/install.md']);
});

it('the sidebar of the site has every page once', () => {
  const existing = globSync('docs/**/*.md', { cwd: root });
  const listed = listPages().map(({ file }) => `docs/${file}`);
  expect(listed.sort()).toEqual(existing.sort());
});

describe('the table of imports', () => {
  const subpaths = Object.keys(exports).filter((path) => !/\.(json|yaml)$/.test(path));
  const families = subpaths.map((path) => path.replace(/^\.\/(adapters|runtime)\/.*/, './$1/…'));

  it('lists exactly the exports of the package', () => {
    const listed = matchesIn('docs/imports.md', /(?<=^\|.*)`(backlot(?:\/[\w/…]+)?)`(?=.*\|$)/gm);
    const exported = families.map((path) => path.replace(/^\./, 'backlot'));
    expect([...new Set(listed)].sort()).toEqual([...new Set(exported)].sort());
  });
});

it('docs/architecture.md lists every folder', () => {
  const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
  const files = globSync(
    [
      '{mock,mock/kernel,mock/agent-platform/domain,generator,conformance,conformance/checks,console,spec,tools,test}/*/**/*.*',
      '{chat,cli,console,control,docs,templates,generated}/**/*.*',
    ],
    { cwd: root },
  );
  const folders = new Set(files.map((file) => folderOf(file)));
  expect([...folders].filter((folder) => !text.includes(`\`${folder}`))).toEqual([]);
});

/** Returns the folder of a file that the page lists: one level below these parents, else the first. */
function folderOf(file: string): string {
  const parents =
    /^(mock\/(?:kernel|domain)|conformance\/checks|mock|generator|conformance|console|spec|tools|test)\/[^/]+\//;
  return (parents.exec(file) ?? /^[^/]+\//.exec(file))?.[0] ?? file;
}
