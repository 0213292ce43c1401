/**
 * What a command of `backlot` is. Types only.
 */

/**
 * Runs a command with the arguments behind its name.
 *
 * Shape: resolves with the exit code: 0 done, 1 what it was given or made is not as it should be, 2 the call is wrong.
 */
export type Command = (args: readonly string[]) => Promise<number>;
