/**
 * Says what the mock means by its own refusals. Each table has a row for every member of a union of the mock, so that a
 * new one does not compile without its row.
 */
import { LISTEN_ERRORS } from '../../cli/listening.ts';
import type { UndeclaredReason } from '../../mock/http/undeclared.ts';
import type { ProblemCode } from '../../templates/runtime/problem-code.ts';
import { writeTable } from './table.ts';

interface Meaning {
  readonly status: string;
  readonly cause: string;
  readonly fix: string;
}

const outside: Readonly<Record<UndeclaredReason, Meaning>> = {
  'unknown-world': {
    status: '404',
    cause: 'The address begins with `/w/…`, and there is no such world.',
    fix: 'Make it with `POST /_mock/worlds`, or leave `/w/…` out for the world `default`.',
  },
  'unknown-route': {
    status: '404',
    cause: 'The contract has no such path.',
    fix: 'Compare the path with the contract; below `/v1` every operation of it is served.',
  },
  'method-not-allowed': {
    status: '405',
    cause: 'The path has no such method.',
    fix: 'Use one of those that `Allow` lists.',
  },
  options: {
    status: '204',
    cause: 'Somebody asked which methods a path has. No operation answers that.',
    fix: 'Nothing.',
  },
  'landing-page': {
    status: '200',
    cause: 'The root of a world was asked for, which is no operation of the service.',
    fix: 'Nothing.',
  },
  favicon: {
    status: '204',
    cause: 'A browser asked for the icon of the site. The mock has none.',
    fix: 'Nothing.',
  },
  jwks: {
    status: '200',
    cause: 'The keys of the identity provider were asked for, which is no operation of the service.',
    fix: 'Nothing.',
  },
  'contract-document': {
    status: '200',
    cause: 'The description of the service, such as `/openapi.json`. No operation returns it.',
    fix: 'Nothing.',
  },
  'preference-refused': {
    status: '400',
    cause: 'The header `Prefer` asks for something that is unknown, or that the operation does not declare.',
    fix: 'Use one of the values that the message lists.',
  },
  unauthorized: {
    status: '401',
    cause: 'The operation asks for a credential and declares no 401.',
    fix: 'Send one of the keys that the mock prints when it starts.',
  },
  'insufficient-scope': {
    status: '403',
    cause: 'The key lacks a permission, and the operation declares no 403.',
    fix: 'Use `rt_live_dev`, or give your key the scope.',
  },
  'body-too-large': {
    status: '413',
    cause: 'The body is longer than the mock reads.',
    fix: 'Send less; the message says how much is read.',
  },
  'request-refused': {
    status: '400',
    cause: 'The request does not fit the contract, and the operation declares no 400.',
    fix: 'Correct what `details` lists. Without `details` it was no HTTP.',
  },
  sampled: {
    status: 'as declared',
    cause:
      'The mock does not follow the contract here yet: it has no handler for the operation, or its response lacks a property that the contract requires or has gained. What is missing comes from the samples of the contract.',
    fix: 'Implement it in `mock/`. The journal says what was filled in.',
  },
  'injected-fault': {
    status: 'any',
    cause: 'A fault of yours has changed the answer.',
    fix: 'Take it back with `DELETE /_mock/faults` when it has served.',
  },
  'control-access': {
    status: '403',
    cause: 'The control API is called from another computer or from a page of another site.',
    fix: 'Do what the message says: start with `--control-token`, or with `--allow-origin`.',
  },
  'host-refused': {
    status: '403',
    cause: 'The mock listens on a loopback address and is called by another name.',
    fix: 'Call it by `127.0.0.1` or `localhost`, or start it with `--allow-host` and the name.',
  },
  'origin-refused': {
    status: '403',
    cause: 'A page of another site asks whether it may call, or sends a request that changes something.',
    fix: 'Start the mock with `--allow-origin` and the origin of the page.',
  },
  'reply-violation': {
    status: '500',
    cause: 'The answer would have left the contract, which is a bug of the mock or of a scenario.',
    fix: 'Read the pointer in the message, and correct the scenario or tell us.',
  },
  'internal-error': {
    status: '500',
    cause: 'A bug of the mock.',
    fix: 'Its log has the error; tell us.',
  },
};

const details: Readonly<Record<ProblemCode, string>> = {
  MISSING_REQUIRED_FIELD: 'A required member or parameter is missing.',
  UNKNOWN_FIELD: 'There is no such member. `suggestion` names the one that was probably meant.',
  INVALID_TYPE: 'The value is of another type.',
  INVALID_ENUM: 'The value is none of those that are allowed.',
  INVALID_FORMAT: 'The text does not have the form that is asked for, such as a date or an address.',
  INVALID_VALUE: 'The value breaks another rule, which the message names.',
  TOO_SHORT: 'The text has too few characters.',
  TOO_LONG: 'The text has too many characters.',
  TOO_SMALL: 'The number is too small.',
  TOO_LARGE: 'The number is too large.',
  TOO_FEW: 'The list or the object has too few members.',
  TOO_MANY: 'The list or the object has too many members.',
  DUPLICATE_PARAMETER: 'A parameter that has one value is given more than once.',
};

/** Writes the table of what `Backlot-Outside-Contract` says. */
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

/** Writes why the mock may not start to listen. */
export function startPart(): string {
  return writeTable(
    ['system’s code', 'message'],
    Object.entries(LISTEN_ERRORS).map(([code, message]) => [
      `\`${code}\``,
      `Can't listen on HOST:PORT: ${message}`,
    ]),
  );
}
