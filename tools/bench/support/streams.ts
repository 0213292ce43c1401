/** Reads many streams concurrently, each over its own connection. */
import { Agent, request } from 'node:http';
import type { LoadRequest } from './connection.ts';
import { spin } from './load.ts';

export interface OpenStreams {
  /** Resolves when all have ended, with the text of the first and the number of events of all. */
  readonly ended: Promise<{ readonly text: string; readonly count: number }>;
}

/** Opens streams; resolves once each has its head. */
export async function openStreams(count: number, load: LoadRequest): Promise<OpenStreams> {
  const agent = new Agent({ keepAlive: false });
  const streams = await Promise.all(Array.from({ length: count }, () => openStream(agent, load)));
  const stopSpinning = spin();
  const ended = Promise.all(streams.map((stream) => stream.ended))
    .then((texts) => ({
      text: texts[0] ?? '',
      count: texts.reduce((sum, text) => sum + text.split('\n\n').length - 1, 0),
    }))
    .finally(stopSpinning);
  return { ended };
}

function openStream(
  agent: Agent,
  { url, method, headers, body, status }: LoadRequest,
): Promise<{ readonly ended: Promise<string> }> {
  return new Promise((resolve, reject) => {
    const call = request(url, { agent, method, headers }, (response) => {
      if (response.statusCode !== status) {
        reject(new Error(`${method} ${url} returned ${response.statusCode} instead of ${status}.`));
        return;
      }
      const parts: string[] = [];
      const ended = new Promise<string>((end, fail) => {
        response.setEncoding('utf8').on('data', (part: string) => parts.push(part));
        response.once('end', () => {
          end(parts.join(''));
        });
        response.once('error', fail);
      });
      resolve({ ended });
    });
    call.once('error', reject);
    call.end(body);
  });
}
