/** Stored assets: public ones, private ones with a signed URL, and pages that can be shown as a preview. */
import type { Transaction } from '../../../kernel/transaction/transaction.ts';
import { defineCollection } from '../../../kernel/store/collection.ts';
import { ok, err, type Result } from '../../../kernel/transaction/result.ts';
import { epochMs, hours, type EpochMs, type DurationMs } from '../../../kernel/time/time.ts';
import type { View } from '../../../kernel/store/view.ts';
import { featureGate } from '../identity/feature-gates.ts';
import { findMedium, mediaOrganization } from './media/built-in-media.ts';

/** The input for a new asset. Shape: `id` is for fixtures. */
export type AssetInput = Pick<AssetRecord, 'visibility' | 'body'> &
  Partial<Omit<AssetRecord, 'organizationId' | 'createdAt'>>;

export const assets = defineCollection<AssetRecord>('asset');

/** The content type of an asset whose type is unknown. Source: F-4.3-044. */
export const unknownContentType = 'application/octet-stream';

const contentTypeForm = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?: *; *[\w!#$&^.+-]+=(?:[\w!#$&^.+-]+|"[ !#-~]*"))*$/;
const base64Form = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * Stores an asset of an organization.
 *
 * Errors: CONTENT_TYPE_MALFORMED, ASSET_BODY_MALFORMED for a body with invalid base64.
 */
export function storeAsset(
  tx: Transaction,
  organizationId: string,
  input: AssetInput,
): Result<AssetRecord, NewAssetError> {
  const { contentType = null, encoding = 'utf8', body } = input;
  if (contentType !== null && !contentTypeForm.test(contentType))
    return err({ code: 'CONTENT_TYPE_MALFORMED' });
  if (encoding === 'base64' && (body.length % 4 > 0 || !base64Form.test(body)))
    return err({ code: 'ASSET_BODY_MALFORMED' });
  return ok(
    tx.put(assets, {
      id: input.id ?? tx.nextId('asset'),
      organizationId,
      visibility: input.visibility,
      contentType,
      body,
      encoding,
      preview: input.preview ?? false,
      previewEndsAt: input.previewEndsAt ?? null,
      storageDomain: input.storageDomain ?? false,
      createdAt: tx.at,
    }),
  );
}

/**
 * Finds an asset that the service may serve.
 *
 * Errors: ASSET_STORAGE_UNCONFIGURED, ASSET_NOT_FOUND, STORAGE_DOMAIN_REQUIRED. Access to a private asset is
 * decided by the signature.
 */
export function findAsset(
  view: View,
  organizationId: string,
  assetId: string,
): Result<
  AssetRecord,
  AssetErrorOf<'ASSET_STORAGE_UNCONFIGURED' | 'ASSET_NOT_FOUND' | 'STORAGE_DOMAIN_REQUIRED'>
> {
  if (featureGate(view, 'assetStorage') === 'unconfigured')
    return err({ code: 'ASSET_STORAGE_UNCONFIGURED' });
  const isMedium = organizationId === mediaOrganization;
  const asset = isMedium ? findMediaAsset(assetId) : view.get(assets, assetId);
  if (asset?.organizationId !== organizationId) return err({ code: 'ASSET_NOT_FOUND', assetId });
  return asset.storageDomain ? err({ code: 'STORAGE_DOMAIN_REQUIRED' }) : ok(asset);
}

/** Returns one of the media that every world serves. */
function findMediaAsset(id: string): AssetRecord | undefined {
  const medium = findMedium(id);
  return (
    medium && {
      id,
      organizationId: mediaOrganization,
      visibility: 'public',
      ...medium,
      encoding: 'base64',
      preview: false,
      previewEndsAt: null,
      storageDomain: false,
      createdAt: epochMs(0),
    }
  );
}

/**
 * Checks that an asset can be shown as a page at an instant.
 *
 * Errors: ASSET_NOT_PREVIEWABLE when it is not HTML stored for previews; PREVIEW_EXPIRED from its end on.
 * Source: F-4.3-027; assumption A-070.
 */
export function checkPreview(
  asset: AssetRecord,
  at: EpochMs,
): Result<AssetRecord, AssetErrorOf<'ASSET_NOT_PREVIEWABLE' | 'PREVIEW_EXPIRED'>> {
  const contentType = asset.contentType ?? unknownContentType;
  const isPage = contentType.split(';', 1)[0]?.trim().toLowerCase() === 'text/html';
  if (!isPage || !asset.preview) return err({ code: 'ASSET_NOT_PREVIEWABLE', contentType, isPage });
  const isOver = asset.previewEndsAt !== null && asset.previewEndsAt <= at;
  return isOver ? err({ code: 'PREVIEW_EXPIRED' }) : ok(asset);
}

export function assetBytes({ body, encoding }: AssetRecord): Uint8Array {
  if (encoding === 'utf8') return new TextEncoder().encode(body);
  return Uint8Array.from(atob(body), (character) => character.charCodeAt(0));
}

export function assetText(asset: AssetRecord): string {
  return asset.encoding === 'utf8' ? asset.body : new TextDecoder().decode(assetBytes(asset));
}

/**
 * An asset.
 *
 * Shape: `contentType` is null when unknown; `body` is text or base64, according to `encoding`;
 * `previewEndsAt` is null for a preview without an end; with `storageDomain` the service must not serve the asset
 * itself.
 */
export interface AssetRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly visibility: 'public' | 'private';
  readonly contentType: string | null;
  readonly body: string;
  readonly encoding: 'utf8' | 'base64';
  readonly preview: boolean;
  readonly previewEndsAt: EpochMs | null;
  readonly storageDomain: boolean;
  readonly createdAt: EpochMs;
}

export type AssetError =
  | { readonly code: 'ASSET_STORAGE_UNCONFIGURED' }
  | { readonly code: 'ASSET_NOT_FOUND'; readonly assetId: string }
  | { readonly code: 'STORAGE_DOMAIN_REQUIRED' }
  | { readonly code: 'ASSET_ACCESS_DENIED' }
  | { readonly code: 'ASSET_NOT_PREVIEWABLE'; readonly contentType: string; readonly isPage: boolean }
  | { readonly code: 'PREVIEW_EXPIRED' };

export type NewAssetError =
  { readonly code: 'CONTENT_TYPE_MALFORMED' } | { readonly code: 'ASSET_BODY_MALFORMED' };

export type AssetErrorOf<Code extends AssetError['code']> = Extract<AssetError, { readonly code: Code }>;

/** The default lifetime of a signed URL. */
export const signedAddressLife: DurationMs = hours(1);

/**
 * The query of a signed URL.
 *
 * Units: `exp` counts seconds since 1970, in decimal digits.
 * Source: assumption A-072.
 */
export interface SignedQuery {
  readonly sig?: string | undefined;
  readonly exp?: string | undefined;
}

/** Returns the secret for a world's signed URLs; derived from the seed, so that forks and loaded dumps keep it. */
export function addressSecret(seed: number): string {
  return `backlot signed addresses of seed ${seed}`;
}

/** Returns the text to sign for a path, so that neither the path nor the time can be changed. */
export function signedText(path: string, exp: string): string {
  return `GET\n${path}\n${exp}`;
}

/** Returns `exp` for a URL signed at an instant. */
export function expiryFor(at: EpochMs, life: DurationMs): string {
  return String(Math.floor((at + life) / 1000));
}

/** Returns whether `exp` is a time in the future. */
export function isAhead(exp: string, at: EpochMs): boolean {
  return /^[0-9]{1,12}$/.test(exp) && at < Number(exp) * 1000;
}
