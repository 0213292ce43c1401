/** The files that downloads respond with until a client has uploaded one: small, valid files of common media types. */
import type { LoadSamples } from '../../contract/contract.ts';
import { coversMediaType, isMediaRange, mediaTypeOf } from '../../templates/runtime/media-type.ts';
import type { ResponseSpec } from '../../templates/runtime/operation-spec.ts';
import type { ResponseSample } from '../../templates/runtime/testing/sample.ts';

const pdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>> endobj
xref
0 4
0000000000 65535 f${' '}
0000000009 00000 n${' '}
0000000053 00000 n${' '}
0000000103 00000 n${' '}
trailer<</Size 4/Root 1 0 R>>
startxref
167
%%EOF
`;

/** Shape: the files are encoded as base64. */
const files: Readonly<Record<string, { readonly extension: string; readonly base64: string }>> = {
  'application/pdf': { extension: 'pdf', base64: btoa(pdf) },
  'image/png': {
    extension: 'png',
    base64:
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  },
  'image/jpeg': {
    extension: 'jpg',
    base64: `/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP${'/'.repeat(86)}wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=`,
  },
  'image/gif': {
    extension: 'gif',
    base64: 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
  },
  'image/svg+xml': {
    extension: 'svg',
    base64: btoa('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'),
  },
  'application/zip': { extension: 'zip', base64: btoa(`PK\x05\x06${'\0'.repeat(18)}`) },
  'audio/wav': { extension: 'wav', base64: 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=' },
  'video/mp4': { extension: 'mp4', base64: btoa('\0\0\0\x18ftypmp42\0\0\0\0mp42isom') },
  'text/plain': { extension: 'txt', base64: btoa('Sample file\n') },
};

const ANY = { extension: 'bin', base64: btoa('Sample file\n') };

/**
 * Returns the example of a file, else a small file of its media type. Shape: an example that is not a string is written
 * as JSON.
 */
export function sampleFile({ examples, mediaType }: ResponseSpec): Uint8Array {
  const [example] = examples;
  if (example !== undefined) return bytesOfBody(example.value);
  const { base64 } = files[mediaTypeOf(fileType(mediaType)) ?? ''] ?? ANY;
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** Returns the media type of a file. Shape: for a range, that of the first file in it. */
export function fileType(declared: string | null): string {
  if (declared !== null && !isMediaRange(declared)) return declared;
  const isWhole = declared === null || declared === '*/*';
  const covered = isWhole ? undefined : Object.keys(files).find((each) => coversMediaType(declared, each));
  return covered ?? 'application/octet-stream';
}

/** Returns a body as bytes. Shape: strings in UTF-8, any other value as JSON. */
export function bytesOfBody(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body;
  return new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body ?? ''));
}

/** Returns the sample of a response with a file, and with the file name if the response declares one. */
export async function withFile(
  load: LoadSamples,
  sample: ResponseSample,
  declared: ResponseSpec,
): Promise<ResponseSample> {
  const contentType = fileType(declared.mediaType);
  const header = declared.headers.find(({ name }) => name.toLowerCase() === 'content-disposition');
  if (header === undefined) return { ...sample, contentType, body: sampleFile(declared) };
  const shown: unknown = ((await load()).samples as Readonly<Record<string, unknown>>)[header.check.name];
  const { extension } = files[mediaTypeOf(contentType) ?? ''] ?? ANY;
  const isShown = typeof shown === 'string' && /^(?:attachment|inline)\b/i.test(shown);
  const disposition = isShown ? shown : `attachment; filename="file.${extension}"`;
  const headers = header.check.check(disposition)
    ? { ...sample.headers, [header.name]: disposition }
    : sample.headers;
  return { ...sample, contentType, headers, body: sampleFile(declared) };
}
