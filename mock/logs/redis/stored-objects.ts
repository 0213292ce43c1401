/** Reads the JSON objects in Redis that this process may not have written. */
import type { LogHost } from '../../kernel/ports.ts';
import { parseJson } from '../../../templates/runtime/json/value.ts';

export class StoredObjects {
  readonly #host: LogHost;
  readonly #reported = new Set<string>();

  constructor(host: LogHost) {
    this.#host = host;
  }

  /**
   * Returns a stored object, undefined for a text that is not one.
   *
   * Shape: `place` is the key and the entry, such as `backlot:{default}:calls entry 3`, which is reported once.
   */
  read(text: string, place: string): object | undefined {
    const value = parseJson(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
    if (!this.#reported.has(place)) {
      this.#reported.add(place);
      this.#host.report(`Redis has an invalid value in ${place}: it is not a JSON object and is skipped.`);
    }
    return undefined;
  }
}
