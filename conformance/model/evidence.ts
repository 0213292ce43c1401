/**
 * Limits the memory for exchanges that are kept as evidence of findings. Responses can have any size, and each of them
 * can have many findings.
 */
import type { Exchange, RecordedBody } from './exchange.ts';
import { measureJson } from './read-json.ts';

/** Keeps exchanges for a report, within a total limit. */
export interface EvidenceCollector {
  /** Keeps the exchanges of one finding. Shape: the same exchanges; a response beyond the limits loses its body. */
  keep(exchanges: readonly Exchange[]): readonly Exchange[];
}

/** The limits. Units: characters of formatted JSON. */
export interface EvidenceLimits {
  readonly body: number;
  readonly all: number;
}

const defaultLimits: EvidenceLimits = { body: 1024 * 1024, all: 48 * 1024 * 1024 };

/** Memory of a value in addition to its characters. */
const VALUE = 32;

/** Memory of an exchange in addition to the body of its response. */
const HEAD = 1_000;

export function createEvidenceCollector({
  body: most,
  all,
}: EvidenceLimits = defaultLimits): EvidenceCollector {
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
      const { raw, chunks, frames } = body.stream;
      const values = frames.reduce((sum, { data }) => sum + weighJson(data), 0);
      return HEAD + raw.length + values + (chunks.length + frames.length) * VALUE;
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
