/** `backlot data` on the folder of a mock. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { createMock } from '../../mock/index.ts';
import { sqliteLog } from '../../mock/logs/sqlite/sqlite-log.ts';
import { useFolder } from '../support/folder.ts';
import { runCommand, type Ended } from '../support/run-command.ts';

const root = useFolder();
const folder = path.join(root, 'data');
const file = path.join(folder, 'backlot.db');
const headers = { authorization: 'Bearer rt_live_dev', 'content-type': 'application/json' };
const dumps: Record<string, unknown> = {};

const data = (...args: readonly string[]): Promise<Ended> => runCommand('.', ['data', ...args]);

const writeWorlds = async (): Promise<void> => {
  const mock = await createMock({ fixture: 'empty', clock: { mode: 'frozen' }, log: sqliteLog({ file }) });
  await mock.createWorld({ id: 'other', from: 'default', seed: 5 });
  for (const world of ['', '/w/other']) {
    for (let number = 0; number < 20; number += 1) {
      const body = JSON.stringify({ name: `Agent ${number}`, description: 'x'.repeat(5000) });
      await mock.fetch(`${world}/v1/agents`, { method: 'POST', headers, body });
    }
  }
  await mock.fetch('/_mock/snapshots', { method: 'POST', headers, body: '{}' });
  for (const id of ['default', 'other']) dumps[id] = mock.world(id).dump();
  await mock.close();
};

const readJson = (name: string): unknown => JSON.parse(readFileSync(name, 'utf8'));

beforeAll(writeWorlds);

describe('backlot data', () => {
  test('inspect lists the worlds and the file', async () => {
    const { code, out, err } = await data('inspect', folder);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const [head, first, second, , summary] = out.split('\n');
    expect(head).toMatch(/^WORLD +FIXTURE +CREATED +LAST CHANGE +COMMITS +SNAPSHOTS +BYTES$/);
    expect(first).toMatch(/^default +empty +\S+Z +\S+Z +20 +1 +\d+$/);
    expect(second).toMatch(/^other +empty +\S+Z +\S+Z +20 +0 +\d+$/);
    expect(summary).toBe(`${file}: format 1, ${statSync(file).size} bytes, 0 of them free`);
    const { worlds } = JSON.parse((await data('inspect', folder, '--json')).out) as {
      readonly worlds: unknown;
    };
    expect(worlds).toMatchObject([
      { id: 'default', commits: 20, version: 21, problem: null },
      { id: 'other', commits: 20, version: 21, problem: null },
    ]);
  });

  test('export writes dumps that import adds to a new folder', async () => {
    const [dumpFolder, copy] = [path.join(root, 'dumps'), path.join(root, 'copy')];
    expect(await data('export', folder, dumpFolder)).toEqual({ code: 0, out: '', err: '' });
    expect(readdirSync(dumpFolder).toSorted()).toEqual(['default.json', 'other.json']);
    for (const id of ['default', 'other'])
      expect(readJson(path.join(dumpFolder, `${id}.json`))).toEqual(dumps[id]);
    expect(JSON.parse((await data('export', folder, '--world', 'other')).out)).toEqual(dumps['other']);
    expect(await data('import', copy, dumpFolder)).toEqual({ code: 0, out: '', err: '' });
    const mock = await createMock({ log: sqliteLog({ file: path.join(copy, 'backlot.db') }) });
    await mock.worlds.openEach();
    for (const id of ['default', 'other']) expect(mock.world(id).dump()).toEqual(dumps[id]);
    await mock.close();
    expect(await data('import', copy, path.join(dumpFolder, 'other.json'))).toEqual({
      code: 1,
      out: '',
      err: `backlot data: ${path.join(dumpFolder, 'other.json')}: world other exists already. Import into a new folder, or rename the file.\n`,
    });
  });

  test('compact makes the file smaller and changes no world', async () => {
    const { size } = statSync(file);
    const compacted = await data('compact', folder);
    expect(compacted).toMatchObject({ code: 0, err: '' });
    expect(statSync(file).size).toBeLessThanOrEqual(size);
    expect(compacted.out).toBe(`${size} bytes before, ${statSync(file).size} bytes now\n`);
    expect((await data('inspect', folder)).out).toMatch(/^default .* 0 +1 +\d+$/m);
    const mock = await createMock({ log: sqliteLog({ file }) });
    const refused = await data('compact', folder);
    expect(refused.code).toBe(1);
    expect(refused.err).toContain(`backlot data: ${file} is in use by this process (${process.pid}).`);
    await mock.worlds.openEach();
    for (const id of ['default', 'other']) expect(mock.world(id).dump()).toEqual(dumps[id]);
    expect(
      await mock
        .world()
        .fetch('/_mock/snapshots')
        .then((response) => response.json()),
    ).toMatchObject({
      snapshots: [{ id: 'snapshot_1' }],
    });
    await mock.close();
  });

  test('rejects invalid dumps', async () => {
    const copy = path.join(root, 'invalid');
    for (const [name, text, problem] of [
      ['a.json', 'not JSON', 'must be an object'],
      ['b.json', '{"format":99}', 'format must be 1'],
      ['-c.json', '{}', 'name the file ID.json'],
    ] as const) {
      const dump = path.join(root, name);
      writeFileSync(dump, text);
      const { code, err } = await data('import', copy, dump);
      expect(code).toBe(1);
      expect(err).toContain(dump);
      expect(err).toContain(problem);
    }
    expect(await data('import', copy, path.join(root, 'missing.json'))).toEqual({
      code: 1,
      out: '',
      err: `backlot data: ${path.join(root, 'missing.json')} does not exist.\n`,
    });
  });

  test.each([
    [[], 'ACTION is one of inspect, export, import, compact.'],
    [['inspct', 'x'], 'did you mean inspect?'],
    [['inspect'], 'inspect needs the folder of the data.'],
    [['inspect', 'x', 'y'], 'Unexpected argument: y.'],
    [['export', 'x'], 'export needs a folder to write to, or --world.'],
    [['import', 'x'], 'import needs files or folders.'],
  ])('%j is invalid', async (args, problem) => {
    const { code, err } = await data(...args);
    expect(code).toBe(2);
    expect(err).toContain(problem);
  });

  test('a folder without data is reported and not created', async () => {
    const missing = path.join(root, 'nothing');
    expect(await data('inspect', missing)).toEqual({
      code: 1,
      out: '',
      err: `backlot data: ${path.join(missing, 'backlot.db')} does not exist. Check the folder.\n`,
    });
  });
});
