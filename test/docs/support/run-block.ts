/**
 * Runs the tests of a page with vitest in separate files; the package resolves to `dist/`, as after an installation.
 */
import { spawn } from 'node:child_process';
import { cpSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inTemporaryFolder } from '../../../tools/temporary-folder.ts';
import { repository } from './blocks.ts';
import { builtFiles } from './page-program.ts';

/** The exit code and output of a program. */
export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/**
 * What a run has besides the blocks.
 *
 * Shape: `config` is a configuration of vitest that the page shows, `example` a folder of `examples/` with more tests.
 */
export interface RunOptions {
  readonly example?: string;
  readonly config?: string;
}

/** Runs blocks as the files of one run. */
export function runVitest(
  codes: readonly string[],
  { config = 'export default {};\n', example }: RunOptions = {},
): Promise<Ended> {
  return inTemporaryFolder((folder) => {
    symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
    if (example !== undefined) cpSync(join(repository, 'examples', example), folder, { recursive: true });
    for (const [place, code] of codes.entries()) writeFileSync(join(folder, `page-${place}.test.ts`), code);
    writeFileSync(join(folder, 'page.config.ts'), config);
    writeFileSync(join(folder, 'vitest.config.ts'), configuration());
    const vitest = join(repository, 'node_modules/vitest/vitest.mjs');
    return runProgram(process.execPath, [vitest, 'run', '--root', folder, '--reporter=verbose']);
  });
}

/** Runs a program to its end, in a folder or in the working directory of the tests. */
export function runProgram(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  cwd: string = process.cwd(),
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env: { ...process.env, NO_COLOR: '1', ...env } });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.on('error', reject);
    child.on('close', (code) => {
      resolve({ code, output });
    });
  });
}

function configuration(): string {
  const alias = Object.entries(builtFiles()).map(([find, replacement]) => ({ find, replacement }));
  const test = { testTimeout: 20_000, isolate: false, maxWorkers: 1 };
  return `import { mergeConfig } from 'vitest/config';
import page from './page.config.ts';
const built = { test: { server: { deps: { external: [/\\/dist\\//] } } } };
export default mergeConfig(mergeConfig(page, built), ${JSON.stringify({ resolve: { alias: alias.reverse() }, test })});
`;
}
