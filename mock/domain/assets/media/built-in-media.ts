/**
 * The media that every world serves as public assets of the organization `mock`, for scenarios to show.
 */
import { base64, speak } from '../speech.ts';
import { epochMs } from '../../../kernel/time/time.ts';
import type { AssetRecord } from '../asset.ts';
import { writePdf } from './pdf.ts';
import { drawChart, drawMovingParcel } from './pictures.ts';

/** The organization whose assets they are. It exists in no fixture. */
export const mediaOrganization = 'mock';

interface Medium {
  readonly contentType: string;
  readonly content: () => Uint8Array;
}

const media: Readonly<Record<string, Medium>> = {
  'chart.png': { contentType: 'image/png', content: drawChart },
  'parcel.png': { contentType: 'image/png', content: drawMovingParcel },
  'greeting.wav': {
    contentType: 'audio/wav',
    content: () => speak('Your parcel arrives tomorrow.', '').wav,
  },
  'return-label.pdf': {
    contentType: 'application/pdf',
    content: () =>
      new TextEncoder().encode(
        writePdf(['Return label', 'Order order_1042', 'Backlot Studio, Western Street 4, Bergen']),
      ),
  },
};

const cache = new Map<string, AssetRecord>();

/** Finds one of the media by its file name. */
export function findMedium(name: string): AssetRecord | undefined {
  const medium = Object.hasOwn(media, name) ? media[name] : undefined;
  const asset = cache.get(name) ?? (medium && encode(name, medium));
  if (asset !== undefined) cache.set(name, asset);
  return asset;
}

/** Returns the path of one of the media, relative to its world. */
export function mediumPath(name: string): string {
  return `/v1/assets/${mediaOrganization}/${name}`;
}

/** Returns one of the media in base64. Errors: throws for an unknown name. */
export function mediumData(name: string): string {
  const asset = findMedium(name);
  if (asset === undefined) throw new Error(`There is no medium ${name}.`);
  return asset.body;
}

function encode(id: string, { contentType, content }: Medium): AssetRecord {
  return {
    id,
    organizationId: mediaOrganization,
    visibility: 'public',
    contentType,
    body: base64(content()),
    encoding: 'base64',
    preview: false,
    previewEndsAt: null,
    storageDomain: false,
    createdAt: epochMs(0),
  };
}
