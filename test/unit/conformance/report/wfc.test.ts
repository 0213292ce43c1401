import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { writeWfc } from '../../../../conformance/report/wfc.ts';
import {
  makeCheck,
  makeExchange,
  makeFinding,
  makeHostileReport,
  makeReport,
  outcomesOf,
  plainOptions,
  response,
} from './made-report.ts';
import { wfcSchema } from './wfc-schema.ts';

const isValid = new Ajv2020({ strict: false }).compile(wfcSchema);

interface Wfc {
  readonly faults: {
    readonly totalNumber: number;
    readonly foundFaults: readonly {
      readonly operationId: string;
      readonly testCaseId: string;
      readonly faultCategories: readonly { readonly code: number; readonly context: string }[];
    }[];
  };
  readonly problemDetails: { readonly rest: { readonly coveredHttpStatus: readonly unknown[] } };
  readonly testFilePaths: readonly string[];
  readonly testCases: readonly { readonly id: string }[];
  readonly totalTests: number;
  readonly warnings: readonly unknown[];
}

function write(...args: Parameters<typeof writeWfc>): Wfc {
  return JSON.parse(writeWfc(...args)) as Wfc;
}

const wrongBody = makeFinding();
const report = makeReport({
  checks: [makeCheck(), makeCheck({ id: 'C06' }), makeCheck({ id: 'LAW13', family: 'law' })],
  outcomes: outcomesOf([
    wrongBody,
    makeFinding({
      check: 'C06',
      exchanges: [makeExchange({ response: { ...response, status: 500 } })],
    }),
    makeFinding({ check: 'LAW13', subject: '/v1/agents' }),
    makeFinding({ check: 'C03', verdict: 'warn' }),
  ]),
  exchanges: [makeExchange(), makeExchange({ response: null })],
});

describe('a report of the Web Fuzzing Commons', () => {
  it.each([
    ['an ordinary run', report],
    ['a run with hostile texts', makeHostileReport()],
    ['a run without findings', makeReport()],
  ])('of %s fits the published schema', (_, each) => {
    isValid(write(each, plainOptions));
    expect(isValid.errors).toBeNull();
  });

  it('has the code of the catalogue for each finding that counts', () => {
    const { faults } = write(report, plainOptions);
    expect(faults.foundFaults.map(({ faultCategories }) => faultCategories[0]?.code)).toEqual([
      200, 100, 113,
    ]);
    expect(faults.foundFaults[0]?.faultCategories[0]?.context).toContain('C03: must be a string');
    expect(faults.totalNumber).toBe(3);
  });

  it('contains the operation of a finding about a resource', () => {
    const { faults } = write(report, plainOptions);
    expect(faults.foundFaults[2]?.operationId).toBe('GET:/v1/agents/{id}');
  });

  it('has findings that only warn as warnings', () => {
    expect(write(report, plainOptions).warnings).toHaveLength(1);
  });

  it('lists the statuses of each operation, and the script of each finding', () => {
    const cases = new Map([[wrongBody.fingerprint, 'out/cases/C03-1.json']]);
    const { problemDetails, testFilePaths, testCases, totalTests } = write(report, {
      ...plainOptions,
      cases,
    });
    expect(problemDetails.rest.coveredHttpStatus).toEqual([
      { endpointId: 'GET:/v1/agents/{id}', testCaseId: 'requests-getAgent', httpStatus: [200] },
    ]);
    expect(testFilePaths).toEqual(['out/cases/C03-1.sh']);
    expect(testCases).toHaveLength(totalTests);
  });
});
