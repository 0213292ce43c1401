/** Emits `operations.ts`: everything a server needs to know about the operations at run time, as plain data. */
import type { Operation } from '../../../model/contract-model.ts';
import {
  describeOperation,
  type DescribedContent,
  type DescribedOperation,
  type DescribedParameter,
  type DescribedResponse,
} from '../../../describe/operations.ts';
import { identifier } from '../../../naming/identifier.ts';
import { joinText, ts, type TsText } from '../../../print/ts-text.ts';
import type { EmitSource } from '../../emitter.ts';
import { printHeader, printKey, printLiteral, printString } from '../../../print/print-literal.ts';
import type { ItemOf } from '../../field.ts';
import type { OperationsView } from './view.ts';

type OperationView = ItemOf<OperationsView['operations']>;
export function emit({ contract, runtime }: EmitSource): OperationsView {
  return {
    header: printHeader(contract.documents),
    runtime,
    hasChecks: contract.operations.some(usesChecks),
    ids: contract.operations.map(({ id }) => ({ id: printString(id) })),
    operations: contract.operations.map((operation) =>
      operationView(describeOperation(operation, (check) => ts`checks.${identifier(check)}`)),
    ),
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

function operationView(operation: DescribedOperation<TsText>): OperationView {
  const { id, method, path, tag, parameters, body, responses, security, stream, extensions } = operation;
  return {
    id: printString(id),
    method: printString(method),
    path: printString(path),
    tag: printLiteral(tag),
    hasParameters: parameters.length > 0,
    parameters: parameters.map(parameterView),
    hasBody: body !== null,
    bodyRequired: printLiteral(body?.required ?? false),
    bodyContent: (body?.content ?? []).map(contentView),
    responses: responses.map(responseView),
    security: printLiteral(security),
    stream: printLiteral(stream),
    extensions: printLiteral(extensions),
  };
}

function parameterView(parameter: DescribedParameter<TsText>): ItemOf<OperationView['parameters']> {
  const { name, in: place, required, kind, nullable, repeated, check, ...rest } = parameter;
  const { default: byDefault, ...spread } = rest;
  const properties = Object.entries(spread).map(
    ([key, value]) => ts`${printKey(key)}: ${printLiteral(value)}`,
  );
  return {
    name: printString(name),
    place: printString(place),
    required: printLiteral(required),
    kind: printString(kind),
    nullable: printLiteral(nullable),
    repeated: printLiteral(repeated),
    hasDefault: byDefault !== undefined,
    default: byDefault === undefined ? ts`` : printLiteral(byDefault),
    hasSpread: properties.length > 0,
    spread: joinText(properties, ', '),
    check,
  };
}

function contentView(content: DescribedContent<TsText>): ItemOf<OperationView['bodyContent']> {
  const { mediaType, check, kind, items, form, parts } = content;
  return {
    mediaType: printString(mediaType),
    check: printLiteral(check),
    hasKind: kind !== undefined,
    kind: kind === undefined ? ts`` : printString(kind),
    hasItems: items !== undefined,
    items: items ?? ts``,
    hasForm: form !== undefined,
    form: form === undefined ? ts`` : printLiteral(form),
    hasParts: parts !== undefined,
    parts: printLiteral(parts ?? {}),
  };
}

function responseView(response: DescribedResponse<TsText>): ItemOf<OperationView['responses']> {
  const { status, mediaType, kind, check, headers, examples } = response;
  return {
    status: printLiteral(status),
    mediaType: printLiteral(mediaType),
    kind: printString(kind),
    check: printLiteral(check),
    hasHeaders: headers.length > 0,
    headers: headers.map(({ name, required, check: headerCheck }) => ({
      name: printString(name),
      required: printLiteral(required),
      check: headerCheck,
    })),
    hasExamples: examples.length > 0,
    examples: examples.map(({ name, value }) => ({ name: printString(name), value: printLiteral(value) })),
  };
}
