/**
 * Errors of assets.
 */

/** Everything that can be wrong with storing or fetching an asset. */
export type AssetError =
  | { readonly code: 'ASSET_STORAGE_UNCONFIGURED' }
  | { readonly code: 'ASSET_NOT_FOUND'; readonly assetId: string }
  | { readonly code: 'STORAGE_DOMAIN_REQUIRED' }
  | { readonly code: 'ASSET_ACCESS_DENIED' }
  | { readonly code: 'ASSET_NOT_PREVIEWABLE'; readonly contentType: string; readonly isPage: boolean }
  | { readonly code: 'PREVIEW_EXPIRED' };

/** What is wrong with an asset that is to be stored. */
export type NewAssetError =
  { readonly code: 'CONTENT_TYPE_MALFORMED' } | { readonly code: 'ASSET_BODY_MALFORMED' };

/** The errors of some codes. */
export type AssetErrorOf<Code extends AssetError['code']> = Extract<AssetError, { readonly code: Code }>;
