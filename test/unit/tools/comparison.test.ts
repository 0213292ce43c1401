/** The scenarios of the comparison with other mock servers, on our own mock and on a stateless one. */
import { describe, expect, it } from 'vitest';
import { createMock } from '../../../mock/index.ts';
import { descriptions } from '../../../tools/comparison/descriptions.ts';
import { playScenarios } from '../../../tools/comparison/scenarios.ts';

describe.each(descriptions)('$name', (described) => {
  it('passes every scenario on our mock, with valid responses', async () => {
    const mock = await createMock({ openapi: described.file });
    const { played, verdicts } = await playScenarios(described, mock.baseUrl, (url, init) =>
      mock.fetch(url, init),
    );
    await mock.close();
    expect(played.filter(({ problem }) => problem !== null)).toEqual([]);
    expect(verdicts.filter((verdict) => verdict !== null)).toEqual([]);
  });

  it('passes no scenario on a server that returns the same to every request', async () => {
    const same = (): Promise<Response> => Promise.resolve(Response.json({ id: 'same', data: [], notes: [] }));
    const { played, verdicts } = await playScenarios(described, 'http://127.0.0.1', same);
    expect(played.filter(({ problem }) => problem === null)).toEqual([]);
    expect(verdicts.some((verdict) => verdict !== null)).toBe(true);
  });
});
