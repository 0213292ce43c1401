/**
 * Prints what an operation may be answered, as a caller sees it: a union told apart by status.
 */
import type { Operation, Reply, ReplyContent, ReplyStatus } from '../contract/contract.ts';
import type { ClientNames } from '../naming/client-names.ts';
import { joinText, ts, TsText } from '../ts-text.ts';
import { clientContent } from './client-call.ts';
import type { PartTypes } from './part-types.ts';
import { printKey, printLiteral, printString } from './print-literal.ts';

/** Which answers are listed: whole ones, or streams. */
export type AnswerKind = 'whole' | 'stream';

/** Prints the answers of a kind, in the order of the description; HEAD has no bodies. */
export function answerTypes(
  { replies, method }: Operation,
  kind: AnswerKind,
  types: PartTypes,
  names: ClientNames,
): TsText[] {
  const declared = replies.map(({ status }) => status);
  return replies.flatMap((reply) => {
    const content: readonly ReplyContent[] = method === 'head' ? [{ kind: 'none' }] : clientContent(reply);
    return content
      .filter((body) => (body.kind === 'eventStream') === (kind === 'stream'))
      .map((body) => answerType(reply, body, declared, types, names));
  });
}

function answerType(
  reply: Reply,
  body: ReplyContent,
  declared: readonly ReplyStatus[],
  types: PartTypes,
  names: ClientNames,
): TsText {
  const parts = [
    statusType(reply.status, declared),
    bodyTypes[body.kind](body as never, types),
    body.kind === 'none' ? ts`null` : body.mediaType.includes('*') ? ts`string` : printString(body.mediaType),
    ...(reply.headers.length === 0 ? [] : [headersType(reply, types)]),
  ];
  return ts`${names.local('Answer')}<${joinText(parts, ', ')}>`;
}

type BodyOf<Kind extends ReplyContent['kind']> = Extract<ReplyContent, { kind: Kind }>;

const bodyTypes: { [Kind in ReplyContent['kind']]: (body: BodyOf<Kind>, types: PartTypes) => TsText } = {
  none: () => ts`undefined`,
  json: ({ check }, types) => types.typeOf(check),
  text: () => ts`string`,
  bytes: () => ts`Uint8Array`,
  eventStream: ({ stream }, types) => ts`AsyncIterable<${types.typeOf(stream)}>`,
};

/** Every header may be missing, since browsers hide those of other origins. */
function headersType({ headers }: Reply, types: PartTypes): TsText {
  const members = headers.map(({ name, kind, check }) => {
    const type = kind === 'json' ? ts`string` : types.typeOf(check);
    return ts`readonly ${printKey(name)}?: ${type}`;
  });
  return ts`{ ${TsText.trust(members.map(String).join('; '))} }`;
}

/**
 * Prints the statuses that an answer stands for.
 *
 * Shape: a range leaves out what is declared by itself; the default also leaves out successes where one is declared, as
 * it describes errors then.
 */
function statusType(status: ReplyStatus, declared: readonly ReplyStatus[]): TsText {
  if (typeof status === 'number') return printLiteral(status);
  const others = declared.filter(
    (other) => other !== status && other !== 'default' && isWithin(other, status),
  );
  const hasSuccess = status === 'default' && declared.some((other) => String(other).startsWith('2'));
  const left = hasSuccess
    ? [...others.filter((other) => !String(other).startsWith('2')), '2XX' as const]
    : others;
  const all = rangeType(status);
  return left.length === 0 ? all : ts`Exclude<${all}, ${joinText(left.map(rangeType), ' | ')}>`;
}

function isWithin(status: ReplyStatus, range: ReplyStatus): boolean {
  return range === 'default' || String(status)[0] === String(range)[0];
}

function rangeType(status: ReplyStatus): TsText {
  if (typeof status === 'number') return printLiteral(status);
  return status === 'default' ? ts`HttpStatus` : ts`HttpStatus${printLiteral(Number(status[0]))}XX`;
}
