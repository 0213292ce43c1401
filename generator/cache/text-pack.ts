/**
 * Stores the texts of one run for the next, in one file. Discards a file that is damaged or was written by another
 * generator, because its texts become code.
 */
import { hash } from 'node:crypto';
import type { CachedStep, TextCache } from '../emit/emitter.ts';
import { readCacheFile, writeCacheFile } from './cache-file.ts';

/** A cache of texts that can be stored. */
export interface TextPack extends TextCache {
  /** Stores the entries used since the last time, and all previous entries of steps that did not run. */
  keep(): void;
}

/** A text, by the digest of its step and its input. */
interface Entry {
  readonly step: CachedStep;
  readonly text: () => string;
}

/** Opens the texts of earlier runs; empty if the file is missing, damaged, or from another generator. */
export function openTextPack(file: string, generator: string): TextPack {
  let known: ReadonlyMap<string, Entry> | null = null;
  let used = new Map<string, Entry>();
  let isNew = false;
  const find = (key: string): Entry | undefined =>
    used.get(key) ?? (known ??= readPack(file, generator)).get(key);
  return {
    knows: (step, madeOf) => find(keyOf(step, madeOf)) !== undefined,
    recall(step, madeOf, make) {
      const key = keyOf(step, madeOf);
      const entry = find(key);
      if (entry !== undefined) {
        used.set(key, entry);
        return entry.text();
      }
      const text = make();
      used.set(key, { step, text: () => text });
      isNew = true;
      return text;
    },
    keep() {
      if (known === null) return;
      const steps = new Set([...used.values()].map(({ step }) => step));
      const others = [...known].filter(([, { step }]) => !steps.has(step));
      const isSame = !isNew && used.size + others.length === known.size;
      known = new Map([...others, ...used]);
      used = new Map();
      isNew = false;
      if (!isSame) writeCacheFile(file, printPack(known, generator));
    },
  };
}

function keyOf(step: CachedStep, madeOf: string): string {
  return hash('sha256', `${step} ${madeOf}`, 'base64url');
}

/** The first line of a pack. Units: `length` in bytes, of the texts in their order. */
interface Head {
  readonly generator: string;
  readonly digest: string;
  readonly entries: readonly (readonly [key: string, step: CachedStep, length: number])[];
}

const NEWLINE = 10;

function printPack(entries: ReadonlyMap<string, Entry>, generator: string): Buffer {
  const texts = [...entries.values()].map(({ text }) => Buffer.from(text()));
  const body = Buffer.concat(texts);
  const list = [...entries].map(([key, { step }], index) => [key, step, texts[index]?.length ?? 0] as const);
  const head: Head = { generator, digest: digestOf(list, body), entries: list };
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), body]);
}

function readPack(file: string, generator: string): ReadonlyMap<string, Entry> {
  const content = readCacheFile(file);
  const end = content?.indexOf(NEWLINE) ?? -1;
  if (content === null || end < 0) return new Map();
  const body = content.subarray(end + 1);
  try {
    const head = JSON.parse(content.toString('utf8', 0, end)) as Head;
    if (head.generator !== generator || head.digest !== digestOf(head.entries, body)) return new Map();
    let at = 0;
    return new Map(
      head.entries.map(([key, step, length]) => {
        const start = at;
        at += length;
        return [key, { step, text: () => body.toString('utf8', start, start + length) }];
      }),
    );
  } catch {
    return new Map();
  }
}

function digestOf(entries: Head['entries'], body: Uint8Array): string {
  return hash('sha256', JSON.stringify(entries)) + hash('sha256', body);
}
