/**
 * Proves that a data folder survives: `npm run kill-proof -- [N]` kills a mock N times with `kill -9` under writes and
 * compares its state after each restart with the acknowledged writes. `--torn` cuts the write-ahead log at every byte
 * of its last transactions instead.
 */
import { exitWithUsage, readCall } from '../read-call.ts';
import { inTemporaryFolder } from '../temporary-folder.ts';
import { proveKills } from './prove-kills.ts';
import { proveTornTails } from './prove-torn-tails.ts';

const usage = `Usage: npm run kill-proof -- [N] [--torn]

Kills a mock that stores its worlds N times (default 100) with kill -9 at random moments under writes. After each restart
everything that was acknowledged must be there, and nothing by halves.

  --torn  cut the write-ahead log at every byte of its last transactions instead, and overwrite it from there
  --help  print this text

Exit codes: 0 nothing was lost, 1 something was lost, 2 invalid arguments.
`;

const { values, positionals } = readCall(usage, { torn: { type: 'boolean', default: false } });
const kills = Number(positionals[0] ?? 100);
if (!Number.isSafeInteger(kills) || kills < 1)
  exitWithUsage(usage, `N is a positive integer, not ${positionals[0]}.`);

process.exitCode = (await inTemporaryFolder(values.torn ? tearTails : killOften)) ? 0 : 1;

async function tearTails(folder: string): Promise<boolean> {
  const { cuts, problems } = await proveTornTails(folder);
  print([`${cuts} torn write-ahead logs, ${problems.length} problems`, ...problems]);
  return problems.length === 0;
}

async function killOften(folder: string): Promise<boolean> {
  const { acknowledged, problems, starts, fileBytes } = await proveKills(folder, kills, (done, problem) => {
    if (done % 50 === 0) process.stderr.write(`${done} kills, ${problem.length} problems\n`);
  });
  const sorted = starts.toSorted((one, other) => one - other);
  const at = (share: number): string =>
    Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(0);
  print([
    `${kills} kills, ${acknowledged} acknowledged writes, ${problems.length} problems`,
    `start after a kill: median ${at(0.5)} ms, 99 % ${at(0.99)} ms, longest ${at(1)} ms; file ${fileBytes} bytes`,
    ...problems,
  ]);
  return problems.length === 0;
}

function print(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}
