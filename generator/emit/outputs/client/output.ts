/**
 * Emits `client.ts`: the input, the responses and the function of each operation. Everything that an operation needs
 * is declared next to it, so that a bundle contains only the operations it uses.
 */
import { textAt } from '../../../json/json.ts';
import type { Operation, SecurityScheme } from '../../../model/contract-model.ts';
import type { Report } from '../../../diagnostics/diagnostics.ts';
import { ts } from '../../../print/ts-text.ts';
import { callView, inCallOrder, kindOfScheme, schemeText } from './call.ts';
import { clientImports } from './imports.ts';
import { inputView } from './input.ts';
import {
  clientParameter,
  formsView,
  functionSignature,
  implementationSignature,
  methodsOf,
  operationComment,
  operationNames,
  paginationMethod,
} from './methods.ts';
import { responseTypes } from './result.ts';
import { clientSource, type ClientSource } from './source.ts';
import type { EmitSource } from '../../emitter.ts';
import { printHeader, printComment, printKey } from '../../../print/print-literal.ts';
import type { ClientView } from './view.ts';
import type { ItemOf } from '../../field.ts';

export function emit(source: EmitSource, report: Report): ClientView {
  const { contract, runtime } = source;
  const client = clientSource(source, report);
  const { names, types } = client;
  const operations = contract.operations.map((operation) => operationView(operation, source, client));
  const asked = new Set(
    contract.operations.flatMap(({ security }) => security.flat().map(({ name }) => name)),
  );
  const schemes = contract.securitySchemes
    .filter(({ name }) => asked.has(name))
    .map((scheme) => schemeView(scheme, client));
  const calls = inCallOrder(contract, client.plans).map((operation) => ({
    name: operationNames(operation, client).spec,
    ...callView(operation, client),
  }));
  const local = {
    client: names.local('Client'),
    clientConfig: names.local('ClientConfig'),
    configHeaders: names.local('ConfigHeaders'),
    sentHeaders: names.local('SentHeaders'),
    openClient: names.local('openClient'),
    apiErrorOf: names.local('ApiErrorOf'),
    isApiErrorOf: names.local('isApiErrorOf'),
  };
  const imported = types.imported();
  const used = names.used();
  return {
    header: printHeader(contract.documents),
    runtime,
    imports: clientImports(names),
    hasConversions: used.has('conversions'),
    conversions: names.local('conversions'),
    hasStreams: client.plans.size > 0,
    hasMultipart: used.has('MultipartBody'),
    hasPages: used.has('Pages'),
    hasPolls: used.has('PollOptions'),
    hasRanges: contract.operations.some(({ responses }) =>
      responses.some(({ status }) => typeof status === 'string'),
    ),
    hasTypes: imported.length > 0,
    types: imported.map((name) => ({ name })),
    hasAuth: schemes.some(({ isAsked }) => isAsked),
    auth: names.auth,
    results: names.results,
    ...local,
    schemes,
    calls,
    operations,
  };
}

function schemeView(scheme: SecurityScheme, { names }: ClientSource): ItemOf<ClientView['schemes']> {
  const kind = kindOfScheme(scheme.type, scheme.declaration);
  const value = kind === 'basic' ? ts`<${names.local('UserAndPassword')}>` : ts``;
  const comment = printComment(textAt(scheme.declaration, 'description'), '  ');
  return {
    constant: names.schemes.get(scheme.name) ?? ts``,
    type: names.local('Scheme'),
    value: schemeText(scheme, names),
    isAsked: kind !== 'none',
    hasComment: comment.toString() !== '',
    comment,
    key: printKey(scheme.name),
    credential: ts`${names.local('Credential')}${value}`,
  };
}

function operationView(
  operation: Operation,
  { contract }: EmitSource,
  client: ClientSource,
): ItemOf<ClientView['operations']> {
  const { names, types } = client;
  const named = operationNames(operation, client);
  const input = inputView(operation, types, names);
  const { signatures, body } = methodsOf(operation, client);
  const general = signatures[signatures.length - 1];
  const taken = clientParameter(operation, names);
  const whole = responseTypes(operation, 'whole', types, names);
  const streamed = responseTypes(operation, 'stream', types, names);
  const plan = client.plans.get(operation.id);
  const responses = plan === undefined || plan.form === 'chosen' ? whole : [...streamed, ...whole];
  const pagination = client.paginations.get(operation.id);
  const paginated =
    pagination === undefined ? null : paginationMethod(operation, pagination, contract, client);
  return {
    call: named.call,
    key: printKey(operation.id),
    comment: operationComment(operation),
    inputName: named.input,
    inputComment: printComment(`The input of \`${operation.id}\`.`),
    input,
    isEmpty: operation.parameters.length === 0 && input.bodies.length === 0,
    isUnion: input.bodies.length > 1,
    resultName: named.result,
    resultComment: printComment(`The responses of \`${operation.id}\`.`),
    responses: (responses.length === 0 ? [ts`never`] : responses).map((response) => ({ response })),
    ...formsView(operation, client),
    streamResultName: named.streamResult,
    streamResponses: streamed.map((response) => ({ response })),
    hasOverloads: signatures.length > 1,
    overloads: signatures.map((signature) => ({
      comment: operationComment(operation),
      call: named.call,
      signature: functionSignature(signature, taken),
    })),
    signature: general === undefined ? ts`` : implementationSignature(general, taken),
    body: body(),
    hasPagination: paginated !== null,
    pagination: paginated?.name ?? ts``,
    paginationComment: printComment(paginated?.comment ?? null),
    paginationSignature: paginated === null ? ts`` : implementationSignature(paginated.signature, taken),
    paginationBody: paginated?.body() ?? ts``,
  };
}
