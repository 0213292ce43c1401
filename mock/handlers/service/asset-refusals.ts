/**
 * How refusals about assets look on the wire.
 */
import type { AssetError } from '../../domain/assets/errors.ts';
import { createRefusals } from '../../http/error-responses.ts';
import type { ErrorTable } from '../../http/error-responses.ts';

const table = {
  ASSET_STORAGE_UNCONFIGURED: { status: 503, error: 'Asset storage is not configured' },
  ASSET_NOT_FOUND: { status: 404, error: 'Asset not found' },
  STORAGE_DOMAIN_REQUIRED: { status: 403, error: 'This asset must be fetched from the storage domain' },
  ASSET_ACCESS_DENIED: { status: 403, error: 'Access denied' },
  ASSET_NOT_PREVIEWABLE: {
    status: 415,
    error: ({ contentType, isPage }) =>
      isPage ? 'This asset was not stored for previewing' : `Unsupported content type ${contentType}`,
  },
  PREVIEW_EXPIRED: { status: 410, error: 'Preview expired' },
} as const satisfies ErrorTable<AssetError>;

/** Ends a handler with the response for a refusal about assets. */
export const assetRefusal = createRefusals<AssetError, typeof table>(table);
