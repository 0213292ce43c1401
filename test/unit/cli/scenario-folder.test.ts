import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openScenarioFolder, type ScenarioFolder } from '../../../cli/scenarios/scenario-folder.ts';
import type { Scenario } from '../../../mock/agent-platform/domain/scenarios/scenario.ts';
import { temporaryFolder } from '../../support/folder.ts';

let path: string;
let folder: ScenarioFolder | null;
let used: readonly Scenario[];
let reported: string[];
let onUse: () => void;

const say = (text: string) => `description: Says it.\nsteps:\n  - say: ${text}\n`;
const write = (name: string, text: string) => writeFile(join(path, name), text);
const names = () => used.map(({ name }) => name);

beforeEach(async () => {
  path = await temporaryFolder();
  folder = null;
  used = [];
  reported = [];
  onUse = () => undefined;
});
afterEach(() => folder?.close());

async function open(): Promise<ScenarioFolder> {
  folder = await openScenarioFolder(path, {
    use: (scenarios) => {
      used = scenarios;
      onUse();
    },
    report: (problem) => reported.push(problem.replace(path, '')),
  });
  return folder;
}

describe('a folder of scenarios', () => {
  it('loads its YAML and JSON files, and no others', async () => {
    await write('b.yaml', say('B'));
    await write('a.yml', say('A'));
    await write('c.json', JSON.stringify({ name: 'other', description: 'x', steps: [{ say: 'C' }] }));
    await write('notes.md', 'No scenario.');
    await open();
    expect(names()).toEqual(['a', 'b', 'other']);
    expect(reported).toEqual([]);
  });

  it('reports the line of an invalid file and loads the others', async () => {
    await write('bad.yaml', 'description: Bad.\nsteps:\n  - sya: x\n');
    await write('good.yaml', say('G'));
    await open();
    expect(names()).toEqual(['good']);
    expect(reported).toEqual(['/bad.yaml:3:5: steps.0.sya is not a known field (Did you mean say?)']);
  });

  it('keeps the last valid version of an invalid file until it is valid again', async () => {
    await write('one.yaml', say('First'));
    const opened = await open();
    await write('one.yaml', 'description: [');
    await opened.refresh();
    expect(used[0]?.steps).toEqual([{ say: 'First' }]);
    expect(reported.length).toBe(2);
    expect(reported[1]).toBe('/one.yaml: the last valid version stays in use');
    await opened.refresh();
    expect(reported.length).toBe(2);
    await write('one.yaml', say('Second'));
    await opened.refresh();
    expect(used[0]?.steps).toEqual([{ say: 'Second' }]);
    expect(reported.slice(2)).toEqual(['/one.yaml: valid again, and in use']);
  });

  it('removes the scenario of a deleted file', async () => {
    await write('one.yaml', say('First'));
    await write('two.yaml', say('Second'));
    const opened = await open();
    await rm(join(path, 'one.yaml'));
    await opened.refresh();
    expect(names()).toEqual(['two']);
  });

  it('ignores a second scenario with the same name and reports it', async () => {
    await write('a.yaml', `name: same\n${say('A')}`);
    await write('b.yaml', `name: same\n${say('B')}`);
    await open();
    expect(used).toMatchObject([{ steps: [{ say: 'A' }] }]);
    expect(reported).toEqual(['/b.yaml: scenario same is ignored, it is already defined in a.yaml']);
  });

  it('is reloaded when it changes', async () => {
    await open();
    const changed = new Promise<void>((resolve) => {
      onUse = () => {
        if (used.length > 0) resolve();
      };
    });
    await write('new.yaml', say('New'));
    await changed;
    expect(names()).toEqual(['new']);
  });

  it('cannot be opened if it does not exist', async () => {
    await expect(
      openScenarioFolder(join(path, 'none'), { use: () => undefined, report: () => undefined }),
    ).rejects.toThrow('ENOENT');
  });
});
