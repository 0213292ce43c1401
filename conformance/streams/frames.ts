/** S02, S03, S04, S07, S08, S21: rules about the frames of a stream and their data. */
import type { Problem as SchemaProblem } from '../../templates/runtime/problem.ts';
import type { SchemaCheck } from '../../templates/runtime/schema-check.ts';
import type { Problem } from '../model/finding.ts';
import { isFields, parseJson } from '../model/json-fields.ts';
import { provenanceOfValue } from '../provenance/provenance.ts';
import type { StreamFrame } from '../model/exchange.ts';
import type { EventTypes } from './event-types.ts';
import type { FrameContext, StreamRule } from './stream-rule.ts';

/** The end marker that other services send. */
const DONE = '[DONE]';

/** The maximum size of the data of one event. Units: bytes. */
export const MAX_EVENT_SIZE = 1024 * 1024;

/** Checks whether a frame is the `[DONE]` end marker. */
export function isDone({ data }: FrameContext['frame']): boolean {
  return data.trim() === DONE;
}

/** S02: the data of each frame is one JSON object with a type. */
export const frameRule: StreamRule = {
  check: 'S02',
  open: ({ traits, types }) => ({
    take({ frame, event, at }) {
      if (event !== null) return [];
      if (isJoined(frame)) return [{ message: 'The empty line between two events is missing.', at: at() }];
      if (types.tag === null) return null;
      if (isDone(frame))
        return [
          {
            message: 'The stream closes with [DONE], which is not an event.',
            at: at(),
            severity: 'warn',
            facts: [],
            ...traits.cite('end marker'),
          },
        ];
      if (frame.isTooDeep === true)
        return [
          {
            message: `The data of an event is not checked. ${frame.problem ?? ''}`,
            at: at(),
            severity: 'warn',
            facts: [],
          },
        ];
      return [{ message: describe(frame, types.tag), at: at() }];
    },
  }),
};

/** Returns whether the data of a frame is that of several events: an object in JSON in each line. */
function isJoined({ data, problem }: FrameContext['frame']): boolean {
  const lines = problem === null ? [] : data.split('\n', MAX_LINES);
  return lines.length > 1 && lines.every((line) => line.startsWith('{') && isFields(parseJson(line)));
}

/** The maximum number of lines of an event that are parsed. */
const MAX_LINES = 20;

function describe({ value, problem }: FrameContext['frame'], tag: string): string {
  if (problem !== null) return `The data of an event is not JSON: ${problem}`;
  if (!isFields(value)) return 'The data of an event is JSON, but not an object.';
  return `An event has no ${tag}, or its ${tag} is not a string.`;
}

/** S07: the `event` field of a frame equals the type of its event. */
export const frameNameRule: StreamRule = {
  check: 'S07',
  open: () => ({
    take({ frame, event, at }) {
      if (event === null || frame.event === null) return null;
      if (frame.event === event.type) return [];
      return [
        {
          message: `An event of the type ${event.type} has the name ${frame.event} in its frame.`,
          at: at('event'),
        },
      ];
    },
  }),
};

/** The maximum number of ids kept for comparison, and the maximum length of each. Units: characters. */
const MAX_IDS = 10_000;
const MAX_ID_LENGTH = 200;

/** S08: ids increase or are unique. Why: a client reconnects after the last id it received. */
export const frameIdRule: StreamRule = {
  check: 'S08',
  open() {
    const reportedNames = new Set<string>();
    let last: string | null = null;
    return {
      take({ frame: { id }, event, isForeign, at }) {
        if (id === null || id === '') return null;
        const before = last;
        last = id;
        if (before === null) return remember(id);
        if (isNumeric(id) && isNumeric(before)) {
          const step = compare(id, before);
          remember(id);
          if (step > 0 || (step === 0 && event?.isKeepalive === true)) return [];
          // Why: S06 reports a wrong order of `seq`, also where the id equals it.
          if (!isForeign && String(event?.seq) === id) return [];
          return [
            {
              message:
                step === 0
                  ? 'An event repeats the id before it.'
                  : 'The id of an event is lower than the one before.',
              at: at('id'),
            },
          ];
        }
        return reportedNames.has(id)
          ? [{ message: 'An event repeats an id of its stream.', at: at('id') }]
          : remember(id);
      },
    };

    function remember(id: string): readonly Problem[] {
      if (reportedNames.size < MAX_IDS && id.length <= MAX_ID_LENGTH) reportedNames.add(id);
      return [];
    }
  },
};

