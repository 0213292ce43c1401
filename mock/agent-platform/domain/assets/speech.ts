/**
 * Speech without a provider: one tone per syllable, computed from the text alone, so that the same words in the same
 * voice always produce the same sound. Uses integers only, since engines round a sine differently.
 */

/** Synthesized sound as an audio file. Units: `durationMs` in milliseconds. */
export interface Speech {
  readonly wav: Uint8Array;
  readonly durationMs: number;
}

/** Units: samples per second; milliseconds. */
export const speechFormat = { sampleRate: 8_000, syllableMs: 140, pauseMs: 70, maxMs: 60_000 } as const;

const headerBytes = 44;
const bytesPerSample = 2;
const loudness = 9_000;
/** Units: samples over which a tone swells and fades, so that it does not click. */
const fade = 160;
/** Units: hertz. A pentatonic scale: any two of its notes sound good together. */
const scale = [196, 220, 262, 294, 330, 392, 440, 523];

/** Maximum length of a spoken text; the rest is ignored. Units: characters. */
export const maxSpokenLength = 4_096;

/**
 * Synthesizes speech.
 *
 * Shape: PCM, 16 bits, mono, in a RIFF file; truncated after 4,096 characters of text and after a minute of sound.
 */
export function speak(text: string, voice: string): Speech {
  const notes = notesOf(text.slice(0, maxSpokenLength), voice);
  return { wav: wavFile(notes), durationMs: notes.reduce((sum, { ms }) => sum + ms, 0) };
}

/** A tone; a pause where `hertz` is 0. */
interface Note {
  readonly hertz: number;
  readonly ms: number;
}

function notesOf(text: string, voice: string): readonly Note[] {
  const notes: Note[] = [];
  let left: number = speechFormat.maxMs;
  for (const word of text.split(/\s+/u).filter((part) => part !== '')) {
    const spoken = syllablesOf(word).map((syllable) => ({
      hertz: pitchOf(syllable, voice),
      ms: speechFormat.syllableMs,
    }));
    for (const note of [...spoken, { hertz: 0, ms: speechFormat.pauseMs }]) {
      if (note.ms > left) return notes;
      left -= note.ms;
      notes.push(note);
    }
  }
  return notes;
}

const vowels = new Set('aeiouyäöüAEIOUYÄÖÜ');

/**
 * Splits a word after each group of vowels; consonants at the end belong to the last syllable, and a word without
 * vowels is one syllable. Reads each character once.
 */
function syllablesOf(word: string): readonly string[] {
  const ends: number[] = [];
  for (let at = 1; at <= word.length; at += 1)
    if (isVowelAt(word, at - 1) && !isVowelAt(word, at)) ends.push(at);
  ends[Math.max(ends.length - 1, 0)] = word.length;
  return ends.map((end, index) => word.slice(ends[index - 1] ?? 0, end));
}

function isVowelAt(word: string, at: number): boolean {
  return vowels.has(word[at] ?? '');
}

function pitchOf(syllable: string, voice: string): number {
  let sum = 7;
  for (const letter of `${voice} ${syllable.toLowerCase()}`)
    sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521;
  return scale[sum % scale.length] ?? 0;
}

/** Returns the samples of a note; there are few different notes, so `wavFile` computes each of them once. */
function samplesOf({ hertz, ms }: Note): Int16Array {
  const samples = new Int16Array((ms * speechFormat.sampleRate) / 1000);
  if (hertz === 0) return samples;
  for (let at = 0; at < samples.length; at += 1) {
    const swell = Math.min(fade, at, samples.length - at);
    samples[at] = Math.trunc((triangle(at * hertz) * swell) / fade);
  }
  return samples;
}

/** Returns a sample of a triangle wave. Units: `phase` counts cycles times samples per second. */
function triangle(phase: number): number {
  const { sampleRate } = speechFormat;
  const within = (phase % sampleRate) * 4;
  if (within < sampleRate) return Math.trunc((loudness * within) / sampleRate);
  if (within < sampleRate * 3) return Math.trunc((loudness * (sampleRate * 2 - within)) / sampleRate);
  return Math.trunc((loudness * (within - sampleRate * 4)) / sampleRate);
}

/** Source: RIFF, WAVE with a `fmt ` chunk of 16 bytes and a `data` chunk; all numbers little-endian. */
function wavFile(notes: readonly Note[]): Uint8Array {
  const { sampleRate } = speechFormat;
  const tones = new Map(notes.map(({ hertz, ms }) => [hertz, samplesOf({ hertz, ms })]));
  const parts = notes.map(({ hertz }) => tones.get(hertz) ?? new Int16Array(0));
  const size = parts.reduce((sum, { length }) => sum + length, 0) * bytesPerSample;
  const file = new DataView(new ArrayBuffer(headerBytes + size));
  writeTag(file, 0, 'RIFF');
  file.setUint32(4, headerBytes - 8 + size, true);
  writeTag(file, 8, 'WAVEfmt ');
  file.setUint32(16, 16, true);
  file.setUint16(20, 1, true);
  file.setUint16(22, 1, true);
  file.setUint32(24, sampleRate, true);
  file.setUint32(28, sampleRate * bytesPerSample, true);
  file.setUint16(32, bytesPerSample, true);
  file.setUint16(34, bytesPerSample * 8, true);
  writeTag(file, 36, 'data');
  file.setUint32(40, size, true);
  let at = headerBytes;
  for (const part of parts)
    for (const sample of part) {
      file.setInt16(at, sample, true);
      at += bytesPerSample;
    }
  return new Uint8Array(file.buffer);
}

function writeTag(file: DataView, at: number, tag: string): void {
  for (let offset = 0; offset < tag.length; offset += 1) file.setUint8(at + offset, tag.charCodeAt(offset));
}

/** The number of bytes that can be passed as arguments of one call on every engine. */
const step = 0x2000;

/** Encodes bytes in base64. Source: RFC 4648 section 4. */
export function base64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += step)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + step)));
  return btoa(parts.join(''));
}
