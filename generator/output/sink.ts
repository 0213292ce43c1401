/** The target of files. Types only: the generator sees only folders of text files. */

/** A set of folders of text files. */
export interface Sink {
  /**
   * Returns the text of a file, `null` if it does not exist.
   *
   * Errors: rejects with the error of the system if the path exists but is not a readable file.
   */
  read(file: string): Promise<string | null>;
  /** Lists the files of a folder and its subfolders, sorted; empty if there is no such folder. */
  list(folder: string): Promise<string[]>;
  /** Undoes the incomplete changes of a killed run in some folders; absent if that can't happen. */
  recover?(folders: readonly string[]): Promise<void>;
  /**
   * Makes all changes or none.
   *
   * Errors: rejects with the error of the system; the files are then as before.
   */
  commit(changes: readonly Change[]): Promise<void>;
}

/** A file to write, or to remove where the text is `null`. */
export interface Change {
  readonly file: string;
  readonly text: string | null;
}

/** Returns the code of an error; `null` when it has none. */
export function errorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

/** Adds the path to an error message, which the system omits for a file that is already open. */
export function withPath(error: unknown, path: string): unknown {
  return errorCode(error) === null ? error : Object.assign(error as Error, { path });
}
