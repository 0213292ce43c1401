/**
 * Writes the requests of a case as a shell script of curl commands. Quotes untrusted text; credentials are variables.
 */
import type { RequestPlan } from '../model/exchange.ts';
import type { Contract } from '../../contract/contract.ts';
import { credentialFields, withQueryFields } from '../http/credentials.ts';
import { showInline, quoteAlways, quoteWord } from '../report/plain-text.ts';
import type { CaseFile, CaseStep } from './case-file.ts';

/** The maximum length of a body on the command line; a longer one is piped. Units: characters. */
const MAX_WORD_LENGTH = 60_000;

/**
 * Writes the script of a case; ends with a newline. Shape: `profiles` are those with a credential, by default not known.
 */
export function writeCurlScript(
  file: CaseFile,
  contract: Contract,
  profiles: readonly string[] = [],
): string {
  const { check, subject, message, baseUrl } = file;
  const steps = file.steps.map((step) => ({
    ...step,
    request: withCredential(step.request, contract, profiles),
  }));
  const lines = [
    '#!/bin/sh',
    ...comment(`${check} ${subject}: ${message}`),
    ...comment('Set BASE_URL for another host; credentials come from the environment.'),
    `BASE_URL="\${BASE_URL:-${insideQuotes(baseUrl.replace(/(?<!\/)\/+$/, ''))}}"`,
    ...profilesOf(steps).map((profile) => {
      const name = variableOf(profile);
      return `: "\${${name}:?Set it to the credential of the profile ${profile.replaceAll(/[^\w .:-]/g, '_')}.}"`;
    }),
    ...steps.flatMap((step, index) => ['', ...stepLines(step, index, steps.length)]),
  ];
  return `${lines.join('\n')}\n`;
}

/** Adds the credential of a request, as a placeholder. */
function withCredential(request: RequestPlan, contract: Contract, profiles: readonly string[]): RequestPlan {
  const { headers, query } = credentialFields(contract, request, profiles);
  return {
    ...request,
    path: withQueryFields(request.path, query),
    headers: [...request.headers, ...headers],
    profile: null,
  };
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
  const { method, path, headers, body, encoding } = request;
  const fields = [...headers.map(([name, value]) => headerWord(name, value)), ...missingFields(request)];
  const hasBytes = encoding !== undefined;
  const isPiped = body !== null && (hasBytes || body.length > MAX_WORD_LENGTH || body.includes('\0'));
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

const placeholder = /\$\{(profile|basic)\.(\w[\w .:-]*)\}/;

/** Quotes a text and replaces placeholders of credentials by variables. */
function quoteSecret(text: string): string {
  const parts = text.split(placeholder);
  if (parts.length === 1) return quoteAlways(text);
  return parts
    .map((part, index) => {
      if (index % 3 === 1) return '';
      if (index % 3 === 2) return variableWord(part, parts[index - 1] === 'basic');
      return part === '' ? '' : quoteAlways(part);
    })
    .join('');
}

/** Quotes the variable of a credential; `isEncoded` for its form in HTTP Basic. */
function variableWord(profile: string, isEncoded: boolean): string {
  const name = variableOf(profile);
  return isEncoded ? `"$(printf %s "\${${name}}" | base64 | tr -d '\\n')"` : `"\${${name}}"`;
}

/** Control characters other than line feeds, and bytes that are not ASCII. */
// eslint-disable-next-line no-control-regex -- binary content has them.
const bytesToEscape = /[\x01-\x09\x0B-\x1F\x7F-\xFF]/g;

/** Escapes a text for `%b`. Shape: with `hasBytes`, each character is one byte, and those that are not ASCII are escaped. */
function escapeForPrintf(text: string, hasBytes: boolean): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('\0', '\\0000');
  if (!hasBytes) return escaped;
  return escaped.replaceAll(
    bytesToEscape,
    (letter) => `\\0${letter.charCodeAt(0).toString(8).padStart(3, '0')}`,
  );
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
    [...text.matchAll(new RegExp(placeholder, 'g'))].map(([, , name]) => name),
  );
  return [...new Set(named)].filter((name) => name !== undefined).sort();
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
