/**
 * What a command of `backlot` is. Types only.
 */

/** One command. */
export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /**
   * Runs the command with the arguments behind its name.
   *
   * Shape: the exit code: 0 done, 1 the documents or the output are not as they should be, 2 the call is wrong.
   */
  readonly run: (args: readonly string[]) => Promise<number>;
}
