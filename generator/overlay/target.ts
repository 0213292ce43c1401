/**
 * Evaluates the targets of actions. The only file that uses the library for JSONPath (RFC 9535). A target is rejected
 * if it could take more than linear time: overlays may be untrusted.
 */
import { JSONPathEnvironment, jsonpath, TokenKind, type JSONPathQuery } from 'json-p3';
import type { JsonObject, JsonValue } from '../json/documents.ts';
import { isObject } from '../json/json.ts';

export interface SelectedNode {
  readonly value: JsonValue;
  /** The keys and indexes of its location; empty for the root. */
  readonly location: readonly (string | number)[];
}

/** A target that can be evaluated. */
export interface OverlayTarget {
  /** Shape: each node once. Errors: throws if the document is nested too deeply. */
  readonly select: (root: JsonObject) => readonly SelectedNode[];
  /** The names of a target that consists of names only; else `null`. */
  readonly names: readonly string[] | null;
}

/** Units: characters. */
const MAX_TARGET_LENGTH = 1000;

/** Units: characters of a text that `match` and `search` read. */
const MAX_TEXT_LENGTH = 1000;

const { selectors, expressions } = jsonpath;
const environment = createEnvironment();

/** Compiles a target. Shape: `problem` is the end of a sentence about an invalid one. */
export function compileTarget(text: string): OverlayTarget | { readonly problem: string } {
  if (text.length > MAX_TARGET_LENGTH)
    return { problem: `it is longer than ${MAX_TARGET_LENGTH} characters` };
  if (!text.startsWith('$')) return { problem: 'it must start with `$`' };
  try {
    const query = environment.compile(text);
    const problem = findCost(query, 1);
    return problem === null ? { select: (root) => select(query, root), names: namesOf(query) } : { problem };
  } catch (error) {
    return { problem: reasonOf(error) };
  }
}

/** Returns the message of an error of the library, without its excerpt of the target. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const [, reason = error.message, index] = /^(.*?)(?<!\s)\s+\('[^]*':(\d+)\)$/.exec(error.message) ?? [];
  return index === undefined ? reason : `${reason} at character ${Number(index) + 1}`;
}

function createEnvironment(): JSONPathEnvironment {
  const created = new JSONPathEnvironment({ maxRecursionDepth: 200 });
  for (const name of ['match', 'search']) {
    const plain = created.functionRegister.get(name);
    if (plain === undefined) continue;
    const { argTypes, returnType } = plain;
    created.functionRegister.set(name, {
      argTypes,
      returnType,
      call: (text, pattern) =>
        typeof text === 'string' && plain.call(text.slice(0, MAX_TEXT_LENGTH), pattern),
    });
  }
  return created;
}

function select(query: JSONPathQuery, root: JsonObject): SelectedNode[] {
  const nodes = new Map<string, SelectedNode>();
  // Why lazily: the library passes lists as arguments otherwise, and a long one overflows the stack.
  for (const { value, location } of query.lazyQuery(root as Parameters<JSONPathQuery['query']>[0]))
    nodes.set(JSON.stringify(location), { value: value as JsonValue, location });
  return [...nodes.values()];
}

function namesOf({ segments }: JSONPathQuery): string[] | null {
  const names = segments.map((segment) => {
    const [only, ...others] = segment.selectors;
    const isName = only instanceof selectors.NameSelector && others.length === 0 && !isDescent(segment);
    return isName ? only.name : null;
  });
  return names.every((name) => name !== null) ? names : null;
}

type Segment = JSONPathQuery['segments'][number];
type Selector = Segment['selectors'][number];
type Expression = InstanceType<typeof expressions.FilterExpression>;

function isDescent({ token }: Segment): boolean {
  return token.kind === TokenKind.DDOT;
}

/** Returns why a query could take more than linear time; `null` if it can't. */
function findCost({ segments }: JSONPathQuery, mostDescents: number): string | null {
  if (segments.filter(isDescent).length > mostDescents)
    return mostDescents === 0 ? 'a filter may not use `..`' : '`..` may be used only once';
  for (const { selectors: list } of segments) {
    if (list.length > 1 && !areDistinct(list))
      return 'brackets may contain several names or indexes, each once; combine filters with `||`';
    for (const selector of list) {
      const cost = selector instanceof selectors.FilterSelector ? costOf(selector.expression) : null;
      if (cost !== null) return cost;
    }
  }
  return null;
}

function areDistinct(list: readonly Selector[]): boolean {
  const keys = list.map((selector) => {
    if (selector instanceof selectors.NameSelector) return `name ${selector.name}`;
    return selector instanceof selectors.IndexSelector && selector.index >= 0 ? selector.index : null;
  });
  return !keys.includes(null) && new Set(keys).size === keys.length;
}

function costOf(expression: Expression): string | null {
  if (expression instanceof expressions.RootQuery) return 'a filter may not use `$`';
  if (expression instanceof expressions.FilterQuery) return findCost(expression.path, 0);
  if (expression instanceof expressions.LogicalExpression) return costOf(expression.expression);
  if (expression instanceof expressions.PrefixExpression) return costOf(expression.right);
  if (expression instanceof expressions.InfixExpression)
    return costOf(expression.left) ?? costOf(expression.right);
  if (!(expression instanceof expressions.FunctionExtension)) return null;
  const { name, args } = expression;
  if ((name === 'match' || name === 'search') && !isSimplePattern(args[1]))
    return `the pattern of \`${name}\` must be a string without groups, with one quantifier in each alternative at most`;
  return args.map(costOf).find((cost) => cost !== null) ?? null;
}

function isSimplePattern(pattern: Expression | undefined): boolean {
  if (!(pattern instanceof expressions.StringLiteral)) return false;
  const plain = pattern.value.replaceAll(/\\[pP]\{\w*\}|\\./gsu, '_').replaceAll(/\[[^[\]]*\]/g, '_');
  return !plain.includes('(') && plain.split('|').every((part) => (part.match(/[*+?{]/g) ?? []).length <= 1);
}

/** Explains why a target that consists of names selects nothing; `null` for any other target. */
export function explainMiss(
  root: JsonObject,
  { names }: OverlayTarget,
): { at: string; node: JsonObject } | null {
  let node: JsonValue | undefined = root;
  for (const name of names ?? []) {
    if (!isObject(node)) return null;
    if (!Object.hasOwn(node, name)) return { at: name, node };
    node = node[name];
  }
  return null;
}
