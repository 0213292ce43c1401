/** Writes the recording of a proxy to a file while it runs. */
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { createRecording } from './recording.ts';
import { countOf } from '../../conformance/report/plain-text.ts';
import type { Recorded } from '../../conformance/proxy/proxy.ts';
import { messageOf } from '../../templates/runtime/json/value.ts';

export interface Recorder {
  readonly take: (recorded: Recorded) => void;
  /** Writes the file for the last time. Returns a sentence about its contents, or why it could not be written. */
  end(): string;
}

/** The time between two writes. Units: milliseconds. */
const WRITE_EVERY = 5_000;

/**
 * Opens the file of a recording. Shape: `origin` is that of the recorded service.
 *
 * Errors: a message if the file exists, since it may be an earlier recording, and if it can't be written.
 */
export function openRecorder(file: string, origin: string): Recorder | string {
  if (existsSync(file)) return `--record ${file} exists already: name another file, or delete it.`;
  const recording = createRecording();
  const title = `Recorded from ${origin}. Play it back: backlot mock --openapi DESCRIPTION --mock ${file}`;
  let timer: NodeJS.Timeout | null = null;

  /** Writes the file. Why under a temporary name first: a mock must not read half of it. */
  function write(): string | null {
    timer = null;
    try {
      writeFileSync(`${file}.part`, recording.write(title));
      renameSync(`${file}.part`, file);
      return null;
    } catch (error) {
      return `Can't write --record ${file}: ${messageOf(error)}`;
    }
  }

  return (
    write() ?? {
      take(recorded) {
        recording.take(recorded);
        timer ??= setTimeout(write, WRITE_EVERY).unref();
      },
      end() {
        if (timer !== null) clearTimeout(timer);
        const { records, streams } = recording.count();
        return (
          write() ?? `Recorded in ${file}: ${countOf(records, 'record')}, ${countOf(streams, 'stream')}.`
        );
      },
    }
  );
}
