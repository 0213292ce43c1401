/**
 * Loaded before a measured program: leaves behind how much memory it held at most, in kilobytes, in the file it is told.
 */
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  process.on('exit', () => {
    writeFileSync(process.env.MEASURED_RUN_FILE, String(process.resourceUsage().maxRSS));
  });
}
