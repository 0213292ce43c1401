/** C19: no cache keeps a response that belongs to one caller. */
import type { CheckResult } from '../../engine/finding.ts';
import { headerOf, type DeclaredResponse } from './declared-response.ts';

/** Checks Cache-Control. Shape: nothing for public operations and for responses without the header. */
export function checkCaching({ operation, response }: DeclaredResponse): readonly CheckResult[] {
  const header = headerOf(response, 'cache-control');
  const isOpen =
    operation.security.length === 0 || operation.security.some(({ schemes }) => schemes.length === 0);
  const isStream = response.body.kind === 'stream';
  if (header === null || response.status >= 300 || (isOpen && !isStream)) return [];
  const isShared = /\bpublic\b|\bs-maxage=0*[1-9]/i.test(header);
  const isKept = isStream && /\bmax-age=0*[1-9]/i.test(header);
  const what = isStream ? 'a stream of events' : 'what only this caller may see';
  const message = `Caches may keep ${what}: Cache-Control is \`${header}\`.`;
  return [{ check: 'C19', problems: isShared || isKept ? [{ message, at: 'header Cache-Control' }] : [] }];
}
