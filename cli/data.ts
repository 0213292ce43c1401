/** `backlot data`: maintains the folder of `backlot mock --data`. */
import { constants } from 'node:buffer';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { CommitUnreadableError, isWorldId, LogUnavailableError, worldIdForm } from '../mock/kernel/ports.ts';
import { dumpState, loadState } from '../mock/kernel/world/dump.ts';
import type { StoredWorlds } from '../mock/logs/sqlite/maintenance.ts';
import { createFolder, writePlainFile } from '../mock/logs/sqlite/plain-files.ts';
import type { WorldContents } from '../mock/worlds/log-host.ts';
import {
  defineCommand,
  flag,
  isJsonFormat,
  option,
  readChoice,
  resultFormat,
  UsageError,
} from './command.ts';
import { contentsOfDump, isOfOtherApi, openStoredData } from './data/stored-data.ts';
import { printable } from './output/paint.ts';
import { describeStoredFile } from './output/stored-worlds.ts';
import { systemErrorLine } from './output/system-error.ts';
import { DATABASE } from './world-log.ts';
import { parseJson } from '../templates/runtime/json/value.ts';

const actions = ['inspect', 'export', 'import', 'compact'] as const;
type Action = (typeof actions)[number];

const command = defineCommand({
  name: 'data',
  positionals: 'ACTION DIR [PATH…]',
  description:
    'Maintains the data folder DIR of a mock that is not running.\n\ninspect DIR         lists the worlds and whether they can be read\nexport DIR [OUT]    writes each world to OUT/ID.json, in the format of GET /_mock/state; one world with --world\nimport DIR PATH…    adds the world ID of each file ID.json, or of all in a folder; DIR is created if needed\ncompact DIR         removes history that is no longer needed, and frees the space',
  options: {
    world: option('ID', 'export only this world, to the standard output without OUT'),
    format: resultFormat,
    json: flag('same as --format json'),
  },
  exitCodes: '0 done, 1 the folder is in use or a world could not be read or added, 2 invalid arguments.',
});

interface Call {
  readonly action: Action;
  readonly folder: string;
  readonly paths: readonly string[];
  readonly world: string | undefined;
  readonly isJson: boolean;
}

export async function runData(args: readonly string[]): Promise<number> {
  const call = readCall(args);
  if (typeof call === 'number') return call;
  const file = path.join(call.folder, DATABASE);
  let lost = 0;
  const report = (message: string): void => {
    lost = complain(message);
  };
  try {
    const isImport = call.action === 'import';
    const options = { create: isImport, empty: isImport ? contentsToImport(call) : null };
    const { worlds, contents } = await openStoredData(file, report, options);
    try {
      return Math.max(await runAction(worlds, call, contents), lost);
    } finally {
      await worlds.close();
    }
  } catch (error) {
    const isExpected = error instanceof LogUnavailableError || error instanceof CommitUnreadableError;
    const line = isExpected ? error.message : systemErrorLine(error);
    if (line === null) throw error;
    return complain(line);
  }
}

function readCall(args: readonly string[]): Call | number {
  return command.read(args, ({ values, positionals }) => {
    const [name, folder, ...paths] = positionals;
    if (name === undefined) throw new UsageError(`ACTION is one of ${actions.join(', ')}.`);
    const action = readChoice('ACTION', name, actions);
    if (folder === undefined || folder === '')
      throw new UsageError(`${action} needs the folder of the data.`);
    const { world } = values;
    const isJson = values.json || isJsonFormat(values.format);
    const most = action === 'import' ? Infinity : action === 'export' ? 1 : 0;
    if (paths.length > most) throw new UsageError(`Unexpected argument: ${paths[most] ?? ''}.`);
    if (action === 'import' && paths.length === 0) throw new UsageError('import needs files or folders.');
    if (action === 'export' && paths.length === 0 && world === undefined)
      throw new UsageError('export needs a folder to write to, or --world.');
    return { action, folder, paths, world, isJson };
  });
}

async function runAction(worlds: StoredWorlds, call: Call, contents: WorldContents | null): Promise<number> {
  switch (call.action) {
    case 'inspect': {
      const file = await worlds.inspect();
      process.stdout.write(call.isJson ? writeLine(file) : describeStoredFile(file));
      return file.worlds.some(({ problem }) => problem !== null) ? 1 : 0;
    }
    case 'export':
      return exportWorlds(worlds, call);
    case 'import':
      return importWorlds(worlds, call, contents);
    case 'compact': {
      const before = (await worlds.inspect()).bytes;
      const problems = await worlds.compact();
      const after = (await worlds.inspect()).bytes;
      process.stdout.write(
        call.isJson ? writeLine({ before, after }) : `${before} bytes before, ${after} bytes now\n`,
      );
      return Math.max(0, ...problems.map(complain));
    }
  }
}

