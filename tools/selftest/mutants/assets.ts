/** Faults of stored assets and their previews. */
import { mapResponse } from '../mutations/response-mutations.ts';
import type { RequestMatcher } from '../mutations/request-matcher.ts';
import { createFault, type Fault, type FaultRow } from '../faults/fault.ts';
import { omitHeader, rejectAll, returnStatus, sendHeader } from '../faults/response-faults.ts';

const asset = 'getAsset';
const preview = 'getAssetPreview';

export const assetMutants: readonly FaultRow[] = [
  ['ASSET01', encodeTwice()],
  ['ASSET02', sendHeader({ operation: asset, status: 200 }, 'content-type', 'text/html')],
  ['ASSET03', serveAnyway({ operation: asset, status: 403 })],
  ['ASSET04', rejectAll({ operation: asset, query: /[?&]sig=/ }, 403)],
  ['ASSET05', serveAnyway({ operation: asset, status: 403, query: /[?&]sig=/ })],
  ['ASSET06', serveAnyway({ operation: asset, status: 403, query: /^\?exp=[^&]*$/ })],
  ['ASSET07', serveAnyway({ operation: asset, status: 403, query: /[?&]exp=/ })],
  ['ASSET08', serveAnyway({ operation: preview, status: 403 })],
  ['ASSET09', returnStatus([asset, preview], 503, 404)],
  ['ASSET10', sendHeader({ operation: preview, status: 200 }, 'content-disposition', 'attachment')],
  ['ASSET11', omitHeader({ operation: preview, status: 200 }, 'content-security-policy')],
  ['ASSET12', returnStatus(preview, 410, 404)],
  ['ASSET13', serveAnyway({ operation: preview, status: 415 })],
];

/** Encodes the bytes of an asset as UTF-8 a second time. */
function encodeTwice(): Fault {
  const mutation = mapResponse({ operation: asset, status: 200 }, (response) =>
    response.body.kind === 'bytes'
      ? { ...response, body: { kind: 'text', text: Buffer.from(response.body.bytes).toString('latin1') } }
      : response,
  );
  return createFault('encodes bytes twice', asset, mutation);
}

function serveAnyway(where: RequestMatcher): Fault {
  const mutation = mapResponse(where, () => ({
    status: 200,
    headers: { 'content-type': 'text/html', 'content-security-policy': "default-src 'none'; sandbox" },
    body: { kind: 'text', text: 'Stored by a check\n' },
  }));
  return createFault('serves an asset for errors', where, mutation);
}
