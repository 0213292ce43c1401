/** Prints how a client writes parameters, and the fields of forms. */
import type { Field, Joined, Parameter } from '../../../model/contract-model.ts';
import type { ClientNames } from '../../../naming/client-names.ts';
import { type TsText, joinText, ts } from '../../../print/ts-text.ts';
import { printRule, printString } from '../../../print/print-literal.ts';
import type { ClientSource } from './source.ts';

/** Returns whether a parameter is sent as the client's runtime sends path parameters without a rule. */
export function isPlainPath({
  in: place,
  kind,
  repeated,
  nullable,
  list,
  properties,
  joined,
}: Parameter): boolean {
  const isPlain = list === null && properties === null && joined === null;
  return place === 'path' && kind !== 'json' && !repeated && !nullable && isPlain;
}

/** The places of the runtime. */
const places = { path: 'inPath', query: 'inQuery', header: 'inHeader', cookie: 'inCookie' } as const;

/** Prints how a parameter is sent; a key is created where the caller passes none. */
export function parameterRule(parameter: Parameter, client: ClientSource, isKey: boolean): TsText {
  const { name, in: place, kind, repeated, nullable, properties, joined } = parameter;
  const { names } = client;
  const conversion = isKey ? null : conversionOf(parameter.check, client);
  const isJson = kind === 'json' && properties === null;
  return printRule({
    name,
    in: names.local(places[place]),
    json: isJson,
    isWholeQuery: parameter.isWholeQuery,
    repeated: repeated && joined === null,
    nullable,
    spread: spreadText(parameter, names),
    join: joined && joinedText(joined, parameter, names),
    encode: parameter.allowReserved && names.local('keepReserved'),
    convert: isKey ? names.local('keyOrNew') : conversion && encoderText(conversion, isJson, names),
  });
}

function encoderText(conversion: TsText, isJson: boolean, names: ClientNames): TsText {
  return ts`${names.local('encoderOf')}(${conversion}${isJson ? ts`` : ts`, true`})`;
}

/** Returns the runtime function that writes a parameter in one text. */
function joinedText(
  { separator, prefix, pairs }: Joined,
  { in: place }: Parameter,
  names: ClientNames,
): TsText {
  const isEncoded = place === 'path' || place === 'query';
  const written = [separator, prefix].map((text) => printString(isEncoded ? encodeURI(text) : text));
  const parts = [...written.slice(0, prefix === '' && !pairs ? 1 : 2), ...(pairs ? [ts`true`] : [])];
  return ts`${names.local('joinedBy')}(${joinText(parts, ', ')})`;
}

/** Returns the runtime function that spreads a parameter over several texts; `null` if none is needed. */
function spreadText({ list, properties }: Field, names: ClientNames): TsText | null {
  if (list === 'brackets' || properties?.style === 'brackets') return names.local('inBrackets');
  return properties?.style === 'own' ? names.local('underOwnNames') : null;
}

/** Returns the runtime function that spreads a field of a form; `null` if it is written as usual. */
export function formSpreadText(field: Field, names: ClientNames): TsText | null {
  const { joined } = field;
  if (joined === null) return spreadText(field, names);
  const separator = printString(joined.isEncoded ? encodeURI(joined.separator) : joined.separator);
  return ts`${names.local('inOneField')}(${separator}${joined.isEncoded ? ts`, encodeURIComponent` : ts``})`;
}

/** Prints the conversion of the values of a check; `null` if nothing in them is converted. */
export function conversionOf(check: string, { names, conversions }: ClientSource): TsText | null {
  const constant = conversions?.constantOf(check) ?? null;
  return constant === null ? null : ts`${names.local('conversions')}.${constant}`;
}
