/** The schema of a report of the Web Fuzzing Commons, version 0.8.0. */
const strings = { type: 'array', items: { type: 'string' }, uniqueItems: true };
const count = { type: 'integer', minimum: 0 };

/** Returns the schema of an object all of whose properties are required. */
function objectOf(
  properties: Readonly<Record<string, unknown>>,
  optional: Readonly<Record<string, unknown>> = {},
) {
  return { type: 'object', properties: { ...properties, ...optional }, required: Object.keys(properties) };
}

const codes = [
  [100, 122],
  [200, 207],
  [300, 312],
  [900, 999],
].map(([minimum, maximum]) => ({ minimum, maximum }));

const category = objectOf(
  { id: { type: 'string' }, code: { type: 'integer', anyOf: codes } },
  { context: { type: ['string', 'null'] } },
);

const covered = objectOf({
  endpointId: { type: 'string' },
  testCaseId: { type: 'string' },
  httpStatus: {
    type: ['array', 'null'],
    items: { type: ['integer', 'null'], minimum: 0, maximum: 599 },
    uniqueItems: true,
  },
});

export const wfcSchema = objectOf(
  {
    schemaVersion: { type: 'string' },
    toolName: { type: 'string' },
    toolVersion: { type: 'string' },
    creationTime: { type: 'string', pattern: String.raw`^\d{4}-\d\d-\d\dT[\d:.]+Z$` },
    executionTimeInSeconds: count,
    faults: objectOf({
      totalNumber: count,
      foundFaults: {
        type: 'array',
        items: objectOf({
          operationId: { type: 'string' },
          testCaseId: { type: 'string' },
          faultCategories: { type: 'array', items: category, minItems: 1, uniqueItems: true },
        }),
      },
    }),
    problemDetails: objectOf({
      rest: objectOf({
        outputHttpCalls: count,
        evaluatedHttpCalls: count,
        endpointIds: strings,
        coveredHttpStatus: { type: 'array', items: covered },
      }),
    }),
    totalTests: count,
    testFilePaths: strings,
    testCases: {
      type: 'array',
      items: objectOf({}, { id: { type: 'string' }, filePath: { type: 'string' }, name: { type: 'string' } }),
    },
  },
  {
    warnings: {
      type: ['array', 'null'],
      items: objectOf({}, { message: { type: 'string' }, category: { type: 'string' } }),
    },
  },
);
