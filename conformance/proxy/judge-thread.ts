/**
 * The thread that judges copies. Takes batches in the order in which they come, one job at a time.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { Report } from './job.ts';
import { openJobJudge } from './judge-jobs.ts';
import type { Batch, BatchReport, JudgeSettings } from './thread-judge.ts';

const judge = openJobJudge(workerData as JudgeSettings);
let last: Promise<void> = Promise.resolve();

parentPort?.on('message', (batch: Batch) => {
  last = last.then(() => take(batch));
});

async function take({ id, jobs }: Batch): Promise<void> {
  const reports: Report[] = [];
  for (const job of jobs) reports.push(...(await judge.take(job)));
  const report: BatchReport = { id, reports };
  parentPort?.postMessage(report);
}
