/**
 * Emits `samples.ts`: a valid value for each check, and from these a request and the responses of each operation and
 * the events of each stream.
 */
import type {
  Body,
  EventStreamDecl,
  Example,
  Operation,
  Parameter,
  ParameterPlace,
  OperationResponse,
  ResponseContent,
  ResponseStatus,
} from '../../contract/contract.ts';
import type { Report } from '../../diagnostics.ts';
import { identifier } from '../../naming/identifier.ts';
import { type TsText, joinText, ts } from '../../render/ts-text.ts';
import { defaultMediaType } from '../client/body-rules.ts';
import type { EmitSource } from '../emitter.ts';
import { printHeader, printKey, printLiteral } from '../print-literal.ts';
import { createPartTypes } from '../part-types.ts';
import { sampleContract, type Sampling } from './sampling.ts';
import type { ItemOf } from '../views/field.ts';
import type { SamplesView } from '../views/test-views.ts';

type OperationView = ItemOf<SamplesView['operations']>;

/**
 * Creates the view of `samples.ts`.
 *
 * Errors: EXAMPLE_REFUSED, SAMPLE_MISSING (reported).
 */
export function emitSamples(source: EmitSource, report: Report): SamplesView {
  const { contract, names, runtime } = source;
  const sampling = sampleContract(source, report);
  const { samples } = sampling;
  const types = createPartTypes(contract, names, ts`types.`);
  const values = [...samples].map(([name, value]) => ({
    key: identifier(name),
    type: types.typeOf(name),
    value: printLiteral(value),
  }));
  const operations = contract.operations.flatMap((operation) =>
    operationView(operation, sampling, names.operations),
  );
  const streams = contract.streams.map((stream) =>
    streamView(stream, contract.checks, sampling, types.typeOf(stream.name)),
  );
  return {
    header: printHeader(contract.documents),
    runtime,
    hasTypes: types.imported().length > 0,
    hasOperations: contract.operations.length > 0,
    requests: operations.map(({ requestType }) => ({ name: requestType })),
    values,
    operations,
    hasStreams: streams.length > 0,
    streams,
  };
}

/** Prints the sample of a check as code; `null` if it has none. */
function sampleText(check: string, { samples }: Sampling): TsText | null {
  return samples.has(check) ? ts`samples.${identifier(check)}` : null;
}

/** Creates the view of an operation; empty if a required value has no sample. */
function operationView(
  operation: Operation,
  sampling: Sampling,
  names: EmitSource['names']['operations'],
): OperationView[] {
  const named = names.get(operation.id);
  const request = requestText(operation, sampling);
  if (named === undefined || request === null) return [];
  return [
    {
      key: named.handler,
      requestType: named.request,
      request,
      responses: operation.responses.flatMap((response) =>
        responseViews(response, operation.responses, sampling),
      ),
    },
  ];
}

const groups: readonly { readonly place: ParameterPlace; readonly property: TsText }[] = [
  { place: 'path', property: ts`path` },
  { place: 'query', property: ts`query` },
  { place: 'header', property: ts`headers` },
  { place: 'cookie', property: ts`cookies` },
];

function requestText({ parameters, body }: Operation, sampling: Sampling): TsText | null {
  // The default replaces a missing parameter, so a handler always receives a value.
  const required = parameters.filter((parameter) => parameter.required || parameter.default !== null);
  if (required.some((one) => one.default === null && !sampling.samples.has(one.check))) return null;
  const ofBody = bodyText(body, sampling);
  if (ofBody === null) return null;
  const properties = groups.map(({ place, property }) => {
    const values = required
      .filter((parameter) => parameter.in === place)
      .map((one) => parameterText(one, sampling));
    return ts`${property}: ${values.length === 0 ? ts`{}` : ts`{ ${joinText(values, ', ')} }`}`;
  });
  return ts`{ ${joinText([...properties, ts`body: ${ofBody}`], ', ')} }`;
}

function parameterText(parameter: Parameter, sampling: Sampling): TsText {
  const { name, check, default: byDefault } = parameter;
  const value = byDefault === null ? sampleText(check, sampling) : printLiteral(byDefault.value);
  return ts`${printKey(name)}: ${value ?? ts`undefined`}`;
}

/** Prints the body in its first media type. */
function bodyText(body: Body | null, sampling: Sampling): TsText | null {
  const [first] = body?.content ?? [];
  if (first === undefined) return ts`undefined`;
  if (first.items !== null) return ts`[${sampleText(first.items, sampling) ?? ts``}]`;
  if (first.check !== null) return shownText(first.examples, first.check, sampling);
  const bare = { text: ts`'text'`, bytes: ts`Uint8Array.of(0)`, json: ts`{}` };
  return bare[first.kind];
}

function responseViews(
  response: OperationResponse,
  all: readonly OperationResponse[],
  sampling: Sampling,
): OperationView['responses'] {
  const headers = response.headers.filter(({ required }) => required);
  if (headers.some(({ check }) => !sampling.samples.has(check))) return [];
  const fields = headers.map(
    ({ name, check }) => ts`${printKey(name)}: ${sampleText(check, sampling) ?? ts`undefined`}`,
  );
  const status = statusOf(response.status, all);
  return response.content.flatMap((content) => {
    const body = contentText(content, sampling);
    if (body === null) return [];
    return [
      {
        status: printLiteral(status),
        contentType: content.kind === 'none' ? ts`null` : printLiteral(namedType(content)),
        headers: fields.length === 0 ? ts`{}` : ts`{ ${joinText(fields, ', ')} }`,
        hasBody: content.kind !== 'none',
        body,
      },
    ];
  });
}

function namedType(content: Exclude<ResponseContent, { readonly kind: 'none' }>): string {
  const { mediaType, kind } = content;
  const defaultType = kind === 'eventStream' ? mediaType : defaultMediaType({ mediaType, kind });
  return defaultType.includes('*') ? 'application/octet-stream' : defaultType;
}

/** Returns a status in a range that is not declared individually. */
function statusOf(status: ResponseStatus, all: readonly OperationResponse[]): number {
  if (typeof status === 'number') return status;
  const declared = new Set(all.map((response) => response.status));
  let found = status === 'default' ? 500 : Number(status[0]) * 100;
  while (declared.has(found)) found++;
  return found;
}

function contentText(content: ResponseContent, sampling: Sampling): TsText | null {
  switch (content.kind) {
    case 'none':
      return ts`undefined`;
    case 'json':
      return shownText(content.examples, content.check, sampling);
    case 'text':
      return printLiteral(content.examples[0]?.value ?? 'text');
    case 'bytes':
      return ts`Uint8Array.of(0)`;
    case 'eventStream':
      return ts`events.${identifier(content.stream)}`;
  }
}

/** Prints the example of this place, else the shared sample of the check. */
function shownText(examples: readonly Example[], check: string, sampling: Sampling): TsText | null {
  const shown = examples.find(({ value }) => sampling.checks.accepts(check, value));
  return shown === undefined ? sampleText(check, sampling) : printLiteral(shown.value);
}

function streamView(
  { name, events }: EventStreamDecl,
  checks: EmitSource['contract']['checks'],
  sampling: Sampling,
  type: TsText,
): ItemOf<SamplesView['streams']> {
  const checkNames = new Map(checks.map((check) => [check.component, check.name]));
  const values = events.flatMap(({ schema }) => sampleText(checkNames.get(schema) ?? '', sampling) ?? []);
  const ofUnion = sampleText(name, sampling);
  return {
    key: identifier(name),
    type,
    events: (values.length > 0 || ofUnion === null ? values : [ofUnion]).map((value) => ({ value })),
  };
}
