#!/usr/bin/env node
/**
 * The command `backlot`: checks the version of Node, then runs.
 * Why: everything else is loaded after the check, so this file must parse with every Node since 16.
 */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major > 22 || (major === 22 && minor >= 18)) {
  const { runProcess } = await import('./commands.ts');
  await runProcess();
} else {
  process.stderr.write(`Backlot needs Node 22.18 or newer, this is ${process.versions.node}.\n`);
  process.exitCode = 2;
}

export {};
