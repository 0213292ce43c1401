/**
 * Emits `samples.ts`: a valid value for each check, and from these a request and the responses of each operation and
 * the events of each stream.
 */
import type { EventStreamDecl, Operation } from '../../../model/contract-model.ts';
import {
  describeRequestSample,
  describeResponseSamples,
  type SampleWriter,
} from '../../../describe/samples.ts';
import type { Report } from '../../../diagnostics/diagnostics.ts';
import { identifier } from '../../../naming/identifier.ts';
import { type TsText, joinText, ts } from '../../../print/ts-text.ts';
import type { EmitSource } from '../../emitter.ts';
import { printHeader, printKey, printLiteral } from '../../../print/print-literal.ts';
import { createPartTypes } from '../../part-types.ts';
import { sampleContract, type Sampling } from '../../samples/sampling.ts';
import type { ItemOf } from '../../field.ts';
import type { SamplesView } from './view.ts';

type OperationView = ItemOf<SamplesView['operations']>;

/** Creates the view of `samples.ts`. Errors: EXAMPLE_REFUSED, SAMPLE_MISSING (reported). */
export function emit(source: EmitSource, report: Report): SamplesView {
  const { contract, names, runtime } = source;
  const sampling = sampleContract(source, report);
  const { samples } = sampling;
  const types = createPartTypes(contract, names, ts`types.`);
  const values = [...samples].map(([name, value]) => ({
    key: identifier(name),
    type: types.typeOf(name),
    value: printLiteral(value),
  }));
  const writer = createTextWriter(sampling);
  const operations = contract.operations.flatMap((operation) =>
    operationView(operation, writer, names.operations),
  );
  const streams = contract.streams.map((stream) =>
    streamView(stream, contract.checks, writer, types.typeOf(stream.name)),
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

/** Creates the view of an operation; empty if a required value has no sample. */
function operationView(
  operation: Operation,
  writer: SampleWriter<TsText>,
  names: EmitSource['names']['operations'],
): OperationView[] {
  const named = names.get(operation.id);
  const request = describeRequestSample(operation, writer);
  if (named === undefined || request === null) return [];
  return [
    {
      key: named.handler,
      requestType: named.request,
      request,
      responses: describeResponseSamples(operation, writer).map(({ status, contentType, ...rest }) => ({
        status: printLiteral(status),
        contentType: printLiteral(contentType),
        ...rest,
      })),
    },
  ];
}

/** Creates the writer of code that refers to the samples of checks by name. */
function createTextWriter({ samples, checks }: Sampling): SampleWriter<TsText> {
  return {
    sample: (check) => (samples.has(check) ? ts`samples.${identifier(check)}` : null),
    accepts: checks.accepts,
    literal: printLiteral,
    list: (items) => ts`[${joinText(items, ', ')}]`,
    record: (entries) =>
      entries.length === 0
        ? ts`{}`
        : ts`{ ${joinText(
            entries.map(([name, value]) => ts`${printKey(name)}: ${value}`),
            ', ',
          )} }`,
    events: (stream) => ts`events.${identifier(stream)}`,
    bytes: ts`Uint8Array.of(0)`,
    nothing: ts`undefined`,
  };
}

function streamView(
  { name, events }: EventStreamDecl,
  checks: EmitSource['contract']['checks'],
  writer: SampleWriter<TsText>,
  type: TsText,
): ItemOf<SamplesView['streams']> {
  const checkNames = new Map(checks.map((check) => [check.component, check.name]));
  const values = events.flatMap(({ schema }) => writer.sample(checkNames.get(schema) ?? '') ?? []);
  const ofUnion = writer.sample(name);
  return {
    key: identifier(name),
    type,
    events: (values.length > 0 || ofUnion === null ? values : [ofUnion]).map((value) => ({ value })),
  };
}
