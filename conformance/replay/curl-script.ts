/**
 * Writes the requests of a case as a shell script of curl commands. Quotes untrusted text; credentials are variables.
 */
import type { RequestPlan } from '../model/exchange.ts';
import { isLatin1 } from '../http/wire.ts';
import { showInline, quoteAlways, quoteWord } from '../report/plain-text.ts';
import type { CaseFile, CaseStep } from './case-file.ts';

/** The maximum length of a body on the command line; a longer one is piped. Units: characters. */
const LONGEST_WORD = 60_000;

/** Writes the script of a case; ends with a newline. */
export function writeCurlScript(file: CaseFile): string {
  const { check, subject, message, baseUrl, steps } = file;
  const lines = [
    '#!/bin/sh',
    ...comment(`${check} ${subject}: ${message}`),
    ...comment('Set BASE_URL for another host; credentials come from the environment.'),
    `BASE_URL="\${BASE_URL:-${insideQuotes(baseUrl.replace(/\/+$/, ''))}}"`,
    ...profilesOf(steps).map((profile) => {
      const name = variableOf(profile);
      return `: "\${${name}:?Set it to the credential of the profile ${profile.replaceAll(/[^\w .:-]/g, '_')}.}"`;
    }),
    ...steps.flatMap((step, index) => ['', ...stepLines(step, index, steps.length)]),
  ];
  return `${lines.join('\n')}\n`;
}

function stepLines(
  { request, response, failure }: CaseStep,
  index: number,
  count: number,
): readonly string[] {
  const outcome = response === null ? `no response: ${failure ?? ''}` : `${response.status}`;
  const isStream = response?.body.kind === 'stream';
  return [
    ...comment(`${count === 1 ? 'The request' : `Request ${index + 1} of ${count}`}; it returned ${outcome}`),
    writeCurl(request, isStream),
    'echo',
  ];
}

function writeCurl(request: RequestPlan, isStream: boolean): string {
  const { method, path, headers, body, profile } = request;
  const fields = [
    ...headers.map(([name, value]) => headerWord(name, value)),
    ...(profile === null ? [] : [`"authorization: Bearer \${${variableOf(profile)}}"`]),
    ...missingFields(request),
  ];
  const hasBytes = isLatin1(headers);
  const isPiped = body !== null && (hasBytes || body.length > LONGEST_WORD || body.includes('\0'));
  const words = [
    `curl -q -sS ${isStream ? '-N -i' : '-i'} --globoff --path-as-is --max-time 120`,
    method === 'HEAD' ? '--head' : `-X ${quoteWord(method)}`,
    ...fields.map((field) => `-H ${field}`),
    ...(body === null ? [] : [isPiped ? '--data-binary @-' : `--data-raw ${quoteSecret(body)}`]),
    `"\${BASE_URL}"${quoteSecret(path)}`,
  ];
  const line = words.join(' \\\n  ');
  return isPiped ? `printf '%b' ${quoteSecret(escapeForPrintf(body, hasBytes))} | ${line}` : line;
}

/** Quotes a header. Why: curl removes a header that has nothing after its colon; a semicolon sends it empty. */
function headerWord(name: string, value: string): string {
  return value.trim() === '' ? quoteAlways(`${name};`) : quoteSecret(`${name}: ${value}`);
}

/** Lists options that remove the headers curl adds to a body and that were not sent. */
function missingFields({ headers, body }: RequestPlan): readonly string[] {
  if (body === null) return [];
  const isSent = headers.some(([name]) => name.toLowerCase() === 'content-type');
  return [...(isSent ? [] : ["'content-type:'"]), "'expect:'"];
}

const placeholder = /\$\{profile\.(\w[\w .:-]*)\}/;

/** Quotes a text and replaces placeholders of credentials by variables. */
function quoteSecret(text: string): string {
  const parts = text.split(placeholder);
  if (parts.length === 1) return quoteAlways(text);
  return parts
    .map((part, index) => {
      if (index % 2 === 1) return `"\${${variableOf(part)}}"`;
      return part === '' ? '' : quoteAlways(part);
    })
    .join('');
}

/** Escapes a text for `%b`. Shape: with `hasBytes`, characters beyond ASCII are written as one byte each. */
function escapeForPrintf(text: string, hasBytes: boolean): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('\0', '\\0000');
  if (!hasBytes) return escaped;
  return escaped.replaceAll(/[\u0080-\u00FF]/g, (letter) => `\\0${letter.charCodeAt(0).toString(8)}`);
}

/** Returns the environment variable for the credential of a profile: `BACKLOT_READ_ONLY` for `readOnly`. */
export function variableOf(profile: string): string {
  const words = profile.replaceAll(/\W/g, '_').replaceAll(/([a-z\d])([A-Z])/g, '$1_$2');
  return `BACKLOT_${words.toUpperCase()}`;
}

/** Lists the profiles of the requests by name. */
function profilesOf(steps: readonly CaseStep[]): readonly string[] {
  const texts = steps.flatMap(({ request: { path, headers, body } }) => [
    path,
    body ?? '',
    ...headers.map(([, value]) => value),
  ]);
  const named = texts.flatMap((text) =>
    [...text.matchAll(new RegExp(placeholder, 'g'))].map(([, name]) => name),
  );
  const sent = steps.map(({ request }) => request.profile);
  return [...new Set([...named, ...sent])].filter((name) => name != null).sort();
}

function comment(text: string): readonly string[] {
  return [`# ${showInline(text)}`];
}

/** Escapes text for double quotes and braces of a variable. */
function insideQuotes(address: string): string {
  return showInline(address)
    .replaceAll(/[\\"$`]/g, '\\$&')
    .replaceAll('}', '%7D');
}
