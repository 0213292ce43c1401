/**
 * Bounds what a run keeps of the exchanges that show its findings. A service may put as much as it likes into its responses, and
 * each of them may show many findings.
 */
import type { Exchange, RecordedBody } from './engine/exchange.ts';
import { measureJson } from './http/read-json.ts';

/** Keeps exchanges for a report, within bounds for all of them together. */
export interface EvidenceKeeper {
  /** Takes the exchanges of one finding. Shape: the same ones; a response that is beyond the bounds has no body any more. */
  keep(exchanges: readonly Exchange[]): readonly Exchange[];
}

/** What is kept. Units: characters, as JSON is written with line breaks. */
export interface EvidenceLimits {
  readonly body: number;
  readonly all: number;
}

const defaultLimits: EvidenceLimits = { body: 1024 * 1024, all: 48 * 1024 * 1024 };

/** Memory of a value in addition to its characters. */
const VALUE = 32;

/** Memory of an exchange in addition to the body of its response. */
const HEAD = 1_000;

/** Starts with nothing kept. */
export function createEvidenceKeeper({ body: most, all }: EvidenceLimits = defaultLimits): EvidenceKeeper {
  const weights = new WeakMap<Exchange, number>();
  const bare = new WeakMap<Exchange, Exchange>();
  let size = 0;

  function weightOf(exchange: Exchange): number {
    const weight = weights.get(exchange) ?? weigh(exchange.response?.body ?? { kind: 'none' });
    weights.set(exchange, weight);
    return weight;
  }

  function keepOne(exchange: Exchange): Exchange {
    const weight = weightOf(exchange);
    if (weight <= most && size + weight <= all) {
      size += weight;
      return exchange;
    }
    const rest = bare.get(exchange) ?? withoutBody(exchange);
    bare.set(exchange, rest);
    return rest;
  }

  return { keep: (exchanges) => exchanges.map(keepOne) };
}

function weigh(body: RecordedBody): number {
  switch (body.kind) {
    case 'none':
    case 'bytes':
      return HEAD;
    case 'text':
      return HEAD + body.text.length;
    case 'json':
      return HEAD + weighJson(body.text);
    case 'stream': {
      const { raw, pieces, frames } = body.stream;
      const values = frames.reduce((sum, { data }) => sum + weighJson(data), 0);
      return HEAD + raw.length + values + (pieces.length + frames.length) * VALUE;
    }
  }
}

/** Measures a JSON text and its value, indented by two spaces. */
function weighJson(text: string): number {
  const { values, indent } = measureJson(text);
  return 2 * text.length + 2 * indent + values * VALUE;
}

function withoutBody(exchange: Exchange): Exchange {
  const { response } = exchange;
  if (response === null) return exchange;
  return {
    ...exchange,
    response: { ...response, body: { kind: 'bytes', length: lengthOf(response.body), problem } },
  };
}

const problem = 'It is too long to be kept in a report.';

function lengthOf(body: RecordedBody): number {
  switch (body.kind) {
    case 'none':
      return 0;
    case 'bytes':
      return body.length;
    case 'text':
    case 'json':
      return Buffer.byteLength(body.text);
    case 'stream':
      return Buffer.byteLength(body.stream.raw);
  }
}
