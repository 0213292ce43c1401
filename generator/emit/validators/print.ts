/** Prints the files around compiled validators. Only lays out; every text it receives is already safe. */
import { ts, TsText } from '../../print/ts-text.ts';
import { rareFormats } from '../../schema/validators/known-formats.ts';

/** A check as `validators.ts` exports it. */
export interface CheckView {
  readonly name: TsText;
  /** The same name as a literal. */
  readonly quoted: TsText;
  readonly pointer: TsText;
  /** The type that the check narrows to. */
  readonly type: TsText;
  readonly isComponent: boolean;
}

export interface StreamView {
  readonly name: TsText;
  readonly quoted: TsText;
  readonly pointer: TsText;
  readonly type: TsText;
  /** The property that names the event; `null` if no property discriminates the events. */
  readonly tag: TsText | null;
  /** The check of the union as a schema. */
  readonly check: TsText;
  readonly cases: readonly { readonly value: TsText; readonly check: TsText }[];
}

/** The content of `validators.ts`. */
export interface ValidatorsView {
  readonly header: TsText;
  /** Path to the runtime. */
  readonly runtime: TsText;
  /** Whether the file uses any type of `types.ts`. */
  readonly hasTypes: boolean;
  readonly checks: readonly CheckView[];
  readonly streams: readonly StreamView[];
}

type FileView = Pick<ValidatorsView, 'header' | 'runtime'>;

/** Prints `validators-code.ts` or `explain-code.ts` around compiled code. */
export function printCode({ header, runtime }: FileView, code: TsText): TsText {
  const text = String(code);
  return ts`${header}
/* eslint-disable */
// @ts-nocheck
${importFormats(text, runtime)}import type { Validator } from '${runtime}/schema-check.ts';
${importFunctions(text, runtime)}
${code}
`;
}

/** What compiled code may call. */
const functions = [
  'addErrors',
  'characterCount',
  'deepEqual',
  'hasUniqueItems',
  'isMultipleOf',
  'prototypeOf',
] as const;

function importFunctions(text: string, runtime: TsText): TsText {
  const used = functions.filter((name) => text.includes(name));
  const names = TsText.trust(used.join(', '));
  return used.length === 0 ? ts`` : ts`import { ${names} } from '${runtime}/schema-functions.ts';\n`;
}

/** Prints the import of formats; the large ones only if a schema uses them. */
function importFormats(text: string, runtime: TsText): TsText {
  if (!/\bformats[.[]/.test(text)) return ts``;
  const isRare = rareFormats.some(
    (name) => text.includes(`formats.${name}`) || text.includes(`formats["${name}"]`),
  );
  return isRare
    ? ts`import { allFormats as formats } from '${runtime}/formats/rare-formats.ts';\n`
    : ts`import { formats } from '${runtime}/formats/formats.ts';\n`;
}

export function printExplain({ header, runtime }: FileView): TsText {
  return ts`${header}
import type { SchemaError } from '${runtime}/problem.ts';
import type { Validator } from '${runtime}/schema-check.ts';
import * as code from './explain-code.ts';

const validators: ReadonlyMap<string, Validator> = new Map(Object.entries<Validator>(code));

/** Finds every error of a value against the schema of that name; empty when it fits. */
export function findErrors(name: string, value: unknown): readonly SchemaError[] {
  const validate = validators.get(name);
  if (validate === undefined || validate(value)) return [];
  return validate.errors ?? [];
}
`;
}

export function printValidators(view: ValidatorsView): TsText {
  const components = view.checks.filter(({ isComponent }) => isComponent);
  const parts = view.checks.filter(({ isComponent }) => !isComponent);
  if (view.checks.length === 0) return printNothing(view);
  return ts`${view.header}
${printImports(view)}
/** Loads the error finder, which is only needed when a check fails. */
const loadFinder = async (): Promise<ErrorFinder> => (await import('./explain.ts')).findErrors;

/** Loads what invalid values need ahead, after which every check, as a Standard Schema, validates synchronously. */
export async function preload(): Promise<void> {
  await preloadFinder(loadFinder);
}

/** Checks of the named schemas. */
export const validateSchema: ${printTypes(components)} = {
${join(components.map(printCheck))}};

/** All checks: of the named schemas and of the parts of operations. */
export const checks: typeof validateSchema${parts.length === 0 ? ts`` : ts` & ${printTypes(parts)}`} = {
  ...validateSchema,
${join(parts.map(printCheck))}};
${join(view.streams.map(printStream))}`;
}

/** Prints the exports of a contract without schemas, with no imports. */
function printNothing({ header }: FileView): TsText {
  return ts`${header}

/** Checks of the named schemas. */
export const validateSchema = {} as const;

/** All checks. */
export const checks = {} as const;
`;
}

function printImports({ runtime, hasTypes, streams }: ValidatorsView): TsText {
  const isTagged = streams.some(({ tag }) => tag !== null);
  return join([
    ts`import { type Check, type ErrorFinder, preloadFinder, schemaCheck } from '${runtime}/schema-check.ts';\n`,
    isTagged ? ts`import { taggedCheck } from '${runtime}/tagged-check.ts';\n` : ts``,
    // Why: a schema may have the same name as anything that is imported or declared here.
    hasTypes ? ts`import type * as types from './types.ts';\n` : ts``,
    ts`import * as code from './validators-code.ts';\n`,
  ]);
}

/** Why: the declaration of an inferred type repeats every schema, which the compiler rejects for a large document. */
function printTypes(checks: readonly CheckView[]): TsText {
  if (checks.length === 0) return ts`Record<never, never>`;
  return ts`{\n${join(checks.map(({ name, type }) => ts`  readonly ${name}: Check<${type}>;\n`))}}`;
}

function printCheck({ name, quoted, pointer }: CheckView): TsText {
  return ts`  ${name}: schemaCheck(${quoted}, ${pointer}, code.${name}, loadFinder),\n`;
}

function printStream({ name, quoted, pointer, type, tag, check, cases }: StreamView): TsText {
  const head = ts`\n/** Checks one event of the stream. */\nexport const validate${name}: Check<${type}> = `;
  if (tag === null) return ts`${head}checks.${check};\n`;
  return ts`${head}taggedCheck<${type}>({
  name: ${quoted},
  pointer: ${pointer},
  tag: ${tag},
  cases: new Map<unknown, Check<unknown>>([
${join(cases.map((each) => ts`    [${each.value}, checks.${each.check}],\n`))}  ]),
});
`;
}

function join(parts: readonly TsText[]): TsText {
  return TsText.trust(parts.map(String).join(''));
}
