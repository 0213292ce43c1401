/**
 * Runs `backlot` in the process of the test, from the sources: a process for each call takes ten times as long.
 * Tests of signals, of limits of the system and of the built command start it as a process.
 */
import { vi } from 'vitest';
import { runCommandLine } from '../../cli/commands.ts';

/** The exit code of a command, and what it wrote. */
export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command line in a folder. Shape: variables of `env` are added to the environment, or removed. */
export async function runCommand(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
): Promise<Ended> {
  const before = process.cwd();
  const written = { out: '', err: '' };
  const streams = [capture('stdout', 'out'), capture('stderr', 'err')];
  for (const [name, value] of Object.entries({ FORCE_COLOR: undefined, ...env })) vi.stubEnv(name, value);
  process.chdir(folder);
  try {
    return { code: await runCommandLine(args), ...written };
  } finally {
    process.chdir(before);
    vi.unstubAllEnvs();
    for (const stream of streams) stream.mockRestore();
  }

  function capture(stream: 'stdout' | 'stderr', name: keyof typeof written) {
    return vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      written[name] += String(text);
      return true;
    });
  }
}
