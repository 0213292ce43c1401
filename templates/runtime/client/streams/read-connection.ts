/** Reads one connection of a stream: its bytes as they arrive. */
import { MalformedEventError } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import { FrameTooLongError, type Frame, type FrameReader } from './read-frames.ts';
import type { Timing } from '../timing.ts';

/** How long a connection may be silent. Units: milliseconds; `null` for no limit. */
export interface SilenceLimit {
  readonly limitMs: number | null;
  readonly timing: Timing;
}

/**
 * Reads frames until the connection is closed; closes the connection when the loop over the frames is left.
 *
 * Errors: rejects with NetworkError if it breaks or is silent too long, with AbortError, and with MalformedEventError
 * for an event that is too long.
 */
export async function* readConnection(
  operationId: string,
  connection: Exchange,
  reader: FrameReader,
  silence: SilenceLimit,
): AsyncGenerator<readonly Frame[], void> {
  const source = connection.response.body?.getReader() as ReadableStreamDefaultReader<Uint8Array> | undefined;
  if (source === undefined) return;
  try {
    for (;;) {
      const { done, value } = await breakSilence(source.read(), connection, silence);
      if (done) {
        if (reader.end !== undefined) yield reader.end();
        return;
      }
      yield reader.read(value);
    }
  } catch (error) {
    throw await connection.fail(
      error instanceof FrameTooLongError ? new MalformedEventError(operationId, error.message) : error,
    );
  } finally {
    source.cancel().catch(() => undefined);
  }
}

async function breakSilence<Result>(
  reading: Promise<Result>,
  connection: Exchange,
  { limitMs, timing }: SilenceLimit,
): Promise<Result> {
  if (limitMs === null) return reading;
  const takeBack = timing.after(limitMs, () => connection.close());
  try {
    return await reading;
  } finally {
    takeBack();
  }
}
