/** The commands and how they are called. Only `cli/` prints and sets exit codes. */
import { enableCompileCache } from 'node:module';
import { packageVersion } from '../generator/packages/package-files.ts';
import { suggestion, type CliCommand } from './command.ts';
import { systemErrorLine } from './output/system-error.ts';

/** Commands are loaded on demand, so that the mock starts without the generator. */
const commands: Readonly<
  Record<string, { readonly summary: string; readonly load: () => Promise<CliCommand> }>
> = {
  generate: {
    summary: 'generate code from API documents, or check that it is up to date',
    load: async () => (await import('./generate.ts')).runGenerate,
  },
  diff: {
    summary: 'report changes between two states of the documents, and what they break',
    load: async () => (await import('./diff.ts')).runDiff,
  },
  explain: {
    summary: 'print the resources of an API, and what each operation does with them',
    load: async () => (await import('./explain.ts')).runExplain,
  },
  project: {
    summary: 'write the documents as one OpenAPI 3.2 document',
    load: async () => (await import('./project.ts')).runProject,
  },
  mock: {
    summary: 'serve the API of a description, with state',
    load: async () => (await import('./mock.ts')).runMock,
  },
  check: {
    summary: 'check an implementation against the contract',
    load: async () => (await import('./check.ts')).runCheck,
  },
  data: {
    summary: 'inspect, export, import or compact the data folder of a mock',
    load: async () => (await import('./data.ts')).runData,
  },
  proxy: {
    summary: 'proxy that validates live traffic',
    load: async () => (await import('./proxy.ts')).runProxy,
  },
  mcp: {
    summary: 'tools for coding agents: control a mock and run checks',
    load: async () => (await import('./mcp.ts')).runMcp,
  },
};

/** The names of the commands, in the order of the help text. */
export const commandNames: readonly string[] = Object.keys(commands);

/** Runs the command that the arguments of the process name, and sets its exit code. */
export async function runProcess(): Promise<void> {
  // Caches compiled code below the system's temporary folder, if that is writable.
  enableCompileCache();
  const input = process.argv.slice(2);
  // Servers keep running when their output is closed.
  const isServer = input[0] === 'mock' || input[0] === 'proxy';
  // A reader such as `head` may close the pipe; that is not an error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (isServer) return;
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
  process.stderr.on('error', () => undefined);
  process.exitCode = await runCommandLine(input);
}

/** Runs the command that the arguments name, and returns its exit code. */
export async function runCommandLine(input: readonly string[]): Promise<number> {
  // `backlot help mock` is `backlot mock --help`.
  const [name, ...args] = input[0] === 'help' && input[1] !== undefined ? [input[1], '--help'] : input;
  const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command !== undefined) {
    const run = await command.load();
    try {
      return await run(args);
    } catch (error) {
      const line = systemErrorLine(error);
      if (line === null) throw error;
      process.stderr.write(`backlot ${name}: ${line}\n`);
      return 1;
    }
  }
  if (name === '--version' || name === '-v' || name === 'version') {
    process.stdout.write(`${packageVersion()}\n`);
    return 0;
  }
  if (name !== undefined && !['help', '--help', '-h'].includes(name)) {
    const what = name.startsWith('-') ? 'option' : 'command';
    const names = name.startsWith('-') ? ['--help', '--version'] : Object.keys(commands);
    process.stderr.write(
      `backlot: There is no ${what} ${name}${suggestion(name, names)}\nRun \`backlot --help\` for the commands.\n`,
    );
    return 2;
  }
  process.stdout.write(commandList());
  return 0;
}

function commandList(): string {
  const lines = [
    'Usage: backlot <command> [options]',
    '',
    ...Object.entries(commands).map(([each, { summary }]) => `  ${each.padEnd(12)}${summary}`),
    '',
    '  --version   print the version',
    '  --help      print this text',
    '',
    'Run backlot <command> --help for its options.',
    '',
    'Exit codes: 0 success; 1 findings, stale output, or a file that could not be read or written;',
    '2 invalid arguments, or the command could not run.',
  ];
  return `${lines.join('\n')}\n`;
}
