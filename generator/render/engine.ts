/**
 * Renders a view as text with a template. The only file that uses the template language. It rejects every text that is
 * not marked as safe.
 */
import path from 'node:path';
import Handlebars from 'handlebars';
import { collectDiagnostics, type Report } from '../diagnostics/diagnostics.ts';
import type { View, ViewValue } from '../emit/emitter.ts';
import type { Fields } from '../emit/field.ts';
import { TsText } from '../print/ts-text.ts';
import { checkTemplate } from './check-template.ts';
import { escapeValues, knownHelpers, registerEscaping, type IncludedPartials } from './escape-values.ts';
import { chooseTemplates, parseAll, type OwnTemplates, type TemplateSet } from './own-templates.ts';
import { readTemplates, type TemplateText } from './read-templates.ts';
import { messageOf } from '../../templates/runtime/json/value.ts';

/** Renders views with the templates of one folder. */
export interface Renderer {
  /** Errors: throws for a missing template, a missing field, or a field that is not safe text. */
  render(template: string, view: View): string;
  /** Absolute paths of project templates, including those that may be added later. */
  readonly ownFiles: readonly string[];
}

/**
 * Reads every template of a folder, and its `partials`. Templates of the project replace those with the same name,
 * unless any of them has an error.
 *
 * Errors: TEMPLATES_NOT_FOUND, TEMPLATE_UNKNOWN, TEMPLATE_SYNTAX, TEMPLATE_FIELD_UNKNOWN, TEMPLATE_INVALID (reported).
 */
export async function loadRenderer(folder: string, own: OwnTemplates | null = null): Promise<Renderer> {
  const ours = {
    templates: await readTemplates(folder, folder),
    partials: await readTemplates(path.join(folder, 'partials'), folder),
  };
  const { chosen, ownFiles } =
    own === null ? { chosen: ours, ownFiles: [] } : await chooseTemplates(ours, own, parseTemplate);
  const engine = Handlebars.create();
  registerEscaping(engine);
  const compiled = compileAll(engine, chosen);
  return {
    ownFiles,
    render(template, view) {
      const print = compiled.get(template);
      if (print === undefined) throw new Error(`The template ${template} was not found.`);
      assertSafe(view, template);
      return print(view);
    },
  };
}

/**
 * Renders the view of a plugin with its template. Text in code must be safe; text in other files is printed as it is.
 *
 * Shape: `null` if the template has errors.
 * Errors: TEMPLATE_SYNTAX, TEMPLATE_FIELD_UNKNOWN, TEMPLATE_INVALID (reported); throws for unsafe text.
 */
export function renderPlugin(
  template: TemplateText,
  { fields, view, isCode }: { readonly fields: Fields; readonly view: object; readonly isCode: boolean },
  report: Report,
): string | null {
  const parsed = parseAll(new Map([[template.file, template]]), parseTemplate, report).get(template.file);
  if (parsed === undefined) return null;
  const { report: reportField, diagnostics } = collectDiagnostics();
  checkTemplate(parsed, fields, new Map(), (...finding) => {
    reportField(...finding);
    report(...finding);
  });
  if (diagnostics.length > 0) return null;
  const engine = Handlebars.create();
  registerEscaping(engine);
  if (isCode) {
    assertSafe(view as View, 'The view');
    escapeValues(parsed.program, () => null, new Map());
  }
  return engine.compile<object>(parsed.program, compileOptions)(view);
}

type Print = (view: View) => string;

const compileOptions = { noEscape: true, strict: true, knownHelpersOnly: true, knownHelpers };

function compileAll(
  engine: typeof Handlebars,
  { templates, partials }: TemplateSet,
): ReadonlyMap<string, Print> {
  const included: IncludedPartials = new Map();
  const parsePartial = (name: string): hbs.AST.Program | null => {
    const partial = partials.get(name);
    return partial === undefined ? null : Handlebars.parse(partial.text);
  };
  const compiled = new Map<string, Print>();
  for (const [name, { text }] of templates) {
    const program = Handlebars.parse(text);
    escapeValues(program, parsePartial, included);
    compiled.set(name, engine.compile<View>(program, compileOptions));
  }
  for (const [key, { program }] of included)
    engine.registerPartial(key, engine.compile<View>(program, compileOptions));
  return compiled;
}

/** Parses a template. Errors: the problem and its line, for an invalid template. */
function parseTemplate({
  text,
}: TemplateText): hbs.AST.Program | { readonly problem: string; readonly line: number } {
  try {
    return Handlebars.parse(text);
  } catch (error) {
    const message = messageOf(error);
    const [, line = '1'] = /Parse error on line (\d+)|- (\d+):\d+$/.exec(message)?.filter(isText) ?? [];
    const expected = /^Expecting .*, got '(\w+)'$/m.exec(message)?.[1];
    return {
      problem:
        expected === undefined ? message : (mistakes[expected] ?? `\`${expected}\` is unexpected here`),
      line: Number(line),
    };
  }
}

const mistakes: Readonly<Record<string, string>> = {
  EOF: 'a block is not closed',
  INVALID: 'an expression in braces is not a name',
  OPEN_ENDBLOCK: 'a closing tag has no opening tag',
  INVERSE: '`{{else}}` is outside of a block',
};

function isText(match: string | undefined): match is string {
  return match !== undefined;
}

function assertSafe(value: ViewValue, where: string): void {
  if (typeof value === 'boolean' || value instanceof TsText) return;
  if ((value as unknown) === undefined) throw new TypeError(`${where} is missing.`);
  if (typeof value !== 'object' || (value as unknown) === null)
    throw new TypeError(`${where} would print unsafe text.`);
  for (const [key, inside] of Object.entries(value)) assertSafe(inside, `${where}.${key}`);
}
