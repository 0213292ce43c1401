/** The voice of an agent: speech as JSON with playable audio. */
import { expect, it } from 'vitest';
import { useMock } from '../support/mock-client.ts';

const service = useMock();

const speak = (body: unknown, agentId = 'agent_support') => service.post(`/v1/agents/${agentId}/voice`, body);
const setVoice = (voice: unknown) => service.put('/v1/agents/agent_support', { config: { voice } });

// @fact F-4.2-229..234 F-4.2-236
it('a text is spoken as a WAV file in base64', async () => {
  const response = await speak({ text: 'Your refund is on its way.' });
  expect(response.status).toBe(200);
  const { audio, mediaType, durationMs } = response.body;
  const file = Buffer.from(String(audio), 'base64');
  expect([file.toString('latin1', 0, 4), file.toString('latin1', 8, 16), mediaType]).toEqual([
    'RIFF',
    'WAVEfmt ',
    'audio/wav',
  ]);
  const bytesPerSecond = file.readUInt32LE(28);
  expect(((file.length - 44) / bytesPerSecond) * 1000).toBeCloseTo(Number(durationMs), 3);
  expect(Number(durationMs)).toBeGreaterThan(500);
});

it('the same text sounds the same, and another text or voice sounds different', async () => {
  const say = async (text: string) => (await speak({ text })).body['audio'];
  const hello = await say('Hello there');
  expect(await say('Hello there')).toBe(hello);
  expect(await say('Hello you')).not.toBe(hello);
  await setVoice({ voiceId: 'oscar' });
  expect(await say('Hello there')).not.toBe(hello);
});

it.each([{}, { provider: 'any' }, { enabled: true }, { voiceId: 7 }])(
  '%j is accepted as a voice',
  async (voice) => {
    const { body } = await service.post('/v1/agents', { name: 'Speaker', config: { voice } });
    expect((await speak({ text: 'Hello' }, String(body['id']))).status).toBe(200);
  },
);
