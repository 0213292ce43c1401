/**
 * Holds a template to the view that it is given: every name in it must be there, and be used for what it is.
 * Why: when it runs, a misspelt `#if` or `#each` prints nothing and says nothing.
 */
import { closestWord } from '../../templates/runtime/closest-word.ts';
import type { Field, Fields } from '../emit/views/field.ts';
import type { Report } from '../diagnostics.ts';

/** A template as its parser reads it. */
export interface ParsedTemplate {
  /** As it is reported. */
  readonly file: string;
  readonly program: hbs.AST.Program;
}

/** Where names are looked up. Shape: `frames` are the views of the blocks around, innermost last. */
interface Scope {
  readonly template: ParsedTemplate;
  readonly root: Fields;
  readonly frames: readonly Fields[];
  readonly isInList: boolean;
  /** The partials around, outermost first. */
  readonly partials: readonly string[];
}

/**
 * Checks a template and the partials that it uses; answers the names of these.
 *
 * Errors: TEMPLATE_FIELD_UNKNOWN, TEMPLATE_INVALID (reported).
 */
export function checkTemplate(
  template: ParsedTemplate,
  fields: Fields,
  partials: ReadonlyMap<string, ParsedTemplate>,
  report: Report,
): ReadonlySet<string> {
  const seen = new Map<string, Set<Fields>>();
  checkProgram(template.program, { template, root: fields, frames: [fields], isInList: false, partials: [] });
  return new Set(seen.keys());

  function checkProgram(program: hbs.AST.Program | undefined, scope: Scope): void {
    for (const statement of program?.body ?? []) checkStatement(statement, scope);
  }

  function checkStatement(statement: hbs.AST.Statement, scope: Scope): void {
    switch (statement.type) {
      case 'ContentStatement':
      case 'CommentStatement':
        return;
      case 'MustacheStatement': {
        checkPrinted(statement as hbs.AST.MustacheStatement, scope);
        return;
      }
      case 'BlockStatement': {
        checkBlock(statement as hbs.AST.BlockStatement, scope);
        return;
      }
      case 'PartialStatement': {
        checkPartial(statement as hbs.AST.PartialStatement, scope);
        return;
      }
      default: {
        refuse(
          statement,
          scope,
          'a template has fields, `#if`, `#unless`, `#each`, `#with` and partials, and nothing else',
        );
        return;
      }
    }
  }

  function checkPrinted({ path, params, hash }: hbs.AST.MustacheStatement, scope: Scope): void {
    if (!isPath(path)) {
      refuse(path, scope, 'text that is always the same needs no braces');
      return;
    }
    if (params.length > 0 || hasPairs(hash)) {
      refuse(path, scope, `there is no helper \`${path.original}\``);
      return;
    }
    const field = lookUp(path, scope);
    if (field !== null && isView(field))
      refuse(path, scope, `\`${path.original}\` is a ${field.kind}: ${ways[field.kind]}`);
  }

  function checkBlock(block: hbs.AST.BlockStatement, scope: Scope): void {
    const { path, params, hash, program, inverse } = block;
    const helper = path.original;
    const [argument] = params;
    if (helper !== 'if' && helper !== 'unless' && helper !== 'each' && helper !== 'with') {
      refuse(block, scope, `there is no block \`${helper}\`, only if, unless, each and with`);
      return;
    }
    if (argument === undefined || params.length > 1 || hasPairs(hash) || !isPath(argument)) {
      refuse(block, scope, `\`#${helper}\` takes the name of one field`);
      return;
    }
    if (hasBlockParameters(program)) {
      refuse(block, scope, 'names after `as` are not known here');
      return;
    }
    const field = lookUp(argument, scope);
    if (field === null) return;
    const wanted = kindsFor[helper];
    if (!wanted.includes(field.kind)) {
      refuse(
        argument,
        scope,
        `\`${argument.original}\` is a ${field.kind}, and \`#${helper}\` takes a ${wanted.join(' or a ')}`,
      );
      return;
    }
    const isEntered = isView(field) && (helper === 'each' || helper === 'with');
    const inside = isEntered
      ? { ...scope, frames: [...scope.frames, field.fields], isInList: helper === 'each' || scope.isInList }
      : scope;
    checkProgram(program, inside);
    checkProgram(inverse, scope);
  }

  /** Why: a partial is checked where it is used, once for each view. */
  function checkPartial({ name, params, hash, ...statement }: hbs.AST.PartialStatement, scope: Scope): void {
    const [argument] = params;
    if (name.type !== 'PathExpression' || params.length > 1 || hasPairs(hash)) {
      refuse(statement, scope, 'a partial takes a name and, if need be, one field');
      return;
    }
    const partial = partials.get(name.original);
    if (partial === undefined) {
      refuse(name, scope, `there is no partial \`${name.original}\`, only ${listOf(partials.keys())}`);
      return;
    }
    if (scope.partials.includes(name.original)) {
      const way = [...scope.partials.slice(scope.partials.indexOf(name.original) + 1), name.original];
      refuse(name, scope, `the partial \`${name.original}\` includes itself (${way.join(' → ')})`);
      return;
    }
    let view = innermost(scope);
    if (argument !== undefined) {
      const field = isPath(argument) ? lookUp(argument, scope) : null;
      if (field === null) return;
      if (field.kind !== 'group') {
        refuse(argument, scope, 'a partial is given a group');
        return;
      }
      view = field.fields;
    }
    const views = seen.get(name.original) ?? new Set();
    seen.set(name.original, views);
    if (views.has(view)) return;
    views.add(view);
    const inside = [...scope.partials, name.original];
    checkProgram(partial.program, { ...scope, template: partial, frames: [view], partials: inside });
  }

  /** Finds what a path leads to, or reports that it leads nowhere. */
  function lookUp(path: hbs.AST.PathExpression, scope: Scope): Field | null {
    const { parts, depth, data } = path;
    if (data && parts[0] !== 'root') return lookUpInLoop(path, scope);
    const start = data ? scope.root : scope.frames.at(-1 - depth);
    if (start === undefined) {
      refuse(path, scope, `\`${path.original}\` leads out of the template`);
      return null;
    }
    let field: Field = { kind: 'group', about: '', fields: start };
    for (const part of data ? parts.slice(1) : parts) {
      const known: Fields = field.kind === 'group' ? field.fields : {};
      const next: Field | undefined = Object.hasOwn(known, part) ? known[part] : undefined;
      if (next === undefined) {
        reportUnknown(path, part, Object.keys(known), scope);
        return null;
      }
      field = next;
    }
    return field;
  }

  function lookUpInLoop(path: hbs.AST.PathExpression, scope: Scope): Field | null {
    const kind = path.parts.length === 1 ? loopFields[path.parts[0] ?? ''] : undefined;
    if (kind !== undefined && scope.isInList) return { kind, about: '' };
    refuse(
      path,
      scope,
      `\`${path.original}\` is not known here; there are \`@root\` and, in a list, ${listOf(Object.keys(loopFields).map((name) => `@${name}`))}`,
    );
    return null;
  }

  function reportUnknown(
    { loc, original }: hbs.AST.PathExpression,
    part: string,
    known: readonly string[],
    { template: { file } }: Scope,
  ): void {
    report(
      'TEMPLATE_FIELD_UNKNOWN',
      { file, pointer: '#/' },
      { field: original, known: listOf(known), closest: closestWord(part, known) },
      positionOf(loc),
    );
  }

  function refuse({ loc }: hbs.AST.Node, { template: { file } }: Scope, problem: string): void {
    report('TEMPLATE_INVALID', { file, pointer: '#/' }, { problem }, positionOf(loc));
  }
}

