/** Follows the addresses in responses. Why only below the base URL: no request may leave the service. */
import type { Exchange } from '../../model/exchange.ts';
import { warning, type CheckTools } from '../../play/play-check.ts';
import { plainShape, propertyAt, returnedLocation } from '../record-schema.ts';
import type { Texts } from '../../requests/request-form.ts';
import type { CreatedRecord } from '../resource-requests.ts';
import type { ResourceSession } from '../resource-session.ts';

/** Reads the address in a response with the same credential; `null` for one that is not below the base URL. */
export async function readAddress(
  tools: CheckTools,
  { request }: Exchange,
  address: string,
): Promise<Exchange | null> {
  const path = pathBelow(tools.baseUrl, request.path, address);
  if (path === null) return null;
  return tools.send({ ...request, method: 'GET', path, headers: [], body: null }, { isExamined: false });
}

/** Returns the path of a URL below the base URL, otherwise `null`. Source: RFC 9110 10.2.2. */
function pathBelow(baseUrl: string, path: string, address: string): string | null {
  if (!URL.canParse(address, baseUrl + path)) return null;
  const { href } = new URL(address, baseUrl + path);
  return href.startsWith(`${baseUrl}/`) ? href.slice(baseUrl.length) : null;
}

/** Returns an address with the names of path parameters instead of their values, which differ from run to run. */
export function templateOf(address: string, path: Texts): string {
  return Object.entries(path).reduce(
    (text, [name, value]) => (value === '' ? text : text.replaceAll(value, `{${name}}`)),
    address,
  );
}

export function isGone({ response }: Exchange): boolean {
  return response?.status === 404 || response?.status === 410;
}

/** Names of properties with an address for another method, or that a client may not have. */
const isOther = /upload|callback|webhook|hook|delete|cancel|edit|next|prev|avatar|image|icon|logo/i;

/** Reads the addresses that the service has written in a new record. */
export async function followAddresses(
  resource: ResourceSession,
  tools: CheckTools,
  { sent, created, exchange, path }: CreatedRecord,
): Promise<void> {
  const location = returnedLocation(resource.operation('create'));
  for (const [name, value] of Object.entries(created)) {
    const at = propertyAt(location, name);
    const shape = at === null ? null : plainShape(at, at.shape);
    const isAddress = shape?.kind === 'string' && /^(?:uri|url)(?:-reference)?$/.test(shape.format ?? '');
    if (!isAddress || typeof value !== 'string' || value === '' || value === sent[name] || isOther.test(name))
      continue;
    const followed = await readAddress(tools, exchange, value);
    const message = `${resource.operation('create').operation.id} returns ${name} ${templateOf(value, path)}, which returns ${followed?.response?.status}.`;
    tools.note(followed === null || !isGone(followed), warning(message, `body.${name}`));
  }
}
