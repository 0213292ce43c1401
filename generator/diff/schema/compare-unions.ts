/** Compares alternatives: matches members, and finds those that were added or removed. */
import { isObject, textAt } from '../../json/json.ts';
import { typeText, type Union } from '../../schema/view/schema-view.ts';
import { fingerprint } from '../../schema/fingerprint.ts';
import { matchShapes, matchByName } from './match-by-name.ts';
import type { SchemaFindings, SchemaPair, SchemaSide } from './schema-findings.ts';
import { referredName } from '../../schema/keywords.ts';
import { type SchemaNode } from '../../schema/view/schema-node.ts';

/** Compares the unions of two schemas, in their order. */
export function compareUnions({ before, after }: SchemaPair, findings: SchemaFindings): void {
  const [old, fresh] = [before.view.unions, after.view.unions];
  for (let index = 0; index < Math.max(old.length, fresh.length); index++) {
    const [was, is] = [old[index], fresh[index]];
    if (was !== undefined && is !== undefined) compareUnion(was, is, { before, after }, findings);
    else if (is !== undefined) findings.report('rule-set', { keyword: is.keyword }, before.anchor, is.anchor);
    else if (was !== undefined)
      findings.report('rule-lifted', { keyword: was.keyword }, was.anchor, after.anchor);
  }
}

function compareUnion(was: Union, is: Union, pair: SchemaPair, findings: SchemaFindings): void {
  const { report, descend } = findings;
  if (was.isExclusive !== is.isExclusive) {
    const kind = is.isExclusive ? 'union-became-exclusive' : 'union-became-inclusive';
    report(kind, {}, was.anchor, is.anchor);
  }
  const before = was.alternatives.map((node) => ({ node, side: pair.before }));
  const after = is.alternatives.map((node) => ({ node, side: pair.after }));
  const pairs = pairVariants(before, after);
  const matched = new Set(pairs.flat());
  for (const [old, fresh] of pairs) descend([old.node], [fresh.node]);
  for (const variant of before) {
    if (!matched.has(variant))
      report(
        'union-member-removed',
        { variant: variantName(variant) },
        labelled(pair.before, variant),
        is.anchor,
      );
  }
  for (const variant of after) {
    if (!matched.has(variant))
      report(
        'union-member-added',
        { variant: variantName(variant) },
        was.anchor,
        labelled(pair.after, variant),
      );
  }
}

interface Variant {
  readonly node: SchemaNode;
  readonly side: SchemaSide;
}

/** What identifies a member in its union, the most reliable first; `null` where a member has no such mark. */
const marks: readonly ((variant: Variant) => string | null)[] = [
  ({ node, side }) => tagOf(node, side),
  ({ node }) => referredName(node.schema),
  ({ node }) => fingerprint(node.schema),
  ({ node }) => (isObject(node.schema) ? textAt(node.schema, 'title') : null),
];

function pairVariants(
  before: readonly Variant[],
  after: readonly Variant[],
): (readonly [Variant, Variant])[] {
  const pairs: (readonly [Variant, Variant])[] = [];
  let [old, fresh] = [before, after];
  for (const mark of [...marks, isOnlyOf(before, after)]) {
    const matched = matchShapes(old, fresh, mark);
    const settled = new Set(matched.flat());
    pairs.push(...matched);
    old = old.filter((variant) => !settled.has(variant));
    fresh = fresh.filter((variant) => !settled.has(variant));
  }
  // Among unmatched members with the same text, it does not matter which are paired.
  const alike = matchByName(old, fresh, ({ node }) => fingerprint(node.schema)).kept;
  return [...pairs, ...alike];
}

/** In unions of the same size, an unmatched member on each side with the same types is one member that changed. */
function isOnlyOf(
  before: readonly Variant[],
  after: readonly Variant[],
): (variant: Variant) => string | null {
  return ({ node, side }) => (before.length === after.length ? typeText(side.views.viewOf([node])) : null);
}

/** Returns the properties of a member that have only one value: `type=text_delta`. */
function tagOf(node: SchemaNode, { views }: SchemaSide): string | null {
  const view = views.viewOf([node]);
  const tags = [...view.properties].flatMap(([name, nodes]) => {
    const values = views.viewOf(nodes).literals?.values;
    return values?.size === 1 && view.required.has(name) ? [`${name}=${[...values.keys()].join('')}`] : [];
  });
  return tags.length === 0 ? null : tags.sort().join(' ');
}

function variantName({ node, side }: Variant): string {
  const title = isObject(node.schema) ? textAt(node.schema, 'title') : null;
  const tag = tagOf(node, side)?.replaceAll('"', '') ?? null;
  return referredName(node.schema) ?? title ?? tag ?? typeText(side.views.viewOf([node]));
}

/** Returns the member's schema with the label of the union. */
function labelled(side: SchemaSide, { node }: Variant): SchemaNode {
  return { ...node, label: side.anchor?.label ?? node.label };
}

/**
 * Compares a schema with a union that replaced it or that it replaced, and returns whether that is the case.
 *
 * Shape: the schema is compared with its counterpart in the union; the other members are reported as added or removed.
 */
export function wrapsOther({ before, after }: SchemaPair, findings: SchemaFindings): boolean {
  const [old, fresh] = [before.view.unions.length, after.view.unions.length];
  if (old > 0 === fresh > 0 || old + fresh > 1) return false;
  const [plain, union] = old === 0 ? [before, after] : [after, before];
  if (plain.view.types === null || union.view.types !== null) return false;
  const variants = (union.view.unions[0]?.alternatives ?? []).map((node) => ({ node, side: union }));
  const same = findVariant(plain, variants);
  if (same === null) {
    findings.report(
      'shape-changed',
      { from: shapeText(before), to: shapeText(after) },
      before.anchor,
      after.anchor,
    );
    return true;
  }
  for (const variant of variants) {
    if (variant === same) continue;
    const facts = { variant: variantName(variant) };
    if (plain === before)
      findings.report('union-member-added', facts, before.anchor, labelled(after, variant));
    else findings.report('union-member-removed', facts, labelled(before, variant), after.anchor);
  }
  if (plain === before) findings.descend(before.nodes, [same.node]);
  else findings.descend([same.node], after.nodes);
  return true;
}

function findVariant(plain: SchemaSide, variants: readonly Variant[]): Variant | null {
  const [node] = plain.nodes;
  if (node === undefined) return null;
  for (const mark of marks) {
    const wanted = mark({ node, side: plain });
    const matches = variants.filter((variant) => wanted !== null && mark(variant) === wanted);
    if (matches.length === 1) return matches[0] ?? null;
  }
  const types = typeText({ ...plain.view, nullable: false });
  const alike = variants.filter(
    ({ node: variant, side }) => typeText({ ...side.views.viewOf([variant]), nullable: false }) === types,
  );
  return alike.length === 1 ? (alike[0] ?? null) : null;
}

function shapeText({ view }: SchemaSide): string {
  const [union] = view.unions;
  if (union === undefined) return typeText(view);

  return `one of ${union.alternatives.length} alternatives`;
}
