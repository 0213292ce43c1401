/** `backlot explain`: prints what is inferred from a description, and why. */
import type { OperationRole } from '../contract/resources/graph.ts';
import type { SourceOperation } from '../contract/resources/source.ts';
import { hasErrors } from '../generator/diagnostics/diagnostics.ts';
import { loadResources, OVERRIDES_FILE, type LoadedResources } from '../generator/load/load-resources.ts';
import type { ReferenceAccess } from '../generator/source/reference-access.ts';
import { closestWord } from '../templates/runtime/closest-word.ts';
import { defineCommand, flag, option, readChoice, UsageError } from './command.ts';
import { printGraph, printOperation, printOverlayChanges } from './output/explain-text.ts';
import { choosePaint } from './output/paint.ts';
import { printDiagnostics } from './output/print-outcome.ts';
import {
  accessOptions,
  checkDocuments,
  documentOptions,
  overlayOption,
  readAccess,
} from './source-options.ts';

const formats = ['text', 'json'] as const;

const command = defineCommand({
  name: 'explain',
  positionals: '[OPERATION]',
  description:
    'Prints the resources inferred from the paths and schemas of an API, and what each operation does: which resource it creates, lists or deletes, where records are in bodies, how lists are paged and filtered.\n\nWith an OPERATION ("GET /orders/{id}" or its id) it prints the reason and the confidence of each inference. Correct a wrong one in backlot.resources.yaml.',
  options: {
    openapi: documentOptions.openapi,
    asyncapi: documentOptions.asyncapi,
    overlay: { ...overlayOption, help: `${overlayOption.help}; prints what each action changed` },
    resources: option('FILE', `overrides (default: ${OVERRIDES_FILE} next to the description)`),
    format: { ...option('FORMAT', 'text (default) or json'), default: 'text' },
    ...accessOptions,
    verbose: flag('print every diagnostic, info messages included'),
  },
  exitCodes: '0 success, 1 a document or an override is invalid, 2 invalid arguments.',
});

interface Call {
  readonly openapi: string;
  readonly asyncapi: readonly string[];
  readonly overlays: readonly string[];
  readonly resources: string | null;
  readonly format: (typeof formats)[number];
  readonly access: ReferenceAccess;
  /** `null` for all. */
  readonly operation: string | null;
  readonly isVerbose: boolean;
}

/** Prints what is inferred from a description. */
export async function runExplain(args: readonly string[]): Promise<number> {
  const call = readCall(args);
  if (typeof call === 'number') return call;
  const loaded = await loadResources({ ...call, folder: process.cwd() });
  const lines = printDiagnostics(loaded.diagnostics, call.isVerbose);
  if (lines.length > 0) process.stderr.write(`${lines.join('\n')}\n`);
  if (call.format === 'text') process.stdout.write(printOverlayChanges(loaded.changes));
  if (loaded.resources === null) return 1;
  const printed =
    call.operation === null ? printAll(loaded, call.format) : printOne(loaded, call.operation, call.format);
  if (printed === null) return 2;
  process.stdout.write(printed);
  return hasErrors(loaded.diagnostics) ? 1 : 0;
}

function readCall(args: readonly string[]): Call | number {
  return command.read(args, ({ values, positionals }) => {
    if (values.openapi === undefined)
      throw new UsageError('Pass a description: `backlot explain --openapi openapi.yaml`.');
    if (positionals.length > 1)
      throw new UsageError(`Put the operation in quotes: "${positionals.join(' ')}".`);
    checkDocuments([values.openapi, ...values.asyncapi, ...values.overlay]);
    return {
      openapi: values.openapi,
      asyncapi: values.asyncapi,
      overlays: values.overlay,
      resources: values.resources ?? null,
      format: readChoice('--format', values.format, formats),
      access: readAccess(values),
      operation: positionals[0] ?? null,
      isVerbose: values.verbose,
    };
  });
}

function printAll({ resources, changes }: LoadedResources, format: Call['format']): string {
  if (resources === null) return '';
  if (format === 'json')
    return `${JSON.stringify(changes.length === 0 ? resources.graph : { ...resources.graph, overlays: changes }, null, 2)}\n`;
  return printGraph(resources, choosePaint(false, process.stdout, process.env));
}

/** Prints one operation; `null` after the error that there is no such operation. */
function printOne(
  { resources, operations }: LoadedResources,
  wanted: string,
  format: Call['format'],
): string | null {
  if (resources === null) return null;
  const index = operations.findIndex((operation) => operation.id === wanted || nameOf(operation) === wanted);
  const operation = operations[index];
  const role: OperationRole | undefined = resources.graph.operations[index];
  if (operation === undefined || role === undefined) {
    const close = closestWord(
      wanted,
      operations.flatMap((each) => [each.id, nameOf(each)]),
    );
    const hint = close === null ? '' : ` Did you mean ${close}?`;
    process.stderr.write(`backlot explain: The description has no operation ${wanted}.${hint}\n`);
    return null;
  }
  return format === 'json'
    ? `${JSON.stringify(role, null, 2)}\n`
    : printOperation(resources, role, operation);
}

function nameOf({ method, path }: SourceOperation): string {
  return `${method} ${path}`;
}
