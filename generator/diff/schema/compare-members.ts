/** Compares the content of objects and arrays: properties, additional properties, and items. */
import { canonical, isSpecific } from '../../schema/fingerprint.ts';
import { matchShapes } from './match-by-name.ts';
import type { SchemaFindings, SchemaPair, SchemaSide } from './schema-findings.ts';
import type { Anchor, Conjunction } from '../../schema/view/schema-node.ts';
import type { Direction } from '../catalogue/effect.ts';
import type { SchemaView } from '../../schema/view/schema-view.ts';

/** Compares properties, pattern properties, and additional properties. */
export function compareObjects(pair: SchemaPair, findings: SchemaFindings): void {
  const before = readProperties(pair.before, findings.direction);
  const after = readProperties(pair.after, findings.direction);
  const removed: Property[] = [];
  for (const [name, property] of before) {
    const same = after.get(name);
    if (same !== undefined) compareProperty(property, same, findings);
    else if (!property.isHidden) removed.push(property);
  }
  const added = [...after.values()].filter(({ name, isHidden }) => !before.has(name) && !isHidden);
  const renamed = matchShapes(removed, added, shapeOf);
  for (const [old, fresh] of renamed)
    findings.report('property-renamed', { from: old.name, to: fresh.name }, old.anchor, fresh.anchor);
  const settled = new Set(renamed.flat());
  for (const property of removed) if (!settled.has(property)) reportRemoved(property, pair, findings);
  for (const property of added) if (!settled.has(property)) reportAdded(property, pair, findings);
  comparePatterns(pair, findings);
  compareOthers(pair, findings);
}

/** A property that a schema describes or requires. */
interface Property {
  readonly name: string;
  readonly nodes: Conjunction;
  readonly anchor: Anchor;
  readonly isRequired: boolean;
  /** Whether it is not sent in this direction: `readOnly` in requests, `writeOnly` in responses. */
  readonly isHidden: boolean;
}

const hidingWord: Readonly<Record<Direction, string | null>> = {
  request: 'readOnly',
  response: 'writeOnly',
  event: 'writeOnly',
  call: null,
  nowhere: null,
};

function readProperties(
  { view, views, anchor: owner }: SchemaSide,
  direction: Direction,
): Map<string, Property> {
  const word = hidingWord[direction];
  const properties = new Map<string, Property>();
  for (const name of new Set([...view.properties.keys(), ...view.required.keys()])) {
    const nodes = view.properties.get(name) ?? [];
    const [node] = nodes;
    const required = view.required.get(name);
    const anchor = node ?? { label: `${owner?.label ?? ''}.${name}`, place: required?.place ?? owner?.place };
    const { place } = anchor;
    if (place === undefined) continue;
    const isHidden = word !== null && views.viewOf(nodes).words.get(word)?.value === true;
    properties.set(name, {
      name,
      nodes,
      anchor: { label: anchor.label, place },
      isRequired: required !== undefined,
      isHidden,
    });
  }
  return properties;
}

function compareProperty(
  before: Property,
  after: Property,
  { direction, report, descend }: SchemaFindings,
): void {
  const isSent = direction === 'request';
  if (before.isHidden && after.isHidden) return;
  if (after.isHidden) {
    report(
      isSent ? 'property-became-read-only' : 'property-became-write-only',
      {},
      before.anchor,
      after.anchor,
    );
    return;
  }
  if (before.isHidden) {
    const shown = isSent ? 'property-became-writable' : 'property-became-readable';
    report(isSent && after.isRequired ? 'required-property-added' : shown, {}, before.anchor, after.anchor);
    return;
  }
  if (!before.isRequired && after.isRequired)
    report('property-became-required', {}, before.anchor, after.anchor);
  if (before.isRequired && !after.isRequired)
    report('property-became-optional', {}, before.anchor, after.anchor);
  descend(before.nodes, after.nodes);
}

/**
 * Returns the key that matches a renamed property: everything except its name; `null` if that is not specific enough.
 */
function shapeOf({ nodes, isRequired }: Property): string | null {
  const [node] = nodes;
  if (node === undefined || nodes.length > 1 || !isSpecific(node.schema)) return null;
  return `${isRequired} ${canonical(node.schema)}`;
}

function reportRemoved(
  property: Property,
  { after }: SchemaPair,
  { direction, report }: SchemaFindings,
): void {
  if (property.nodes.length === 0) {
    report('property-became-optional', {}, property.anchor, after.anchor);
    return;
  }
  const isRejected = direction === 'request' && isClosed(after.view);
  const removal = property.isRequired ? 'required-property-removed' : 'property-removed';
  report(isRejected ? 'property-refused' : removal, {}, property.anchor, null);
}

function reportAdded(
  property: Property,
  { before }: SchemaPair,
  { direction, report }: SchemaFindings,
): void {
  if (property.nodes.length === 0) {
    report('property-became-required', {}, before.anchor, property.anchor);
    return;
  }
  const isUnexpected = direction !== 'request' && isClosed(before.view);
  const fresh = property.isRequired ? 'required-property-added' : 'property-added';
  report(isUnexpected ? 'property-added-to-closed' : fresh, {}, null, property.anchor);
}

function isClosed({ additional }: SchemaView): boolean {
  return additional.some(({ schema }) => schema === false);
}

function compareOthers({ before, after }: SchemaPair, { report, descend }: SchemaFindings): void {
  const [wasClosed, closed] = [isClosed(before.view), isClosed(after.view)];
  if (wasClosed && !closed) report('members-accepted', {}, before.anchor, after.anchor);
  if (!wasClosed && closed) report('members-refused', {}, before.anchor, after.anchor);
  if (!wasClosed && !closed) descend(before.view.additional, after.view.additional);
}

function comparePatterns({ before, after }: SchemaPair, { report, descend }: SchemaFindings): void {
  const facts = { keyword: 'patternProperties' };
  const [old, fresh] = [before.view.patterns, after.view.patterns];
  for (const pattern of new Set([...old.keys(), ...fresh.keys()])) {
    const [was, is] = [old.get(pattern), fresh.get(pattern)];
    if (was !== undefined && is !== undefined) descend(was, is);
    else if (was === undefined) report('rule-set', facts, before.anchor, is?.[0] ?? after.anchor);
    else report('rule-lifted', facts, was[0] ?? before.anchor, after.anchor);
  }
}

/** Compares array items: tuple positions first, then the rest. */
export function compareArrays({ before, after }: SchemaPair, { descend }: SchemaFindings): void {
  const [old, fresh] = [before.view, after.view];
  const length = Math.max(old.tuple.length, fresh.tuple.length);
  for (let index = 0; index < length; index++)
    descend(old.tuple[index] ?? old.items, fresh.tuple[index] ?? fresh.items);
  descend(old.items, fresh.items);
}
