/** Changes of responses, error codes, security and servers. */
import { affectsAll, breaksBoth, breaksReaders, breaksWriters, harmless, risksReaders } from './effect.ts';
import { quote, row, type Replaced } from './row.ts';

export const responseChanges = {
  'status-added': row<{ readonly status: string }>(
    risksReaders,
    (subject, { status }) => `${subject} may return ${statusText(status)}.`,
  ),
  'status-specified': row<{ readonly status: string; readonly coveredBy: string }>(
    harmless,
    (subject, { status, coveredBy }) =>
      `${subject} describes ${statusText(status)}, which ${quote(coveredBy)} covered before.`,
  ),
  'status-unspecified': row<{ readonly status: string; readonly coveredBy: string }>(
    harmless,
    (subject, { status, coveredBy }) =>
      `${subject} no longer describes ${statusText(status)}, which ${quote(coveredBy)} covers.`,
  ),
  'success-status-removed': row<{ readonly status: string }>(
    breaksBoth,
    (subject, { status }) => `${subject} no longer returns ${statusText(status)}.`,
  ),
  'status-removed': row<{ readonly status: string }>(
    breaksWriters,
    (subject, { status }) => `${subject} no longer returns ${statusText(status)}.`,
  ),
  'reply-body-added': row<{ readonly mediaType: string }>(
    breaksWriters,
    (subject, { mediaType }) => `${subject} was empty and now has a ${quote(mediaType)} body.`,
  ),
  'reply-body-removed': row<{ readonly mediaType: string }>(
    breaksReaders,
    (subject, { mediaType }) => `${subject} was ${quote(mediaType)} and is now empty.`,
  ),
  'reply-media-type-added': row<{ readonly mediaType: string }>(
    risksReaders,
    (subject, { mediaType }) => `${subject} may also be ${quote(mediaType)}.`,
  ),
  'reply-media-type-removed': row<{ readonly mediaType: string }>(
    breaksBoth,
    (subject, { mediaType }) => `${subject} is no longer ${quote(mediaType)}.`,
  ),
  'header-added': row(harmless, (subject) => `The optional header ${subject} was added.`),
  'required-header-added': row(breaksWriters, (subject) => `The required header ${subject} was added.`),
  'header-removed': row(risksReaders, (subject) => `The optional header ${subject} was removed.`),
  'required-header-removed': row(breaksReaders, (subject) => `The required header ${subject} was removed.`),
  'header-became-required': row(breaksWriters, (subject) => `The header ${subject} is now required.`),
  'header-became-optional': row(breaksReaders, (subject) => `The header ${subject} is now optional.`),

  'error-code-added': row<{ readonly code: string; readonly status: string }>(
    risksReaders,
    (subject, { code, status }) => `${subject} may fail with the code ${quote(code)} (${quote(status)}).`,
  ),
  'error-code-removed': row<{ readonly code: string; readonly status: string }>(
    harmless,
    (subject, { code, status }) =>
      `${subject} no longer fails with the code ${quote(code)} (${quote(status)}).`,
  ),
  'error-code-moved': row<Replaced & { readonly code: string }>(
    risksReaders,
    (subject, { code, from, to }) =>
      `${subject} returns the code ${quote(code)} with status ${to} instead of ${from}.`,
  ),

  'authentication-required': row<{ readonly alternatives: string }>(
    breaksBoth,
    (subject, { alternatives }) => `${subject} needed no authentication and now requires ${alternatives}.`,
  ),
  'authentication-lifted': row(harmless, (subject) => `${subject} no longer requires authentication.`),
  'security-alternative-added': row<{ readonly alternative: string }>(
    harmless,
    (subject, { alternative }) => `${subject} also accepts ${alternative}.`,
  ),
  'security-alternative-removed': row<{ readonly alternative: string }>(
    breaksWriters,
    (subject, { alternative }) => `${subject} no longer accepts ${alternative}.`,
  ),
  'scope-required': row<{ readonly scheme: string; readonly scope: string }>(
    breaksWriters,
    (subject, { scheme, scope }) => `${subject} now requires the scope ${quote(scope)} of ${quote(scheme)}.`,
  ),
  'scope-lifted': row<{ readonly scheme: string; readonly scope: string }>(
    harmless,
    (subject, { scheme, scope }) =>
      `${subject} no longer requires the scope ${quote(scope)} of ${quote(scheme)}.`,
  ),
  'security-scheme-added': row(
    affectsAll('compatible'),
    (subject) => `The security scheme ${subject} was added.`,
  ),
  'security-scheme-removed': row(
    affectsAll('compatible'),
    (subject) =>
      `The security scheme ${subject} was removed; operations that lose it are reported separately.`,
  ),
  'security-scheme-renamed': row<Replaced>(
    affectsAll('compatible'),
    (subject, { from }) => `The security scheme ${subject} was named ${quote(from)}.`,
  ),
  'security-scheme-changed': row<{ readonly property: string }>(
    breaksWriters,
    (subject, { property }) => `The property ${quote(property)} of the security scheme ${subject} changed.`,
  ),

  'server-added': row(affectsAll('compatible'), (subject) => `The server ${subject} was added.`),
  'server-removed': row(affectsAll('risky'), (subject) => `The server ${subject} was removed.`),
} as const;

function statusText(status: string): string {
  return status === 'default' ? 'any other status' : `status ${status}`;
}
