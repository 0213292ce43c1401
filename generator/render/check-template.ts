/**
 * Checks a template against its view: each name must be a field of the view and be used as its kind.
 *
 * Why: at run time a misspelt `#if` or `#each` prints nothing, without an error.
 */
import { closestWord } from '../../templates/runtime/closest-word.ts';
import type { ViewField, Fields } from '../emit/field.ts';
import type { Report } from '../diagnostics/diagnostics.ts';
import { hasBlockParameters, hasPairs, isPath, listOf, positionOf } from './template-nodes.ts';

export interface ParsedTemplate {
  /** The path in diagnostics. */
  readonly file: string;
  readonly program: hbs.AST.Program;
}

/** The scope in which names are resolved. Shape: `frames` are the views of the enclosing blocks, innermost last. */
interface Scope {
  readonly template: ParsedTemplate;
  readonly root: Fields;
  readonly frames: readonly Fields[];
  readonly isInList: boolean;
  /** The enclosing partials, outermost first. */
  readonly partials: readonly string[];
}

/**
 * Checks a template and the partials that it uses, and returns the names of the partials.
 *
 * Errors: TEMPLATE_FIELD_UNKNOWN, TEMPLATE_INVALID (reported).
 */
export function checkTemplate(
  template: ParsedTemplate,
  fields: Fields,
  partials: ReadonlyMap<string, ParsedTemplate>,
  report: Report,
): ReadonlySet<string> {
  const check = new TemplateCheck(partials, report);
  check.run({ template, root: fields, frames: [fields], isInList: false, partials: [] });
  return new Set(check.checked.keys());
}

class TemplateCheck {
  /** The views that each partial has been checked with, by the name of the partial. */
  readonly checked = new Map<string, Set<Fields>>();
  readonly #partials: ReadonlyMap<string, ParsedTemplate>;
  readonly #report: Report;

  constructor(partials: ReadonlyMap<string, ParsedTemplate>, report: Report) {
    this.#partials = partials;
    this.#report = report;
  }

  run(scope: Scope): void {
    this.#checkProgram(scope.template.program, scope);
  }

