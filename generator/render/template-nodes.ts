/** Reads nodes of parsed templates. */
import type { Position } from '../diagnostics/diagnostics.ts';

/** Returns whether a node is a path of names, such as `this.name`. */
export function isPath(node: hbs.AST.Node): node is hbs.AST.PathExpression {
  return node.type === 'PathExpression';
}

/** Returns whether a statement has named arguments. Why: the parser omits the hash that its types promise. */
export function hasPairs(hash: hbs.AST.Hash | undefined): boolean {
  return hash !== undefined && hash.pairs.length > 0;
}

/** Returns whether a block declares item names after `as`. */
export function hasBlockParameters(program: hbs.AST.Program | undefined): boolean {
  return program !== undefined && (program.blockParams as readonly string[] | undefined) !== undefined;
}

/** Returns the position of a node. Units: line and column from 1; the parser counts columns from 0. */
export function positionOf({ start }: hbs.AST.SourceLocation): Position {
  return { line: start.line, column: start.column + 1 };
}

/** Joins names for a message. */
export function listOf(names: Iterable<string>): string {
  const list = [...names];
  return list.length === 0 ? 'none' : list.join(', ');
}
