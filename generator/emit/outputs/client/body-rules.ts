/** Prints how a client writes the bodies of an operation. */
import { isMediaRange } from '../../../../templates/runtime/media-type.ts';
import { bodyKindOf, defaultMediaType, isXml, sortedContent } from '../../../describe/body-kinds.ts';
import type { Body, BodyContent } from '../../../model/contract-model.ts';
import type { ClientNames } from '../../../naming/client-names.ts';
import { type TsText, joinText, ts } from '../../../print/ts-text.ts';
import { printObject, printRule, printString } from '../../../print/print-literal.ts';
import { conversionOf, formSpreadText } from './parameter-rules.ts';
import type { ClientSource } from './source.ts';

/** Prints the body rules, JSON first, since callers most likely have JSON. */
export function bodyRules(body: Body, client: ClientSource): TsText[] {
  const { names } = client;
  return sortedContent(body).flatMap((content) => {
    const check = content.check ?? content.form ?? content.items;
    const conversion = check === null ? null : conversionOf(check, client);
    const write =
      conversion === null ? writerText(content, names) : convertingWriter(content, conversion, names);
    const defaultType = defaultMediaType(content);
    const types = defaultType === content.mediaType ? [defaultType] : [defaultType, content.mediaType];
    return types.map((mediaType) =>
      printRule({ write, mediaType, covers: isMediaRange(mediaType) && names.local('coversMediaType') }),
    );
  });
}

/** Returns the writer of a body that is converted before it is written. */
function convertingWriter(content: BodyContent, conversion: TsText, names: ClientNames): TsText {
  return content.items === null
    ? ts`${names.local('encodingWriter')}(${writerText(content, names)}, ${conversion})`
    : ts`${names.local('itemsWriter')}(${names.local('encoderOf')}(${conversion}))`;
}

const bodyWriters: { readonly [Kind in ReturnType<typeof bodyKindOf>]: string } = {
  json: 'writeJson',
  text: 'writeText',
  bytes: 'writeBytes',
  form: 'writeForm',
  multipart: 'writeMultipart',
};

function writerText(content: BodyContent, names: ClientNames): TsText {
  const kind = bodyKindOf(content);
  if (isXml(content)) return names.local('writeXml');
  if (content.items !== null) return names.local('writeItems');
  return (
    (kind === 'form' || kind === 'multipart' ? formWriterText(kind, content, names) : null) ??
    names.local(bodyWriters[kind])
  );
}

/** Returns the writer of a form; `null` if all its fields are written as usual. */
function formWriterText(
  kind: 'form' | 'multipart',
  { fields, parts, reserved }: BodyContent,
  names: ClientNames,
): TsText | null {
  const spreaders = printObject(fields?.fields ?? {}, (field) => formSpreadText(field, names));
  const encoders = printObject(Object.fromEntries(reserved.map((name) => [name, null])), () =>
    names.local('keepReserved'),
  );
  const types = printObject(parts, ({ types: declared }) => {
    const type = declared.find((each) => !isMediaRange(each));
    return type === undefined ? null : printString(type);
  });
  const options = kind === 'form' ? [spreaders, encoders] : [types, spreaders];
  const count = options.findLastIndex((option) => option.toString() !== '{}') + 1;
  if (count === 0) return null;
  const writer = names.local(kind === 'form' ? 'formWriter' : 'multipartWriter');
  return ts`${writer}(${joinText(options.slice(0, count), ', ')})`;
}
