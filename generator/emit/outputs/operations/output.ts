/** Emits `operations.ts`: everything a server needs to know about the operations at run time, as plain data. */
import type { Operation } from '../../../model/contract-model.ts';
import { describeOperation } from '../../../describe/operations.ts';
import { identifier } from '../../../naming/identifier.ts';
import { ts } from '../../../print/ts-text.ts';
import type { EmitSource } from '../../emitter.ts';
import { printHeader, printLiteral, printString } from '../../../print/print-literal.ts';
import type { ItemOf } from '../../field.ts';
import type { OperationsView } from './view.ts';

export function emit({ contract, runtime }: EmitSource): OperationsView {
  return {
    header: printHeader(contract.documents),
    runtime,
    hasChecks: contract.operations.some(usesChecks),
    ids: contract.operations.map(({ id }) => ({ id: printString(id) })),
    operations: contract.operations.map(operationView),
  };
}

function usesChecks({ parameters, body, responses }: Operation): boolean {
  return (
    parameters.length > 0 ||
    body?.content.some(({ check, items }) => check !== null || items !== null) === true ||
    responses.some(
      ({ headers, content }) => headers.length > 0 || content.some(({ kind }) => kind === 'json'),
    )
  );
}

function operationView(operation: Operation): ItemOf<OperationsView['operations']> {
  const described = describeOperation(operation, (check) => ts`checks.${identifier(check)}`);
  const { id, method, path, tag, parameters, body, responses, security, stream, extensions } = described;
  return {
    id: printString(id),
    method: printString(method),
    path: printString(path),
    tag: printLiteral(tag),
    hasParameters: parameters.length > 0,
    parameters: parameters.map((parameter) => ({ entry: printLiteral(parameter) })),
    body: printLiteral(body),
    responses: responses.map((response) => ({ entry: printLiteral(response) })),
    security: printLiteral(security),
    stream: printLiteral(stream),
    extensions: printLiteral(extensions),
  };
}
