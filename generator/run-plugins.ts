/** Runs the plugins of a target, which create more files. */
import path from 'node:path';
import type { ContractModel } from './model/contract-model.ts';
import type { Report } from './diagnostics/diagnostics.ts';
import type { EmittedFile } from './emit/emitter.ts';
import type { Target } from './options/options.ts';
import { messageOf } from '../templates/runtime/json/value.ts';

/** Runs the plugins of a target. Errors: PLUGIN_FAILED (reported). */
export async function runPlugins(
  { name: target, plugins = [] }: Target,
  contract: ContractModel,
  own: readonly EmittedFile[],
  report: Report,
): Promise<EmittedFile[]> {
  const taken = new Set(own.map(({ path: file }) => file));
  const files: EmittedFile[] = [];
  for (const plugin of plugins) {
    const name = plugin.name === '' ? 'A plugin' : `The plugin \`${plugin.name}\``;
    const fail = (problem: string): void => {
      report('PLUGIN_FAILED', null, { name, target, problem });
    };
    try {
      for (const { path: file, text } of await plugin(contract)) {
        const isInside = path.posix.normalize(file) === file && !/^(?:\.\.(?:\/|$)|\/)|\\/.test(file);
        if (taken.has(file)) fail(`it returned the file ${file}, which exists already`);
        else if (isInside && typeof text === 'string') files.push({ path: file, text });
        else fail(`it returned the file ${JSON.stringify(file)}, which is not a path in the output folder`);
        taken.add(file);
      }
    } catch (error) {
      fail(messageOf(error));
    }
  }
  return files;
}
