/** The samples of a contract in the form of the generated `samples.ts`, each chosen when it is first read. */
import { createLazyRecord } from '../../contract/lazy-record.ts';
import type { SampleModule } from '../../contract/contract.ts';
import type { SchemaCheck } from '../../templates/runtime/schema-check.ts';
import type { OperationSample } from '../../templates/runtime/testing/sample.ts';
import type { ContractModel, EventStreamDecl, Operation } from '../model/contract-model.ts';
import type { Report } from '../diagnostics/diagnostics.ts';
import { createSampleChooser } from '../emit/samples/choose-samples.ts';
import type { LoadedChecks } from '../emit/validators/load-checks.ts';
import type { ContractShapes } from '../schema/shape/contract-shapes.ts';
import type { JsonValue } from '../json/documents.ts';
import { describeRequestSample, describeResponseSamples, type SampleWriter } from '../describe/samples.ts';

/** Creates the samples of a contract. Errors: EXAMPLE_REFUSED, SAMPLE_MISSING (reported, when one is first read). */
export function createSampleModule(
  model: ContractModel,
  checks: Readonly<Record<string, SchemaCheck>>,
  shapes: ContractShapes,
  report: Report,
): SampleModule {
  const loaded: LoadedChecks = {
    accepts: (check, value) => checks[check]?.check(value) ?? false,
    problemOf: (check, value) => checks[check]?.firstProblem(value)?.message.replace(/^body /, 'it ') ?? null,
  };
  const choose = createSampleChooser(model, shapes, loaded, report);
  const samples = createLazyRecord(
    model.checks.map((check) => [check.name, check]),
    choose,
  );
  const events = createLazyRecord(
    model.streams.map((stream) => [stream.name, stream]),
    (stream) => sampleEvents(stream, model, samples),
  );
  const writer = createValueWriter(samples, events, loaded);
  const operationSamples = createLazyRecord(
    model.operations.map((operation) => [operation.id, operation]),
    (operation) => sampleOperation(operation, writer),
  );
  return { samples, events, operationSamples };
}

type Values<Value> = Readonly<Record<string, Value>>;

/** Returns the samples of the events of a stream; that of the whole union if no event has its own. */
function sampleEvents(
  { name, events }: EventStreamDecl,
  model: ContractModel,
  samples: Values<JsonValue | undefined>,
): readonly JsonValue[] {
  const names = new Map(model.checks.map((check) => [check.component, check.name]));
  const values = events.flatMap(({ schema }) => samples[names.get(schema) ?? ''] ?? []);
  return values.length > 0 ? values : [samples[name] ?? []].flat();
}

/** Returns the sample of an operation. Shape: `request` is `undefined` if a required value of it has none. */
function sampleOperation(operation: Operation, writer: SampleWriter<Held>): OperationSample<unknown> {
  const responses = describeResponseSamples(operation, writer).map(
    ({ status, contentType, headers, hasBody, body }) => ({
      status,
      contentType,
      headers: headers.value as Values<unknown>,
      ...(hasBody ? { body: body.value } : {}),
    }),
  );
  return { request: describeRequestSample(operation, writer)?.value, responses };
}

/** A value that may be `null` or `undefined`. */
interface Held {
  readonly value: unknown;
}

function createValueWriter(
  samples: Values<JsonValue | undefined>,
  events: Values<readonly JsonValue[]>,
  { accepts }: LoadedChecks,
): SampleWriter<Held> {
  return {
    sample: (check) => (samples[check] === undefined ? null : { value: samples[check] }),
    accepts,
    literal: (value) => ({ value }),
    list: (items) => ({ value: items.map(({ value }) => value) }),
    record: (entries) => ({ value: Object.fromEntries(entries.map(([name, { value }]) => [name, value])) }),
    events: (stream) => ({ value: events[stream] ?? [] }),
    bytes: { value: Uint8Array.of(0) },
    nothing: { value: undefined },
  };
}
