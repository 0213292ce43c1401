/**
 * What the mock keeps of an asset. Types only.
 */
import type { EpochMs } from '../../kernel/time/units.ts';

/**
 * An asset.
 *
 * Shape: `contentType` is null when nothing is known about it; `body` is text, or bytes in base64, as `encoding` says;
 * `previewEndsAt` is null for a preview without an end; with `storageDomain` the service must not serve it itself.
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
