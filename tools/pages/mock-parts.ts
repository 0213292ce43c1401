/**
 * The generated parts of the page about errors of the mock. Each table has a row for every value of a union, so that a
 * new value does not compile without its row.
 */
import { LISTEN_ERRORS } from '../../cli/serving/listening.ts';
import type { UndeclaredReason } from '../../mock/http/undeclared.ts';
import type { ProblemCode } from '../../templates/runtime/problem-rows.ts';
import { writeTable } from '../table.ts';

interface Meaning {
  readonly status: string;
  readonly cause: string;
  readonly fix: string;
}

const outside: Readonly<Record<UndeclaredReason, Meaning>> = {
  'unknown-world': {
    status: '404',
    cause: 'The path begins with `/w/…`, but the world does not exist.',
    fix: 'Create it with `POST /_mock/worlds`, or omit `/w/…` to use the world `default`.',
  },
  'unknown-route': {
    status: '404',
    cause: 'The contract does not have this path.',
    fix: 'Compare the path with the contract.',
  },
  'method-not-allowed': {
    status: '405',
    cause: 'The path does not have this method.',
    fix: 'Use a method listed in `Allow`.',
  },
  options: {
    status: '204',
    cause: 'A request with the method `OPTIONS`, which no operation declares.',
    fix: 'Nothing.',
  },
  console: {
    status: '200, 302',
    cause:
      'A page or a file of the console, or the redirect of a browser to it. It is not part of the contract.',
    fix: 'Nothing.',
  },
  'landing-page': {
    status: '200',
    cause: 'The landing page at the root of a world. It is not part of the contract.',
    fix: 'Nothing.',
  },
  favicon: {
    status: '204',
    cause: 'A browser requested an icon. The mock has none.',
    fix: 'Nothing.',
  },
  jwks: {
    status: '200',
    cause: 'The keys of the identity provider. They are not part of the contract.',
    fix: 'Nothing.',
  },
  'contract-document': {
    status: '200',
    cause: 'An API description, such as `/openapi.json`. It is not part of the contract.',
    fix: 'Nothing.',
  },
  'preference-refused': {
    status: '400',
    cause: 'A preference in the header `Prefer` is unknown, or not available for the operation.',
    fix: 'Use a value listed in the message.',
  },
  unauthorized: {
    status: '401',
    cause: 'The operation requires a credential and declares no 401.',
    fix: 'Send one of the keys printed when the mock starts.',
  },
  'insufficient-scope': {
    status: '403',
    cause: 'The key lacks a permission, and the operation declares no 403.',
    fix: 'Use `rt_live_dev`, or create a key with the scope.',
  },
  'body-too-large': {
    status: '413',
    cause: 'The body is longer than the limit.',
    fix: 'Shorten the body; the message has the limit.',
  },
  'request-refused': {
    status: '400',
    cause: 'The request is invalid, and the operation declares no 400.',
    fix: 'Correct the values listed in `details`. Without `details` the request is not valid HTTP.',
  },
  sampled: {
    status: 'as declared',
    cause:
      'The contract is newer than the mock: there is no handler for the operation, or its response lacks a property. The missing values are samples of the contract.',
    fix: 'Implement it in `mock/`. The journal lists the sampled properties.',
  },
  'injected-fault': {
    status: 'any',
    cause: 'An injected fault changed the response.',
    fix: 'Remove faults with `DELETE /_mock/faults`.',
  },
  'control-access': {
    status: '403',
    cause: 'The control API was called from another computer, or by a page of another site.',
    fix: 'Start the mock with `--control-token` or `--allow-origin`, as the message says.',
  },
  'host-refused': {
    status: '403',
    cause: 'The mock listens on a loopback address but was called by another host name.',
    fix: 'Use `127.0.0.1` or `localhost`, or start the mock with `--allow-host` and the name.',
  },
  'origin-refused': {
    status: '403',
    cause: 'A page of another site sent a preflight request or a request that changes state.',
    fix: 'Start the mock with `--allow-origin` and the origin of the page.',
  },
  'reply-violation': {
    status: '500; of another API its own',
    cause:
      'The response violates the contract, because of a bug in the mock or in a scenario, or because no value fits its schema.',
    fix: 'Correct the scenario or the schema at the pointer in the message, or report the bug.',
  },
  'log-unavailable': {
    status: '503',
    cause:
      'The log of the mock (`--data` or `--redis`) cannot store or return anything now. Nothing was changed.',
    fix: 'Repeat the request after the seconds in `Retry-After`. The message and the log of the mock contain the reason.',
  },
  'world-unreadable': {
    status: '500',
    cause:
      'A stored world or snapshot is damaged, or was written by an incompatible version. Other worlds work.',
    fix: 'Follow the message, or delete the world.',
  },
  'internal-error': {
    status: '500',
    cause: 'A bug in the mock.',
    fix: 'Report the bug with the error in the log.',
  },
};

const details: Readonly<Record<ProblemCode, string>> = {
  MISSING_REQUIRED_FIELD: 'A required property or parameter is missing.',
  UNKNOWN_FIELD: 'The property is unknown. `suggestion` has a similar name.',
  INVALID_TYPE: 'The value has the wrong type.',
  INVALID_ENUM: 'The value is not one of the allowed values.',
  INVALID_FORMAT: 'The string does not match the format or pattern, such as a date or a URL.',
  INVALID_VALUE: 'The value violates another rule; the message has details.',
  TOO_SHORT: 'The string is too short.',
  TOO_LONG: 'The string is too long.',
  TOO_SMALL: 'The number is too small.',
  TOO_LARGE: 'The number is too large.',
  TOO_FEW: 'The list or object has too few items.',
  TOO_MANY: 'The list or object has too many items.',
  DUPLICATE_PARAMETER: 'A parameter with a single value was sent more than once.',
};

/** Writes the table of the values of `Backlot-Outside-Contract`. */
export function outsidePart(): string {
  return writeTable(
    ['value', 'status', 'cause', 'fix'],
    Object.entries(outside).map(([reason, { status, cause, fix }]) => [`\`${reason}\``, status, cause, fix]),
  );
}

/** Writes the table of codes in `details`. */
export function detailsPart(): string {
  return writeTable(
    ['code', 'meaning'],
    Object.entries(details).map(([code, meaning]) => [`\`${code}\``, meaning]),
  );
}

/** Writes the table of errors of starting a server. */
export function startPart(): string {
  return writeTable(
    ['code', 'message'],
    Object.entries(LISTEN_ERRORS).map(([code, message]) => [
      `\`${code}\``,
      `Can't listen on HOST:PORT: ${message}`,
    ]),
  );
}
