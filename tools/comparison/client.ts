/** A client of one mock. It judges each response by the description, with Ajv and nothing of Backlot. */
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import type { Described, Values } from './descriptions.ts';
import { parseJson } from '../../templates/runtime/json/value.ts';

export type Send = (url: string, init: RequestInit) => Promise<Response>;

export interface Received {
  readonly status: number;
  /** Shape: text that is not JSON stays a text. */
  readonly body: unknown;
}

/** A request of a client. Shape: `keys` are the values of `{…}` in the path, in their order. */
export interface Call {
  readonly keys?: readonly unknown[];
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Values;
  readonly type?: string;
  readonly isAnonymous?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Declared {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, unknown>>;
}

/** Units: milliseconds. */
const timeout = 10_000;

export class Client {
  /** The problem of each response; `null` for a valid one. */
  readonly verdicts: (string | null)[] = [];
  readonly #described: Pick<Described, 'document' | 'credentials'>;
  readonly #base: string;
  readonly #send: Send;
  readonly #ajv = new Ajv({ strict: false });

  constructor(described: Pick<Described, 'document' | 'credentials'>, base: string, send: Send = fetch) {
    this.#described = described;
    this.#base = base;
    this.#send = send;
    addFormats.default(this.#ajv);
    this.#ajv.addSchema(described.document, 'description', undefined, false);
  }

  /** Sends a request to a path of the description. Errors: rejects if there is no response in ten seconds. */
  async call(method: string, path: string, call: Call = {}): Promise<Received> {
    const { keys = [], query = {}, body, type = 'application/json', isAnonymous = false, headers } = call;
    const url = new URL(fillPath(path, keys), this.#base);
    url.search = String(new URLSearchParams(query));
    const response = await this.#send(url.href, {
      method,
      headers: {
        ...(isAnonymous ? {} : this.#described.credentials),
        ...(body && { 'content-type': type }),
        ...headers,
      },
      ...(body && { body: writeBody(body, type) }),
      signal: AbortSignal.timeout(timeout),
    });
    const text = await response.text();
    const received = { status: response.status, body: parseJson(text, text) };
    const media = response.headers.get('content-type')?.split(';')[0] ?? '';
    const problem = this.#judge([path, method.toLowerCase(), String(response.status)], media, received.body);
    this.verdicts.push(problem === null ? null : `${method} ${path}: ${problem}`);
    return received;
  }

  #judge(
    [path, method, status]: readonly [path: string, method: string, status: string],
    media: string,
    body: unknown,
  ): string | null {
    let place: readonly string[] = ['paths', path, method, 'responses', status];
    let declared = this.#find(place);
    if (declared?.$ref !== undefined) {
      place = declared.$ref.split('/').slice(1);
      declared = this.#find(place);
    }
    if (declared === undefined) return `${status} is not declared`;
    if (declared.content === undefined) return body === '' ? null : `${status} has a body`;
    if (declared.content[media] === undefined) return `${status} with ${media || 'no body'} is not declared`;
    const pointer = [...place, 'content', media, 'schema'].map(escapePart).join('/');
    const isValid = this.#ajv.getSchema(`description#/${pointer}`);
    if (isValid?.(body) === true) return null;
    return `${status} ${this.#ajv.errorsText(isValid?.errors, { dataVar: 'body' })}`;
  }

  #find(place: readonly string[]): Declared | undefined {
    const { document } = this.#described;
    return place.reduce((value: unknown, key) => (value as Values | undefined)?.[key], document) as
      Declared | undefined;
  }
}

/** Returns a path with keys in place of its `{…}`. */
export function fillPath(path: string, keys: readonly unknown[]): string {
  const rest = [...keys];
  return path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(String(rest.shift())));
}

function writeBody(body: Values, type: string): string {
  if (type.endsWith('json')) return JSON.stringify(body);
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(body)) form.append(name, String(value));
  return String(form);
}

/** Escapes a part of a JSON pointer in a fragment. Source: RFC 6901, section 6. */
function escapePart(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}
