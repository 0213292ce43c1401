/**
 * Reads arguments the same way for every command, and says what is wrong with them.
 */
import { parseArgs } from 'node:util';
import { closestWord } from '../templates/runtime/closest-word.ts';

/**
 * Reads arguments as `parseArgs` of Node does.
 *
 * Errors: throws an error whose message is one sentence, with the option that was probably meant.
 */
export const parseArguments: typeof parseArgs = (config) => {
  try {
    return parseArgs(config);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const unknown = /^Unknown option '(-[^']*)'/.exec(message)?.[1];
    if (unknown === undefined) throw new Error(firstSentence(message), { cause: error });
    const known = Object.keys(config?.options ?? {}).map((name) => `--${name}`);
    throw new Error(`There is no option ${unknown}${suggestion(unknown, known)}`, { cause: error });
  }
};

function firstSentence(message: string): string {
  const [first = ''] = message.split(/\. |\n/);
  return `${first.replace(/\.$/, '')}.`;
}

/** Ends a sentence about a word that is unknown, with the one that was probably meant. */
export function suggestion(word: string, known: readonly string[]): string {
  const closest = closestWord(word, known);
  return closest === null ? '.' : `; did you mean ${closest}?`;
}

/** Says that a value is none of those that an option takes. */
export function choiceProblem(option: string, value: string, known: readonly string[]): string {
  const closest = closestWord(value, known);
  const meant = closest === null ? '.' : `; did you mean ${closest}?`;
  return `${option} is one of ${known.join(', ')}, not ${JSON.stringify(value)}${meant}`;
}

/** Prints what is wrong with a call, and where its options are listed; returns the exit code. */
export function refuseCall(command: string, problem: string): number {
  process.stderr.write(
    `backlot ${command}: ${problem}\nRun \`backlot ${command} --help\` for the options.\n`,
  );
  return 2;
}
