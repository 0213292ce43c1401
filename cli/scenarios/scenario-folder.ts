/** Loads a folder of scenarios and reloads it when it changes. An invalid file keeps its last valid scenario. */
import { watch } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { Scenario } from '../../mock/agent-platform/domain/scenarios/scenario.ts';
import { parseScenario } from './scenario-text.ts';
import { messageOf } from '../../templates/runtime/json/value.ts';

/** The consumer of a folder. */
export interface FolderUser {
  /** Receives all scenarios of the folder after each change. */
  readonly use: (scenarios: readonly Scenario[]) => void;
  /** Receives each problem, as `file:line:column: message`, and that a file is valid again. */
  readonly report: (problem: string) => void;
}

/** A watched folder. */
export interface ScenarioFolder {
  /** Reads changed files; resolves when they are in use. */
  refresh(): Promise<void>;
  close(): void;
}

const extensions: ReadonlySet<string> = new Set(['.yaml', '.yml', '.json']);

/** Editors write, rename and touch files in bursts. Units: milliseconds. */
const settleTime = 50;

/** Reads a folder and watches it. Errors: throws when the folder can't be read. */
export async function openScenarioFolder(folder: string, user: FolderUser): Promise<ScenarioFolder> {
  const files = new FolderFiles(folder, user);
  await files.refresh();
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(folder, { persistent: false }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      files.refresh().catch((error: unknown) => {
        user.report(`${folder}: ${messageOf(error)}`);
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

interface LoadedFile {
  readonly text: string;
  readonly isValid: boolean;
  /** `null` until the file has been valid once. */
  readonly scenario: Scenario | null;
}

class FolderFiles {
  readonly #folder: string;
  readonly #user: FolderUser;
  #loaded: ReadonlyMap<string, LoadedFile> = new Map();
  #reading: Promise<void> = Promise.resolve();

  constructor(folder: string, user: FolderUser) {
    this.#folder = folder;
    this.#user = user;
  }

  /** Reads the folder; one read at a time. */
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
    const now = new Map<string, LoadedFile>();
    for (const name of names) now.set(name, await this.#readFile(name));
    this.#loaded = now;
    this.#user.use(this.#scenariosOf(now));
  }

  async #readFile(name: string): Promise<LoadedFile> {
    const path = join(this.#folder, name);
    const before = this.#loaded.get(name);
    const text = await readFile(path, 'utf8');
    if (text === before?.text) return before;
    const parsed = await parseScenario(text, basename(name, extname(name)));
    if (parsed.ok) {
      if (before?.isValid === false) this.#user.report(`${path}: valid again, and in use`);
      return { text, isValid: true, scenario: parsed.value };
    }
    for (const { line, column, message } of parsed.error)
      this.#user.report(`${path}:${line}:${column}: ${message}`);
    const scenario = before?.scenario ?? null;
    if (scenario !== null) this.#user.report(`${path}: the last valid version stays in use`);
    return { text, isValid: false, scenario };
  }

  /** Returns the scenarios; of two with the same name the first is used. */
  #scenariosOf(files: ReadonlyMap<string, LoadedFile>): readonly Scenario[] {
    const byName = new Map<string, string>();
    const scenarios: Scenario[] = [];
    for (const [file, { scenario }] of files) {
      if (scenario === null) continue;
      const first = byName.get(scenario.name);
      if (first !== undefined) {
        const path = join(this.#folder, file);
        this.#user.report(`${path}: scenario ${scenario.name} is ignored, it is already defined in ${first}`);
        continue;
      }
      byName.set(scenario.name, file);
      scenarios.push(scenario);
    }
    return scenarios;
  }
}
