/**
 * The samples of a contract, loaded when the first response needs one.
 */
import type { JsonValue } from '../../generated/runtime/operation-spec.ts';
import type { ResponseSample } from '../../generated/runtime/sample.ts';

/**
 * The generated module `samples.ts` of a contract.
 *
 * Shape: `samples` by the name of the schema; `events` by the name of the stream's union; `operationSamples` by operation id.
 */
export interface SampleModule {
  readonly samples: object;
  readonly events?: object;
  readonly operationSamples?: object;
}

/** Loads the samples of a contract. */
export type LoadSamples = () => Promise<SampleModule>;

/** Returns the sample of a schema, undefined when there is none. */
export async function sampleOfSchema(load: LoadSamples, name: string): Promise<JsonValue | undefined> {
  return read((await load()).samples, name) as JsonValue | undefined;
}

/** Returns one sample for each status and media type of an operation. Shape: empty when there are none. */
export async function responseSamples(
  load: LoadSamples,
  operationId: string,
): Promise<readonly ResponseSample[]> {
  const { operationSamples = {} } = await load();
  const sample = read(operationSamples, operationId) as
    { readonly responses: readonly ResponseSample[] } | undefined;
  return sample?.responses ?? [];
}

/** Returns the sample of one type of event of a stream, undefined when there is none. */
export async function eventSample(
  load: LoadSamples,
  stream: string,
  type: unknown,
): Promise<JsonValue | undefined> {
  const { events = {} } = await load();
  const all = (read(events, stream) ?? []) as readonly { readonly type?: unknown }[];
  return all.find((event) => event.type === type) as JsonValue | undefined;
}

function read(values: object, name: string): unknown {
  return Object.hasOwn(values, name) ? (values as Readonly<Record<string, unknown>>)[name] : undefined;
}
