/**
 * Finds the line of a place in the contract, such as `spec/schemas/Agent.yaml#/properties/id`: a file of the package
 * and a JSON pointer. Files are read on demand and cached.
 */
import { readFileSync, statSync } from 'node:fs';
import { openReading, positionOf, type ConfigReading } from '../../generator/source/yaml-value.ts';
import { unescapeName } from '../../templates/runtime/json/pointer.ts';

/** A position in a file of the contract. Units: line and column from 1. */
export interface SpecPosition {
  /** Path relative to the root of the package, or to the working directory. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Paths to the root of the package. Why: in the build this module is one folder deeper than in the sources. */
const roots = ['../../', '../../../'];

const files = new Map<string, ConfigReading | null>();

/**
 * Returns the position of a place.
 *
 * Shape: the position of the key that the pointer ends with, or of the deepest part of the pointer that exists.
 * Errors: `null` for a missing file, or a place outside `spec/`.
 */
export function locatePlace(place: string): SpecPosition | null {
  const [file = '', pointer = ''] = place.split('#');
  if (!/^spec\/[\w./-]+\.yaml$/.test(file) || file.includes('..')) return null;
  const openedFile = openFile(file);
  if (openedFile === null) return null;
  return { file, ...positionOf(openedFile, stepsOf(pointer)) };
}

/**
 * Returns the position of a place in a file of a description, whose name is relative to the working directory.
 *
 * Errors: `null` for an address, for a missing file, and for one of more than 2 MB.
 */
export function locateInDescription(place: string): SpecPosition | null {
  const [file = '', pointer = ''] = place.split('#');
  const openedFile = openFile(file, readSmall);
  return openedFile === null ? null : { file, ...positionOf(openedFile, stepsOf(pointer)) };
}

/** Units: bytes. Why: larger files take seconds. */
const MAX_SIZE = 2_000_000;

function readSmall(file: string): string | null {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats?.isFile() === true && stats.size <= MAX_SIZE ? readFileSync(file, 'utf8') : null;
}

function openFile(file: string, read: (file: string) => string | null = readText): ConfigReading | null {
  const cached = files.get(file);
  if (cached !== undefined) return cached;
  const text = read(file);
  const opened = text === null ? null : openReading(text, {});
  files.set(file, opened);
  return opened;
}

function readText(file: string): string | null {
  for (const root of roots) {
    try {
      return readFileSync(new URL(`${root}${file}`, import.meta.url), 'utf8');
    } catch {
      continue;
    }
  }
  return null;
}

function stepsOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .filter((step) => step !== '')
    .map(unescapeName);
}
