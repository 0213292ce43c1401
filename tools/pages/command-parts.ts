/** The generated part of the page about the command: the help text of each command. */
import { commandNames, runCommandLine } from '../../cli/commands.ts';

/** Writes a section for each command, and one for their common part. */
export async function commandsPart(): Promise<string> {
  const sections = [`\`\`\`text\n${await helpOf()}\`\`\`\n`];
  for (const name of commandNames) sections.push(`## ${name}\n\n\`\`\`text\n${await helpOf(name)}\`\`\`\n`);
  return sections.join('\n');
}

/** Returns the help text of a command, or of all. */
async function helpOf(...name: readonly string[]): Promise<string> {
  const write = process.stdout.write.bind(process.stdout);
  let text = '';
  process.stdout.write = (part) => {
    text += String(part);
    return true;
  };
  try {
    await runCommandLine([...name, '--help']);
  } finally {
    process.stdout.write = write;
  }
  return text;
}
