/** Emits `msw.ts`: for each operation a function that creates its handler for MSW, and all handlers with samples. */
import type { ContractModel, Operation } from '../../../model/contract-model.ts';
import { createScope } from '../../../naming/client-names.ts';
import type { OperationNames } from '../../../naming/resolve-names.ts';
import type { TsText } from '../../../print/ts-text.ts';
import type { EmitSource } from '../../emitter.ts';
import { printComment, printHeader, printLiteral } from '../../../print/print-literal.ts';
import { sentPath } from '../../../../templates/runtime/router.ts';
import { describeStream } from '../../../describe/service.ts';
import type { MswView } from './view.ts';

export function emit({ contract, names, runtime }: EmitSource): MswView {
  const scope = createScope(['eventStream', 'sampleHandlers', 'operationSamples', 'server', 'msw']);
  const handlers = contract.operations.flatMap((operation) => {
    const named = names.operations.get(operation.id);
    return named === undefined ? [] : [{ operation, named, name: nameOf(named, scope) }];
  });
  const ordered = handlers.toSorted((one, other) =>
    sortKey(one.operation) < sortKey(other.operation) ? -1 : 1,
  );
  return {
    header: printHeader(contract.documents),
    runtime,
    handlers: handlers.map(({ operation, named, name }) => ({
      comment: commentOf(operation),
      route: scope.claim(`${named.handler.toString()}Route`),
      spec: specOf(operation, named, contract),
      name,
      request: named.request,
      response: named.response,
    })),
    ordered: ordered.map(({ name }) => ({ name })),
  };
}

function nameOf({ handler }: OperationNames, scope: ReturnType<typeof createScope>): TsText {
  return scope.claim(`${handler.toString()}Handler`);
}

function commentOf({ method, path }: Operation): TsText {
  return printComment(`Handles ${method.toUpperCase()} ${path}, with a sample if there is no responder.`);
}

function specOf(
  { method, path, stream }: Operation,
  { handler }: OperationNames,
  contract: ContractModel,
): TsText {
  const declared = contract.streams.find(({ name }) => name === stream?.stream);
  return printLiteral({
    id: handler.toString(),
    method,
    path: sentPath(path),
    ...(declared !== undefined && { stream: describeStream(declared, contract) }),
  });
}

/** Sorts fixed segments before segments with parameters, since MSW uses the first handler that matches. */
function sortKey({ path, method }: Operation): string {
  const segments = path.split('/').map((segment) => (segment.includes('{') ? '\uffff' : segment));
  return `${segments.join('/')} ${method}`;
}
