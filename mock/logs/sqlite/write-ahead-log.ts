/**
 * Finds changes in a write-ahead log that SQLite ignores. SQLite reads a log up to the first frame with a wrong
 * checksum, without an error, since that is how an interrupted write ends; damage looks the same, but is followed by
 * more changes.
 */
import { closeSync, constants, copyFileSync, fstatSync, lstatSync, openSync, readSync } from 'node:fs';

/** Source: https://sqlite.org/fileformat2.html#walformat. Units: bytes. */
const HEADER = 32;
const FRAME_HEADER = 24;
const MAGIC = 0x377f_0682;
const VERSION = 3_007_000;
const PAGES: readonly number[] = [512, 1024, 2048, 4096, 8192, 16_384, 32_768, 65_536];

/**
 * Copies the log of a database that this process has locked, if SQLite ignores changes in it.
 *
 * Shape: a message with the name of the copy; `null` if nothing is ignored. Must be called before the first write.
 */
export function keepIgnoredLog(file: string): string | null {
  const log = `${file}-wal`;
  const lost = findIgnoredChanges(log);
  if (lost === null) return null;
  const copy = freeName(`${log}.damaged`);
  copyFileSync(log, copy, constants.COPYFILE_EXCL);
  return `${log} is damaged: ${lost}. The worlds are as they were before these changes, and the log is kept as ${copy}. Restore a copy of the folder, or continue without them.`;
}

function findIgnoredChanges(log: string): string | null {
  if ((lstatSync(log, { throwIfNoEntry: false })?.size ?? 0) <= HEADER) return null;
  const descriptor = openSync(log, 'r');
  try {
    return readFrames(descriptor, fstatSync(descriptor).size);
  } finally {
    closeSync(descriptor);
  }
}

function readFrames(descriptor: number, size: number): string | null {
  const header = Buffer.alloc(HEADER);
  readSync(descriptor, header, 0, HEADER, 0);
  const isBigEndian = header.readUInt32BE(0) === MAGIC + 1;
  const sum = new Checksum(isBigEndian);
  sum.add(header.subarray(0, 24));
  const page = header.readUInt32BE(8);
  const isSound =
    (isBigEndian || header.readUInt32BE(0) === MAGIC) &&
    header.readUInt32BE(4) === VERSION &&
    PAGES.includes(page) &&
    sum.matches(header, 24);
  if (!isSound) return 'its header does not match its checksum, so SQLite ignores all changes in it';
  const frame = Buffer.alloc(FRAME_HEADER + page);
  let broken: number | null = null;
  for (let at = HEADER, number = 1; at + frame.length <= size; at += frame.length, number += 1) {
    readSync(descriptor, frame, 0, frame.length, at);
    const isCurrent = frame.compare(header, 16, 24, 8, 16) === 0;
    if (broken !== null) {
      // A frame with a size of the database ends a transaction.
      if (isCurrent && frame.readUInt32BE(4) !== 0)
        return `SQLite ignores all changes in it from frame ${broken} on`;
      continue;
    }
    sum.add(frame.subarray(0, 8));
    sum.add(frame.subarray(FRAME_HEADER));
    if (!isCurrent || !sum.matches(frame, 16)) broken = number;
  }
  return null;
}

/** The cumulative checksum of a log. */
class Checksum {
  readonly #isBigEndian: boolean;
  #first = 0;
  #second = 0;

  constructor(isBigEndian: boolean) {
    this.#isBigEndian = isBigEndian;
  }

  add(bytes: Buffer): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const isLittleEndian = !this.#isBigEndian;
    for (let at = 0; at < bytes.length; at += 8) {
      this.#first = (this.#first + view.getUint32(at, isLittleEndian) + this.#second) >>> 0;
      this.#second = (this.#second + view.getUint32(at + 4, isLittleEndian) + this.#first) >>> 0;
    }
  }

  matches(bytes: Buffer, at: number): boolean {
    return bytes.readUInt32BE(at) === this.#first && bytes.readUInt32BE(at + 4) === this.#second;
  }
}

/** Returns the first name with a number that no file has. */
function freeName(base: string): string {
  for (let number = 1; ; number += 1) {
    const name = `${base}-${number}`;
    if (lstatSync(name, { throwIfNoEntry: false }) === undefined) return name;
  }
}
