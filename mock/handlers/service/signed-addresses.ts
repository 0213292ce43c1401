/**
 * Addresses of assets, plain and signed, and whether a request shows a good signature.
 */
import type { AssetRecord } from '../../domain/assets/asset.ts';
import { addressSecret, expiryFor, isAhead, signedText } from '../../domain/assets/signed-url.ts';
import type { SignedQuery } from '../../domain/assets/signed-url.ts';
import type { Signer } from '../../kernel/signer.ts';
import type { DurationMs } from '../../kernel/time/units.ts';
import type { World } from '../../kernel/world/world.ts';

/** Signs the addresses of assets and checks them. */
export interface SignedAddresses {
  /** Gives the path of an asset with a signature that is good for a while. */
  sign(world: World, asset: AssetRecord, life: DurationMs): Promise<string>;
  /** Tells whether the query of a request is a signature for this asset that has not run out. */
  isGood(world: World, asset: AssetRecord, query: SignedQuery): Promise<boolean>;
}

/** Makes the signing of addresses; each world has a secret of its own. */
export function createSignedAddresses(signer: Signer): SignedAddresses {
  return {
    async sign(world, asset, life) {
      const path = assetPath(asset);
      const exp = expiryFor(world.now, life);
      const sig = await signer.sign(addressSecret(world.origin.seed), signedText(path, exp));
      return `${path}?sig=${sig}&exp=${exp}`;
    },

    async isGood(world, asset, { sig, exp }) {
      if (sig === undefined || exp === undefined || !isAhead(exp, world.now)) return false;
      return signer.verify(addressSecret(world.origin.seed), signedText(assetPath(asset), exp), sig);
    },
  };
}

/** Gives the path at which an asset is served, relative to its world. */
export function assetPath({ organizationId, id }: AssetRecord): string {
  return `/v1/assets/${encodeURIComponent(organizationId)}/${encodeURIComponent(id)}`;
}

/** Gives the path at which the preview of an asset is shown, relative to its world. */
export function previewPath({ organizationId, id }: AssetRecord): string {
  return `/v1/assets/preview/${encodeURIComponent(organizationId)}/${encodeURIComponent(id)}`;
}
