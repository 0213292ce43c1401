/**
 * Reads one connection of a stream: its bytes as they come, and what each frame says.
 */
import { MalformedEventError } from './errors.ts';
import type { Exchange } from './exchange.ts';
import { FrameTooLongError, type Frame, type FrameReader } from './read-frames.ts';
import type { StreamCall } from './resume.ts';
import type { Timing } from './timing.ts';

/** How long a connection may say nothing. Units: milliseconds; `null` for ever. */
export interface SilenceLimit {
  readonly limitMs: number | null;
  readonly timing: Timing;
}

/**
 * Reads frames until the connection is closed; it is given up when the reader of the frames is.
 *
 * Errors: rejects with NetworkError when it breaks or is silent too long, with AbortError, and with MalformedEventError
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
      if (done) return;
      yield reader.read(value);
    }
  } catch (error) {
    if (error instanceof FrameTooLongError) throw new MalformedEventError(operationId, error.message);
    throw connection.explain(error);
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

/**
 * Reads what a frame says.
 *
 * Errors: throws MalformedEventError for data that should be JSON and is not.
 */
export function readEvent({ id: operationId, stream }: StreamCall, frame: Frame): unknown {
  switch (stream.shape) {
    case 'text':
      return frame.data;
    case 'frame':
      return frameEvent(frame);
    case 'json': {
      const parsed = parse(frame.data);
      if (parsed.ok) return parsed.value;
      throw new MalformedEventError(
        operationId,
        `An event of ${operationId} is no JSON: ${frame.data.slice(0, 200)}`,
      );
    }
  }
}

/** Hands out the frame as an object, for descriptions that type it whole. */
function frameEvent({ event, data, id }: Frame): unknown {
  const parsed = parse(data);
  return {
    ...(event === null ? {} : { event }),
    ...(id === null ? {} : { id }),
    data: parsed.ok ? parsed.value : data,
  };
}

function parse(text: string): { readonly ok: true; readonly value: unknown } | { readonly ok: false } {
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch {
    return { ok: false };
  }
}
