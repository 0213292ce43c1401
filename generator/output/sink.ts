/**
 * Where files go. Types only: the generator sees folders of text and nothing else.
 */

/** A set of folders of text files. */
export interface Sink {
  /**
   * Returns the text of a file, `null` if it does not exist.
   *
   * Errors: rejects with the error of the system if the path exists but is not a readable file.
   */
  read(file: string): Promise<string | null>;
  /** Lists the files of a folder and of those inside it, sorted; empty when there is no such folder. */
  list(folder: string): Promise<string[]>;
  /** Undoes what a run that was killed left half done in some folders; absent where that can't happen. */
  recover?(folders: readonly string[]): Promise<void>;
  /**
   * Makes all changes or none.
   *
   * Errors: rejects with the error of the system; the files are as they were then.
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

/** Names the file that an error is about; the system does not where a file is open already. */
export function withPath(error: unknown, path: string): unknown {
  return errorCode(error) === null ? error : Object.assign(error as Error, { path });
}
