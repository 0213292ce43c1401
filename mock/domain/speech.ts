/**
 * Speech without a provider: one tone for each syllable, made from the text alone, so that the same words of the same
 * voice always give the same sound. Whole numbers only: engines differ in how they round a sine.
 */

/** Sound, as a file of its own. Units: `durationMs` in milliseconds. */
export interface Speech {
  readonly wav: Uint8Array;
  readonly durationMs: number;
}

/** Units: samples a second; milliseconds. */
export const speechFormat = { sampleRate: 8_000, syllableMs: 140, pauseMs: 70, mostMs: 60_000 } as const;

const headerBytes = 44;
const bytesPerSample = 2;
const loudness = 9_000;
/** Units: samples over which a tone swells and fades, so that it does not click. */
const fade = 160;
/** Units: hertz. A pentatonic scale: whatever follows whatever sounds all right. */
const scale = [196, 220, 262, 294, 330, 392, 440, 523];

/**
 * Speaks a text.
 *
 * Shape: PCM, 16 bits, mono, in a RIFF file; a text too long for a minute ends with the minute.
 */
export function speak(text: string, voice: string): Speech {
  const notes = notesOf(text, voice);
  return { wav: wavFile(notes.flatMap(toneOf)), durationMs: notes.reduce((sum, { ms }) => sum + ms, 0) };
}

/** A tone; a pause where `hertz` is 0. */
interface Note {
  readonly hertz: number;
  readonly ms: number;
}

function notesOf(text: string, voice: string): readonly Note[] {
  const notes: Note[] = [];
  let left: number = speechFormat.mostMs;
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

/** Splits a word behind each group of vowels; what has none, such as a number, is one syllable. */
function syllablesOf(word: string): readonly string[] {
  return word.match(/[^aeiouyäöü]*[aeiouyäöü]+(?:[^aeiouyäöü]+$)?/giu) ?? [word];
}

function pitchOf(syllable: string, voice: string): number {
  let sum = 7;
  for (const letter of `${voice} ${syllable.toLowerCase()}`)
    sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521;
  return scale[sum % scale.length] ?? 0;
}

function toneOf({ hertz, ms }: Note): number[] {
  const length = (ms * speechFormat.sampleRate) / 1000;
  return Array.from({ length }, (_, at) => {
    const swell = Math.min(fade, at, length - at);
    return hertz === 0 ? 0 : Math.trunc((triangle(at * hertz) * swell) / fade);
  });
}

/** A wave of straight lines between the loudest and its opposite. Units: `phase` counts cycles times samples a second. */
function triangle(phase: number): number {
  const { sampleRate } = speechFormat;
  const within = (phase % sampleRate) * 4;
  if (within < sampleRate) return Math.trunc((loudness * within) / sampleRate);
  if (within < sampleRate * 3) return Math.trunc((loudness * (sampleRate * 2 - within)) / sampleRate);
  return Math.trunc((loudness * (within - sampleRate * 4)) / sampleRate);
}

/** Source: RIFF, WAVE with a `fmt ` chunk of 16 bytes and a `data` chunk; all numbers little-endian. */
function wavFile(samples: readonly number[]): Uint8Array {
  const { sampleRate } = speechFormat;
  const size = samples.length * bytesPerSample;
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
  for (const [at, sample] of samples.entries())
    file.setInt16(headerBytes + at * bytesPerSample, sample, true);
  return new Uint8Array(file.buffer);
}

function writeTag(file: DataView, at: number, tag: string): void {
  for (let offset = 0; offset < tag.length; offset += 1) file.setUint8(at + offset, tag.charCodeAt(offset));
}
