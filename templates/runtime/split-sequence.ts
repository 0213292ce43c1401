/**
 * Splits texts into JSON values: JSON lines (`application/jsonl`, `application/x-ndjson`), and records of
 * `application/json-seq`. Source: RFC 7464.
 */

/** Splits a text that arrives in pieces. */
export interface SequenceSplitter {
  /** Takes a piece and returns the texts that it completes, without empty ones. */
  take(piece: string): string[];
  /** Returns the text that the end completes, if there is one. */
  end(): string[];
  /** The number of characters of the unfinished text. */
  readonly pending: number;
}

/** Creates a splitter of lines. */
export function splitLines(): SequenceSplitter {
  return new Splitter((text) => {
    const end = text.lastIndexOf('\n') + 1;
    return [text.slice(0, end).split('\n'), text.slice(end)];
  });
}

/** Creates a splitter of records, which start with a record separator and usually end with a line feed. */
export function splitRecords(): SequenceSplitter {
  return new Splitter((text) => {
    const pieces = text.split('\u001e');
    const last = pieces.pop() ?? '';
    return last.endsWith('\n') && isJsonText(last) ? [[...pieces, last], ''] : [pieces, last];
  });
}

/** Creates the splitter of a media type. */
export function splitterOf(mediaType: string): SequenceSplitter {
  return mediaType.endsWith('json-seq') ? splitRecords() : splitLines();
}

/** Returns the complete texts of a text, and the rest. */
type Split = (text: string) => readonly [complete: readonly string[], rest: string];

class Splitter implements SequenceSplitter {
  readonly #split: Split;
  #rest = '';

  constructor(split: Split) {
    this.#split = split;
  }

  get pending(): number {
    return this.#rest.length;
  }

  take(piece: string): string[] {
    const [complete, rest] = this.#split(this.#rest + piece);
    this.#rest = rest;
    return withContent(complete);
  }

  end(): string[] {
    const rest = this.#rest;
    this.#rest = '';
    return withContent([rest]);
  }
}

function withContent(texts: readonly string[]): string[] {
  return texts.map((text) => text.trim()).filter((text) => text !== '');
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
