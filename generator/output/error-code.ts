/**
 * Reads errors of the system: their codes, such as `ENOENT`, and the files that they are about.
 */

/** Returns the code of an error; `null` when it has none. */
export function errorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

/** Names the file that an error is about; the system does not where a file is open already. */
export function withPath(error: unknown, path: string): unknown {
  return errorCode(error) === null ? error : Object.assign(error as Error, { path });
}
