/**
 * Checks the contents of errors besides their schema: no stack trace, C24, and the status of the response itself, C25.
 */
import { mediaTypeOf } from '../../templates/runtime/media-type.ts';
import { isFields } from '../model/json-fields.ts';
import { someNode } from '../model/search-value.ts';
import type { CheckResult } from '../model/finding.ts';
import { headerOf, type DeclaredResponse } from './declared-response.ts';

/** Lines of stack traces: of JavaScript, the JVM, .NET, Python, Ruby, PHP and Go. */
const frames: readonly RegExp[] = [
  /\bat (?:[^\n<(]{1,200} \()?(?:file:\/\/|node:|[A-Za-z]:\\|\/)[^\n<)]{1,300}:\d+:\d+/,
  /\bat [\w.$<>/]{1,200}\([\w$]{1,100}\.(?:java|kt|scala|groovy):\d+\)/,
  /\bat [\w.`<>]{1,200}\([^\n)]{0,300}\) in [^\n]{1,300}:line \d+/,
  /\bTraceback \(most recent call last\)/,
  /\.rb:\d+:in [`']/,
  /#\d+ [^\n]{1,300}\.php\(\d+\)/,
  /\bgoroutine \d+ \[/,
];

/** The part of a text that is searched for a stack trace. Units: characters. */
const MAX_TEXT = 20_000;

/** Checks the body of an error. Shape: nothing for a success, and for an error without a text. */
export function checkErrors({ response }: DeclaredResponse): readonly CheckResult[] {
  const { status, body } = response;
  if (status < 400 || (body.kind !== 'json' && body.kind !== 'text')) return [];
  const value = body.kind === 'json' ? body.value : body.text;
  const hasTrace = someNode(value, (node) => typeof node === 'string' && isTrace(node.slice(0, MAX_TEXT)));
  const trace = { message: `A ${status} shows a stack trace.`, at: 'body' };
  const results: readonly CheckResult[] = [{ check: 'C24', problems: hasTrace ? [trace] : [] }];
  const isProblem = mediaTypeOf(headerOf(response, 'content-type') ?? '') === 'application/problem+json';
  const named = isProblem && isFields(value) ? value['status'] : undefined;
  if (named === undefined) return results;
  const message = `The problem of a ${status} has the status ${JSON.stringify(named)}.`;
  const other = { message, at: 'body.status' };
  return [...results, { check: 'C25', problems: named === status ? [] : [other] }];
}

function isTrace(text: string): boolean {
  return frames.some((frame) => frame.test(text));
}
