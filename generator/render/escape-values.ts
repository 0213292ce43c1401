/**
 * Escapes the values of a template for the place where they are printed: code, comment, string or template literal.
 * The place follows from the fixed text of the template, so no template, ours or a project's, has to escape values.
 */
/**
 * The context at the end of a text, as a stack.
 *
 * Shape: empty for code; else one character for each open construct, innermost last: a quote for its literal, `*` and
 * `/` for comments, `$` for the code of a substitution in a template literal, `{` for a brace in that code.
 */
type Context = string;

const CODE: Context = '';

/** The helper that prints a value in each place; code needs none, because views contain only TypeScript. */
const helperNames: Readonly<Record<string, string>> = {
  '*': 'in-block-comment',
  '/': 'in-line-comment',
  "'": 'in-string',
  '"': 'in-string',
  '`': 'in-template-literal',
};

const helpers: Readonly<Record<string, (value: unknown) => string>> = {
  'in-block-comment': (value) => escapeInComment(String(value)),
  'in-line-comment': (value) => escapeInComment(String(value)),
  'in-string': (value) => String(value).replaceAll(/["'\\\n\r\u2028\u2029]/g, escapeCharacter),
  'in-template-literal': (value) => String(value).replaceAll(/[`\\$]/g, String.raw`\$&`),
};

/** The helpers that `escapeValues` calls, for the options of the template engine. */
export const knownHelpers: Readonly<Record<string, boolean>> = Object.fromEntries(
  Object.keys(helpers).map((name) => [name, true]),
);

/** Registers the helpers that `escapeValues` calls. */
export function registerEscaping(engine: {
  registerHelper: (name: string, helper: (value: unknown) => string) => void;
}): void {
  for (const [name, helper] of Object.entries(helpers)) engine.registerHelper(name, helper);
}

/** Removes what would end a comment, regardless of the text around it. */
export function escapeInComment(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/(?<=^|\*)\//g, String.raw`\/`)
    .replace(/\*$/, '* ');
}

function escapeCharacter(character: string): string {
  return character === '"' || character === "'" || character === '\\'
    ? `\\${character}`
    : `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}

/** Partials as included: by name and by the context in which they start. */
export type IncludedPartials = Map<string, { readonly program: hbs.AST.Program; readonly end: Context }>;

/**
 * Makes every value of a parsed template escape itself for its place; changes the tree.
 *
 * Shape: partials are copied into `included` for each context in which they are used; recursive partials are not
 * allowed.
 */
export function escapeValues(
  program: hbs.AST.Program,
  parsePartial: (name: string) => hbs.AST.Program | null,
  included: IncludedPartials,
): void {
  walkProgram(program, CODE);

  function walkProgram(inside: hbs.AST.Program | undefined, start: Context): Context {
    return (inside?.body ?? []).reduce((context, statement) => walk(statement, context), start);
  }

  function walk(statement: hbs.AST.Statement, context: Context): Context {
    switch (statement.type) {
      case 'ContentStatement':
        return contextAfter((statement as hbs.AST.ContentStatement).value, context);
      case 'MustacheStatement':
        escapeMustache(statement as hbs.AST.MustacheStatement, context);
        return context;
      case 'BlockStatement': {
        const block = statement as hbs.AST.BlockStatement;
        const ends = [walkProgram(block.program, context), walkProgram(block.inverse, context)];
        // Where branches end in different contexts: too much escaping spoils the layout; too little lets text become
        // code.
        return ends.find((end) => end !== CODE) ?? CODE;
      }
      case 'PartialStatement':
        return walkPartial(statement as hbs.AST.PartialStatement, context);
      default:
        return context;
    }
  }

  function walkPartial({ name }: hbs.AST.PartialStatement, context: Context): Context {
    if (name.type !== 'PathExpression') return context;
    const path = name;
    const key = `${path.original}${context}`;
    const existing = included.get(key);
    const partial = existing?.program ?? parsePartial(path.original);
    if (partial === null) return context;
    const end = existing?.end ?? walkProgram(partial, context);
    included.set(key, { program: partial, end });
    path.original = key;
    return end;
  }
}

function escapeMustache(statement: hbs.AST.MustacheStatement, context: Context): void {
  const helper = helperNames[context.at(-1) ?? CODE];
  if (helper === undefined) return;
  const { loc, path } = statement;
  statement.params = [path];
  statement.path = { type: 'PathExpression', loc, data: false, depth: 0, parts: [helper], original: helper };
}

/** Returns the context after a piece of fixed text. */
export function contextAfter(text: string, start: Context): Context {
  let context = start;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? '';
    const pair = text.slice(at, at + 2);
    const top = context.at(-1) ?? CODE;
    if (isEnd(top, character, pair)) {
      context = context.slice(0, -1);
      if (top === '*') at++;
    } else if (top === '`' && pair === '${') {
      context += '$';
      at++;
    } else if (isLiteral(top)) {
      if (character === '\\') at++;
    } else if (isCode(top)) {
      const open = opening(character, pair, context);
      context += open;
      if (open === '/' || open === '*') at++;
    }
  }
  return context;
}

function opening(character: string, pair: string, context: Context): string {
  if (pair === '//') return '/';
  if (pair === '/*') return '*';
  if (isLiteral(character)) return character;
  return character === '{' && context !== CODE ? '{' : '';
}

function isEnd(top: string, character: string, pair: string): boolean {
  if (top === '*') return pair === '*/';
  if (top === '/') return character === '\n';
  if (top === '$' || top === '{') return character === '}';
  if (top === '`') return character === '`';
  return isLiteral(top) && (character === top || character === '\n');
}

function isLiteral(character: string): boolean {
  return character === "'" || character === '"' || character === '`';
}

function isCode(top: string): boolean {
  return top === CODE || top === '$' || top === '{';
}
