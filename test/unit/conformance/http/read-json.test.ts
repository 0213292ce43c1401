/** JSON of a service: parsed up to a limit of nesting. */
import { describe, expect, it } from 'vitest';
import { MAX_JSON_DEPTH, measureJson, readJson } from '../../../../conformance/model/read-json.ts';

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

describe('JSON of a service', () => {
  it.each(['null', '"[[[[{{{"', '{"a":[1,"\\"[",{}]}', ' [ ] '])('is parsed: %s', (text) => {
    expect(readJson(text)).toEqual({ ok: true, value: JSON.parse(text) as unknown });
  });

  it('is parsed up to the deepest allowed level', () => {
    expect(readJson(nested(MAX_JSON_DEPTH)).ok).toBe(true);
    expect(readJson(nested(MAX_JSON_DEPTH + 1))).toEqual({
      ok: false,
      problem: 'It is nested deeper than 100 levels.',
      isTooDeep: true,
    });
  });

  it('is rejected when it is invalid', () => {
    expect(readJson('{"a":')).toMatchObject({ ok: false, isTooDeep: false });
    expect(readJson('"\\')).toMatchObject({ ok: false, isTooDeep: false });
  });

  it('is only scanned up to the deepest allowed level', () => {
    expect(measureJson(nested(200_000))).toMatchObject({
      depth: MAX_JSON_DEPTH + 1,
      values: MAX_JSON_DEPTH + 1,
    });
  });
});
