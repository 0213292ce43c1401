import { describe, expect, test } from 'vitest';
import { dropEchoes, type Finding } from '../../../../tools/lint-spec/finding.ts';

const finding = (rule: string, message: string, line = 1): Finding => ({
  file: 'spec/a.yaml',
  line,
  column: 1,
  severity: 'error',
  rule,
  message,
});

describe('the findings of lint:spec', () => {
  test('report a file that cannot be parsed once, not at every reference', () => {
    const cause = finding('no-unresolved-refs', 'Failed to parse: bad indentation (23:4)');
    const echo = finding('no-unresolved-refs', "Can't resolve $ref: bad indentation (23:4)", 7);
    expect(dropEchoes([echo, cause, cause])).toEqual([cause]);
  });

  test('omit examples that fail because their schema cannot be read', () => {
    const cause = finding('struct', '`type` can be one of the following only: …');
    const echo = finding(
      'no-invalid-media-type-examples',
      'Example validation errored: type must be JSONType.',
    );
    expect(dropEchoes([echo, cause])).toEqual([cause]);
  });

  test('keep references to missing files, and invalid examples', () => {
    const missing = finding('no-unresolved-refs', "Can't resolve $ref: ENOENT");
    const mismatch = finding(
      'no-invalid-media-type-examples',
      'Example value must conform to the schema: …',
      3,
    );
    expect(dropEchoes([missing, mismatch])).toEqual([missing, mismatch]);
  });

  test('keep a failed example if no other finding explains it', () => {
    const alone = finding('no-invalid-media-type-examples', 'Example validation errored: …');
    expect(dropEchoes([alone])).toEqual([alone]);
  });
});
