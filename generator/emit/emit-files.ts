/**
 * Runs the emitters of one target: views for the templates, and complete files from the printer of the validators.
 */
import type { ContractModel } from '../model/contract-model.ts';
import type { Diagnostic, Report } from '../diagnostics/diagnostics.ts';
import type { Extra } from '../options/options.ts';
import type { Names } from '../naming/resolve-names.ts';
import type { TsText } from '../print/ts-text.ts';
import type { EmittedFile, View, TextCache } from './emitter.ts';
import { importJsonTypes } from './conversions.ts';
import type { Conversions } from './convert-contract.ts';
import { validatorNames, type templatedNames } from './file-names.ts';
import { templatedFiles } from './registry.ts';
import { compileAhead, emitValidators } from './validators/validators.ts';

/** A file whose template has not been rendered yet. */
export interface EmittedView {
  readonly path: string;
  readonly template: string;
  readonly view: View;
  /** Whether its types are those of JSON, next to a client that converts values. */
  readonly hasJsonTypes: boolean;
}

/** The output of the emitters. */
export interface Emission {
  readonly views: readonly EmittedView[];
  readonly files: readonly EmittedFile[];
  readonly findings: readonly Diagnostic[];
}

/** What to emit of a target. */
export interface EmitWish {
  /** The start of imports from the runtime. */
  readonly runtime: TsText;
  /** File names to emit; `null` for all files of the target. */
  readonly only: readonly string[] | null;
  readonly extras: readonly Extra[];
  /** `null` if the client converts no values. */
  readonly conversions: Conversions | null;
}

/** Emits every requested file of a target. */
export async function emitFiles(
  contract: ContractModel,
  names: Names,
  { runtime, only, extras, conversions }: EmitWish,
  texts: TextCache,
  report: Report,
): Promise<Emission> {
  const isWanted = (file: string): boolean => only === null || only.includes(file);
  const source = { contract, names, runtime, texts };
  const wantsValidators = validatorNames.some(isWanted);
  const compiled = wantsValidators ? compileAhead(source) : null;
  const wanted = templatedFiles
    .filter(
      ({ path: file, extra }) =>
        isWanted(file) && (extra === undefined || neededExtras(extras).includes(extra)),
    )
    .filter(({ isNeeded }) => isNeeded?.(contract) !== false)
    .filter(({ isForConversions }) => isForConversions === undefined || conversions !== null)
    .filter(
      ({ path: file }) =>
        file !== 'json-types.ts' || conversions?.usesJsonTypes === true || jsonTypeUsers.some(isWanted),
    );
  const views: EmittedView[] = [];
  for (const { path: file, template, emit } of wanted) {
    const isConverted = conversions !== null && convertedFiles.has(file);
    const view = await emit(isConverted ? { ...source, conversions } : source, report);
    views.push({ path: file, template, view, hasJsonTypes: conversions !== null && !isConverted });
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

/** The files with the types of converted values; all others have those of JSON. */
const convertedFiles = new Set<(typeof templatedNames)[number]>([
  ...(['types.ts', 'conversions.ts', 'events.ts', 'client.ts', 'api.ts', 'tanstack.ts', 'index.ts'] as const),
]);

/** The files that import the types of JSON. */
const jsonTypeUsers = ['server.ts', 'webhooks.ts', 'samples.ts', 'paths.ts', 'validators.ts'];

/** Adds the samples to the arbitraries and the handlers of MSW, which import them. */
function neededExtras(asked: readonly Extra[]): readonly Extra[] {
  return asked.includes('arbitraries') || asked.includes('msw') ? [...asked, 'samples'] : asked;
}
