/**
 * Loaded before a measured program: leaves behind, in the file it is told, how much memory it held at most, in kilobytes,
 * and its processor time, in microseconds.
 */
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  process.on('exit', () => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    writeFileSync(process.env.MEASURED_RUN_FILE, `${maxRSS} ${userCPUTime + systemCPUTime}`);
  });
}
