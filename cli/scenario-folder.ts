/**
 * A folder of scenarios that is read again when something in it changes. A file that breaks keeps its last good scenario.
 */
import { watch } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { Scenario } from '../mock/domain/scenarios/scenario.ts';
import { parseScenario } from './scenario-text.ts';

/** What a folder is read for. */
export interface FolderUser {
  /** Takes all scenarios of the folder, whenever they have changed. */
  readonly use: (scenarios: readonly Scenario[]) => void;
  /** Is told of each problem, as `file:line:column: message`. */
  readonly report: (problem: string) => void;
}

/** A folder that is being watched. */
export interface ScenarioFolder {
  /** Reads what has changed; resolves when it is in use. */
  refresh(): Promise<void>;
  close(): void;
}

const extensions: ReadonlySet<string> = new Set(['.yaml', '.yml', '.json']);

/** Changes come in bursts: editors write, rename and touch. Units: milliseconds. */
const settleTime = 50;

/**
 * Reads a folder and watches it.
 *
 * Errors: throws when the folder can't be read.
 */
export async function openScenarioFolder(folder: string, user: FolderUser): Promise<ScenarioFolder> {
  const files = new FolderFiles(folder, user);
  await files.refresh();
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(folder, { persistent: false }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      files.refresh().catch((error: unknown) => {
        user.report(`${folder}: ${error instanceof Error ? error.message : String(error)}`);
      });
    }, settleTime);
  });
  return {
    refresh: () => files.refresh(),
    close() {
      clearTimeout(timer);
      watcher.close();
    },
  };
}

interface KnownFile {
  readonly text: string;
  /** Null until the file has been good once. */
  readonly scenario: Scenario | null;
}

class FolderFiles {
  readonly #folder: string;
  readonly #user: FolderUser;
  #known: ReadonlyMap<string, KnownFile> = new Map();
  #reading: Promise<void> = Promise.resolve();

  constructor(folder: string, user: FolderUser) {
    this.#folder = folder;
    this.#user = user;
  }

  /** One reading at a time, each of the newest state. */
  refresh(): Promise<void> {
    this.#reading = this.#reading.catch(() => undefined).then(() => this.#read());
    return this.#reading;
  }

  async #read(): Promise<void> {
    const entries = await readdir(this.#folder, { withFileTypes: true });
    const names = entries
      .filter((entry) => entry.isFile() && extensions.has(extname(entry.name)))
      .map(({ name }) => name)
      .sort();
    const now = new Map<string, KnownFile>();
    for (const name of names) now.set(name, await this.#readFile(name));
    this.#known = now;
    this.#user.use(this.#scenariosOf(now));
  }

  async #readFile(name: string): Promise<KnownFile> {
    const path = join(this.#folder, name);
    const before = this.#known.get(name);
    const text = await readFile(path, 'utf8');
    if (text === before?.text) return before;
    const parsed = await parseScenario(text, basename(name, extname(name)));
    if (parsed.ok) return { text, scenario: parsed.value };
    for (const { line, column, message } of parsed.error) {
      this.#user.report(`${path}:${line}:${column}: ${message}`);
    }
    const scenario = before?.scenario ?? null;
    if (scenario !== null) this.#user.report(`${path}: still played as it was before`);
    return { text, scenario };
  }

  /** Of two files with one scenario the first counts. */
  #scenariosOf(files: ReadonlyMap<string, KnownFile>): readonly Scenario[] {
    const byName = new Map<string, string>();
    const scenarios: Scenario[] = [];
    for (const [file, { scenario }] of files) {
      if (scenario === null) continue;
      const first = byName.get(scenario.name);
      if (first !== undefined) {
        const path = join(this.#folder, file);
        this.#user.report(`${path}: scenario ${scenario.name} is left out, ${first} has it already`);
        continue;
      }
      byName.set(scenario.name, file);
      scenarios.push(scenario);
    }
    return scenarios;
  }
}
