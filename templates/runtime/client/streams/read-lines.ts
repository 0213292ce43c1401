/** Parses streams of JSON values: JSON lines, and records of `application/json-seq`. */
import { type SequenceSplitter, splitLines, splitRecords } from '../../split-sequence.ts';
import { type Frame, type FrameReader, FrameTooLongError } from './read-frames.ts';

/** Creates a reader of JSON lines. Units: `longest` counts the characters of a line. */
export function createLineReader(longest: number): FrameReader {
  return createReader(longest, splitLines());
}

/** Creates a reader of records, which start with a record separator and usually end with a line feed. */
export function createRecordReader(longest: number): FrameReader {
  return createReader(longest, splitRecords());
}

function createReader(longest: number, splitter: SequenceSplitter): FrameReader {
  const decoder = new TextDecoder();
  const framesOf = (texts: readonly string[]): Frame[] => {
    if (splitter.pending > longest || texts.some(({ length }) => length > longest))
      throw new FrameTooLongError(longest);
    return texts.map((data) => ({ data, event: null, lastEventId: '', id: null }));
  };
  return {
    read: (bytes) => framesOf(splitter.take(decoder.decode(bytes, { stream: true }))),
    end: () => framesOf([...splitter.take(decoder.decode()), ...splitter.end()]),
    lastEventId: '',
    checkpoint: null,
    retryMs: null,
  };
}
