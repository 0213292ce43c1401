/** Compares one pair of schemas: types, listed values, rules, and subschemas, one aspect after the other. */
import { compareArrays, compareObjects } from './compare-members.ts';
import { compareUnions, wrapsOther } from './compare-unions.ts';
import { compareWords } from './compare-words.ts';
import type { SchemaFindings, SchemaPair } from './schema-findings.ts';
import { type SchemaView, type TypeName, typeText } from '../../schema/view/schema-view.ts';

/** Reports every change between two schemas, and adds their subschemas to the comparison. */
export function compareSchema(pair: SchemaPair, findings: SchemaFindings): void {
  compareNull(pair, findings);
  if (wrapsOther(pair, findings)) return;
  if (compareTypes(pair, findings) === 'different') return;
  compareLiterals(pair, findings);
  compareObjects(pair, findings);
  compareArrays(pair, findings);
  compareInner(pair, findings);
  compareRules(pair, findings);
  compareWords(pair, findings);
  compareUnions(pair, findings);
}

function compareNull({ before, after }: SchemaPair, { report }: SchemaFindings): void {
  if (before.view.nullable === false && after.view.nullable === true)
    report('null-allowed', {}, before.anchor, after.anchor);
  if (before.view.nullable === true && after.view.nullable === false)
    report('null-refused', {}, before.anchor, after.anchor);
}

function compareTypes({ before, after }: SchemaPair, { report }: SchemaFindings): 'alike' | 'different' {
  const [old, fresh] = [before.view.types, after.view.types];
  const isWidened = old !== null && !covers(old, fresh);
  const isNarrowed = fresh !== null && !covers(fresh, old);
  const facts = { from: typeText(before.view), to: typeText(after.view) };
  // compareNull has already reported a type that lost everything but null, or that was only null before.
  if (!isWidened && !isNarrowed) return 'alike';
  // Where no values were listed before, the new list is reported instead of the type.
  if (old === null && after.view.literals !== null) return 'alike';
  const kind = isWidened ? (isNarrowed ? 'type-changed' : 'type-widened') : 'type-narrowed';
  report(kind, facts, before.anchor, after.anchor);
  return kind === 'type-changed' ? 'different' : 'alike';
}

/** Returns whether `outer` contains everything of `inner`; `null` is any type. */
function covers(outer: ReadonlySet<TypeName>, inner: SchemaView['types']): boolean {
  if (inner === null) return false;
  return [...inner].every((type) => outer.has(type) || (type === 'integer' && outer.has('number')));
}

function compareLiterals({ before, after }: SchemaPair, { report }: SchemaFindings): void {
  const [old, fresh] = [before.view.literals, after.view.literals];
  if (old === null && fresh === null) return;
  if (old === null || fresh === null) {
    if (fresh !== null)
      report('enum-set', { values: [...fresh.values.values()] }, before.anchor, fresh.anchor);
    if (old !== null) report('enum-lifted', { values: [...old.values.values()] }, old.anchor, after.anchor);
    return;
  }
  const removed = [...old.values].filter(([text]) => !fresh.values.has(text));
  const added = [...fresh.values].filter(([text]) => !old.values.has(text));
  const [from, to] = [removed[0]?.[1], added[0]?.[1]];
  const isConstant = old.values.size === 1 && fresh.values.size === 1;
  if (isConstant && from !== undefined && to !== undefined) {
    report('const-changed', { from, to }, old.anchor, fresh.anchor);
    return;
  }
  for (const [, value] of removed) report('enum-member-removed', { value }, old.anchor, fresh.anchor);
  for (const [, value] of added) report('enum-member-added', { value }, old.anchor, fresh.anchor);
}

function compareInner({ before, after }: SchemaPair, { descend }: SchemaFindings): void {
  for (const keyword of new Set([...before.view.inner.keys(), ...after.view.inner.keys()]))
    descend(before.view.inner.get(keyword) ?? [], after.view.inner.get(keyword) ?? []);
}

function compareRules({ before, after }: SchemaPair, { report }: SchemaFindings): void {
  for (const keyword of new Set([...before.view.rules.keys(), ...after.view.rules.keys()])) {
    const [old, fresh] = [before.view.rules.get(keyword), after.view.rules.get(keyword)];
    if (old === undefined) report('rule-set', { keyword }, before.anchor, fresh?.anchor ?? after.anchor);
    else if (fresh === undefined) report('rule-lifted', { keyword }, old.anchor, after.anchor);
    else if (JSON.stringify(old.value) !== JSON.stringify(fresh.value)) {
      report('rule-changed', { keyword }, old.anchor, fresh.anchor);
    }
  }
}
