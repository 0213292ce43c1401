/** A replacement for the check thread that finds nothing, for tests of forwarding. */
import { parentPort } from 'node:worker_threads';
import type { Batch, BatchReport } from '../../../conformance/proxy/check-thread.ts';

parentPort?.on('message', ({ id, jobs }: Batch) => {
  const report: BatchReport = { id, reports: jobs.map(() => ({ kind: 'checked' })) };
  parentPort?.postMessage(report);
});