/** What each block may be about. */
const kindsFor: Record<'if' | 'unless' | 'each' | 'with', readonly Field['kind'][]> = {
  if: ['flag', 'list'],
  unless: ['flag', 'list'],
  each: ['list'],
  with: ['group'],
};

const ways = {
  list: 'go through it with `#each`',
  group: 'name one of its fields',
} as const;

/** What a loop knows of itself. */
const loopFields: Readonly<Record<string, 'flag' | 'text'>> = {
  first: 'flag',
  last: 'flag',
  index: 'text',
};

function isView(field: Field): field is Extract<Field, { readonly fields: Fields }> {
  return field.kind === 'list' || field.kind === 'group';
}

function isPath(node: hbs.AST.Node): node is hbs.AST.PathExpression {
  return node.type === 'PathExpression';
}

/** The types of the parser's library say that it is always there. */
function hasPairs(hash: hbs.AST.Hash | undefined): boolean {
  return hash !== undefined && hash.pairs.length > 0;
}

function hasBlockParameters(program: hbs.AST.Program | undefined): boolean {
  return program !== undefined && (program.blockParams as readonly string[] | undefined) !== undefined;
}

function innermost({ frames, root }: Scope): Fields {
  return frames.at(-1) ?? root;
}

/** Units: the parser counts columns from 0. */
function positionOf({ start }: hbs.AST.SourceLocation): { readonly line: number; readonly column: number } {
  return { line: start.line, column: start.column + 1 };
}

function listOf(names: Iterable<string>): string {
  const list = [...names];
  return list.length === 0 ? 'none' : list.join(', ');
}
