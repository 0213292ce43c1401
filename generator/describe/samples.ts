/**
 * Describes a request and the responses of an operation from samples. Generic in how a value is represented: as code
 * where samples are printed, as the value itself where they are read at run time.
 */
import type {
  Body,
  Example,
  Operation,
  OperationResponse,
  Parameter,
  ParameterPlace,
  ResponseContent,
  ResponseStatus,
} from '../model/contract-model.ts';
import type { JsonValue } from '../json/documents.ts';
import { defaultMediaType } from './body-kinds.ts';

/** How values are represented. */
export interface SampleWriter<Value> {
  /** Returns the sample of a check; `null` if there is none. */
  sample(check: string): Value | null;
  accepts(check: string, value: JsonValue): boolean;
  literal(value: JsonValue): Value;
  list(items: readonly Value[]): Value;
  record(entries: readonly (readonly [name: string, value: Value])[]): Value;
  events(stream: string): Value;
  readonly bytes: Value;
  readonly nothing: Value;
}

/** A valid response. */
export interface DescribedResponseSample<Value> {
  readonly status: number;
  readonly contentType: string | null;
  /** A record of the required headers. */
  readonly headers: Value;
  readonly hasBody: boolean;
  readonly body: Value;
}

const groups: readonly { readonly place: ParameterPlace; readonly property: string }[] = [
  { place: 'path', property: 'path' },
  { place: 'query', property: 'query' },
  { place: 'header', property: 'headers' },
  { place: 'cookie', property: 'cookies' },
];

/** Describes a request; `null` if a required value has no sample. */
export function describeRequestSample<Value>(
  { parameters, body }: Operation,
  writer: SampleWriter<Value>,
): Value | null {
  // The default replaces a missing parameter, so a handler always receives a value.
  const needed = parameters.filter((parameter) => parameter.required || parameter.default !== null);
  const values = new Map<Parameter, Value>();
  for (const parameter of needed) {
    const { check, examples, default: byDefault } = parameter;
    const value = byDefault === null ? shownValue(examples, check, writer) : writer.literal(byDefault.value);
    if (value === null) return null;
    values.set(parameter, value);
  }
  const ofBody = describeBody(body, writer);
  if (ofBody === null) return null;
  const ofGroups = groups.map(({ place, property }): readonly [string, Value] => [
    property,
    writer.record([...values].filter(([one]) => one.in === place).map(([one, value]) => [one.name, value])),
  ]);
  return writer.record([...ofGroups, ['body', ofBody]]);
}

/** Describes the body in its first media type. */
function describeBody<Value>(body: Body | null, writer: SampleWriter<Value>): Value | null {
  const [first] = body?.content ?? [];
  if (first === undefined) return writer.nothing;
  if (first.items !== null) {
    const item = writer.sample(first.items);
    return writer.list(item === null ? [] : [item]);
  }
  if (first.check !== null) return shownValue(first.examples, first.check, writer);
  return first.kind === 'bytes' ? writer.bytes : writer.literal(first.kind === 'text' ? 'text' : {});
}

/** Describes the responses of an operation, except those with a value that has no sample. */
export function describeResponseSamples<Value>(
  { responses }: Operation,
  writer: SampleWriter<Value>,
): DescribedResponseSample<Value>[] {
  return responses.flatMap((response) => {
    const headers = response.headers
      .filter(({ required }) => required)
      .map(({ name, check }) => [name, writer.sample(check)] as const);
    if (!headers.every((entry): entry is readonly [string, Value] => entry[1] !== null)) return [];
    const status = statusOf(response.status, responses);
    return response.content.flatMap((content) => {
      const body = describeContentSample(content, writer);
      if (body === null) return [];
      const contentType = content.kind === 'none' ? null : namedType(content);
      return [
        { status, contentType, headers: writer.record(headers), hasBody: content.kind !== 'none', body },
      ];
    });
  });
}

function namedType(content: Exclude<ResponseContent, { readonly kind: 'none' }>): string {
  const { mediaType, kind } = content;
  const defaultType = kind === 'eventStream' ? mediaType : defaultMediaType({ mediaType, kind });
  return defaultType.includes('*') ? 'application/octet-stream' : defaultType;
}

/**
 * Returns a status in a range that is not declared individually. A default is the success of an operation that declares
 * no other one, else an error.
 */
function statusOf(status: ResponseStatus, all: readonly OperationResponse[]): number {
  if (typeof status === 'number') return status;
  const declared = new Set(all.map((response) => response.status));
  const hasSuccess = [...declared].some((each) => /^[23]/.test(String(each)));
  let free = status !== 'default' ? Number(status[0]) * 100 : hasSuccess ? 500 : 200;
  while (declared.has(free)) free++;
  return free;
}

function describeContentSample<Value>(content: ResponseContent, writer: SampleWriter<Value>): Value | null {
  switch (content.kind) {
    case 'none':
      return writer.nothing;
    case 'json':
      return shownValue(content.examples, content.check, writer);
    case 'text':
      return writer.literal(content.examples[0]?.value ?? 'text');
    case 'bytes':
      return writer.bytes;
    case 'eventStream':
      return writer.events(content.stream);
  }
}

/** Returns the example of this place, else the shared sample of the check. */
function shownValue<Value>(
  examples: readonly Example[],
  check: string,
  writer: SampleWriter<Value>,
): Value | null {
  const shown = examples.find(({ value }) => writer.accepts(check, value));
  return shown === undefined ? writer.sample(check) : writer.literal(shown.value);
}
