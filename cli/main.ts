#!/usr/bin/env node
/**
 * The command `backlot`: finds the command that was asked for and runs it.
 * With its neighbours the only place that prints or sets an exit code.
 */
import { enableCompileCache } from 'node:module';
import type { Command } from './command.ts';

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

// A reader that has seen enough, such as `head`, closes the pipe; that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

const [name, ...args] = process.argv.slice(2);
const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;

if (command !== undefined) {
  const run = await command.load();
  process.exitCode = await run(args);
} else {
  const isQuestion = name === undefined || name === 'help' || name === '--help' || name === '-h';
  const lines = [
    ...(isQuestion ? [] : [`There is no command \`${name}\`.`, '']),
    'Usage: backlot <command> [options]',
    '',
    ...Object.entries(commands).map(([each, { summary }]) => `  ${each.padEnd(12)}${summary}`),
    '',
    'backlot <command> --help tells the options of a command.',
  ];
  (isQuestion ? process.stdout : process.stderr).write(`${lines.join('\n')}\n`);
  process.exitCode = isQuestion ? 0 : 2;
}
