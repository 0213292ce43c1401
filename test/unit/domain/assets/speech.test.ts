import { describe, expect, it } from 'vitest';
import { base64, speak, speechFormat } from '../../../../mock/agent-platform/domain/assets/speech.ts';

const { sampleRate, syllableMs, pauseMs, maxMs } = speechFormat;

/** Reads a WAV file as a player does. */
function readWav(wav: Uint8Array) {
  const file = Buffer.from(wav);
  const text = (from: number, to: number) => file.toString('latin1', from, to);
  return {
    tags: [text(0, 4), text(8, 12), text(12, 16), text(36, 40)],
    riffSize: file.readUInt32LE(4),
    formatSize: file.readUInt32LE(16),
    format: file.readUInt16LE(20),
    channels: file.readUInt16LE(22),
    sampleRate: file.readUInt32LE(24),
    byteRate: file.readUInt32LE(28),
    blockAlign: file.readUInt16LE(32),
    bitsPerSample: file.readUInt16LE(34),
    dataSize: file.readUInt32LE(40),
    samples: Array.from({ length: (file.length - 44) / 2 }, (_, at) => file.readInt16LE(44 + at * 2)),
  };
}

describe('speech', () => {
  it('is a WAV file whose header matches its sound', () => {
    const { wav } = speak('Hello there', 'olive');
    const { samples, ...header } = readWav(wav);
    expect(header).toEqual({
      tags: ['RIFF', 'WAVE', 'fmt ', 'data'],
      riffSize: wav.length - 8,
      formatSize: 16,
      format: 1,
      channels: 1,
      sampleRate: 8000,
      byteRate: 16_000,
      blockAlign: 2,
      bitsPerSample: 16,
      dataSize: wav.length - 44,
    });
    expect(samples).toHaveLength((wav.length - 44) / 2);
  });

  it.each([
    ['go', 1, 1],
    ['banana', 3, 1],
    ['Hello there', 4, 2],
    ['1042', 1, 1],
    ['  many   spaces ', 4, 2],
    ['Zoë', 1, 1],
    ['訂單', 1, 1],
  ])('for %j has a tone for each syllable and a pause after each word', (text, syllables, words) => {
    const { wav, durationMs } = speak(text, '');
    expect(durationMs).toBe(syllables * syllableMs + words * pauseMs);
    expect(readWav(wav).samples).toHaveLength((durationMs * sampleRate) / 1000);
  });

  it('is audible, does not clip, and is silent in its pauses', () => {
    const { samples } = readWav(speak('go', '').wav);
    const tone = samples.slice(0, (syllableMs * sampleRate) / 1000);
    expect(Math.max(...tone)).toBeGreaterThan(5_000);
    expect(Math.max(...tone.map(Math.abs))).toBeLessThan(32_000);
    expect(new Set(samples.slice(tone.length))).toEqual(new Set([0]));
  });

  it('ends within a minute for any text', () => {
    const { durationMs, wav } = speak('banana '.repeat(5_000), '');
    expect(durationMs).toBeGreaterThan(maxMs - 1000);
    expect(durationMs).toBeLessThanOrEqual(maxMs);
    expect(wav.length).toBeLessThan(1_000_000);
  });
});

it.each([0, 1, 2, 3, 8191, 8192, 8193, 20_000])('base64 of %s bytes matches that of Node', (length) => {
  const bytes = Uint8Array.from({ length }, (_, at) => (at * 7) % 256);
  expect(base64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
});
