/**
 * The processor time of work in this process.
 */

/**
 * Measures the processor time of one of many runs, the collector's threads included.
 *
 * Units: microseconds.
 */
export async function cpuPerRun(runs: number, run: (number: number) => unknown): Promise<number> {
  const before = process.cpuUsage();
  for (let number = 0; number < runs; number++) {
    const outcome = run(number);
    if (outcome instanceof Promise) await outcome;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / runs;
}
