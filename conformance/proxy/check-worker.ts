/** The worker thread that checks copies: batches in the order of arrival, one job at a time. */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { JobReport } from './job.ts';
import type { Batch, BatchReport, CheckerSettings } from './check-thread.ts';

// Why: the contract is a lot of code, and a terminated thread only saves its compile cache if it was flushed.
enableCompileCache();
const { createJobChecker } = await import('./check-jobs.ts');
const { openContract, openTraffic } = await import('./contract-source.ts');
const settings = workerData as CheckerSettings;
const contract = await openContract(settings.contract);
const traffic = await openTraffic(settings.contract);
flushCompileCache();

const checker = createJobChecker({ ...settings, contract, traffic });
let last: Promise<void> = Promise.resolve();

parentPort?.on('message', (batch: Batch) => {
  last = last.then(() => take(batch));
});

async function take({ id, jobs }: Batch): Promise<void> {
  const reports: JobReport[] = [];
  for (const job of jobs) reports.push(...(await checker.take(job)));
  const report: BatchReport = { id, reports };
  parentPort?.postMessage(report);
}
