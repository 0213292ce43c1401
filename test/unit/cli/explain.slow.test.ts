import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { useFolder } from '../../support/folder.ts';
import { runCommand, type Ended } from '../../support/run-command.ts';

const folder = useFolder();

beforeAll(() => {
  copyFileSync(path.join(import.meta.dirname, 'documents/films.yaml'), path.join(folder, 'openapi.yaml'));
});

function explain(...args: readonly string[]): Promise<Ended> {
  return runCommand(folder, ['explain', '--openapi', 'openapi.yaml', ...args]);
}

describe('backlot explain', () => {
  it('prints the resources and the effect of each operation', async () => {
    const { code, out, err } = await explain();
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('3 operations: 3 with state (1 resource)');
    expect(out).toContain('  films  collection  /films/{film_id}  key /id\n');
    expect(out).toMatch(/GET \/films +list films +in \/films, pages by token: \{cursor\}, \{limit\}\n/);
  });

  it('prints the reasons of one operation, by its id or its path', async () => {
    const { out } = await explain('GET /films/{film_id}');
    expect(out).toMatch(/key +\/id +0.9 +`id` is what \{film_id\} adds to the name of the resource\n/);
    expect((await explain('getFilm')).out).toBe(out);
  });

  it('counts a stream as no resource', async () => {
    const get = '{ get: { responses: { 200: { description: All, content: { text/event-stream: {} } } } } }';
    const text = `openapi: 3.1.0\ninfo: { title: Ticks, version: '1' }\npaths: { /ticks: ${get} }\n`;
    writeFileSync(path.join(folder, 'ticks.yaml'), text);
    const { out } = await runCommand(folder, ['explain', '--openapi', 'ticks.yaml']);
    expect(out).toContain('1 operation: 0 with state (0 resources), 1 stream\n\nOperations\n');
  });

  it('prints JSON', async () => {
    const { out } = await explain('--format', 'json');
    expect(JSON.parse(out)).toMatchObject({ resources: [{ name: 'films', kind: 'collection' }] });
  });

  it('suggests the intended operation', async () => {
    const { code, err } = await explain('GET /film');
    expect(code).toBe(2);
    expect(err).toBe(
      'backlot explain: The description has no operation GET /film. Did you mean GET /films?\n',
    );
  });

  it('reports a wrong override with its line, and applies the others', async () => {
    writeFileSync(
      path.join(folder, 'backlot.resources.yaml'),
      'resources:\n  movies: { path: /films }\nunique: { movie: [title] }\n',
    );
    const { code, out, err } = await explain();
    rmSync(path.join(folder, 'backlot.resources.yaml'));
    expect(code).toBe(1);
    expect(err).toContain('backlot.resources.yaml:3:11: There is no resource movie. Did you mean movies?');
    expect(out).toContain('list movies');
  });

  it('prints the changes of each action of an overlay', async () => {
    writeFileSync(
      path.join(folder, 'overlay.yaml'),
      `overlay: 1.0.0
info: { title: T, version: '1' }
actions:
  - { target: "$.paths['/films'].get", update: { operationId: allFilms, x-seen: true } }
  - { target: $.path, remove: true }
`,
    );
    const { code, out, err } = await explain('--overlay', 'overlay.yaml', 'allFilms');
    expect(code).toBe(0);
    expect(out).toContain(`Overlays
  overlay.yaml action 1: update $.paths['/films'].get in openapi.yaml
    #/paths/~1films/get/operationId
    #/paths/~1films/get/x-seen

GET /films (allFilms)
`);
    expect(err).toContain('overlay.yaml:5:');
    expect(err).toContain('there is no `path`; did you mean `paths`?');
  });

  it('reports a missing overlay', async () => {
    const { code, err } = await explain('--overlay', 'none.yaml');
    expect(code).toBe(1);
    expect(err).toContain('The document none.yaml was not found.');
  });

  it('reports a missing document', async () => {
    const { code, err } = await explain('--openapi', 'missing.yaml');
    expect(code).toBe(1);
    expect(err).toContain('The document missing.yaml was not found.');
  });
});
