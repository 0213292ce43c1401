/**
 * Rewrites the text of compiled validators: tests own properties first, replaces `require` with imports, and drops
 * unused code. The compiler has no options for this. Every rewrite is verified by counting what is left, so that a new
 * version of the compiler with different output fails here and not in a browser.
 */

const NAME = String.raw`"(?:[^"\\]|\\.)*"`;
const ACCESS = String.raw`(?:\.[A-Za-z_$][\w$]*|\[${NAME}\])`;
const IS_PRESENT = new RegExp(
  String.raw`(data\d*)(${ACCESS}) !== undefined && func\d+\.call\(\1, (${NAME})\)`,
  'g',
);
const IS_ABSENT = new RegExp(
  String.raw`\((data\d*)(${ACCESS}) === undefined\) \|\| \(!\(func\d+\.call\(\1, (${NAME})\)\)\)`,
  'g',
);
const IS_EVALUATED = /!(props\d+) \|\| !\1\[(key\d+)\]/g;
const IS_DECLARED = new RegExp(String.raw`func\d+\.call\((schema\d+(?:${ACCESS}|\[\d+\])+), (key\d+)\)`, 'g');

/**
 * Rewrites property checks to test for an own property before loading it.
 *
 * Shape: an absent property is detected without walking the prototype chain, which is faster, and `constructor` or
 * `toString` count only when they were sent. A string of the schema that looks like code is not touched: its quotes
 * are escaped, and every pattern here needs real ones.
 * Errors: throws when a test of presence was not rewritten.
 */
export function rewriteOwnPropertyChecks(code: string): string {
  const rewritten = code
    .replace(IS_PRESENT, 'Object.hasOwn($1, $3) && $1$2 !== undefined')
    .replace(IS_ABSENT, '(!Object.hasOwn($1, $3)) || ($1$2 === undefined)')
    .replace(IS_DECLARED, 'Object.hasOwn($1, $2)')
    .replace(IS_EVALUATED, '!$1 || !Object.hasOwn($1, $2)')
    .replace(/const func\d+ = Object\.prototype\.hasOwnProperty;/g, '');
  const left = withoutStrings(rewritten).match(/func\d+\.call\(|!props\d+\[/g)?.length ?? 0;
  if (left > 0) throw new Error(`${left} tests of presence were not rewritten.`);
  return rewritten;
}

const PARAMETERS = '(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){';
const PATH = new RegExp(String.raw`${NAME}|(?<![.$\w])instancePath(?:,|:instancePath\+)`, 'g');

/**
 * Rewrites validators to take only a value, and to report paths that start at that value. `reference-keyword.ts`
 * completes them.
 *
 * Errors: throws when the code has other parameters, or uses them for anything else.
 */
export function rewritePaths(code: string): string {
  const rewritten = code.replace(PARAMETERS, '(data){').replace(PATH, (text) => PATHS.get(text) ?? text);
  const left = /(?<![.$\w])(?:instancePath(?!:)|parentData|parentDataProperty|rootData)\b/.exec(
    withoutStrings(rewritten),
  );
  if (left !== null) throw new Error(`Compiled validators use the parameter \`${left[0]}\`.`);
  return rewritten;
}

const PATHS: ReadonlyMap<string, string> = new Map([
  ['instancePath,', 'instancePath:"",'],
  ['instancePath:instancePath+', 'instancePath:'],
]);

/** What the compiled code requires from the compiler's package, with the replacements in the runtime. */
const REPLACEMENTS: ReadonlyMap<string, string> = new Map([
  ['require("ajv/dist/runtime/ucs2length").default', 'characterCount'],
  ['require("ajv/dist/runtime/equal").default', 'deepEqual'],
]);

/** Keywords that load or create code, unless they are a property name or part of another name. */
const LOADS_CODE = /(?<![.$\w])(?:require|eval|Function|import)\b(?!\$)/;

/**
 * Replaces `require` with names of the runtime.
 *
 * Errors: throws when anything is left that loads or creates code at run time.
 */
export function replaceRequires(code: string): string {
  let replaced = code;
  for (const [required, name] of REPLACEMENTS) replaced = replaced.replaceAll(required, name);
  const forbidden = LOADS_CODE.exec(withoutStrings(replaced));
  if (forbidden !== null) throw new Error(`Compiled validators contain \`${forbidden[0]}\`.`);
  return replaced;
}

/** Blanks the string literals of compiled code, which has no other kind of quotes and no comments. */
export function withoutStrings(code: string): string {
  return code.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
}

const SCHEMA_COPY = /^const (schema\d+) = .*;$/gm;

/** Removes unused copies of schemas, source names and empty lines. */
export function tidyCode(code: string): string {
  const used = new Set(withoutStrings(code).match(/\bschema\d+\b(?! = )/g));
  return code
    .replaceAll(/^\/\*# sourceURL="\w+" \*\/;$/gm, '')
    .replaceAll(SCHEMA_COPY, (line, name: string) => (used.has(name) ? line : ''))
    .replaceAll(/\n{2,}/g, '\n')
    .trim();
}
