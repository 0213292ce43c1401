/** Prints the requests of the mock: as text, or one JSON object per line. */
import { styleText } from 'node:util';
import type { ObservedRequest, RequestObserver } from '../../mock/index.ts';

export type LogFormat = 'text' | 'json';

/** Options of the log. Shape: `isVerbose` prints every violation, else the first three. */
export interface RequestLogOptions {
  readonly format: LogFormat;
  readonly isVerbose: boolean;
  readonly stream: NodeJS.WriteStream;
  readonly now: () => Date;
}

/** Violations that are printed per request. */
const MAX_VIOLATIONS = 3;

/** Rejected origins that are explained, each once. */
const MAX_ORIGINS = 100;

export function createRequestLog(options: RequestLogOptions): RequestObserver {
  const explained = new Set<string>();
  const print = (line: string): void => void options.stream.write(`${line}\n`);
  return {
    requested: (request) =>
      print(options.format === 'json' ? jsonLine(request, options) : textLines(request, options)),
    originRefused(origin) {
      if (explained.has(origin) || explained.size >= MAX_ORIGINS) return;
      explained.add(origin);
      const shown = printable(origin);
      const hint = `Pages from ${shown} may not call this mock. Allow them with --allow-origin ${shown}`;
      print(
        options.format === 'json'
          ? JSON.stringify({ event: 'origin-refused', origin })
          : paint('yellow', hint, options),
      );
    },
  };
}

function jsonLine({ at: _, ...request }: ObservedRequest, { now }: RequestLogOptions): string {
  return JSON.stringify({ event: 'request', time: now().toISOString(), ...request });
}

function textLines(request: ObservedRequest, options: RequestLogOptions): string {
  const { method, path, status, durationMs, world, isStream, violations, notes = [] } = request;
  const time = options.now().toTimeString().slice(0, 8);
  const place = world === 'default' ? '' : `/w/${world}`;
  const took = isStream ? 'stream' : `${durationMs < 10 ? durationMs.toFixed(1) : Math.round(durationMs)} ms`;
  const colour = status >= 500 ? 'red' : status >= 400 ? 'yellow' : 'green';
  const head = [
    paint('dim', time, options),
    printable(method).padEnd(6),
    place + printable(path),
    paint(colour, String(status), options),
    paint('dim', took, options),
  ].join(' ');
  const all = [...violations, ...notes];
  const shown = options.isVerbose ? all : all.slice(0, MAX_VIOLATIONS);
  const details = shown.map(({ in: part, pointer, message }) => {
    const where = pointer === '' ? part : `${part} ${printable(pointer)}`;
    return paint('yellow', `         ${where}: ${printable(message)}`, options);
  });
  const left = all.length - shown.length;
  return [head, ...details, ...(left > 0 ? [`         and ${left} more, see /_mock/requests`] : [])].join(
    '\n',
  );
}

function paint(colour: Parameters<typeof styleText>[0], text: string, { stream }: RequestLogOptions): string {
  return styleText(colour, text, { stream });
}

/** Escapes control characters. */
function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, (character) =>
    encodeURIComponent(character.isWellFormed() ? character : '?'),
  );
}
