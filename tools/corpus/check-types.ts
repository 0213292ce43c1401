/** Writes projects with generated code, and compiles them. */
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { withImportExtension } from '../../generator/print/imports.ts';
import type { ProjectTemplate } from './project-templates.ts';

/** Writes a project into a folder, with the generated files, whose imports end in `.ts`, below `src`. */
export function writeProject(
  project: string,
  { compilerOptions, isModule, extension }: ProjectTemplate,
  files: ReadonlyMap<string, string>,
): void {
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, 'package.json'), JSON.stringify(isModule ? { type: 'module' } : {}));
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
  for (const [file, text] of files) {
    const target = join(project, 'src', file);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, withImportExtension(text, extension));
  }
}

/** Units: megabytes. Why: TypeScript 5.9 needs more than the 4 GB of Node's default for the largest descriptions. */
const HEAP = Math.floor((0.75 * totalmem()) / 1024 ** 2);

/** Compiles a project without writing anything. Returns one line per error. */
export function compileProject(compiler: string, project: string): Promise<string[]> {
  const args = [
    `--max-old-space-size=${HEAP}`,
    compiler,
    '-p',
    project,
    '--noEmit',
    '--incremental',
    'false',
    '--pretty',
    'false',
  ];
  return new Promise((done) => {
    const child = spawn(process.execPath, args, { cwd: project });
    let output = '';
    child.stdout.on('data', (piece: Buffer) => (output += piece.toString()));
    child.stderr.on('data', (piece: Buffer) => (output += piece.toString()));
    child.once('close', (status) => {
      const lines = output.split('\n').filter((line) => /error TS\d+/.test(line));
      if (lines.length === 0 && status !== 0) lines.push(`stopped: ${output.slice(0, 200)}`);
      done(lines);
    });
  });
}
