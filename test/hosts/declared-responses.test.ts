/** Every response that the contracts declare can be requested, and matches the contract as it is sent. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { manifest as platform } from '../../generated/control-agent-platform/manifest.ts';
import { manifest as control } from '../../generated/control/manifest.ts';
import { manifest as service } from '../../generated/service/manifest.ts';
import { createMock, type Mock } from '../../mock/index.ts';

const declared = [...service.operations, ...control.operations, ...platform.operations].flatMap(
  ({ id, method, path, responses }) =>
    responses.flatMap(({ status, mediaTypes }) => {
      const types: readonly string[] = mediaTypes;
      return (types.length === 0 ? [null] : types).map((mediaType) => ({
        id,
        method,
        path,
        status,
        mediaType,
      }));
    }),
);

describe('a declared response', () => {
  let mock: Mock;
  const logged: string[] = [];

  beforeAll(async () => {
    mock = await createMock({ fixture: 'empty', log: (message) => logged.push(message) });
  });
  afterAll(() => mock.close());

  // @fact F-4.1-007 F-4.1-010 F-4.1-018 F-4.1-021 F-4.1-027 F-4.1-030 F-4.1-038 F-4.1-041 F-4.2-010 F-4.2-012
  // @fact F-4.2-019 F-4.2-023 F-4.2-033..034 F-4.2-042 F-4.2-045 F-4.2-053 F-4.2-057 F-4.2-064 F-4.2-067
  // @fact F-4.2-076 F-4.2-080 F-4.2-088 F-4.2-090 F-4.2-102 F-4.2-105 F-4.2-115 F-4.2-119 F-4.2-131 F-4.2-135
  // @fact F-4.2-149 F-4.2-152 F-4.2-155 F-4.2-160 F-4.2-163 F-4.2-166 F-4.2-171 F-4.2-174 F-4.2-177 F-4.2-183
  // @fact F-4.2-186 F-4.2-189 F-4.2-198 F-4.2-201 F-4.2-208 F-4.2-211 F-4.2-224 F-4.2-227 F-4.2-239 F-4.2-243
  // @fact F-4.2-250 F-4.3-009 F-4.3-012 F-4.3-014 F-4.3-019 F-4.3-021 F-4.3-023 F-4.3-029 F-4.3-035 F-4.3-045
  // @fact F-4.3-050 F-4.3-054 F-4.4-006 F-4.4-009 F-4.4-013 F-4.4-017 F-4.4-020 F-4.4-022 F-4.4-026
  // @fact F-4.4-028..029 F-4.4-032 F-4.4-035 F-4.4-037 F-4.4-039 F-4.5-011 F-4.5-014 F-4.5-025 F-4.5-033
  // @fact F-4.5-036 F-4.5-047 F-4.6-014 F-4.6-027 F-4.7-029 F-4.7-033
  test.each(declared)('$id $status $mediaType', async ({ method, path, status, mediaType }) => {
    const asked = typeof status === 'number' ? status : 599;
    const headers = { prefer: `code=${asked}`, ...(mediaType === null ? {} : { accept: mediaType }) };
    const response = await mock.fetch(path.replace(/\{[^}]*\}/g, 'x'), { method, headers });
    const body = await response.text();
    expect([response.status, logged.splice(0)]).toEqual([asked, []]);
    expect(response.headers.get('preference-applied')).toBe(`code=${asked}`);
    expect(response.headers.has('backlot-outside-contract')).toBe(false);
    if (mediaType !== null && !mediaType.includes('*'))
      expect(response.headers.get('content-type')).toContain(mediaType);
    if (mediaType === null) expect(body).toBe('');
  });

  const ofJson = declared.filter(({ mediaType }) => mediaType === 'application/json');

  test.each(ofJson)('$id $status as a sample', async ({ method, path, status }) => {
    const asked = typeof status === 'number' ? status : 599;
    const headers = { prefer: `code=${asked}, dynamic=true`, accept: 'application/json' };
    const response = await mock.fetch(path.replace(/\{[^}]*\}/g, 'x'), { method, headers });
    expect([response.status, logged.splice(0)]).toEqual([asked, []]);
    expect(response.headers.get('preference-applied')).toBe(`code=${asked}, dynamic=true`);
    expect(response.headers.has('backlot-outside-contract')).toBe(false);
  });
});
