/**
 * Reads the documents of a git revision into a temporary folder. Reads objects only: the working tree and the index
 * are not touched, and no code of the revision is run.
 */
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { messageOf } from '../../templates/runtime/json/value.ts';

/** The documents of a revision on the disk. */
export interface RevisionFolder {
  /** The absolute path of the folder that corresponds to the working directory. */
  readonly folder: string;
  /** Removes the temporary folder. */
  readonly close: () => Promise<void>;
}

/** Returns whether a text can be a revision: a branch, a tag or a hash, with the suffixes `~2`, `^` and `@{1}`. */
export function isRevisionText(text: string): boolean {
  const form = /^[\p{L}\p{N}_@][\p{L}\p{N}_./@{}^~+#=%-]*$/u;
  return text.length <= MAX_REVISION_LENGTH && form.test(text) && !text.includes('..');
}

const MAX_REVISION_LENGTH = 250;

/**
 * Reads every YAML and JSON file of a revision of the repository that `cwd` is in.
 *
 * Errors: `problem` is a sentence that explains why the revision can't be read.
 */
export async function readRevision(
  revision: string,
  cwd: string,
): Promise<RevisionFolder | { readonly problem: string }> {
  if (!isRevisionText(revision)) return { problem: `\`${printable(revision)}\` is not a revision.` };
  try {
    const prefix = (await git(['rev-parse', '--show-prefix'], cwd)).toString().trimEnd();
    const commit = await findCommit(revision, cwd);
    if (commit === null) {
      return {
        problem: `The revision \`${revision}\` was not found. A shallow clone may have to fetch it first.`,
      };
    }
    return await writeRevision(await listDocuments(commit, cwd), prefix, cwd);
  } catch (error) {
    return { problem: gitProblem(error) };
  }
}

async function writeRevision(
  documents: readonly TreeEntry[],
  prefix: string,
  cwd: string,
): Promise<RevisionFolder | { readonly problem: string }> {
  const total = documents.reduce((sum, { size }) => sum + size, 0);
  if (total > MAX_BYTES)
    return { problem: 'The YAML and JSON files of the revision are larger than 512 MB.' };
  const root = await mkdtemp(path.join(os.tmpdir(), 'backlot-diff-'));
  const close = (): Promise<void> => rm(root, { recursive: true, force: true });
  try {
    const texts = await readBlobs(documents, cwd);
    for (const [index, { file }] of documents.entries()) {
      const target = path.join(root, file);
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(target, texts[index] ?? '');
    }
    const folder = path.join(root, prefix);
    await mkdir(folder, { recursive: true });
    return { folder, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Units: bytes. */
const MAX_BYTES = 512 * 1024 * 1024;

async function findCommit(revision: string, cwd: string): Promise<string | null> {
  try {
    // `isRevisionText` rejects a leading dash, so that git cannot read this as an option.
    const commit = await git(['rev-parse', '--verify', '--quiet', `${revision}^{commit}`, '--'], cwd);
    return /^[0-9a-f]{40,64}/.exec(commit.toString())?.[0] ?? null;
  } catch (error) {
    if (error instanceof GitFailure) return null;
    throw error;
  }
}

interface TreeEntry {
  readonly hash: string;
  /** Units: bytes. */
  readonly size: number;
  /** Relative to the root of the repository, with `/`. */
  readonly file: string;
}

/** Lists the documents of a commit, without links, submodules and paths outside the folder. */
async function listDocuments(commit: string, cwd: string): Promise<TreeEntry[]> {
  const listed = await git(['ls-tree', '-r', '-z', '-l', '--full-tree', commit, '--'], cwd);
  return listed
    .toString()
    .split('\0')
    .flatMap((line): TreeEntry[] => {
      const [, hash, size, file] = /^100\d{3} blob ([0-9a-f]+) +(\d+)\t([^]*)$/.exec(line) ?? [];
      if (hash === undefined || size === undefined || file === undefined) return [];
      return isDocument(file) ? [{ hash, size: Number(size), file }] : [];
    });
}

function isDocument(file: string): boolean {
  const segments = file.split(/[/\\]/);
  const isInside = !path.isAbsolute(file) && !segments.includes('..') && !segments.includes('.git');
  return isInside && !segments.includes('node_modules') && /\.(ya?ml|json)$/i.test(file);
}

/** Source: git-cat-file, "BATCH OUTPUT": a line with hash, type and size, the bytes, and a line end. */
async function readBlobs(documents: readonly TreeEntry[], cwd: string): Promise<Buffer[]> {
  if (documents.length === 0) return [];
  const output = await git(['cat-file', '--batch'], cwd, documents.map(({ hash }) => `${hash}\n`).join(''));
  const texts: Buffer[] = [];
  for (let at = 0; at < output.length;) {
    const end = output.indexOf('\n', at);
    const size = Number(output.subarray(at, end).toString().split(' ')[2]);
    texts.push(output.subarray(end + 1, end + 1 + size));
    at = end + 1 + size + 1;
  }
  return texts;
}

/** A git process that exited with a code other than 0. */
class GitFailure extends Error {}

/** Runs git without a shell and returns its output. */
function git(args: readonly string[], cwd: string, input = ''): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' };
    const child = spawn('git', ['--no-pager', ...args], { cwd, env, shell: false });
    const [printed, complained]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on('data', (chunk: Buffer) => printed.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => complained.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(Buffer.concat(printed));
      else reject(new GitFailure(Buffer.concat(complained).toString()));
    });
    // A git that fails immediately closes its input; its error output is reported once it has exited.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}

function gitProblem(error: unknown): string {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT')
    return 'git is not installed, or the folder does not exist.';
  const message = messageOf(error);
  if (message.includes('not a git repository')) return 'The current folder is not in a git repository.';
  return `git cannot read the revision: ${printable(message.split('\n')[0] ?? '')}`;
}

function printable(text: string): string {
  return text.replaceAll(/[`\p{Cc}\p{Cf}]/gu, ' ').slice(0, MAX_REVISION_LENGTH);
}
