/** Runs the emitters of one target: views for the templates, and complete files from the printer of the validators. */
import type { ContractModel } from '../../model/contract-model.ts';
import type { Diagnostic, Report } from '../../diagnostics/diagnostics.ts';
import type { Names } from '../../naming/resolve-names.ts';
import type { TsText } from '../../print/ts-text.ts';
import type { EmittedFile, View, TextCache } from '../emitter.ts';
import { importJsonTypes, type Conversions } from '../convert-contract.ts';
import { validatorNames, withNeeded } from './file-names.ts';
import { outputs, type Extra } from './registry.ts';
import { compileAhead, emitValidators } from '../validators/validators.ts';

/** A file whose template has not been rendered yet. */
export interface EmittedView {
  readonly path: string;
  readonly template: string;
  readonly view: View;
  /** Whether its types are those of JSON, next to a client that converts values. */
  readonly hasJsonTypes: boolean;
}

export interface Emission {
  readonly views: readonly EmittedView[];
  readonly files: readonly EmittedFile[];
  readonly findings: readonly Diagnostic[];
}

export interface EmitRequest {
  /** The start of imports from the runtime. */
  readonly runtime: TsText;
  /** File names to emit; `null` for all files of the target. */
  readonly only: readonly string[] | null;
  readonly extras: readonly Extra[];
  /** `null` if the client converts no values. */
  readonly conversions: Conversions | null;
}

export async function emitFiles(
  contract: ContractModel,
  names: Names,
  { runtime, only, extras, conversions }: EmitRequest,
  texts: TextCache,
  report: Report,
): Promise<Emission> {
  const isWanted = (file: string): boolean => only === null || only.includes(file);
  const isRequested = isAmong(extras);
  const hasConversions = conversions !== null;
  const source = { contract, names, runtime, texts };
  const wantsValidators = validatorNames.some(isWanted);
  const compiled = wantsValidators ? compileAhead(source) : null;
  const wanted = outputs.filter(
    ({ path: file, isExtra, isNeeded, isForConversions }) =>
      isWanted(file) &&
      (isExtra !== true || isRequested(file)) &&
      isNeeded?.(contract) !== false &&
      (isForConversions !== true || hasConversions) &&
      (file !== 'json-types.ts' || conversions?.usesJsonTypes === true || jsonTypeUsers.some(isWanted)),
  );
  const views: EmittedView[] = [];
  for (const { path: file, template = file, isConverted, load } of wanted) {
    const { emit } = await load();
    const converting = hasConversions && isConverted === true ? { ...source, conversions } : source;
    const view = await emit(converting, report);
    views.push({ path: file, template, view, hasJsonTypes: hasConversions && isConverted !== true });
  }
  if (compiled === null) return { views, files: [], findings: [] };
  const { files, findings } = emitValidators(source, await compiled);
  const wantedFiles = files.filter((file) => isWanted(file.path));
  return {
    views,
    files:
      conversions === null
        ? wantedFiles
        : wantedFiles.map(({ path: file, text }) => ({ path: file, text: importJsonTypes(text) })),
    findings: findings.map((finding) => ({ ...finding, position: null })),
  };
}

/** The files that import the types of JSON. */
const jsonTypeUsers: readonly string[] = [
  ...outputs
    .filter(({ isConverted, imports }) => isConverted !== true && imports.includes('types.ts'))
    .map(({ path }) => path),
  'validators.ts',
];

/** Returns whether a file is one of the requested extras, or is imported by one. */
function isAmong(extras: readonly Extra[]): (file: string) => boolean {
  const names = withNeeded(extras.map((extra) => `${extra}.ts`));
  return (file) => names.includes(file);
}
