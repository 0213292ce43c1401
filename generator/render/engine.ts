/**
 * Turns a view into text with a template.
 * The only place that knows the template language. It refuses to print anything that is not safe text.
 */
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import Handlebars from 'handlebars';
import type { View, ViewValue } from '../emit/emitter.ts';
import { TsText } from '../ts-text.ts';

/** Renders views with the templates of one folder. */
export interface Renderer {
  /** Errors: throws for a missing template, a missing field, or a field that is no safe text. */
  render(template: string, view: View): string;
}

/** Reads every template of a folder, and its `partials`. */
export async function loadRenderer(folder: string): Promise<Renderer> {
  const engine = Handlebars.create();
  const partials = path.join(folder, 'partials');
  for (const [name, text] of await readTemplates(partials)) engine.registerPartial(name, text);
  const templates = new Map(
    (await readTemplates(folder)).map(([name, text]) => [
      name,
      engine.compile<View>(text, { noEscape: true, strict: true, knownHelpersOnly: true }),
    ]),
  );
  return {
    render(template, view) {
      const print = templates.get(template);
      if (print === undefined) throw new Error(`There is no template ${template}.`);
      assertSafe(view, template);
      return print(view);
    },
  };
}

async function readTemplates(folder: string): Promise<[name: string, text: string][]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.hbs')).sort();
  return Promise.all(
    files.map(async (file): Promise<[string, string]> => [
      file.replace(/\.hbs$/, ''),
      await readFile(path.join(folder, file), 'utf8'),
    ]),
  );
}

function assertSafe(value: ViewValue, where: string): void {
  if (typeof value === 'boolean' || value instanceof TsText) return;
  if (typeof value !== 'object' || (value as unknown) === null)
    throw new TypeError(`${where} would print unsafe text.`);
  for (const [key, inside] of Object.entries(value)) assertSafe(inside, `${where}.${key}`);
}
