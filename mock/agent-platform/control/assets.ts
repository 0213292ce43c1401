/** Storing assets, for tests and users who need an asset to fetch. */
import type { Handlers } from '../../../generated/control-agent-platform/server.ts';
import { storeAsset, signedAddressLife, type NewAssetError } from '../domain/assets/asset.ts';
import { worldOrganization } from '../domain/identity/identity.ts';
import type { ServiceContext } from '../handlers/context.ts';
import { createErrorResponses, invalid, type ErrorTable } from '../../http/error-responses.ts';
import { seconds } from '../../kernel/time/time.ts';
import { assetPath, previewPath, type SignedAddresses } from '../handlers/assets.ts';
import { readInstant } from '../../control/clock.ts';

const table = {
  CONTENT_TYPE_MALFORMED: invalid(() => ({
    message: 'contentType is not a media type',
    code: 'INVALID_FORMAT',
    path: 'contentType',
    suggestion: 'Send one such as text/html or image/png.',
  })),
  ASSET_BODY_MALFORMED: invalid(() => ({
    message: 'body is not base64',
    code: 'INVALID_FORMAT',
    path: 'body',
    suggestion: 'Encode the bytes in base64 with padding, or omit encoding for text.',
  })),
} as const satisfies ErrorTable<NewAssetError>;

const errorResponse = createErrorResponses<NewAssetError, typeof table>(table);

export function createAssetControlHandlers(
  addresses: SignedAddresses,
): Pick<Handlers<ServiceContext>, 'createAsset'> {
  return {
    async createAsset({ body }, { world, baseUrl }) {
      const { expiresAt, signedUrlTtlSeconds, ...fields } = body;
      const previewEndsAt = expiresAt === undefined ? null : readInstant(expiresAt, 'expiresAt');
      const life = signedUrlTtlSeconds === undefined ? signedAddressLife : seconds(signedUrlTtlSeconds);
      const stored = await world.dispatch((tx) =>
        storeAsset(tx, worldOrganization(tx).id, { ...fields, previewEndsAt }),
      );
      if (!stored.ok) return errorResponse(stored.error);
      const asset = stored.value;
      return {
        status: 201,
        body: {
          orgId: asset.organizationId,
          assetId: asset.id,
          url: baseUrl + assetPath(asset),
          signedUrl:
            asset.visibility === 'private' ? baseUrl + (await addresses.sign(world, asset, life)) : null,
          previewUrl: asset.preview ? baseUrl + previewPath(asset) : null,
        },
      };
    },
  };
}
