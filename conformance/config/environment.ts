/**
 * Takes credentials from the environment, so that a configuration can be kept in a repository.
 */
import { noteAt, readText, type Read } from './yaml-value.ts';

/** Reads a text in which `${NAME}` stands for a variable of the environment. */
export const readSecret: Read<string> = (node, path, reading) => {
  const text = readText(node, path, reading);
  if (text === undefined) return undefined;
  const missing = new Set<string>();
  const value = text.replaceAll(/\$\{([^}]*)\}/g, (_, name: string) => {
    const found = Object.hasOwn(reading.env, name) ? reading.env[name] : undefined;
    if (found === undefined || found === '') missing.add(name);
    return found ?? '';
  });
  for (const name of missing) noteAt(reading, node, problemOf(name, path, reading.env[name] === ''));
  if (missing.size === 0 && value === '') {
    noteAt(reading, node, `${path} is empty. Give it a value, or take it out.`);
    return undefined;
  }
  if (/[\r\n]/.test(value)) {
    noteAt(reading, node, `${path} has a line break in it.`);
    return undefined;
  }
  return missing.size === 0 ? value : undefined;
};

function problemOf(name: string, path: string, isEmpty: boolean): string {
  if (!/^[A-Za-z_]\w*$/.test(name))
    return `${path} takes its value from \${${name}}, which is no name of a variable.`;
  const state = isEmpty ? 'is empty' : 'is not set';
  return `${path} takes its value from ${name}, which ${state} in the environment. Set it, or take ${path} out.`;
}
