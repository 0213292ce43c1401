import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { useFolder } from '../../support/folder.ts';

const main = path.resolve(import.meta.dirname, '../../../dist/cli/main.js');
const folder = useFolder();

beforeAll(() => {
  copyFileSync(path.join(import.meta.dirname, 'documents/films.yaml'), path.join(folder, 'openapi.yaml'));
});

function explain(...args: string[]): { code: number | null; out: string; error: string } {
  const call = [main, 'explain', '--openapi', 'openapi.yaml', ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, call, { encoding: 'utf8', cwd: folder });
  return { code: status, out: stdout, error: stderr };
}

describe('backlot explain', () => {
  it('prints the resources and what each operation does', () => {
    const { code, out, error } = explain();
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out).toContain('3 operations: 3 with state (1 resource)');
    expect(out).toContain('  films  collection  /films/{film_id}  key /id\n');
    expect(out).toMatch(/GET \/films +list films +in \/films, pages by token: \{cursor\}, \{limit\}\n/);
  });

  it('prints the reasons of one operation, by its id or its path', () => {
    const { out } = explain('GET /films/{film_id}');
    expect(out).toMatch(/key +\/id +0.9 +`id` is what \{film_id\} adds to the name of the resource\n/);
    expect(explain('getFilm').out).toBe(out);
  });

  it('prints JSON', () => {
    const { out } = explain('--format', 'json');
    expect(JSON.parse(out)).toMatchObject({ resources: [{ name: 'films', kind: 'collection' }] });
  });

  it('suggests the operation that was meant', () => {
    const { code, error } = explain('GET /film');
    expect(code).toBe(2);
    expect(error).toBe(
      'backlot explain: The description has no operation GET /film. Did you mean GET /films?\n',
    );
  });

  it('reports a wrong override with its line, and applies the others', () => {
    writeFileSync(
      path.join(folder, 'backlot.resources.yaml'),
      'resources:\n  movies: { path: /films }\nunique: { movie: [title] }\n',
    );
    const { code, out, error } = explain();
    rmSync(path.join(folder, 'backlot.resources.yaml'));
    expect(code).toBe(1);
    expect(error).toContain('backlot.resources.yaml:3:11: There is no resource movie. Did you mean movies?');
    expect(out).toContain('list movies');
  });

  it('prints what each action of an overlay changed', () => {
    writeFileSync(
      path.join(folder, 'overlay.yaml'),
      `overlay: 1.0.0
info: { title: T, version: '1' }
actions:
  - { target: "$.paths['/films'].get", update: { operationId: allFilms, x-seen: true } }
  - { target: $.path, remove: true }
`,
    );
    const { code, out, error } = explain('--overlay', 'overlay.yaml', 'allFilms');
    expect(code).toBe(0);
    expect(out).toContain(`Overlays
  overlay.yaml action 1: update $.paths['/films'].get in openapi.yaml
    #/paths/~1films/get/operationId
    #/paths/~1films/get/x-seen

GET /films (allFilms)
`);
    expect(error).toContain('overlay.yaml:5:');
    expect(error).toContain('there is no `path`; did you mean `paths`?');
  });

  it('reports an overlay that is missing', () => {
    const { code, error } = explain('--overlay', 'none.yaml');
    expect(code).toBe(1);
    expect(error).toContain('The document none.yaml was not found.');
  });

  it('reports a document that is missing', () => {
    const { code, error } = explain('--openapi', 'missing.yaml');
    expect(code).toBe(1);
    expect(error).toContain('The document missing.yaml was not found.');
  });
});
