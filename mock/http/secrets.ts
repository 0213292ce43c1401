/** Shortens credentials in the output of the mock, so that they can be recognized but not used. */
import { secretName } from '../../templates/runtime/json/secret-values.ts';
import { isMap, type Json, type JsonMap } from '../kernel/json.ts';

/** The form of the tokens of an API. */
export interface TokenForm {
  /** Matches the fixed start of a token, which may be shown. */
  readonly prefix: RegExp;
  /** Matches the tokens inside a text; global. */
  readonly inText: RegExp;
}

/** Units: characters. */
const MAX_HEADER_LENGTH = 500;
const MAX_TEXT_LENGTH = 4_096;

const MAX_LEVELS = 100;

/** Shortens the credentials of one API. */
export class SecretMask {
  readonly #form: TokenForm | null;

  constructor(form: TokenForm | null = null) {
    this.#form = form;
  }

  /** Shortens a token: keeps the fixed prefix and the last four characters, and nothing of short tokens. */
  token(token: string): string {
    const prefix = this.#form?.prefix.exec(token)?.[0] ?? '';
    return token.length - prefix.length < 12 ? `${prefix}…` : `${prefix}…${token.slice(-4)}`;
  }

  /** Shortens the value of an `Authorization` header. */
  credential(value: string): string {
    const [scheme = '', token] = value.trim().split(/\s+/, 2);
    if (token === undefined) return this.token(scheme);
    return `${cutHeader(scheme)} ${this.token(token)}`;
  }

  /** Shortens the string of a property if it is a credential or contains one, or is very long. */
  property(name: string, text: string): string {
    if (/authorization$/i.test(name)) return this.credential(text);
    if (secretName.test(name)) return this.token(text);
    const open = this.#form === null ? text : text.replace(this.#form.inText, (token) => this.token(token));
    return open.length <= MAX_TEXT_LENGTH ? open : `${open.slice(0, MAX_TEXT_LENGTH)}…`;
  }

  /** Shortens the strings of a JSON value in this way; values that are nested too deeply are left out. */
  value(name: string, value: Json, level = 0): Json {
    if (typeof value === 'string') return this.property(name, value);
    if (typeof value !== 'object' || value === null) return value;
    if (level >= MAX_LEVELS) return null;
    if (isMap(value)) return this.map(value, level);
    return (value as readonly Json[]).map((item) => this.value(name, item, level + 1));
  }

  /** Shortens the strings of an object in this way. */
  map(map: JsonMap, level = 0): Record<string, Json> {
    return Object.fromEntries(
      Object.entries(map).map(([name, value]) => [name, this.value(name, value, level + 1)]),
    );
  }
}

export function cutHeader(value: string): string {
  return value.length <= MAX_HEADER_LENGTH ? value : `${value.slice(0, MAX_HEADER_LENGTH)}…`;
}
