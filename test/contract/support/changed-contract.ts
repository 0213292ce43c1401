/**
 * A copy of the project whose contract was edited and whose code was generated again, with nothing else changed.
 */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseDocument, stringify, type Document } from 'yaml';

/** Edits one YAML file of the copy, named relative to the project. */
export type EditYaml = (file: string, edit: (document: Document) => void) => Promise<void>;

/** Adds a YAML file to the copy. */
export type AddYaml = (file: string, document: object) => Promise<void>;

/** A changed project. */
export interface ChangedProject extends AsyncDisposable {
  /** Runs a module of the copy and returns what it prints as JSON. */
  run(source: string): Promise<unknown>;
}

const project = join(import.meta.dirname, '../../..');
const folders = ['spec', 'generator', 'templates', 'generated', 'mock', 'cli', 'conformance', 'tools'];
const execute = promisify(execFile);

/** Copies the project, edits the copy's contract and generates its code. */
export async function changeContract(
  edit: (editYaml: EditYaml, addYaml: AddYaml) => Promise<void>,
): Promise<ChangedProject> {
  const copy = await mkdtemp(join(tmpdir(), 'backlot-changed-'));
  await Promise.all(
    folders.map((folder) => cp(join(project, folder), join(copy, folder), { recursive: true })),
  );
  await cp(join(project, 'package.json'), join(copy, 'package.json'));
  await symlink(join(project, 'node_modules'), join(copy, 'node_modules'));
  const config =
    'targets: { service: { openapi: spec/openapi.yaml, out: generated/service, with: [samples] } }';
  await writeFile(
    join(copy, 'backlot.config.yaml'),
    `runtime: generated/runtime\nimportExtension: ts\n${config}\n`,
  );
  const addYaml: AddYaml = (file, document) => writeFile(join(copy, file), stringify(document));
  const editYaml: EditYaml = async (file, change) => {
    const document = parseDocument(await readFile(join(copy, file), 'utf8'));
    change(document);
    await writeFile(join(copy, file), String(document));
  };
  await edit(editYaml, addYaml);
  await execute(process.execPath, ['cli/main.ts', 'generate', '--no-cache'], { cwd: copy });
  await execute(process.execPath, ['tools/build/properties.ts'], { cwd: copy });
  return {
    async run(source) {
      await writeFile(join(copy, 'try.ts'), source);
      const { stdout } = await execute(process.execPath, ['try.ts'], { cwd: copy });
      return JSON.parse(stdout) as unknown;
    },
    [Symbol.asyncDispose]: () => rm(copy, { recursive: true }),
  };
}
