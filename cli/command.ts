/** Defines commands: one table of options gives the parser and the help text. */
import { parseArgs, type ParseArgsOptionDescriptor } from 'node:util';
import { closestWord } from '../templates/runtime/closest-word.ts';
import { messageOf } from '../templates/runtime/json/value.ts';

/**
 * Runs a command with the arguments after its name.
 *
 * Shape: resolves with the exit code: 0 success, 1 findings or failure, 2 invalid arguments.
 */
export type CliCommand = (args: readonly string[]) => Promise<number>;

/** Describes an option. Shape: `value` is the placeholder of its value in the help text. */
export interface OptionRow extends ParseArgsOptionDescriptor {
  readonly value?: string;
  /** The heading of this option and those after it in the help text. */
  readonly heading?: string;
  readonly help: string;
}

/** Describes an option without a value. */
export function flag(help: string) {
  return { type: 'boolean', default: false, help } satisfies OptionRow;
}

/** Describes an option with a value, whose placeholder is `value`. */
export function option(value: string, help: string) {
  return { type: 'string', value, help } satisfies OptionRow;
}

/** Describes an option that may be given several times. */
export function repeatable(value: string, help: string) {
  const none: string[] = [];
  return { ...option(value, help), multiple: true, default: none } as const;
}

type OptionTable = Record<string, OptionRow>;

type ParsedArguments<Options extends OptionTable> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true }>
>;

export interface CommandRow<Options extends OptionTable> {
  readonly name: string;
  /** The positional arguments; absent if the command has none. */
  readonly positionals?: string;
  readonly description: string;
  readonly options: Options;
  readonly exitCodes: string;
}

export interface ArgumentReader<Options extends OptionTable> {
  readonly help: string;
  /**
   * Parses arguments and converts them with `convert`.
   *
   * Shape: the exit code, if the help text or an error was printed instead.
   */
  read<Call>(args: readonly string[], convert: (parsed: ParsedArguments<Options>) => Call): Call | number;
}

/** Reports invalid arguments; the message is one sentence. */
export class UsageError extends Error {}

/** Creates the argument reader of a command. Every command has `-h, --help`. */
export function defineCommand<Options extends OptionTable>(
  row: CommandRow<Options>,
): ArgumentReader<Options> {
  const help = formatHelp(row);
  return {
    help,
    read(args, convert) {
      try {
        if (asksForHelp(args, row.options)) {
          process.stdout.write(help);
          return 0;
        }
        return convert(parseArguments(args, row));
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        process.stderr.write(
          `backlot ${row.name}: ${error.message}\nRun \`backlot ${row.name} --help\` for the options.\n`,
        );
        return 2;
      }
    },
  };
}

const helpOption = { type: 'boolean', short: 'h' } as const;

function asksForHelp(args: readonly string[], options: OptionTable): boolean {
  const { values } = parseArgs({
    args: [...args],
    strict: false,
    allowPositionals: true,
    options: { ...options, help: helpOption },
  });
  return values['help'] === true;
}

/** Errors: throws UsageError, with the closest option for an unknown one. */
function parseArguments<Options extends OptionTable>(
  args: readonly string[],
  { options, positionals }: CommandRow<Options>,
): ParsedArguments<Options> {
  try {
    const allowPositionals = positionals !== undefined;
    const config = { args: [...args], allowPositionals: allowPositionals as true, options };
    return parseArgs(config);
  } catch (error) {
    const message = messageOf(error);
    const unknown = /^Unknown option '(-[^']*)'/.exec(message)?.[1];
    const document = /^Unexpected argument '([^']+\.(?:ya?ml|json))'/i.exec(message)?.[1];
    if (document !== undefined && options['openapi'] !== undefined)
      throw new UsageError(`Pass a description with --openapi ${document}.`, { cause: error });
    if (unknown === undefined) throw new UsageError(firstSentence(message), { cause: error });
    const names = [...Object.keys(options), 'help'].map((name) => `--${name}`);
    throw new UsageError(`There is no option ${unknown}${suggestion(unknown, names)}`, { cause: error });
  }
}

function firstSentence(message: string): string {
  const [first = ''] = message.split(/\. |\n/);
  return `${first.replace(/\.$/, '')}.`;
}

/** Units: characters. */
const COLUMN = 20;
const LINE = 120;

function formatHelp({ name, positionals, description, options, exitCodes }: CommandRow<OptionTable>): string {
  const lines = [
    `Usage: backlot ${name}${positionals === undefined ? '' : ` ${positionals}`} [options]`,
    '',
    ...wrapText(description, LINE),
    '',
    ...Object.entries(options).flatMap(([option, { value, heading, help }]) => [
      ...(heading === undefined ? [] : ['', heading]),
      ...formatOption(`--${option}${value === undefined ? '' : ` ${value}`}`, help),
    ]),
    ...formatOption('-h, --help', 'print this text'),
    '',
    ...wrapText(`Exit codes: ${exitCodes}`, LINE),
  ];
  return `${lines.join('\n')}\n`;
}

function formatOption(option: string, help: string): readonly string[] {
  const [first = '', ...rest] = wrapText(help, LINE - COLUMN);
  const indented = rest.map((line) => ' '.repeat(COLUMN) + line);
  return option.length + 4 <= COLUMN
    ? [`  ${option}`.padEnd(COLUMN) + first, ...indented]
    : [`  ${option}`, ' '.repeat(COLUMN) + first, ...indented];
}

function wrapText(text: string, width: number): readonly string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines = [''];
    for (const word of paragraph.split(' ')) {
      const line = lines.at(-1) ?? '';
      if (line !== '' && line.length + 1 + word.length > width) lines.push(word);
      else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
    }
    return lines;
  });
}

/** Returns the end of a sentence about an unknown word, with the closest known one. */
export function suggestion(word: string, names: readonly string[]): string {
  const closest = closestWord(word, names);
  return closest === null ? '.' : `; did you mean ${closest}?`;
}

/** Returns the choice that a value names. Errors: throws UsageError with the closest choice. */
export function readChoice<Choice extends string>(
  option: string,
  value: string,
  choices: readonly Choice[],
): Choice {
  const choice = choices.find((each) => each === value);
  if (choice !== undefined) return choice;
  const end = suggestion(value, choices);
  throw new UsageError(`${option} is one of ${choices.join(', ')}, not ${JSON.stringify(value)}${end}`);
}

/** The option of commands that print a result for people, or as JSON for programs. */
export const resultFormat = { ...option('FORMAT', 'text (default) or json'), default: 'text' };

/** Returns whether the value of {@link resultFormat} asks for JSON. Errors: throws UsageError. */
export function isJsonFormat(value: string): boolean {
  return readChoice('--format', value, ['text', 'json']) === 'json';
}

/** Reads an integer from `min` to `max`. Errors: throws UsageError. */
export function readInteger(
  option: string,
  text: string,
  { min = 0, max = Number.MAX_SAFE_INTEGER }: { readonly min?: number; readonly max?: number } = {},
): number {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : NaN;
  if (value >= min && value <= max) return value;
  const range =
    max === Number.MAX_SAFE_INTEGER ? `an integer of at least ${min}` : `an integer from ${min} to ${max}`;
  throw new UsageError(`${option} takes ${range}, not ${text}.`);
}
