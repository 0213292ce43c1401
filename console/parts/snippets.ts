/** A call as text to paste. */
import { baseUrl, sentCredential } from '../api.ts';

/** A call of the service. Shape: `body` is JSON; empty for none. `credential` is that of the console by default. */
export interface ServiceCall {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly prefer?: string;
  readonly origin?: string | null;
  readonly isAnonymous?: boolean;
}

/** Returns a call of the service as a command. */
export function curlOf({
  method,
  path,
  body = '',
  prefer = '',
  origin = null,
  isAnonymous = false,
}: ServiceCall): string {
  const { header, query } = sentCredential(path, isAnonymous);
  return [
    `curl -sN -X ${method} ${quote(baseUrl + path + query)}`,
    ...(header === null ? [] : [`-H ${quote(header.join(': '))}`]),
    ...(origin === null ? [] : [`-H ${quote(`Origin: ${origin}`)}`]),
    ...(prefer === '' ? [] : [`-H ${quote(`Prefer: ${prefer}`)}`]),
    ...(body.trim() === '' ? [] : [`-H 'Content-Type: application/json'`, `-d ${quote(body)}`]),
  ].join(' \\\n  ');
}

/** Quotes an argument for a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
