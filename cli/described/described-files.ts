/** Reads the files of a user that change the mock of a description: a module, records, credentials. */
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'yaml';
import type { DescribedMockOptions } from '../../mock/described-options.ts';
import { readCredentials } from '../../mock/resources/definition/known-credentials.ts';
import { isObject, messageOf } from '../../templates/runtime/json/value.ts';

/** The files of a user besides the description; `null` for none. */
export interface DescribedFiles {
  readonly mock: string | null;
  readonly records: string | null;
  readonly credentials: string | null;
}

/** The files of a call. Shape: `recordCount` is `null` for the default number, or for a file. */
export interface FilesCall {
  readonly files: DescribedFiles;
  readonly recordCount: number | null;
}

/** The contents of the files. */
export type DescribedFileOptions = Pick<DescribedMockOptions, 'mock' | 'records' | 'credentials'>;

/** Thrown for a file that can't be used; the message names it. */
export class FileError extends Error {
  override readonly name = 'FileError';
}

/** Reads the files of a call. Errors: rejects with a FileError. */
export async function readFiles({ files, recordCount }: FilesCall): Promise<DescribedFileOptions> {
  const { mock, records, credentials } = files;
  return {
    ...(mock !== null && { mock: await readMock(mock) }),
    ...(recordCount !== null && { records: recordCount }),
    ...(records !== null && { records: await readRecords(records) }),
    ...(credentials !== null && { credentials: await readKnown(credentials) }),
  };
}

/** Returns the absolute paths of the files of a call. */
export function pathsOf({ mock, records, credentials }: DescribedFiles): readonly string[] {
  return [mock, records, credentials].flatMap((file) => (file === null ? [] : [path.resolve(file)]));
}

async function readMock(file: string): Promise<NonNullable<DescribedFileOptions['mock']>> {
  const address = pathToFileURL(path.resolve(file));
  const { default: definition } = await reading(file, async () => {
    // Why: a module is cached by its URL, and this one may have changed.
    address.searchParams.set('changed', String((await stat(address)).mtimeMs));
    return (await import(address.href)) as { readonly default?: unknown };
  });
  if (!isObject(definition))
    throw new FileError(`${file}: it has no default export. Write \`export default defineMock({ … })\`.`);
  return definition;
}

async function readRecords(file: string): Promise<NonNullable<DescribedFileOptions['records']>> {
  const value = await readValue(file);
  const wrong = isObject(value)
    ? Object.keys(value).find((name) => !Array.isArray(value[name]) && typeof value[name] !== 'number')
    : null;
  if (!isObject(value) || wrong === null)
    throw new FileError(
      `${file}: it must have a list of records for each resource: { orders: [{ id: 1 }] }.`,
    );
  if (wrong !== undefined)
    throw new FileError(`${file}: ${wrong} must be a list of records, or their number.`);
  return value as NonNullable<DescribedFileOptions['records']>;
}

async function readKnown(file: string): Promise<NonNullable<DescribedFileOptions['credentials']>> {
  const credentials = readCredentials(await readValue(file));
  if (typeof credentials === 'string') throw new FileError(`${file}: ${credentials}.`);
  return credentials;
}

/** Reads YAML, of which JSON is a subset. */
function readValue(file: string): Promise<unknown> {
  return reading(file, async () => parse(await readFile(file, 'utf8')) as unknown);
}

async function reading<Value>(file: string, read: () => Promise<Value>): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    throw new FileError(
      existsSync(file) ? `${file} can't be read: ${messageOf(error)}` : `${file} does not exist.`,
    );
  }
}
