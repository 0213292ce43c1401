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

  test.each(declared)('$id $status $mediaType', async ({ method, path, status, mediaType }) => {
    const asked = typeof status === 'number' ? status : 599;
    const headers = { prefer: `code=${asked}`, ...(mediaType === null ? {} : { accept: mediaType }) };
    const response = await mock.fetch(path.replace(/\{[^}]*\}/g, 'x'), { method, headers });
    const body = await response.text();
    expect([response.status, logged.splice(0)]).toEqual([asked, []]);
    expect(response.headers.get('preference-applied')).toBe(`code=${asked}`);
    expect(response.headers.has('backlot-outside-contract')).toBe(false);
    if (mediaType !== null && !mediaType.includes('*')) {
      expect(response.headers.get('content-type')).toContain(mediaType);
    }
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
