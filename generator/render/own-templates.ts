/** Replaces our templates with those of a project, once all of them are valid. */
import path from 'node:path';
import { closestWord } from '../../templates/runtime/closest-word.ts';
import { describedTemplates } from '../emit/outputs/registry.ts';
import type { Report } from '../diagnostics/diagnostics.ts';
import { checkTemplate, type ParsedTemplate } from './check-template.ts';
import { readTemplates, type TemplateText } from './read-templates.ts';

export interface OwnTemplates {
  /** Absolute. */
  readonly folder: string;
  /** Absolute; paths in diagnostics are relative to it. */
  readonly project: string;
  readonly report: Report;
}

/** Templates and partials, by name. */
export interface TemplateSet {
  readonly templates: ReadonlyMap<string, TemplateText>;
  readonly partials: ReadonlyMap<string, TemplateText>;
}

export type ParseTemplate = (
  text: TemplateText,
) => hbs.AST.Program | { readonly problem: string; readonly line: number };

/**
 * Chooses the templates to print with: ours with the project's replacements, or only ours if any replacement is
 * invalid.
 *
 * Shape: `ownFiles` are absolute paths of all project templates, including those that may be added later.
 */
export async function chooseTemplates(
  ours: TemplateSet,
  { folder, project, report }: OwnTemplates,
  parse: ParseTemplate,
): Promise<{ readonly chosen: TemplateSet; readonly ownFiles: readonly string[] }> {
  const wrong: string[] = [];
  const reportInvalid: Report = (...finding) => {
    wrong.push(finding[0]);
    report(...finding);
  };
  const own = await readOwn(folder, project);
  const { templates, partials: ownPartials } = own ?? ours;
  const ownFiles = [
    ...new Set([...describedTemplates.keys(), ...templates.keys()]),
    ...[...ours.partials.keys(), ...ownPartials.keys()].map((name) => `partials/${name}`),
  ].map((name) => path.join(folder, `${name}.hbs`));
  if (own === null) {
    reportInvalid('TEMPLATES_NOT_FOUND', null, { folder: relativeTo(project, folder) });
    return { chosen: ours, ownFiles };
  }
  const chosen = {
    templates: new Map([...ours.templates, ...own.templates]),
    partials: new Map([...ours.partials, ...own.partials]),
  };
  const partials = parseAll(chosen.partials, parse, reportInvalid);
  const used = new Set<string>(ours.partials.keys());
  for (const [name, template] of parseAll(chosen.templates, parse, reportInvalid)) {
    const description = describedTemplates.get(name);
    if (description === undefined)
      reportUnknownName(name, template.file, [...describedTemplates.keys()], reportInvalid);
    else
      for (const each of checkTemplate(template, description.fields, partials, reportInvalid)) used.add(each);
  }
  for (const [name, { file }] of own.partials)
    if (!used.has(name)) reportUnknownName(name, file, [...ours.partials.keys()], reportInvalid);
  return { chosen: wrong.length === 0 ? chosen : ours, ownFiles };
}

/** Reads both folders; the partials folder is optional. Returns `null` if there are no templates to read. */
async function readOwn(folder: string, project: string): Promise<TemplateSet | null> {
  const templates = await readTemplates(folder, project).catch(() => null);
  if (templates === null) return null;
  const partials = await readTemplates(path.join(folder, 'partials'), project).catch(
    () => new Map<string, TemplateText>(),
  );
  return { templates, partials };
}

/** Parses templates and drops invalid ones. Errors: TEMPLATE_SYNTAX (reported). */
export function parseAll(
  texts: ReadonlyMap<string, TemplateText>,
  parse: ParseTemplate,
  report: Report,
): ReadonlyMap<string, ParsedTemplate> {
  const parsed = new Map<string, ParsedTemplate>();
  for (const [name, text] of texts) {
    const { file } = text;
    const program = parse(text);
    if ('problem' in program)
      report(
        'TEMPLATE_SYNTAX',
        { file, pointer: '#/' },
        { problem: program.problem },
        { line: program.line, column: 1 },
      );
    else parsed.set(name, { file, program });
  }
  return parsed;
}

function reportUnknownName(name: string, file: string, names: readonly string[], report: Report): void {
  const closest = closestWord(name, names);
  report('TEMPLATE_UNKNOWN', { file, pointer: '#/' }, { name, known: names.join(', '), closest });
}

function relativeTo(project: string, folder: string): string {
  return path.relative(project, folder).replaceAll(path.sep, '/') || '.';
}
