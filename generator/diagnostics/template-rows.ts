/** The diagnostics about plug-ins and templates. */
import { entry, meant } from './row.ts';

export const templateRows = {
  PLUGIN_FAILED: entry<{ name: string; target: string; problem: string }>({
    severity: 'error',
    message: ({ name, target, problem }) => `${name} of the target \`${target}\` failed: ${problem}.`,
    cause:
      'A plugin is a function that returns files for the output folder, or an output with a template; see docs/generate.md and docs/templates.md.',
    fix: 'Correct the plugin.',
  }),
  TEMPLATES_NOT_FOUND: entry<{ folder: string }>({
    severity: 'error',
    message: ({ folder }) => `The folder ${folder} was not found.`,
    cause: 'It is configured as the folder of custom templates, but cannot be read.',
    fix: 'Correct the path. It is relative to the configuration file, or to the working directory for CLI options.',
  }),
  TEMPLATE_UNKNOWN: entry<{ name: string; known: string; closest: string | null }>({
    severity: 'error',
    message: ({ name, known, closest }) =>
      `\`${name}\` is not a template${meant(closest)} Available: ${known}.`,
    cause: 'A custom template replaces the one with the same name; others would have no effect.',
    fix: 'Rename the file, or remove it.',
  }),
  TEMPLATE_SYNTAX: entry<{ problem: string }>({
    severity: 'error',
    message: ({ problem }) => `The template cannot be read: ${problem}.`,
    cause: 'Templates are written in Handlebars.',
    fix: 'Correct the syntax; check that every block is closed.',
  }),
  TEMPLATE_FIELD_UNKNOWN: entry<{ field: string; known: string; closest: string | null }>({
    severity: 'error',
    message: ({ field, known, closest }) =>
      `There is no field \`${field}\` here${meant(closest)} Available: ${known}.`,
    cause: 'A template can only use the fields of its view, and inside a list only those of the item.',
    fix: 'Correct the name, or write `../` for a field outside of the list; see docs/templates.md for all fields.',
  }),
  TEMPLATE_INVALID: entry<{ problem: string }>({
    severity: 'error',
    message: ({ problem }) => `${problem}.`,
    cause: 'The template would print nothing, or something unexpected.',
    fix: 'Use only the syntax in docs/templates.md.',
  }),
};
