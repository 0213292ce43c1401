/**
 * The samples of a contract, loaded when a response first needs one, and the completion of values from them. They let
 * the mock serve a contract that has changed: a newly required property, a removed enum value, an event that is not
 * emitted yet.
 */
import type { LoadSamples } from '../../contract/contract.ts';
import { declaredResponses } from '../../templates/runtime/server/declared-responses.ts';
import { isMediaRange } from '../../templates/runtime/media-type.ts';
import type { JsonValue, OperationSpec } from '../../templates/runtime/operation-spec.ts';
import type { Problem } from '../../templates/runtime/problem.ts';
import type { ResponseSample } from '../../templates/runtime/testing/sample.ts';
import type { SchemaCheck } from '../../templates/runtime/schema-check.ts';
import { withFile } from './sample-files.ts';
import { propertyOf } from '../../templates/runtime/json/value.ts';

/** Returns the sample of a schema, undefined if there is none. */
export async function sampleOfSchema(load: LoadSamples, name: string): Promise<JsonValue | undefined> {
  return propertyOf((await load()).samples, name) as JsonValue | undefined;
}

/** Returns one sample for each status and media type of an operation. Shape: empty if there are none; files are bytes. */
export async function responseSamples(
  load: LoadSamples,
  spec: OperationSpec,
): Promise<readonly ResponseSample[]> {
  const { operationSamples = {} } = await load();
  const sample = propertyOf(operationSamples, spec.id) as
    { readonly responses: readonly ResponseSample[] } | undefined;
  return Promise.all(
    (sample?.responses ?? []).map(async (each) => {
      const file = declaredResponses(spec, each.status).find(
        ({ kind, mediaType }) =>
          kind === 'bytes' &&
          (mediaType === null || isMediaRange(mediaType) || mediaType === each.contentType),
      );
      return file === undefined ? each : withFile(load, each, file);
    }),
  );
}

/** Returns the sample of one event type of a stream, undefined if there is none. */
export async function eventSample(
  load: LoadSamples,
  stream: string,
  type: unknown,
): Promise<JsonValue | undefined> {
  const { events = {} } = await load();
  const all = (propertyOf(events, stream) ?? []) as readonly { readonly type?: unknown }[];
  return all.find((event) => event.type === type) as JsonValue | undefined;
}

/** A completed value. Shape: `paths` lists the dotted paths taken from the sample; '' is the whole value. */
export interface CompletedValue {
  readonly value: unknown;
  readonly paths: readonly string[];
}

/** Each round fixes up to 20 problems; a larger mismatch is not worth repairing piece by piece. */
const MAX_ROUNDS = 20;

/**
 * Fills in missing parts of a value from a sample; if that is not enough, uses the whole sample.
 *
 * Errors: returns null if the sample itself does not fit.
 */
export async function completeValue(
  check: SchemaCheck,
  value: unknown,
  sample: unknown,
): Promise<CompletedValue | null> {
  const root = { value: structuredClone(value) };
  const paths: string[] = [];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const problems = await check.explain(root.value);
    if (problems.length === 0) return { value: root.value, paths };
    const repaired = problems.filter((problem) => repair(root, { value: sample }, problem));
    if (repaired.length === 0) break;
    paths.push(...repaired.map(({ path }) => path));
  }
  return check.check(sample) ? { value: structuredClone(sample), paths: [''] } : null;
}

/** Repairs one place of a value: from the sample, else by leaving it out; returns false if neither is possible. */
function repair(root: Container, sample: Container, { path, code }: Problem): boolean {
  const keys = ['value', ...(path === '' ? [] : path.split('.'))];
  const last = keys.pop() ?? 'value';
  let target: unknown = root;
  let holder: unknown = null;
  let source: unknown = sample;
  for (const key of keys) {
    holder = target;
    target = propertyOf(target, key);
    source = Array.isArray(source) ? source[0] : propertyOf(source, key);
  }
  if (!isContainer(target)) return false;
  if (code === 'UNKNOWN_FIELD') return Reflect.deleteProperty(target, last);
  const part: unknown = Array.isArray(source) ? source[0] : propertyOf(source, last);
  if (part === undefined)
    return Object.hasOwn(target, last) ? leaveOut(target, last) : leaveOut(holder, keys.at(-1) ?? '');
  Object.defineProperty(target, last, {
    value: structuredClone(part),
    configurable: true,
    enumerable: true,
    writable: true,
  });
  return true;
}

/** Leaves out a property, but never an item of a list or the whole value; returns whether it did. */
function leaveOut(holder: unknown, name: string): boolean {
  return (
    isContainer(holder) && !Array.isArray(holder) && name !== 'value' && Reflect.deleteProperty(holder, name)
  );
}

type Container = Record<string, unknown>;

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}
