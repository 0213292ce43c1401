/** Classifies the bodies of an operation by how they are serialized. */
import { isXmlMediaType } from '../../templates/runtime/media-type.ts';
import type { Body, BodyContent, ResponseContent, ResponseStatus } from '../model/contract-model.ts';

/** Returns the default media type of a body; a range of text or JSON has a concrete default. */
export function defaultMediaType({ mediaType, kind }: Pick<BodyContent, 'mediaType' | 'kind'>): string {
  if (kind === 'bytes' || !mediaType.includes('*') || mediaType.includes('+')) return mediaType;
  if (kind === 'json') return 'application/json';
  return mediaType === '*/*' || mediaType === 'text/*' ? 'text/plain' : mediaType;
}

/** Lists the media types of a body, JSON first. */
export function sortedContent(body: Body | null): readonly BodyContent[] {
  return (body?.content ?? []).toSorted(
    (one, other) => Number(isPlainJson(other)) - Number(isPlainJson(one)),
  );
}

export function bodyKindOf({
  kind,
  mediaType,
}: Pick<BodyContent, 'kind' | 'mediaType'>): 'json' | 'text' | 'bytes' | 'form' | 'multipart' {
  const essence = (mediaType.split(';')[0] ?? '').trim().toLowerCase();
  if (essence === 'application/x-www-form-urlencoded') return 'form';
  return essence === 'multipart/form-data' ? 'multipart' : kind;
}

/** Returns whether a body has the values of a schema, in JSON. */
export function isPlainJson(content: Content): boolean {
  return content.kind === 'json' && !isXml(content);
}

/** Returns whether a body has the values of a schema, in XML. */
export function isXml(content: Content): boolean {
  return content.kind === 'json' && isXmlMediaType(content.mediaType);
}

/** Returns whether a declared status is in a declared range of statuses. */
export function isInRange(status: ResponseStatus, range: ResponseStatus): boolean {
  return range === 'default' || String(status)[0] === String(range)[0];
}

type Content = ResponseContent | BodyContent;
