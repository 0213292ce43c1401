/**
 * Where files go. Types only: the generator sees folders of text and nothing else.
 */

/** A set of folders of text files. */
export interface Sink {
  /** Answers the text of a file, `null` when there is none. */
  read(file: string): Promise<string | null>;
  /** Lists the files of a folder and of those inside it, sorted; empty when there is no such folder. */
  list(folder: string): Promise<string[]>;
  /**
   * Makes all changes or none.
   *
   * Errors: throws what the system says; the files are as they were then.
   */
  commit(changes: readonly Change[]): Promise<void>;
}

/** A file to write, or to remove where the text is `null`. */
export interface Change {
  readonly file: string;
  readonly text: string | null;
}
