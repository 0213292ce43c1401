/**
 * Who may steer the mock. On this computer everyone but pages of other sites, elsewhere who has the control token.
 * The `Host` is checked too: a foreign name that resolves to this computer is how a page gets around its origin.
 */
import type { HttpRequest } from '../../generated/runtime/http.ts';
import { isLoopbackHost } from './addresses.ts';
import { bearerToken } from './bearer.ts';
import type { Cors } from './cors.ts';
import { errorReply, type ErrorReply } from './error-replies.ts';

/**
 * From where a host can be reached: `process` is a call inside this program, `loopback` this computer, `network` any
 * other address.
 */
export type Exposure = 'process' | 'loopback' | 'network';

/**
 * Answers a refusal, or `null` to let a call in.
 *
 * Shape: `needsToken` is false for what everyone may ask on every address.
 */
export type Gate = (request: HttpRequest, exposure: Exposure, needsToken: boolean) => ErrorReply | null;

/** Lets every call in: the gate before the service, whose operations ask for credentials of their own. */
export const openGate: Gate = () => null;

/** Makes the gate before the control API; without a token nobody gets in from the network. */
export function createControlGate(cors: Cors, controlToken: string | null): Gate {
  return (request, exposure, needsToken) => {
    switch (exposure) {
      case 'process':
        return null;
      case 'loopback':
        return refuseForeignHost(request) ?? refuseForeignOrigin(request, cors);
      case 'network':
        return needsToken ? refuseWithoutToken(request, controlToken) : null;
    }
  };
}

function refuseForeignHost(request: HttpRequest): ErrorReply | null {
  const host = request.headers.get('host') ?? '';
  return isLoopbackHost(host)
    ? null
    : refuse(`Host ${host.slice(0, 200)} may not steer this mock. Use its loopback address.`);
}

function refuseForeignOrigin(request: HttpRequest, cors: Cors): ErrorReply | null {
  const origin = request.headers.get('origin');
  if (origin === null || cors.allows(origin)) return null;
  return refuse(`Origin ${origin.slice(0, 200)} may not steer this mock. Allow it with --allow-origin.`);
}

function refuseWithoutToken(request: HttpRequest, controlToken: string | null): ErrorReply | null {
  if (controlToken === null)
    return refuse('The control API is closed on this address. Start the mock with --control-token.');
  const token = bearerToken(request.headers.get('authorization'));
  if (token !== null && isSame(token, controlToken)) return null;
  return refuse('A control token is required on this address. Send it as Authorization Bearer.');
}

function refuse(error: string): ErrorReply {
  return errorReply(403, 'control-access', error);
}

/** Compares without telling by its duration where two secrets differ. */
function isSame(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i % b.length);
  return difference === 0;
}
