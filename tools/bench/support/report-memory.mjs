/**
 * Loaded before a measured program: writes to the file of an environment variable its peak memory, in kilobytes,
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
