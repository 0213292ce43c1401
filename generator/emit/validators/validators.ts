/**
 * Emits the validators of a target: compiled code, typed checks around it, and the variant that explains errors.
 * Decides which checks there are and their names; the stages are in `validators/`.
 */
import type { CheckDecl, ContractModel, EventStreamDecl } from '../../model/contract-model.ts';
import type { Names } from '../../naming/resolve-names.ts';
import { identifier } from '../../naming/identifier.ts';
import { ts, TsText } from '../../print/ts-text.ts';
import { type EmitSource, type EmittedFile, noopCache, type TextCache } from '../emitter.ts';
import { printHeader, printString } from '../../print/print-literal.ts';
import { createPartTypes, type PartTypes } from '../part-types.ts';
import { compileInWorker } from './compile-in-worker.ts';
import { compileModule } from './compile-module.ts';
import { collectFindings, type SchemaFinding } from '../../schema/validators/findings.ts';
import { buildLibrary, type Library } from './registry.ts';
import {
  type CheckView,
  printCode,
  printExplain,
  printValidators,
  type StreamView,
  type ValidatorsView,
} from './print.ts';

/** The files, and findings about what the checks had to omit. */
export interface EmittedValidators {
  readonly files: readonly EmittedFile[];
  readonly findings: readonly SchemaFinding[];
}

/**
 * Emits `validators.ts`, `validators-code.ts`, `explain.ts` and `explain-code.ts`.
 *
 * Shape: `texts` may be a cache with the compiled code, from `compileAhead`.
 * Errors: never throws for the content of a document; a schema that can't be compiled accepts anything and is a
 * finding.
 */
export function emitValidators(source: EmitSource, texts = source.texts ?? noopCache): EmittedValidators {
  const { contract, names, runtime } = source;
  const { checked, library, code, findings } = compileChecks(contract, texts);
  const view = viewValidators(checked, names, runtime);
  const explaining = compileModule(library, 'all', texts).code;
  const files = {
    'explain-code.ts': printCode(view, TsText.trust(explaining)),
    'explain.ts': printExplain(view),
    'validators-code.ts': printCode(view, TsText.trust(code)),
    'validators.ts': printValidators(view),
  };
  return {
    files: Object.entries(files).map(([path, text]) => ({ path, text: text.toString() })),
    findings,
  };
}

/** Compiles the code, part of it in a worker thread; resolves with a cache that contains it. */
export function compileAhead({ contract, texts = noopCache }: EmitSource): Promise<TextCache> {
  return compileInWorker(libraryOf(contract).library, texts);
}

/** The checks of a contract before they are compiled. */
export interface PlainChecks {
  /** The contract with the checks that are compiled. */
  readonly checked: ContractModel;
  readonly library: Library;
  readonly findings: ReturnType<typeof collectFindings>;
}

const gathered = new WeakMap<ContractModel, PlainChecks>();

/** Returns the checks of a contract, which are not compiled yet; the same ones for the same contract. */
export function libraryOf(contract: ContractModel): PlainChecks {
  const existing = gathered.get(contract);
  if (existing !== undefined) return existing;
  const findings = collectFindings();
  const checked = withoutForms(contract);
  const checks = { checked, library: buildLibrary(checked, findings.report), findings };
  gathered.set(contract, checks);
  return checks;
}

export interface CompiledChecks {
  /** The contract with the checks that were compiled. */
  readonly checked: ContractModel;
  readonly library: Library;
  /** Source of a module that only returns whether a value is valid. */
  readonly code: string;
  readonly findings: readonly SchemaFinding[];
}

const compiled = new WeakMap<ContractModel, CompiledChecks>();

/** Compiles the checks of a contract; a second call returns the same result. */
export function compileChecks(contract: ContractModel, texts: TextCache): CompiledChecks {
  const existing = compiled.get(contract);
  if (existing !== undefined) return existing;
  const { checked, library, findings: found } = libraryOf(contract);
  const { code, uncompilable } = compileModule(library, 'first', texts);
  for (const [id, reason] of uncompilable)
    found.report('VALIDATOR_SCHEMA_OPEN', library.pointers.get(id) ?? '#/', reason);
  const checks = { checked, library, code, findings: found.findings };
  compiled.set(contract, checks);
  return checks;
}

/** Removes checks that only types use: a form is never validated as a whole. */
function withoutForms(contract: ContractModel): ContractModel {
  const bodies = contract.operations.flatMap(({ body }) => body?.content ?? []);
  const forms = new Set(bodies.flatMap(({ form }) => form ?? []));
  for (const { check } of bodies) if (check !== null) forms.delete(check);
  return {
    ...contract,
    checks: contract.checks.filter(({ name, component }) => component !== null || !forms.has(name)),
  };
}

function viewValidators(contract: ContractModel, names: Names, runtime: TsText): ValidatorsView {
  const types = createPartTypes(contract, names, ts`types.`);
  const checks = contract.checks.map((check) => viewCheck(check, types));
  const streams = contract.streams.map((stream) => viewStream(stream, contract.checks, types));
  return {
    header: printHeader(contract.documents),
    runtime,
    hasTypes: types.imported().length > 0,
    checks,
    streams,
  };
}

function viewCheck({ name, pointer, component }: CheckDecl, types: PartTypes): CheckView {
  return {
    name: identifier(name),
    quoted: printString(name),
    pointer: printString(pointer),
    type: types.typeOf(name),
    isComponent: component !== null,
  };
}

function viewStream(
  { name, tag, events, place }: EventStreamDecl,
  checks: readonly CheckDecl[],
  types: PartTypes,
): StreamView {
  const checkNames = new Map(checks.map((check) => [check.component, check.name]));
  const cases = events.flatMap(({ type, schema }) => {
    const check = checkNames.get(schema);
    return check === undefined ? [] : [{ value: printString(type), check: identifier(check) }];
  });
  return {
    name: identifier(name),
    quoted: printString(name),
    pointer: printString(place.file + place.pointer),
    type: types.typeOf(name),
    tag: tag === null || cases.length < events.length ? null : printString(tag),
    check: identifier(name),
    cases,
  };
}
