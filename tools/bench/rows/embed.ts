/**
 * A mock in the process of a test: its first response, compared with MSW and with a bare server, and a world for each
 * test, compared with a mock for each test.
 */
import { join } from 'node:path';
import { alternate, costRow, pairOf, type Pair } from '../support/pair.ts';
import { peerPath, peersMissing } from '../support/peers.ts';
import { runSound } from '../support/run-pair.ts';
import type { Bench, Row, TableRow } from '../support/table.ts';

const root = join(import.meta.dirname, '../../..');
const responseRounds = 9;
const copyRounds = 3;

/** What `programs/embed.mjs` prints. */
interface FirstResponse {
  readonly whole: Cost;
  readonly withoutImport: Cost;
}

interface Cost {
  readonly cpu: number;
  readonly time: number;
}

/** What `programs/worlds.mjs` prints. */
interface Copies {
  readonly cpu: number;
  readonly heap: number;
  readonly left: number;
}

/** Measures the first response, and a thousand worlds, in separate processes. */
export const benchEmbed: Bench = async () => {
  const rows: TableRow[] = await compareResponses('bare', 'bare node:http');
  if (peerPath('msw') === null)
    rows.push({ what: 'import to first response', against: 'MSW', missing: peersMissing });
  else rows.push(...(await compareResponses('msw', 'MSW')));
  return [...rows, ...(await compareCopies('worlds', 'world')), ...(await compareCopies('forks', 'fork'))];
};

async function compareResponses(kind: 'bare' | 'msw', against: string): Promise<Row[]> {
  const rounds = await alternate(
    responseRounds,
    () => runProgram<FirstResponse>('embed.mjs', 'mock'),
    () => runProgram<FirstResponse>('embed.mjs', kind),
  );
  const row = (what: string, part: keyof FirstResponse): Row => {
    const { ours, theirs } = pairOf(rounds, (run) => run[part].time);
    const cpu = pairOf(rounds, (run) => run[part].cpu);
    const figures = `${ours.toFixed(0)} against ${theirs.toFixed(0)} ms`;
    return withFigures(costRow(what, against, cpu, null, 'ms of processor time'), figures);
  };
  return [row('import to first response', 'whole'), row('  createMock() to first response', 'withoutImport')];
}

async function compareCopies(kind: 'worlds' | 'forks', what: string): Promise<Row[]> {
  const rounds = await alternate(
    copyRounds,
    () => runProgram<Copies>('worlds.mjs', kind, ['--expose-gc']),
    () => runProgram<Copies>('worlds.mjs', 'mocks', ['--expose-gc']),
  );
  const against = 'a mock each';
  const pair = (cost: (copies: Copies) => number): Pair => pairOf(rounds, cost);
  const left = pair((copies) => copies.left);
  const heap = costRow(
    `  heap of a ${what}`,
    against,
    pair((copies) => copies.heap / 1000),
    null,
    'kB',
  );
  return [
    costRow(
      `create and delete a ${what}, of 1,000`,
      against,
      pair((copies) => copies.cpu / 1000),
      null,
      'ms of processor time',
    ),
    withFigures(heap, `after deletion ${left.ours.toFixed(0)} against ${left.theirs.toFixed(0)} bytes`),
  ];
}

function withFigures(row: Row, figures: string): Row {
  return { ...row, figures: `${row.figures}, ${figures}` };
}

/** Runs a separate program. Shape: its output, as JSON. */
async function runProgram<Printed>(
  program: string,
  kind: string,
  flags: readonly string[] = [],
): Promise<Printed> {
  const { output } = await runSound([...flags, join(root, 'tools/bench/programs', program), kind], root);
  return JSON.parse(output) as Printed;
}
