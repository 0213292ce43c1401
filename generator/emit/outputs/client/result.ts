/** Prints the result of an operation as a caller sees it: a union discriminated by status. */
import type {
  Operation,
  OperationResponse,
  ResponseContent,
  ResponseStatus,
} from '../../../model/contract-model.ts';
import { isInRange } from '../../../describe/body-kinds.ts';
import type { ClientNames } from '../../../naming/client-names.ts';
import { joinText, ts, TsText } from '../../../print/ts-text.ts';
import { clientContent } from './response-rules.ts';
import type { PartTypes } from '../../part-types.ts';
import { printKey, printLiteral, printString } from '../../../print/print-literal.ts';

/** Prints the responses of a kind, in the order of the description; HEAD has no bodies. */
export function responseTypes(
  { responses, method }: Operation,
  kind: 'whole' | 'stream',
  types: PartTypes,
  names: ClientNames,
): TsText[] {
  const declared = responses.map(({ status }) => status);
  return responses.flatMap((response) => {
    const content: readonly ResponseContent[] =
      method === 'head' ? [{ kind: 'none' }] : clientContent(response);
    return content
      .filter((body) => (body.kind === 'eventStream') === (kind === 'stream'))
      .map((body) => responseType(response, body, declared, types, names));
  });
}

function responseType(
  response: OperationResponse,
  body: ResponseContent,
  declared: readonly ResponseStatus[],
  types: PartTypes,
  names: ClientNames,
): TsText {
  const parts = [
    statusType(response.status, declared),
    bodyTypes[body.kind](body as never, types),
    body.kind === 'none' ? ts`null` : body.mediaType.includes('*') ? ts`string` : printString(body.mediaType),
    ...(response.headers.length === 0 ? [] : [headersType(response, types)]),
  ];
  return ts`${names.local('ApiResponse')}<${joinText(parts, ', ')}>`;
}

type BodyOf<Kind extends ResponseContent['kind']> = Extract<ResponseContent, { kind: Kind }>;

const bodyTypes: { [Kind in ResponseContent['kind']]: (body: BodyOf<Kind>, types: PartTypes) => TsText } = {
  none: () => ts`undefined`,
  json: ({ check }, types) => types.typeOf(check),
  text: () => ts`string`,
  bytes: () => ts`Uint8Array`,
  eventStream: ({ stream }, types) => ts`AsyncIterable<${types.typeOf(stream)}>`,
};

/** Prints the headers type. Every header is optional, since browsers hide headers of cross-origin responses. */
function headersType({ headers }: OperationResponse, types: PartTypes): TsText {
  const properties = headers.map(({ name, kind, check }) => {
    const type = kind === 'json' ? ts`string` : types.typeOf(check);
    return ts`readonly ${printKey(name)}?: ${type}`;
  });
  return ts`{ ${TsText.trust(properties.map(String).join('; '))} }`;
}

/**
 * Prints the statuses that a response covers.
 *
 * Shape: a range omits statuses that are declared individually; the default also omits successes if one is declared,
 * as it describes errors in that case.
 */
function statusType(status: ResponseStatus, declared: readonly ResponseStatus[]): TsText {
  if (typeof status === 'number') return printLiteral(status);
  const others = declared.filter(
    (other) => other !== status && other !== 'default' && isInRange(other, status),
  );
  const hasSuccess = status === 'default' && declared.some((other) => String(other).startsWith('2'));
  const left = hasSuccess
    ? [...others.filter((other) => !String(other).startsWith('2')), '2XX' as const]
    : others;
  const all = rangeType(status);
  return left.length === 0 ? all : ts`Exclude<${all}, ${joinText(left.map(rangeType), ' | ')}>`;
}

function rangeType(status: ResponseStatus): TsText {
  if (typeof status === 'number') return printLiteral(status);
  return status === 'default' ? ts`HttpStatus` : ts`HttpStatus${printLiteral(Number(status[0]))}XX`;
}