  #checkProgram(program: hbs.AST.Program | undefined, scope: Scope): void {
    for (const statement of program?.body ?? []) this.#checkStatement(statement, scope);
  }

  #checkStatement(statement: hbs.AST.Statement, scope: Scope): void {
    switch (statement.type) {
      case 'ContentStatement':
      case 'CommentStatement':
        return;
      case 'MustacheStatement':
        this.#checkPrinted(statement as hbs.AST.MustacheStatement, scope);
        return;
      case 'BlockStatement':
        this.#checkBlock(statement as hbs.AST.BlockStatement, scope);
        return;
      case 'PartialStatement':
        this.#checkPartial(statement as hbs.AST.PartialStatement, scope);
        return;
      default: {
        this.#reject(
          statement,
          scope,
          'a template can only have fields, `#if`, `#unless`, `#each`, `#with` and partials',
        );
        return;
      }
    }
  }

  #checkPrinted({ path, params, hash }: hbs.AST.MustacheStatement, scope: Scope): void {
    if (!isPath(path)) {
      this.#reject(path, scope, 'a literal needs no braces');
      return;
    }
    if (params.length > 0 || hasPairs(hash)) {
      this.#reject(path, scope, `there is no helper \`${path.original}\``);
      return;
    }
    const field = this.#lookUp(path, scope);
    if (field !== null && isView(field))
      this.#reject(path, scope, `\`${path.original}\` is a ${field.kind}: ${ways[field.kind]}`);
  }

  #checkBlock(block: hbs.AST.BlockStatement, scope: Scope): void {
    const { path, params, hash, program, inverse } = block;
    const helper = path.original;
    const [argument] = params;
    if (helper !== 'if' && helper !== 'unless' && helper !== 'each' && helper !== 'with') {
      this.#reject(block, scope, `there is no block helper \`${helper}\`, only if, unless, each and with`);
      return;
    }
    if (argument === undefined || params.length > 1 || hasPairs(hash) || !isPath(argument)) {
      this.#reject(block, scope, `\`#${helper}\` takes the name of one field`);
      return;
    }
    if (hasBlockParameters(program)) {
      this.#reject(block, scope, 'block parameters (`as`) are not supported');
      return;
    }
    const field = this.#lookUp(argument, scope);
    if (field === null) return;
    const kinds = kindsFor[helper];
    if (!kinds.includes(field.kind)) {
      this.#reject(
        argument,
        scope,
        `\`${argument.original}\` is a ${field.kind}, and \`#${helper}\` takes a ${kinds.join(' or a ')}`,
      );
      return;
    }
    const isEntered = isView(field) && (helper === 'each' || helper === 'with');
    const inside = isEntered
      ? { ...scope, frames: [...scope.frames, field.fields], isInList: helper === 'each' || scope.isInList }
      : scope;
    this.#checkProgram(program, inside);
    this.#checkProgram(inverse, scope);
  }

  /** Why: a partial is checked where it is used, once for each view. */
  #checkPartial({ name, params, hash, ...statement }: hbs.AST.PartialStatement, scope: Scope): void {
    const [argument] = params;
    if (name.type !== 'PathExpression' || params.length > 1 || hasPairs(hash)) {
      this.#reject(statement, scope, 'a partial takes a name and an optional field');
      return;
    }
    const partial = this.#partials.get(name.original);
    if (partial === undefined) {
      this.#reject(
        name,
        scope,
        `there is no partial \`${name.original}\`, only ${listOf(this.#partials.keys())}`,
      );
      return;
    }
    if (scope.partials.includes(name.original)) {
      const way = [...scope.partials.slice(scope.partials.indexOf(name.original) + 1), name.original];
      this.#reject(name, scope, `the partial \`${name.original}\` includes itself (${way.join(' → ')})`);
      return;
    }
    let view = scope.frames.at(-1) ?? scope.root;
    if (argument !== undefined) {
      const field = isPath(argument) ? this.#lookUp(argument, scope) : null;
      if (field === null) return;
      if (field.kind !== 'group') {
        this.#reject(argument, scope, 'the field of a partial must be a group');
        return;
      }
      view = field.fields;
    }
    const views = this.checked.get(name.original) ?? new Set();
    this.checked.set(name.original, views);
    if (views.has(view)) return;
    views.add(view);
    const inside = [...scope.partials, name.original];
    this.#checkProgram(partial.program, { ...scope, template: partial, frames: [view], partials: inside });
  }

  /** Returns the field that a path refers to, or reports that there is none. */
  #lookUp(path: hbs.AST.PathExpression, scope: Scope): ViewField | null {
    const { parts, depth, data } = path;
    if (data && parts[0] !== 'root') return this.#lookUpInLoop(path, scope);
    const start = data ? scope.root : scope.frames.at(-1 - depth);
    if (start === undefined) {
      this.#reject(path, scope, `\`${path.original}\` is outside of the template`);
      return null;
    }
    let field: ViewField = { kind: 'group', about: '', fields: start };
    for (const part of data ? parts.slice(1) : parts) {
      const known: Fields = field.kind === 'group' ? field.fields : {};
      const next: ViewField | undefined = Object.hasOwn(known, part) ? known[part] : undefined;
      if (next === undefined) {
        this.#reportUnknown(path, part, Object.keys(known), scope);
        return null;
      }
      field = next;
    }
    return field;
  }

  #lookUpInLoop(path: hbs.AST.PathExpression, scope: Scope): ViewField | null {
    const kind = path.parts.length === 1 ? loopFields[path.parts[0] ?? ''] : undefined;
    if (kind !== undefined && scope.isInList) return { kind, about: '' };
    this.#reject(
      path,
      scope,
      `\`${path.original}\` is unknown; available are \`@root\` and, in a list, ${listOf(Object.keys(loopFields).map((name) => `@${name}`))}`,
    );
    return null;
  }

  #reportUnknown(
    { loc, original }: hbs.AST.PathExpression,
    part: string,
    names: readonly string[],
    { template: { file } }: Scope,
  ): void {
    this.#report(
      'TEMPLATE_FIELD_UNKNOWN',
      { file, pointer: '#/' },
      { field: original, known: listOf(names), closest: closestWord(part, names) },
      positionOf(loc),
    );
  }

  #reject({ loc }: hbs.AST.Node, { template: { file } }: Scope, problem: string): void {
    this.#report('TEMPLATE_INVALID', { file, pointer: '#/' }, { problem }, positionOf(loc));
  }
}

/** The kinds of field that each block accepts. */
const kindsFor: Record<'if' | 'unless' | 'each' | 'with', readonly ViewField['kind'][]> = {
  if: ['flag', 'list'],
  unless: ['flag', 'list'],
  each: ['list'],
  with: ['group'],
};

const ways = {
  list: 'iterate over it with `#each`',
  group: 'print one of its fields',
} as const;

/** Fields that Handlebars sets in loops. */
const loopFields: Readonly<Record<string, 'flag' | 'text'>> = {
  first: 'flag',
  last: 'flag',
  index: 'text',
};

function isView(field: ViewField): field is Extract<ViewField, { readonly fields: Fields }> {
  return field.kind === 'list' || field.kind === 'group';
}
