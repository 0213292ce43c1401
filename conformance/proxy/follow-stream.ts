/**
 * Checks a stream while it is forwarded: parses its events and checks each as it arrives. Discards checked events, so
 * memory is constant for endless streams.
 */
import { createFrameReader, FrameTooLongError } from '../../templates/runtime/client/streams/read-frames.ts';
import type { StreamChecker } from '../streams/stream-checker.ts';
import type { CheckResult } from '../model/finding.ts';
import { toFrame, undispatched } from '../http/record-stream.ts';
import { openStreamDecoder, codingReasons } from './read-copies.ts';
import type { ReportSubject, CopiedEnd, JobReport } from './job.ts';
import { unchecked, type FindingReporter } from './findings.ts';

/** A stream that is being checked. */
export interface FollowedStream {
  /** Checks the next chunk. Units: `at` is in milliseconds since the request arrived. */
  take(chunk: Uint8Array, at: number): Promise<readonly JobReport[]>;
  end(end: CopiedEnd): readonly JobReport[];
}

/** A stream before its first byte. Shape: `coding` is its `Content-Encoding`, `null` for none. */
export interface StreamOpening {
  readonly about: ReportSubject;
  readonly coding: string | null;
  readonly reporter: FindingReporter;
  /** Returns what is reported about the data of an event besides its problems. */
  readonly onData?: ((data: string) => readonly JobReport[]) | undefined;
}

/** The maximum length of an event; the rest of the stream after a longer one is not checked. Units: characters. */
const MAX_EVENT_LENGTH = 4 * 1024 * 1024;

/** Reads a stream for its checker; `null` if its content coding is unknown. */
export function followStream(
  checker: StreamChecker,
  { about, coding, reporter, onData = () => [] }: StreamOpening,
): FollowedStream | null {
  const decoder = openStreamDecoder(coding);
  if (decoder === null) return null;
  const reader = createFrameReader(MAX_EVENT_LENGTH);
  const texts = new TextDecoder('utf-8', { ignoreBOM: true });
  let count = 0;
  let rest = '';
  let longestRest = 0;
  let isStopped = false;
  const report = (checkResults: readonly CheckResult[]): readonly JobReport[] =>
    reporter.reportsOf(checkResults, about);

  function stopWith(reason: string): readonly JobReport[] {
    isStopped = true;
    return [unchecked(reason)];
  }

  /** Keeps what was not dispatched; reads it only when it has doubled, so that a long event takes linear time. */
  function keep(text: string): void {
    rest += text;
    if (rest.length <= longestRest) return;
    rest = undispatched(rest);
    longestRest = 2 * rest.length;
  }

  function checkBytes(bytes: Uint8Array, at: number): readonly JobReport[] {
    try {
      const frames = reader.read(bytes);
      keep(texts.decode(bytes, { stream: true }));
      return frames.flatMap((frame) => [
        ...report(checker.take(toFrame(++count, at, frame))),
        ...onData(frame.data),
      ]);
    } catch (error) {
      if (error instanceof FrameTooLongError) return stopWith('streams after an event over 4 MiB');
      isStopped = true;
      throw error;
    }
  }

  return {
    async take(chunk, at) {
      if (isStopped) return [];
      const bytes = await decoder.read(chunk).catch(() => null);
      return bytes === null ? stopWith(codingReasons.broken) : checkBytes(bytes, at);
    },
    end(end) {
      decoder.close();
      return isStopped ? [] : report(checker.end({ end, rest: undispatched(rest) }));
    },
  };
}
