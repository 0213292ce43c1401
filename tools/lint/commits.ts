/** Checks the subjects of the commits that `main` does not have: `area: imperative summary`, at most 72 characters. */
import { execFileSync } from 'node:child_process';

const MAX_LENGTH = 72;

const subjects = git('log', '--no-merges', '--format=%h %s', `${process.argv[2] ?? 'origin/main'}..HEAD`);
const wrong = subjects.filter((line) => {
  const subject = line.slice(line.indexOf(' ') + 1);
  return subject.length > MAX_LENGTH || !/^[a-z]+: \S/.test(subject);
});
for (const line of wrong) process.stderr.write(`${line}\n`);
if (wrong.length > 0) {
  process.stderr.write(`Write "area: summary" in at most ${MAX_LENGTH} characters (git rebase -i).\n`);
  process.exitCode = 1;
}

/** Returns the lines that git prints; empty without a history, as in an unpacked archive. */
function git(...words: string[]): readonly string[] {
  try {
    const output = execFileSync('git', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return output.split('\n').filter((line) => line !== '');
  } catch {
    return [];
  }
}
