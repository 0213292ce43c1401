/**
 * Emits `handler.ts`: the entry of a server, typed for one contract. A separate type per operation, built from its
 * security alternatives, describes its callers.
 */
import type { SchemeSpec } from '../../../../templates/runtime/server/security.ts';
import type {
  ContractModel,
  EventStreamDecl,
  Operation,
  SecurityAlternative,
} from '../../../model/contract-model.ts';
import { describeScheme, describeStream } from '../../../describe/service.ts';
import { identifier } from '../../../naming/identifier.ts';
import type { Names } from '../../../naming/resolve-names.ts';
import { joinText, ts, TsText } from '../../../print/ts-text.ts';
import type { EmitSource } from '../../emitter.ts';
import { printHeader, printKey, printLiteral, printString } from '../../../print/print-literal.ts';
import { bodyKindOf } from '../../../describe/body-kinds.ts';
import type { ItemOf } from '../../field.ts';
import type { HandlerView } from './view.ts';

export function emit({ contract, names, runtime }: EmitSource): HandlerView {
  const schemes = contract.securitySchemes.map(describeScheme);
  const schemeNames = new Set(schemes.map(({ name }) => name));
  const used = [...new Set(schemes.map(({ kind }) => credentialTypes[kind].toString()))].sort();
  return {
    header: printHeader(contract.documents),
    runtime,
    credentialTypes: used.map((name) => ({ name: TsText.trust(name) })),
    hasChecks: contract.streams.length > 0,
    checks: contract.streams.map(({ name }) => ({ name: checkName(name) })),
    hasMultipart: contract.operations.some(takesParts),
    hasSchemes: schemes.length > 0,
    credentials: schemes.map(({ name, kind }) => ({ key: printKey(name), type: credentialTypes[kind] })),
    schemes: schemes.map((scheme) => ({ spec: printLiteral(scheme) })),
    callers: contract.operations.flatMap((operation) => callerView(operation, schemeNames, names)),
    streams: contract.streams.map((stream) => streamView(stream, contract)),
    renamed: contract.operations.flatMap((operation) => renamedView(operation, names)),
  };
}

function takesParts({ body }: Operation): boolean {
  return (
    body?.content.some((content) => content.fields !== null && bodyKindOf(content) === 'multipart') === true
  );
}

const credentialTypes: { readonly [Kind in SchemeSpec['kind']]: TsText } = {
  bearer: ts`BearerCredential`,
  basic: ts`BasicCredential`,
  key: ts`KeyCredential`,
  other: ts`OtherCredential`,
};

function callerView(
  { id, security }: Operation,
  known: ReadonlySet<string>,
  names: Names,
): HandlerView['callers'] {
  const named = names.operations.get(id);
  if (named === undefined) return [];
  const met = security.filter((alternative) => alternative.every(({ name }) => known.has(name)));
  const types = security.length === 0 ? [ts`Caller<Identified, never>`] : met.map(alternativeType);
  const unique = [...new Map(types.map((type) => [type.toString(), type])).values()];
  // An operation that requires only undeclared schemes has no callers; the compiler still needs every type to be used.
  const caller =
    unique.length === 0 ? ts`Exclude<Caller<Identified, never>, unknown>` : joinText(unique, ' | ');
  return [{ handler: named.handler, caller }];
}

function alternativeType(alternative: SecurityAlternative): TsText {
  const used = alternative.map(({ name }) => printString(name));
  return ts`Caller<Identified, ${used.length === 0 ? ts`never` : joinText(used, ' | ')}>`;
}

function streamView(stream: EventStreamDecl, contract: ContractModel): ItemOf<HandlerView['streams']> {
  const { tag, position, shape } = describeStream(stream, contract);
  return {
    key: printKey(stream.name),
    check: checkName(stream.name),
    tag: printLiteral(tag),
    position: printLiteral(position),
    hasShape: shape !== undefined,
    shape: shape === undefined ? ts`` : printString(shape),
  };
}

function checkName(stream: string): TsText {
  return ts`validate${identifier(stream)}`;
}

/** Creates the view of a handler whose name differs because the operation id is not an identifier. */
function renamedView({ id }: Operation, names: Names): HandlerView['renamed'] {
  const handler = names.operations.get(id)?.handler;
  if (handler === undefined || handler.toString() === id) return [];
  return [{ key: printKey(id), handler: printString(handler.toString()) }];
}
