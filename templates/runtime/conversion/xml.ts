/** Parses and writes bodies of XML with the library that the user passes to the client. */
import type { BodyWriter } from '../client/call.ts';
import { missingCodec, type XmlCodec } from '../media-type.ts';

/** Writes XML. Errors: throws RangeError without a library. */
export const writeXml: BodyWriter = (body, contentType, xml) => {
  if (xml === undefined) throw new RangeError(missingCodec('createClient'));
  return { content: xml.write(body), contentType, isRepeatable: true };
};

/** Parses the text of a body. */
export type BodyParser = (text: string, wrap?: undefined, xml?: XmlCodec) => unknown;

/** Parses XML. Errors: throws RangeError without a library, and for broken XML. */
export const parseXml: BodyParser = (text, _wrap, xml) => {
  if (xml === undefined) throw new RangeError(missingCodec('createClient'));
  try {
    return xml.parse(text);
  } catch (error) {
    throw new RangeError('it is not well-formed XML', { cause: error });
  }
};

/** Creates a parser of XML whose values `parse` converts, as it does for JSON. */
export function xmlParser(parse: (text: string) => unknown): BodyParser {
  return (text, wrap, xml) => parse(JSON.stringify(parseXml(text, wrap, xml)));
}
