/** Checks of the operations that browsers call: cross-origin requests and their preflights. */
import { isObject } from '../../../../templates/runtime/json/value.ts';
import { allOperations } from '../../contract.ts';
import { isMissingStatus, isOptional } from '../../../model/operations.ts';
import type { ContractOperation } from '../../../../contract/operations.ts';
import { needsCredential } from '../../../requests/access-cases.ts';
import { defineCheck, relyOnPractice } from '../define-check.ts';
import type { CheckContext, ScenarioCheck } from '../scenario-check.ts';

const standard = relyOnPractice(
  'Fetch standard: a page reads a response of another origin only if it allows that.',
);

export const browserChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'CORS01',
    title: 'A preflight of a client operation is answered.',
    description:
      'Sends OPTIONS with the origin of the client session to each operation that browsers call, and reads what is allowed. Where other operations allow the origin too, they must allow their method and credential.',
    rationale: 'Without it no page can open a chat.',
    profiles: [],
    basis: standard,
    run: sendPreflights,
  }),
  defineCheck({
    id: 'CORS02',
    title: 'A response of a client operation can be read by its page.',
    description: 'Calls each operation that browsers call with the origin of the client session.',
    rationale: 'The browser would hide the response, errors included, from the page.',
    profiles: [],
    basis: standard,
    run: readResponses,
  }),
  defineCheck({
    id: 'CORS03',
    title: 'Every origin is not allowed together with credentials.',
    description: 'Reads the headers of a list of agents that is requested with a foreign origin.',
    rationale: 'Any web page could act for a person who is signed in.',
    basis: standard,
    run: readForeign,
  }),
];

/** The operations that browsers call: those with a client session. */
const clientOperations = allOperations.filter(({ extensions }) => {
  const auth = extensions['x-auth'];
  return isObject(auth) && (auth['kind'] === 'client-session' || auth['kind'] === 'client-token');
});

async function headersOf(
  context: CheckContext,
  { path }: Pick<ContractOperation, 'path'>,
  method: string,
  headers: Readonly<Record<string, string>>,
  profile: string | null = null,
): Promise<{ readonly status: number; readonly headers: Readonly<Record<string, string>> }> {
  const isPosted = method === 'POST';
  const { response } = await context.send({
    method,
    path,
    headers: [
      ...Object.entries(headers),
      ...(isPosted ? [['content-type', 'application/json'] as const] : []),
    ],
    body: isPosted ? '{}' : null,
    profile,
  });
  return { status: response?.status ?? 0, headers: response?.headers ?? {} };
}

/** Returns the origin of the client session. Skips the check without one: other pages may be rejected. */
function originOf(context: CheckContext): string {
  return context.environment.clientSession?.origin ?? context.skip('Set clientSession with an origin.');
}

function isAllowed(headers: Readonly<Record<string, string>>, origin: string): boolean {
  const allowed = headers['access-control-allow-origin'];
  return allowed === '*' || allowed === origin;
}

async function sendPreflights(context: CheckContext): Promise<void> {
  const origin = originOf(context);
  for (const operation of clientOperations) {
    const { status, headers } = await headersOf(context, operation, 'OPTIONS', {
      origin,
      'access-control-request-method': operation.method,
      'access-control-request-headers': 'content-type',
    });
    if (isOptional(operation) && isMissingStatus(status)) continue;
    context.note(
      status >= 200 && status < 300 && isAllowed(headers, origin),
      `The preflight of ${operation.id} returned ${status} and does not allow its origin.`,
      'header Access-Control-Allow-Origin',
    );
    context.note(
      status >= 300 || allows(headers, 'headers', 'content-type'),
      `The preflight of ${operation.id} does not allow a content type.`,
      'header Access-Control-Allow-Headers',
    );
  }
  await sendOtherPreflights(context, origin);
}

/** Returns whether a header of a preflight allows a value. Shape: a header allows everything with `*`. */
function allows(headers: Readonly<Record<string, string>>, name: string, value: string): boolean {
  const written = (headers[`access-control-allow-${name}`] ?? '').toLowerCase();
  const allowed = written.split(',').map((each) => each.trim());
  return allowed.includes(value) || (allowed.includes('*') && value !== 'authorization');
}

/** Sends one preflight for each method, since a service without pages need not allow any. */
async function sendOtherPreflights(context: CheckContext, origin: string): Promise<void> {
  const others = allOperations.filter(
    (operation) => needsCredential(operation) && !isOptional(operation) && operation.stream === null,
  );
  const byMethod = new Map(others.map((operation) => [operation.method, operation]));
  for (const operation of byMethod.values()) {
    const path = operation.path.replaceAll(/[{}]/g, '');
    const { status, headers } = await headersOf(context, { path }, 'OPTIONS', {
      origin,
      'access-control-request-method': operation.method,
      'access-control-request-headers': 'authorization',
    });
    if (status < 200 || status >= 300 || !isAllowed(headers, origin)) continue;
    context.note(
      allows(headers, 'headers', 'authorization'),
      `The preflight of ${operation.id} does not allow its credential.`,
      'header Access-Control-Allow-Headers',
    );
    context.note(
      ['GET', 'HEAD', 'POST'].includes(operation.method) ||
        allows(headers, 'methods', operation.method.toLowerCase()),
      `The preflight of ${operation.id} does not allow ${operation.method}.`,
      'header Access-Control-Allow-Methods',
    );
  }
}

async function readResponses(context: CheckContext): Promise<void> {
  const origin = originOf(context);
  for (const operation of clientOperations) {
    const { status, headers } = await headersOf(context, operation, operation.method, { origin });
    if (isOptional(operation) && isMissingStatus(status)) continue;
    context.note(
      status === 0 || isAllowed(headers, origin),
      `A ${status} of ${operation.id} can't be read by its page: it does not allow the origin.`,
      'header Access-Control-Allow-Origin',
    );
    context.note(
      headers['access-control-allow-credentials'] !== 'true' ||
        headers['access-control-allow-origin'] !== '*',
      `A ${status} of ${operation.id} allows every origin together with credentials, which browsers reject.`,
      'header Access-Control-Allow-Credentials',
    );
  }
}

async function readForeign(context: CheckContext): Promise<void> {
  const origin = 'https://attacker.test';
  const { headers } = await headersOf(context, { path: '/v1/agents' }, 'GET', { origin }, 'full');
  const allowed = headers['access-control-allow-origin'];
  context.expect(
    headers['access-control-allow-credentials'] !== 'true' || (allowed !== '*' && allowed !== origin),
    'The response to a foreign page allows it to send the credentials of its visitor.',
    'header Access-Control-Allow-Credentials',
  );
}
