/** Runs the plugins of a target, which create more files. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Report } from './diagnostics/diagnostics.ts';
import type { EmittedFile } from './emit/emitter.ts';
import {
  pluginPrinters,
  type OutputPlugin,
  type Plugin,
  type PluginFile,
  type PluginSource,
} from './emit/plugin.ts';
import { clientNames } from './emit/outputs/client/source.ts';
import type { Target } from './options/options.ts';
import { renderPlugin } from './render/engine.ts';
import { messageOf } from '../templates/runtime/json/value.ts';

export interface PluginRun extends Omit<PluginSource, 'client' | 'print'> {
  /** The files of the generator itself. */
  readonly own: readonly EmittedFile[];
  /** Project folder; paths in diagnostics are relative to it. */
  readonly folder: string;
}

/** Runs the plugins of a target. Errors: PLUGIN_FAILED, and those of templates (reported). */
export async function runPlugins(
  { name: target, plugins = [] }: Target,
  run: PluginRun,
  report: Report,
): Promise<EmittedFile[]> {
  const taken = new Set(run.own.map(({ path: file }) => file));
  const files: EmittedFile[] = [];
  for (const plugin of plugins) {
    const fail = (problem: string): void => {
      report('PLUGIN_FAILED', null, { name: nameOf(plugin), target, problem });
    };
    try {
      const added =
        typeof plugin === 'function' ? await plugin(run.contract) : await emitOutput(plugin, run, report);
      for (const { path: file, text } of added) {
        const isInside = path.posix.normalize(file) === file && !/^(?:\.\.(?:\/|$)|\/)|\\/.test(file);
        if (taken.has(file)) fail(`it returned the file ${file}, which exists already`);
        else if (isInside && typeof text === 'string') files.push({ path: file, text });
        else fail(`it returned the file ${JSON.stringify(file)}, which is not a path in the output folder`);
        taken.add(file);
      }
    } catch (error) {
      fail(messageOf(error).replace(/\.$/, ''));
    }
  }
  return files;
}

function nameOf(plugin: Plugin): string {
  if (typeof plugin !== 'function') return `The output \`${plugin.path}\``;
  return plugin.name === '' ? 'A plugin' : `The plugin \`${plugin.name}\``;
}

/** The files whose text is code. */
const CODE_FILE = /\.[cm]?[jt]sx?$/;

async function emitOutput(
  plugin: OutputPlugin,
  { folder, contract, names, runtime }: PluginRun,
  report: Report,
): Promise<readonly PluginFile[]> {
  const { path: file, fields, template } = plugin;
  if (plugin.isNeeded?.(contract) === false) return [];
  const absolute = fileURLToPath(template);
  const source = {
    path: absolute,
    file: path.relative(folder, absolute).replaceAll(path.sep, '/'),
    text: await readFile(absolute, 'utf8'),
  };
  const { operations: client } = clientNames(contract, names);
  const view = await plugin.emit({ contract, names, client, runtime, print: pluginPrinters });
  const rendered = renderPlugin(source, { fields, view, isCode: CODE_FILE.test(file) }, report);
  return rendered === null ? [] : [{ path: file, text: rendered }];
}
