/**
 * The process that uses a database, in a small file next to it. Only for messages: the lock against other processes
 * belongs to the operating system and ends with the process.
 */
import { rmSync } from 'node:fs';
import { basename } from 'node:path';
import { readPlainFile, writePlainFile } from './plain-files.ts';

interface Owner {
  readonly pid: number;
  readonly command: string;
  readonly startedAt: string;
}

/** Units: bytes. The command of a process can be long. */
const MAX_LENGTH = 262_144;

function ownerFile(file: string): string {
  return `${file}.owner`;
}

/** Records that this process uses a database. If the file cannot be written, a message is shorter. */
export function writeOwner(file: string): void {
  const startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString();
  const [program = '', script = '', ...args] = process.argv;
  const command = [basename(program), basename(script), ...args].join(' ');
  const owner: Owner = { pid: process.pid, command, startedAt };
  try {
    writePlainFile(ownerFile(file), `${JSON.stringify(owner)}\n`);
  } catch {
    // The lock works without it.
  }
}

export function removeOwner(file: string): void {
  try {
    rmSync(ownerFile(file), { force: true });
  } catch {
    // The next owner replaces it.
  }
}

/** Describes the process that uses a database, such as `process 4711 (node backlot mock --data DIR, since …)`. */
export function describeOwner(file: string): string {
  const owner = readOwner(file);
  if (owner === null) return 'another process';
  if (owner.pid === process.pid) return `this process (${owner.pid})`;
  return `process ${owner.pid} (${owner.command}, started ${owner.startedAt})`;
}

function readOwner(file: string): Owner | null {
  try {
    const value = JSON.parse(readPlainFile(ownerFile(file), MAX_LENGTH)) as Partial<Owner> | null;
    const { pid, command, startedAt } = value ?? {};
    if (typeof pid !== 'number' || typeof command !== 'string' || typeof startedAt !== 'string') return null;
    return { pid, command, startedAt };
  } catch {
    return null;
  }
}
