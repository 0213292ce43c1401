/** A replacement for the check thread: it reports its jobs, and dies or hangs for certain request paths. */
import { parentPort } from 'node:worker_threads';
import type { Job, JobReport } from '../../../../../conformance/proxy/job.ts';
import type { Batch, BatchReport } from '../../../../../conformance/proxy/check-thread.ts';

parentPort?.on('message', ({ id, jobs }: Batch) => {
  const paths = jobs.map(nameOf);
  if (paths.includes('/die')) throw new Error('It died.');
  if (paths.includes('/hang')) return;
  const reports = paths.map((path): JobReport => ({ kind: 'error', message: path }));
  const report: BatchReport = { id, reports };
  parentPort?.postMessage(report);
});

function nameOf(job: Job): string {
  if (job.kind === 'chunk') return `chunk ${new TextDecoder().decode(job.bytes)}`;
  return job.kind === 'end' ? 'end' : job.request.path;
}
