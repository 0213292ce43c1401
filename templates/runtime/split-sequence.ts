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
  return new Splitter('\n');
}

/** Creates a splitter of records, which start with a record separator and usually end with a line feed. */
export function splitRecords(): SequenceSplitter {
  let isClosedAfter = followBrackets();
  return new Splitter('\u001e', (piece, isFirst) => {
    if (isFirst) isClosedAfter = followBrackets();
    return isClosedAfter(piece) && piece.endsWith('\n');
  });
}

/** Creates the splitter of a media type. */
export function splitterOf(mediaType: string): SequenceSplitter {
  return mediaType.endsWith('json-seq') ? splitRecords() : splitLines();
}

/** Whether a text without a separator behind it is complete after a piece, which may be its first one. */
type Completes = (piece: string, isFirst: boolean) => boolean;

class Splitter implements SequenceSplitter {
  readonly #separator: string;
  readonly #completes: Completes;
  // Why: reading its characters copies them, so that is left until it is complete.
  #rest = '';

  constructor(separator: string, completes: Completes = () => false) {
    this.#separator = separator;
    this.#completes = completes;
  }

  get pending(): number {
    return this.#rest.length;
  }

  take(piece: string): string[] {
    const [first = '', ...next] = piece.split(this.#separator);
    const texts = [this.#rest + first, ...next];
    this.#rest = this.#completes(next.at(-1) ?? first, next.length > 0) ? '' : (texts.pop() ?? '');
    return withContent(texts);
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

/** Creates a function that takes a JSON text in pieces and returns whether its brackets and strings are closed. */
function followBrackets(): (piece: string) => boolean {
  let [depth, isString, isEscaped] = [0, false, false];
  return (piece) => {
    for (const character of piece) {
      if (isEscaped) isEscaped = false;
      else if (character === '\\') isEscaped = isString;
      else if (character === '"') isString = !isString;
      else if (!isString && '{['.includes(character)) depth += 1;
      else if (!isString && '}]'.includes(character)) depth -= 1;
    }
    return depth <= 0 && !isString;
  };
}