/** Exports the worlds that can be read. */
async function exportWorlds(worlds: StoredWorlds, { paths: [out], world, isJson }: Call): Promise<number> {
  const ids = await worlds.list();
  if (world !== undefined && !ids.includes(world)) return complain(`World ${world} does not exist.`);
  if (out !== undefined) createFolder(out);
  let code = 0;
  const exported: string[] = [];
  for (const id of world === undefined ? ids : [world]) {
    try {
      // Reading checks the id, so the file is in the folder.
      const text = `${JSON.stringify(dumpState(await worlds.read(id)))}\n`;
      if (out === undefined) process.stdout.write(text);
      else writePlainFile(path.join(out, `${id}.json`), text);
      exported.push(id);
    } catch (error) {
      if (!(error instanceof CommitUnreadableError)) throw error;
      code = complain(error.message);
    }
  }
  if (isJson && out !== undefined) process.stdout.write(writeLine({ worlds: exported }));
  return code;
}

/** Imports files until one cannot be added; those before it are. */
async function importWorlds(
  worlds: StoredWorlds,
  { paths, isJson }: Call,
  stored: WorldContents | null,
): Promise<number> {
  const missing = paths.find((each) => !existsSync(each));
  if (missing !== undefined) return complain(`${missing} does not exist.`);
  const files = filesIn(paths);
  const imported: string[] = [];
  let contents = stored;
  for (const file of files) {
    const id = path.basename(file, '.json');
    const add = async (): Promise<string | null> => {
      const dump = parseJson(readFileSync(file, 'utf8'), null);
      contents ??= contentsOfDump(dump);
      return importWorld(worlds, id, dump, contents);
    };
    const problem = problemOfFile(file) ?? (await add());
    if (problem !== null) return complain(`${file}: ${problem}`);
    imported.push(id);
  }
  if (isJson) process.stdout.write(writeLine({ worlds: imported }));
  return 0;
}

/** Returns the contents for a new folder: those of the first dump; `null` if it cannot be read. */
function contentsToImport({ paths }: Call): WorldContents | null {
  const [first] = filesIn(paths.slice(0, 1).filter((each) => existsSync(each)));
  if (first === undefined || problemOfFile(first) !== null) return null;
  return contentsOfDump(parseJson(readFileSync(first, 'utf8'), null));
}

/** Returns the given files, and the dumps in the given folders. */
function filesIn(paths: readonly string[]): readonly string[] {
  return paths.flatMap((each) =>
    statSync(each).isDirectory()
      ? readdirSync(each)
          .filter((name) => name.endsWith('.json'))
          .map((name) => path.join(each, name))
      : [each],
  );
}

/** Returns why a file cannot be read: a pipe would block, and the length is limited. */
function problemOfFile(file: string): string | null {
  const stats = statSync(file);
  if (!stats.isFile()) return 'this is not a file. Remove it, or name the files to import.';
  const most = constants.MAX_STRING_LENGTH;
  return stats.size > most ? `the file is longer than ${most} bytes, which cannot be imported.` : null;
}

async function importWorld(
  worlds: StoredWorlds,
  id: string,
  dump: unknown,
  contents: WorldContents,
): Promise<string | null> {
  if (!isWorldId(id)) return `name the file ID.json; an ID has ${worldIdForm}.`;
  if (isOfOtherApi(contents, dump))
    return 'the dump has records of another API than the folder. Import it into a new folder.';
  const { schema, fixtures } = contents;
  const loaded = loadState(schema, dump);
  if (!loaded.ok) return `${loaded.error.path || 'the dump'} ${loaded.error.message}.`;
  const { fixture } = loaded.value.origin;
  if (!fixtures.has(fixture)) return `the fixture ${fixture} does not exist.`;
  return (await worlds.add(id, loaded.value))
    ? null
    : `world ${id} exists already. Import into a new folder, or rename the file.`;
}

function writeLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

function complain(problem: string): number {
  process.stderr.write(`backlot data: ${printable(problem)}\n`);
  return 1;
}
