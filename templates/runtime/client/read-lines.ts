/**
 * Parses sequences of JSON values: JSON lines (`application/jsonl`, `application/x-ndjson`), and records of
 * `application/json-seq`. Source: RFC 7464.
 */
import { type Frame, type FrameReader, FrameTooLongError } from './read-frames.ts';

/** Creates a reader of JSON lines. Units: `longest` counts the characters of a line. */
export function createLineReader(longest: number): FrameReader {
  return createReader(longest, (text) => {
    const end = text.lastIndexOf('\n') + 1;
    return [text.slice(0, end).split('\n'), text.slice(end)];
  });
}

/** Creates a reader of records, which start with a record separator and usually end with a line feed. */
export function createRecordReader(longest: number): FrameReader {
  return createReader(longest, (text) => {
    const pieces = text.split('\u001e');
    const last = pieces.pop() ?? '';
    return last.endsWith('\n') && isJson(last) ? [[...pieces, last], ''] : [pieces, last];
  });
}

/** `split` returns the complete values of a text, and the rest. */
function createReader(
  longest: number,
  split: (text: string) => [complete: readonly string[], rest: string],
): FrameReader {
  const decoder = new TextDecoder();
  let rest = '';
  const take = (added: string, isEnd: boolean): Frame[] => {
    const [complete, unfinished] = split(rest + added);
    rest = isEnd ? '' : unfinished;
    const values = (isEnd ? [...complete, unfinished] : complete).map((text) => text.trim());
    if (rest.length > longest || values.some(({ length }) => length > longest))
      throw new FrameTooLongError(longest);
    return values
      .filter((data) => data !== '')
      .map((data) => ({ data, event: null, lastEventId: '', id: null }));
  };
  return {
    read: (bytes) => take(decoder.decode(bytes, { stream: true }), false),
    end: () => take(decoder.decode(), true),
    lastEventId: '',
    checkpoint: null,
    retryMs: null,
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
