/** Explains the names of generated code: which operation and which schema has which name, and why. */
import { buildModel } from './read/build-model.ts';
import { collectDiagnostics, hasErrors, type Diagnostic, type Report } from './diagnostics/diagnostics.ts';
import type { ContractModel, Operation } from './model/contract-model.ts';
import type { NameReason, Renames } from './model/operation-names.ts';
import { resolveClientNames } from './naming/client-names.ts';
import { hidesGlobal, toTypeName } from './naming/identifier.ts';
import { resolveNames } from './naming/resolve-names.ts';
import type { GenerateOptions, Target } from './options/options.ts';
import { openDocuments } from './overlay/open-documents.ts';
import { locateDiagnostics } from './source/opened-document.ts';
import { createSelector } from './read/selection.ts';
import { PROJECT_ONLY } from './source/reference-access.ts';

/** A name of generated code. */
export interface ExplainedName {
  readonly target: string;
  readonly kind: 'operation' | 'schema';
  /** The operationId, or the name of the schema. */
  readonly original: string;
  readonly name: string;
  /** Why it has the name. Shape: a phrase. */
  readonly reason: string;
}

/** The names of all targets, and their diagnostics. */
export interface ExplainedNames {
  /** In the order of the description; `null` if a document has errors. */
  readonly names: readonly ExplainedName[] | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** Explains the names of every target. Errors: those of the documents (returned). */
export async function explainNames(options: GenerateOptions): Promise<ExplainedNames> {
  const explained = await Promise.all(options.targets.map((target) => explainTarget(target, options)));
  const diagnostics = explained.flatMap((each) => each.diagnostics);
  return {
    names: hasErrors(diagnostics) ? null : explained.flatMap(({ names }) => names ?? []),
    diagnostics,
  };
}

async function explainTarget(
  target: Target,
  { folder, access, isStrict }: GenerateOptions,
): Promise<ExplainedNames> {
  const { report, diagnostics } = collectDiagnostics(isStrict);
  const selects = target.selection === undefined ? undefined : createSelector(target.selection).selects;
  const policy = { ...PROJECT_ONLY, ...access, selects };
  const { opened } = await openDocuments(target, folder, report, policy);
  const locators = opened.map(({ locate }) => locate);
  const documents = opened.flatMap(({ document }) => document ?? []);
  const names = hasErrors(diagnostics)
    ? null
    : namesOf(target, buildModel(documents, report, target.selection, target.rename), report);
  return { names, diagnostics: locateDiagnostics(diagnostics, locators) };
}

function namesOf(
  { name: target, enums, rename = {} }: Target,
  contract: ContractModel,
  report: Report,
): ExplainedName[] {
  const names = resolveNames(contract, report, enums, rename.schemas);
  const client = resolveClientNames(contract, names, new Map());
  const operations = contract.operations.map((operation): ExplainedName => {
    const name = String(client.operations.get(operation.id)?.call ?? operation.name);
    return { target, kind: 'operation', original: operation.id, name, reason: reasonOf(operation, name) };
  });
  const schemas = contract.schemas.map(({ name: original, event }): ExplainedName => {
    const name = String(names.schemas.get(original) ?? original);
    const reason = reasonOfType(original, name, event !== null, rename);
    return { target, kind: 'schema', original, name, reason };
  });
  return [...operations, ...schemas];
}

const reasons: Readonly<Record<NameReason, string>> = {
  renamed: '`rename` in the configuration',
  exact: 'the operationId',
  missing: 'from method and path; no operationId, or an equivalent one',
  'camel case': 'the operationId in camel case',
  'route removed': 'the operationId without the route at its end',
  taken: 'another operation has the name; numbered',
  'not a name': 'the operationId has no letters; from method and path',
};

function reasonOf({ name: wanted, nameReason }: Operation, name: string): string {
  return name === wanted ? reasons[nameReason] : `generated code has its own \`${wanted}\``;
}

function reasonOfType(original: string, name: string, isEvent: boolean, { schemas = {} }: Renames): string {
  if (Object.hasOwn(schemas, original)) return reasons.renamed;
  const type = toTypeName(original);
  if (name === original) return 'the name of the schema';
  if (name === type) return 'the name of the schema in Pascal case';
  if (isEvent && name === `${type}Event`) return 'an event of a stream';
  return hidesGlobal(type) && name === `${type}Schema`
    ? `a global type is called ${type}`
    : `the name ${type} is taken`;
}
