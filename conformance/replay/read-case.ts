/** Reads a replay file. The file is untrusted, so all of it is validated before any request is sent. */
import { levels } from '../model/check.ts';
import { showInline } from '../report/plain-text.ts';
import { caseFormat, caseVersion, type CaseFile } from './case-file.ts';
import { messageOf } from '../../templates/runtime/json/value.ts';

const MAX_STEPS = 1_000;

export function readCase(text: string): CaseFile | { readonly problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { problem: `The text is not JSON: ${messageOf(error)}` };
  }
  try {
    readWhole(value);
    return value as CaseFile;
  } catch (error) {
    if (error instanceof WrongValue) return { problem: error.message };
    throw error;
  }
}

class WrongValue extends Error {
  constructor(where: string, expected: string, value: unknown) {
    const actual =
      value === undefined ? 'it is missing' : `it is ${showInline(JSON.stringify(value)).slice(0, 80)}`;
    super(`${where} must be ${expected}; ${actual}.`);
  }
}

type Fields = Readonly<Record<string, unknown>>;

function readWhole(value: unknown): void {
  const file = readFields(value, 'The file');
  if (file['format'] !== caseFormat)
    throw new WrongValue('format', JSON.stringify(caseFormat), file['format']);
  if (file['version'] !== caseVersion)
    throw new WrongValue('version', `${caseVersion}, which this version of backlot reads`, file['version']);
  for (const name of ['tool', 'baseUrl', 'message', 'at'] as const) readText(file[name], name);
  if (!URL.canParse(String(file['baseUrl']))) throw new WrongValue('baseUrl', 'a URL', file['baseUrl']);
  readMatching(file['check'], 'check', /^[A-Z]+\d+$/, 'the id of a check');
  readMatching(
    file['subject'],
    'subject',
    /^\P{Cc}{1,2000}$/u,
    'the name of an operation or a group of checks, or the path of a resource',
  );
  readMatching(file['fingerprint'], 'fingerprint', /^[0-9a-f]{16}$/, 'a fingerprint');
  readOneOf(file['level'], 'level', levels);
  readOneOf(file['verdict'], 'verdict', ['fail', 'warn', 'flaky', 'error']);
  if (!Number.isSafeInteger(file['seed'])) throw new WrongValue('seed', 'an integer', file['seed']);
  readOrigin(readFields(file['origin'], 'origin'));
  const steps = readList(file['steps'], 'steps');
  if (steps.length > MAX_STEPS) throw new WrongValue('steps', `at most ${MAX_STEPS}`, steps.length);
  steps.forEach((step, index) => readStep(step, `steps.${index}`));
}

function readOrigin(origin: Fields): void {
  readText(origin['label'], 'origin.label');
  if (origin['expectation'] === undefined) return;
  const expectation = readFields(origin['expectation'], 'origin.expectation');
  const { description, statuses, tolerated, contradiction, facts, severity, wording, absent } = expectation;
  readText(description, 'origin.expectation.description');
  for (const [name, list] of Object.entries({ statuses, tolerated, facts }))
    readList(list, `origin.expectation.${name}`);
  if (contradiction !== undefined) {
    const place = 'origin.expectation.contradiction';
    readList(readFields(contradiction, place)['facts'], `${place}.facts`);
  }
  readOneOf(severity, 'origin.expectation.severity', ['fail', 'warn', 'off']);
  if (absent !== undefined) {
    const place = 'origin.expectation.absent';
    readText(readFields(absent, place)['text'], `${place}.text`);
  }
  if (wording === null) return;
  const fields = readFields(wording, 'origin.expectation.wording');
  readText(fields['error'], 'origin.expectation.wording.error');
  readList(fields['facts'], 'origin.expectation.wording.facts');
}

function readStep(value: unknown, where: string): void {
  const { request, response } = readFields(value, where);
  readRequest(readFields(request, `${where}.request`), `${where}.request`);
  if (response === null) return;
  const { status, headers, body } = readFields(response, `${where}.response`);
  if (!Number.isInteger(status)) throw new WrongValue(`${where}.response.status`, 'a number', status);
  readFields(headers, `${where}.response.headers`);
  const { kind, events } = readFields(body, `${where}.response.body`);
  readOneOf(kind, `${where}.response.body.kind`, ['none', 'json', 'text', 'bytes', 'stream']);
  if (kind === 'stream') readList(events, `${where}.response.body.events`);
}

/**
 * Reads a request. Why: requests must stay below the base URL and on our connection, so headers that name a host or
 * frame the message are rejected.
 */
function readRequest(request: Fields, where: string): void {
  const { operation, method, path, headers, body, encoding, profile } = request;
  if (operation !== null) readText(operation, `${where}.operation`);
  readOneOf(method, `${where}.method`, ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
  readMatching(path, `${where}.path`, /^\/(?![/\\])[^\s\\#]{0,20000}$/, 'a path below the base URL');
  if (body !== null) readText(body, `${where}.body`);
  if (encoding !== undefined) readOneOf(encoding, `${where}.encoding`, ['latin1']);
  if (profile !== null)
    readMatching(profile, `${where}.profile`, /^\w[\w .:-]{0,99}$/, 'the name of a credential');
  readList(headers, `${where}.headers`).forEach((field, index) => {
    const place = `${where}.headers.${index}`;
    const [name, text, ...more] = readList(field, place);
    if (more.length > 0) throw new WrongValue(place, 'a name and a value', field);
    readMatching(name, place, /^[\w!#$%&'*+.^`|~-]{1,200}$/, 'the name of a header');
    readMatching(text, place, /^[^\0\r\n]*$/, 'the value of a header');
    if (connectionFields.test(String(name)))
      throw new WrongValue(place, 'a header other than connection and proxy headers', name);
  });
}

const connectionFields =
  /^(host|connection|content-length|transfer-encoding|te|trailer|upgrade|keep-alive|expect|forwarded|proxy-.*|x-forwarded-.*|x-original-.*)$/i;

function readFields(value: unknown, where: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new WrongValue(where, 'an object', value);
  return value as Fields;
}

function readList(value: unknown, where: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new WrongValue(where, 'a list', value);
  return value;
}

function readText(value: unknown, where: string): void {
  if (typeof value !== 'string') throw new WrongValue(where, 'a string', value);
}

function readOneOf(value: unknown, where: string, names: readonly string[]): void {
  if (!names.includes(value as string)) throw new WrongValue(where, `one of ${names.join(', ')}`, value);
}

function readMatching(value: unknown, where: string, pattern: RegExp, expected: string): void {
  if (typeof value !== 'string' || !pattern.test(value)) throw new WrongValue(where, expected, value);
}
