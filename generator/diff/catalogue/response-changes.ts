/**
 * Changes of responses, error codes, security and servers.
 */
import { affects, affectsAll } from './effect.ts';
import { quote, row, type Replaced } from './row.ts';

/** Rows by kind. */
export const responseChanges = {
  'status-added': row<{ readonly status: string }>({
    effects: affects({ writers: 'compatible', readers: 'risky' }),
    message: (subject, { status }) => `${subject} may return ${statusText(status)}.`,
  }),
  'status-specified': row<{ readonly status: string; readonly coveredBy: string }>({
    effects: affects({ writers: 'compatible', readers: 'compatible' }),
    message: (subject, { status, coveredBy }) =>
      `${subject} describes ${statusText(status)}, which ${quote(coveredBy)} covered before.`,
  }),
  'status-unspecified': row<{ readonly status: string; readonly coveredBy: string }>({
    effects: affects({ writers: 'compatible', readers: 'compatible' }),
    message: (subject, { status, coveredBy }) =>
      `${subject} no longer describes ${statusText(status)}, which ${quote(coveredBy)} covers.`,
  }),
  'success-status-removed': row<{ readonly status: string }>({
    effects: affects({ writers: 'breaking', readers: 'breaking' }),
    message: (subject, { status }) => `${subject} no longer returns ${statusText(status)}.`,
  }),
  'status-removed': row<{ readonly status: string }>({
    effects: affects({ writers: 'breaking', readers: 'compatible' }),
    message: (subject, { status }) => `${subject} no longer returns ${statusText(status)}.`,
  }),
  'reply-body-added': row<{ readonly mediaType: string }>({
    effects: affects({ writers: 'breaking', readers: 'compatible' }),
    message: (subject, { mediaType }) => `${subject} was empty and now has a ${quote(mediaType)} body.`,
  }),
  'reply-body-removed': row<{ readonly mediaType: string }>({
    effects: affects({ writers: 'compatible', readers: 'breaking' }),
    message: (subject, { mediaType }) => `${subject} was ${quote(mediaType)} and is now empty.`,
  }),
  'reply-media-type-added': row<{ readonly mediaType: string }>({
    effects: affects({ writers: 'compatible', readers: 'risky' }),
    message: (subject, { mediaType }) => `${subject} may also be ${quote(mediaType)}.`,
  }),
  'reply-media-type-removed': row<{ readonly mediaType: string }>({
    effects: affects({ writers: 'breaking', readers: 'breaking' }),
    message: (subject, { mediaType }) => `${subject} is no longer ${quote(mediaType)}.`,
  }),
  'header-added': row({
    effects: affects({ writers: 'compatible', readers: 'compatible' }),
    message: (subject) => `The optional header ${subject} was added.`,
  }),
  'required-header-added': row({
    effects: affects({ writers: 'breaking', readers: 'compatible' }),
    message: (subject) => `The required header ${subject} was added.`,
  }),
  'header-removed': row({
    effects: affects({ writers: 'compatible', readers: 'risky' }),
    message: (subject) => `The optional header ${subject} was removed.`,
  }),
  'required-header-removed': row({
    effects: affects({ writers: 'compatible', readers: 'breaking' }),
    message: (subject) => `The required header ${subject} was removed.`,
  }),
  'header-became-required': row({
    effects: affects({ writers: 'breaking', readers: 'compatible' }),
    message: (subject) => `The header ${subject} is now required.`,
  }),
  'header-became-optional': row({
    effects: affects({ writers: 'compatible', readers: 'breaking' }),
    message: (subject) => `The header ${subject} is now optional.`,
  }),

  'error-code-added': row<{ readonly code: string; readonly status: string }>({
    effects: affects({ writers: 'compatible', readers: 'risky' }),
    message: (subject, { code, status }) =>
      `${subject} may fail with the code ${quote(code)} (${quote(status)}).`,
  }),
  'error-code-removed': row<{ readonly code: string; readonly status: string }>({
    effects: affects({ writers: 'compatible', readers: 'compatible' }),
    message: (subject, { code, status }) =>
      `${subject} no longer fails with the code ${quote(code)} (${quote(status)}).`,
  }),
  'error-code-moved': row<Replaced & { readonly code: string }>({
    effects: affects({ writers: 'compatible', readers: 'risky' }),
    message: (subject, { code, from, to }) =>
      `${subject} returns the code ${quote(code)} with status ${to} instead of ${from}.`,
  }),

  'authentication-required': row<{ readonly alternatives: string }>({
    effects: affects({ writers: 'breaking', readers: 'breaking' }),
    message: (subject, { alternatives }) =>
      `${subject} needed no authentication and now requires ${alternatives}.`,
  }),
  'authentication-lifted': row({
    effects: affects({ writers: 'compatible', readers: 'compatible' }),
    message: (subject) => `${subject} no longer requires authentication.`,
  }),
  'security-alternative-added': row<{ readonly alternative: string }>({
    effects: affects({ writers: 'compatible', readers: 'compatible' }),
    message: (subject, { alternative }) => `${subject} also accepts ${alternative}.`,
  }),
  'security-alternative-removed': row<{ readonly alternative: string }>({
    effects: affects({ writers: 'breaking', readers: 'compatible' }),
    message: (subject, { alternative }) => `${subject} no longer accepts ${alternative}.`,
  }),
  'scope-required': row<{ readonly scheme: string; readonly scope: string }>({
    effects: affects({ writers: 'breaking', readers: 'compatible' }),
    message: (subject, { scheme, scope }) =>
      `${subject} now requires the scope ${quote(scope)} of ${quote(scheme)}.`,
  }),
  'scope-lifted': row<{ readonly scheme: string; readonly scope: string }>({
    effects: affects({ writers: 'compatible', readers: 'compatible' }),
    message: (subject, { scheme, scope }) =>
      `${subject} no longer requires the scope ${quote(scope)} of ${quote(scheme)}.`,
  }),
  'security-scheme-added': row({
    effects: affectsAll('compatible'),
    message: (subject) => `The security scheme ${subject} was added.`,
  }),
  'security-scheme-removed': row({
    effects: affectsAll('compatible'),
    message: (subject) =>
      `The security scheme ${subject} was removed; operations that lose it are reported separately.`,
  }),
  'security-scheme-renamed': row<Replaced>({
    effects: affectsAll('compatible'),
    message: (subject, { from }) => `The security scheme ${subject} was named ${quote(from)}.`,
  }),
  'security-scheme-changed': row<{ readonly property: string }>({
    effects: affects({ writers: 'breaking', readers: 'compatible' }),
    message: (subject, { property }) =>
      `The property ${quote(property)} of the security scheme ${subject} changed.`,
  }),

  'server-added': row({
    effects: affectsAll('compatible'),
    message: (subject) => `The server ${subject} was added.`,
  }),
  'server-removed': row({
    effects: affectsAll('risky'),
    message: (subject) => `The server ${subject} was removed.`,
  }),
} as const;

function statusText(status: string): string {
  return status === 'default' ? 'any other status' : `status ${status}`;
}
