/** Stores assets for scenario checks, and fetches them. */
import type { StoreAssetOptions, StoredAsset } from '../../driver/abilities.ts';
import type { Exchange, RecordedResponse } from '../../../model/exchange.ts';
import type { CheckContext } from '../scenario-check.ts';

/** Stores an asset. */
export function store(
  { abilities }: CheckContext,
  wish: Partial<StoreAssetOptions> = {},
): Promise<StoredAsset> {
  return abilities.storeAsset({ visibility: 'public', body: 'Stored by a check\n', ...wish });
}

/** What identifies an asset. */
export type AssetAddress = Pick<StoredAsset, 'orgId' | 'assetId'>;

/** Returns the path of an asset. */
export function pathOf({ orgId, assetId }: AssetAddress): string {
  return `/v1/assets/${encodeURIComponent(orgId)}/${encodeURIComponent(assetId)}`;
}

/** Returns the path of its preview. */
export function previewPathOf({ orgId, assetId }: AssetAddress): string {
  return `/v1/assets/preview/${encodeURIComponent(orgId)}/${encodeURIComponent(assetId)}`;
}

/** Returns the signed path of a private asset. Skips the check if the driver returns none. */
export function signedPathOf(context: CheckContext, asset: StoredAsset): string {
  const { signedUrl } = asset;
  if (signedUrl === null) return context.skip('The driver returns no signed address of a private asset.');
  context.keepSecret('signature', new URL(signedUrl).searchParams.get('sig') ?? signedUrl);
  return pathOf(asset) + new URL(signedUrl).search;
}

/** Returns a signed path with one query parameter changed, or removed if `change` returns `null`. */
export function changedPath(path: string, name: string, change: (value: string) => string | null): string {
  const [bare = '', text = ''] = path.split('?');
  const query = new URLSearchParams(text);
  const changed = change(query.get(name) ?? '');
  if (changed === null) query.delete(name);
  else query.set(name, changed);
  return `${bare}?${query.toString()}`;
}

/** Fetches a path without any credential. */
export async function fetchOpenly(context: CheckContext, path: string): Promise<RecordedResponse> {
  const exchange: Exchange = await context.send({
    method: 'GET',
    path,
    headers: [],
    body: null,
    profile: null,
  });
  const { response, failure } = exchange;
  context.expect(response !== null, `No response was received: ${failure ?? 'the connection failed'}`);
  return response;
}

/** Returns the text of a response; `null` for other bodies. */
export function textIn({ body }: RecordedResponse): string | null {
  return body.kind === 'text' || body.kind === 'json' ? body.text : null;
}

/** Returns the media type of a response, without parameters; `null` if it has none. */
export function mediaTypeIn({ headers }: RecordedResponse): string | null {
  return headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? null;
}
