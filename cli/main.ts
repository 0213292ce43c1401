#!/usr/bin/env node
/**
 * The command `backlot`: finds the command that was asked for and runs it.
 * With its neighbours the only place that prints or sets an exit code.
 */
import type { Command } from './command.ts';
import { generateCommand } from './generate.ts';

const commands: readonly Command[] = [generateCommand];

const [name, ...args] = process.argv.slice(2);
const command = commands.find((candidate) => candidate.name === name);

if (command !== undefined) {
  process.exitCode = await command.run(args);
} else {
  const isQuestion = name === undefined || name === 'help' || name === '--help' || name === '-h';
  const lines = [
    ...(isQuestion ? [] : [`There is no command \`${name}\`.`, '']),
    'Usage: backlot <command> [options]',
    '',
    ...commands.map((each) => `  ${each.name.padEnd(12)}${each.summary}`),
    '',
    'backlot <command> --help tells the options of a command.',
  ];
  (isQuestion ? process.stdout : process.stderr).write(`${lines.join('\n')}\n`);
  process.exitCode = isQuestion ? 0 : 2;
}
