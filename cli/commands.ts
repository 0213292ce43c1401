/**
 * The commands of `backlot`: finds the one that was asked for and runs it.
 * With its neighbours the only place that prints or sets an exit code.
 */
import { enableCompileCache } from 'node:module';
import { packageVersion } from '../generator/package-version.ts';
import { suggestion } from './arguments.ts';
import type { Command } from './command.ts';
import { systemErrorLine } from './system-error.ts';

/** Loaded only when it is run: a mock that starts needs no generator. */
const commands: Readonly<
  Record<string, { readonly summary: string; readonly load: () => Promise<Command> }>
> = {
  generate: {
    summary: 'write the code that the documents describe, or check that it is up to date',
    load: async () => (await import('./generate.ts')).runGenerate,
  },
  diff: {
    summary: 'tell what changed between two states of the documents, and whom it breaks',
    load: async () => (await import('./diff.ts')).runDiff,
  },
  mock: {
    summary: 'serve the mock of the service on a port',
    load: async () => (await import('./mock.ts')).runMock,
  },
  check: {
    summary: 'hold an implementation of the service to the contract',
    load: async () => (await import('./check.ts')).runCheck,
  },
  proxy: {
    summary: 'stand between clients and an implementation, and tell what breaks the contract',
    load: async () => (await import('./proxy.ts')).runProxy,
  },
};

// Node keeps the compiled code below the system's temporary folder; where it can't, it goes without and says nothing.
enableCompileCache();

const words = process.argv.slice(2);

// `backlot help mock` is what `backlot mock --help` is.
const [name, ...args] = words[0] === 'help' && words[1] !== undefined ? [words[1], '--help'] : words;

/** Commands that serve until they are stopped, whether or not anybody reads what they print. */
const isServer = name === 'mock' || name === 'proxy';

// A reader that has seen enough, such as `head`, closes the pipe; that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (isServer) return;
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});
process.stderr.on('error', () => undefined);

const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;

if (command !== undefined) {
  const run = await command.load();
  try {
    process.exitCode = await run(args);
  } catch (error) {
    const line = systemErrorLine(error);
    if (line === null) throw error;
    process.stderr.write(`backlot ${name}: ${line}\n`);
    process.exitCode = 1;
  }
} else if (name === '--version' || name === '-v' || name === 'version') {
  process.stdout.write(`${packageVersion()}\n`);
} else if (name !== undefined && !['help', '--help', '-h'].includes(name)) {
  const what = name.startsWith('-') ? 'option' : 'command';
  const known = name.startsWith('-') ? ['--help', '--version'] : Object.keys(commands);
  process.stderr.write(
    `backlot: There is no ${what} ${name}${suggestion(name, known)}\nRun \`backlot --help\` for the commands.\n`,
  );
  process.exitCode = 2;
} else {
  const lines = [
    'Usage: backlot <command> [options]',
    '',
    ...Object.entries(commands).map(([each, { summary }]) => `  ${each.padEnd(12)}${summary}`),
    '',
    '  --version   print the version',
    '  --help      print this text',
    '',
    'backlot <command> --help lists the options of a command.',
    '',
    'Exit codes: 0 success; 1 what was checked or generated is not as it should be, or the system refused a file;',
    '2 the command line is wrong, or the command could not do its work.',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
