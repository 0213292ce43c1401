/** Creates the files of a finding: the case, a script that sends it, and its streams. */
import type { Contract } from '../../contract/contract.ts';
import { operationsOf } from '../../contract/operations.ts';
import type { Finding } from '../model/finding.ts';
import type { RunReport } from '../model/run-report.ts';
import { writeServiceNames } from '../http/service-names.ts';
import { makeCase } from './case-file.ts';
import { writeCurlScript } from './curl-script.ts';
import type { StreamCapture } from '../model/exchange.ts';

/** Returns the common prefix of the file names of a finding: `C03-1f0c…`. */
export function nameOfCase({ check, fingerprint }: Pick<Finding, 'check' | 'fingerprint'>): string {
  return `${check}-${fingerprint}`.replaceAll(/[^\w-]/g, '_');
}

/** Creates the files of a finding. Shape: the case, the script, then the streams, numbered if there are several. */
export function writeCase(
  finding: Finding,
  report: RunReport,
  contract: Contract,
  profiles: readonly string[] = [],
): readonly TextFile[] {
  const service = { operations: operationsOf(contract), names: report.names };
  const name = nameOfCase(finding);
  const file = makeCase(finding, report);
  const sent = file.steps.map((step) => ({
    ...step,
    request: writeServiceNames(service, step.request),
  }));
  const streams = finding.exchanges.flatMap(({ response }) =>
    response?.body.kind === 'stream' ? [response.body.stream] : [],
  );
  return [
    { name: `${name}.json`, text: `${JSON.stringify(file, null, 2)}\n` },
    { name: `${name}.sh`, text: writeCurlScript({ ...file, steps: sent }, contract, profiles) },
    ...streams.flatMap((stream, index) =>
      writeStream(streams.length === 1 ? name : `${name}.${index + 1}`, stream),
    ),
  ];
}

export interface TextFile {
  readonly name: string;
  readonly text: string;
}

/**
 * Creates the files of a stream.
 *
 * Units: `at` is milliseconds after the request was sent; lengths are bytes of the text.
 */
export function writeStream(name: string, { raw, chunks, frames, end }: StreamCapture): readonly TextFile[] {
  const times = {
    end,
    pieces: chunks,
    frames: frames.map(({ number, at, event, id, size }) => ({ number, at, event, id, size })),
  };
  return [
    { name: `${name}.sse`, text: raw },
    { name: `${name}.times.json`, text: `${JSON.stringify(times, null, 2)}\n` },
  ];
}
