import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { writeWfc } from '../../../../conformance/report/wfc.ts';
import { fullReport } from './full-report.ts';
import { makeHostileReport, makeReport, plainOptions } from './made-report.ts';
import { wfcSchema } from './wfc-schema.ts';

const isValid = new Ajv2020({ strict: false }).compile(wfcSchema);

it.each([
  ['an ordinary run', fullReport],
  ['a run with hostile texts', makeHostileReport()],
  ['a run without findings', makeReport()],
])('a report of the Web Fuzzing Commons of %s fits the published schema', (_, report) => {
  isValid(JSON.parse(writeWfc(report, plainOptions)));
  expect(isValid.errors).toBeNull();
});
