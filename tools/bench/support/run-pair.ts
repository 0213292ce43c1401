/** Compares runs of two programs: wall time, processor time and memory. */
import { runMeasured, type MeasuredRun } from './measured-run.ts';
import { alternate, costRow, pairOf, type Pair } from './pair.ts';
import type { Row } from './table.ts';

/** The medians of the same runs. */
export interface RunPair {
  /** Units: seconds. */
  readonly time: Pair;
  /** Units: seconds of processor time. */
  readonly cpu: Pair;
  /** Units: peak memory in megabytes. */
  readonly memory: Pair;
}

/** Measures runs of both alternately. */
export async function measureRuns(
  rounds: number,
  ours: () => Promise<MeasuredRun>,
  theirs: () => Promise<MeasuredRun>,
): Promise<RunPair> {
  const runs = await alternate(rounds, ours, theirs);
  return {
    time: pairOf(runs, (run) => run.seconds),
    cpu: pairOf(runs, (run) => run.cpuSeconds),
    memory: pairOf(runs, (run) => run.peakMegabytes),
  };
}

/** Returns a row whose ratio is that of processor time; the wall time is only a figure. */
export function cpuRow(what: string, against: string, { time, cpu }: RunPair, goal: number | null): Row {
  const row = costRow(what, against, cpu, goal, 's of processor time');
  return { ...row, figures: `${row.figures}, ${time.ours.toFixed(1)} against ${time.theirs.toFixed(1)} s` };
}

/** Runs `node` with arguments. Errors: throws when it fails. */
export async function runSound(args: readonly string[], cwd: string): Promise<MeasuredRun> {
  const run = await runMeasured(args, { cwd });
  if (run.status !== 0) throw new Error(`${args.join(' ')} failed:\n${run.output}`);
  return run;
}
