/** Stores assets for scenario checks, and fetches them. */
import type { StoreAssetOptions, StoredAsset } from '../../driver/abilities.ts';
import { describeResponse } from '../call-response.ts';
import type { CheckContext, ReceivedResponse } from '../scenario-check.ts';

export function store(
  { abilities }: CheckContext,
  options: Partial<StoreAssetOptions> = {},
): Promise<StoredAsset> {
  return abilities.storeAsset({ visibility: 'public', body: 'Stored by a check\n', ...options });
}

export type AssetAddress = Pick<StoredAsset, 'orgId' | 'assetId'>;

/** A request of an asset, or of its preview. Shape: `query` has the signature of a private asset; default none. */
export interface AssetRequest extends AssetAddress {
  readonly query?: Readonly<Record<string, string>>;
  readonly isPreview?: boolean;
}

/** Returns the signed request of a private asset. Skips the check if the driver returns none. */
export function signedRequestOf(
  context: CheckContext,
  { orgId, assetId, signedUrl }: StoredAsset,
): Required<Pick<AssetRequest, 'query'>> & AssetRequest {
  if (signedUrl === null) return context.skip('The driver returns no signed URL of a private asset.');
  const { searchParams } = new URL(signedUrl);
  context.keepSecret('signature', searchParams.get('sig') ?? signedUrl);
  return { orgId, assetId, query: Object.fromEntries(searchParams) };
}

/** Fetches an asset or its preview, by default without any credential. Fails the check if there is no response. */
export async function fetchAsset(
  context: CheckContext,
  { orgId, assetId, query = {}, isPreview = false }: AssetRequest,
  profile: string | null = null,
): Promise<ReceivedResponse> {
  const operation = isPreview ? 'getAssetPreview' : 'getAsset';
  const response = await context.call(operation, { path: { orgId, assetId }, query, profile });
  context.expect(response.status !== 0, `No response was received: ${describeResponse(response)}`);
  return response;
}

/** Returns the body of a response if it is text; else `null`. */
export function textIn({ exchange }: ReceivedResponse): string | null {
  const body = exchange.response?.body;
  return body?.kind === 'text' || body?.kind === 'json' ? body.text : null;
}

/** Returns the media type of a response, without parameters; `nothing` if it has none. */
export function mediaTypeIn(response: ReceivedResponse): string {
  return response.header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? 'nothing';
}

/** Notes a problem unless a response has this media type. Shape: `what` is the subject of the sentence. */
export function noteMediaType(
  context: CheckContext,
  response: ReceivedResponse,
  expected: string,
  what: string,
): void {
  const actual = mediaTypeIn(response);
  context.note(
    actual === expected,
    `${what} is served as ${actual} instead of ${expected}.`,
    'header Content-Type',
  );
}
