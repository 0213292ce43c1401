/** Reads the JSON Schema Test Suite from its repository, or from a folder with the files of one draft. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonSchema, JsonValue } from '../../generator/json/documents.ts';

/** A value, and whether the schema of its group accepts it. */
export interface SuiteTest {
  readonly description: string;
  readonly data: JsonValue;
  readonly valid: boolean;
}

/** One schema with its tests. */
export interface SuiteGroup {
  readonly description: string;
  readonly schema: JsonSchema;
  readonly tests: readonly SuiteTest[];
}

/** The kind of the tests in a file; every implementation must pass the required ones. */
export type SuitePart = 'required' | 'optional' | 'format';

/** One file of groups. */
export interface SuiteFile {
  /** Relative to the folder of the draft, without its ending. */
  readonly name: string;
  readonly part: SuitePart;
  readonly groups: readonly SuiteGroup[];
}

/** Reads every file below a folder, sorted by name. */
export function readSuite(folder: string): SuiteFile[] {
  return globSync('**/*.json', { cwd: folder })
    .sort()
    .map((file) => ({
      name: file.replace(/\.json$/, ''),
      part: partOf(file),
      groups: JSON.parse(readFileSync(join(folder, file), 'utf8')) as SuiteGroup[],
    }));
}

function partOf(file: string): SuitePart {
  if (file.startsWith('optional/format/') || file === 'optional/format-assertion.json') return 'format';
  return file.startsWith('optional/') ? 'optional' : 'required';
}
