/** Emits `api.ts`: all functions of the client as methods of one object, for users who do not mind its size. */
import type { Operation } from '../../../model/contract-model.ts';
import type { Report } from '../../../diagnostics/diagnostics.ts';
import type { TsText } from '../../../print/ts-text.ts';
import { clientImports } from '../client/imports.ts';
import {
  methodSignature,
  methodsOf,
  operationComment,
  operationNames,
  paginationMethod,
} from '../client/methods.ts';
import { sentTypes } from '../client/sent-types.ts';
import { clientSource, type ClientSource } from '../client/source.ts';
import type { EmitSource } from '../../emitter.ts';
import { printHeader, printComment, printKey } from '../../../print/print-literal.ts';
import type { ApiView } from './view.ts';

/** Creates the view of `api.ts`. Discards diagnostics about hints, which `client.ts` has already reported. */
export function emit(source: EmitSource): ApiView {
  const { contract, runtime } = source;
  const silent: Report = () => undefined;
  const client = clientSource(source, silent);
  const { names, types } = client;
  const methods = contract.operations.flatMap((operation) => methodViews(operation, source, client));
  const bind = names.local('bind');
  const configType = names.local('ClientConfig');
  const { sentArguments: _, ...sent } = sentTypes(contract.operations, names);
  const imported = types.imported();
  return {
    header: printHeader(contract.documents),
    runtime,
    imports: clientImports(names),
    hasTypes: imported.length > 0,
    types: imported.map((name) => ({ name })),
    declared: contract.operations
      .flatMap((operation) => declaredTypes(operation, client))
      .map((name) => ({ name })),
    auth: names.auth,
    api: names.api,
    client: names.client,
    bind,
    config: names.config,
    configType,
    ...sent,
    methods,
  };
}

function methodViews(
  operation: Operation,
  { contract }: EmitSource,
  client: ClientSource,
): ApiView['methods'] {
  const pagination = client.paginations.get(operation.id);
  const paginated =
    pagination === undefined ? null : paginationMethod(operation, pagination, contract, client);
  const { signatures } = methodsOf(operation, client);
  const name = operationNames(operation, client).call;
  return [
    {
      name,
      key: printKey(name.toString()),
      signatures: signatures.map((signature) => ({
        comment: operationComment(operation, '  '),
        name,
        signature: methodSignature(signature, operation, client.names),
      })),
    },
    ...(paginated === null
      ? []
      : [
          {
            name: paginated.name,
            key: printKey(paginated.name.toString()),
            signatures: [
              {
                comment: printComment(paginated.comment, '  '),
                name: paginated.name,
                signature: methodSignature(paginated.signature, operation, client.names),
              },
            ],
          },
        ]),
  ];
}

/** Lists the types of `client.ts` that the signatures of an operation use. */
function declaredTypes(operation: Operation, client: ClientSource): TsText[] {
  const { input, result, jsonInput, streamInput, streamResult } = operationNames(operation, client);
  const isChosen = client.plans.get(operation.id)?.form === 'chosen';
  return [input, result, ...(isChosen ? [jsonInput, streamInput, streamResult] : [])];
}