function isNumeric(id: string): boolean {
  return /^\d{1,40}$/.test(id);
}

/** Compares numeric ids as `bigint`. Why: ids may exceed the safe integers. */
function compare(one: string, other: string): number {
  const difference = BigInt(one) - BigInt(other);
  return difference > 0n ? 1 : difference < 0n ? -1 : 0;
}

/** S21: no event is larger than clients accept. */
export const frameSizeRule: StreamRule = {
  check: 'S21',
  open: () => ({
    take({ frame, event, at }) {
      if (frame.size <= MAX_EVENT_SIZE) return [];
      const what = event === null ? 'An event' : `An event of the type ${event.type}`;
      return [{ message: `${what} has more than ${MAX_EVENT_SIZE} bytes of data.`, at: at() }];
    },
  }),
};

/** The maximum number of unknown types reported for each stream. */
const MAX_TYPES = 20;

/** S03: the contract declares the type of each event. Reports each type once. */
export const typeRule: StreamRule = {
  check: 'S03',
  open({ types }) {
    const reportedTypes = new Set<string>();
    return {
      take({ event, at }) {
        if (event === null) return null;
        if (event.isKnown || reportedTypes.has(event.type) || reportedTypes.size >= MAX_TYPES) return [];
        reportedTypes.add(event.type);
        return [{ message: `The contract has no event of the type ${event.type}.`, at: at(types.tag ?? '') }];
      },
    };
  },
};

/** S04: each event matches the schema of its type. Each problem has the provenance of its place in the schema. */
export const shapeRule: StreamRule = {
  check: 'S04',
  open: ({ operation: { contract }, traits, types }) => ({
    take({ event, frame, at }) {
      const schema = types.frame ?? types.any ?? types.checks.get(event?.type);
      if (schema === undefined) return null;
      if (types.any !== null ? isDone(frame) || frame.isTooDeep === true : event === null) return null;
      const problem = checkEvent(schema, types, { event, frame });
      if (problem === null || (event !== null && traits.isReportedElsewhere(event, problem))) return [];
      if (types.frame !== null && event?.isKnown === false) return [];
      const { code, path, message } = problem;
      const { severity, facts, assumption, place } = provenanceOfValue(contract, schema.name, path, {
        code,
        value: event === null ? frame.value : event.fields,
      });
      const text = `${event?.type ?? 'An event'}: ${message}`;
      return [{ message: text, at: at(path), place, severity, facts, assumption }];
    },
  }),
};

function checkEvent(
  schema: SchemaCheck,
  types: EventTypes,
  { event, frame }: Pick<FrameContext, 'event' | 'frame'>,
): SchemaProblem | null {
  if (types.frame !== null) return checkFrame(schema, frame);
  return event === null ? checkData(schema, frame, (value) => value) : schema.firstProblem(event.fields);
}

/** Checks a whole frame. */
function checkFrame(check: SchemaCheck, frame: StreamFrame): SchemaProblem | null {
  const { event, id } = frame;
  const whole = { ...(event === null ? {} : { event }), ...(id === null ? {} : { id }) };
  return checkData(check, frame, (data) => ({ ...whole, data }));
}

/** Checks the data of a frame. Why twice: data that is a text may look like JSON. */
function checkData(
  check: SchemaCheck,
  { data, value, problem }: StreamFrame,
  wrap: (data: unknown) => unknown,
): SchemaProblem | null {
  const first = problem === null ? check.firstProblem(wrap(value)) : null;
  if (problem === null && first === null) return null;
  const asText = check.firstProblem(wrap(data));
  return asText === null ? null : (first ?? asText);
}
