/** Measures work by the time that the processor spends on it, which is about the same on a busy machine. */

/** Runs work and returns its processor time in this process. Units: milliseconds. */
export function processorTime(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}
