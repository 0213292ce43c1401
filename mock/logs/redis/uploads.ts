/** Writes many lines to a list in steps. The list is renamed when it is complete and expires when it is not. */
import type { Sender } from './client.ts';

/** Units: characters of one command. */
const CHUNK = 256_000;
/** Units: seconds. */
const LIFETIME = '120';

/** Returns the length of the lines. Units: characters. */
export async function uploadLines(sender: Sender, key: string, lines: Iterable<string>): Promise<number> {
  let chunk: string[] = [];
  let [length, total] = [0, 0];
  let last: Promise<unknown> = Promise.resolve();
  const push = async (): Promise<void> => {
    const pushed = sender.send(['RPUSH', key, ...chunk]);
    const limited = sender.send(['EXPIRE', key, LIFETIME]);
    [chunk, length] = [[], 0];
    // One command is on its way while the next one is encoded.
    const before = last;
    last = Promise.all([pushed, limited]);
    last.catch(() => undefined);
    await before;
  };
  for (const line of lines) {
    chunk.push(line);
    length += line.length;
    total += line.length;
    if (length > CHUNK) await push();
  }
  if (chunk.length > 0) await push();
  await last;
  return total;
}
