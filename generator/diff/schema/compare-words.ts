/** Compares keywords with a plain value: bounds, formats, defaults, discriminators, remarks. One row per keyword. */
import { readDiscriminator } from '../../schema/discriminator.ts';
import type { JsonValue } from '../../model/contract-model.ts';
import type { Anchor } from '../../schema/view/schema-node.ts';
import { canonical } from '../../schema/fingerprint.ts';
import type { SchemaFindings, SchemaPair } from './schema-findings.ts';
import type { Word } from '../../schema/view/schema-view.ts';

/** Compares every keyword that either side has. */
export function compareWords({ before, after }: SchemaPair, findings: SchemaFindings): void {
  for (const keyword of new Set([...before.view.words.keys(), ...after.view.words.keys()])) {
    const [old, fresh] = [before.view.words.get(keyword), after.view.words.get(keyword)];
    if (textOf(old) === textOf(fresh)) continue;
    const compare = Object.hasOwn(comparers, keyword) ? comparers[keyword] : compareRemark;
    compare?.({
      keyword,
      from: old?.value ?? null,
      to: fresh?.value ?? null,
      was: old?.anchor ?? before.anchor,
      is: fresh?.anchor ?? after.anchor,
      report: findings.report,
    });
  }
}

function textOf(word: Word | undefined): string | null {
  return word === undefined ? null : canonical(word.value);
}

/** A keyword with a changed value; `null` if it is absent. */
interface WordChange {
  readonly keyword: string;
  readonly from: JsonValue;
  readonly to: JsonValue;
  readonly was: Anchor | null;
  readonly is: Anchor | null;
  readonly report: SchemaFindings['report'];
}

type CompareWord = (change: WordChange) => void;

type CompareBounds = (from: number, to: number) => 'bound-tightened' | 'bound-loosened' | 'bound-changed';

const lower: CompareBounds = (from, to) => (to > from ? 'bound-tightened' : 'bound-loosened');
const upper: CompareBounds = (from, to) => (to < from ? 'bound-tightened' : 'bound-loosened');
const multiple: CompareBounds = (from, to) => {
  if (to % from === 0) return 'bound-tightened';
  return from % to === 0 ? 'bound-loosened' : 'bound-changed';
};

/** Compares a bound; `free` is the value that limits nothing, if there is one. */
function bound(compareBounds: CompareBounds, free: JsonValue = null): CompareWord {
  return ({ keyword, from, to, was, is, report }) => {
    const [old, fresh] = [from ?? free, to ?? free];
    if (old === fresh) return;
    const facts = { keyword, from, to };
    if (old === null || old === false) report('bound-tightened', facts, was, is);
    else if (fresh === null || fresh === false) report('bound-loosened', facts, was, is);
    else report(compareBounds(Number(old), Number(fresh)), facts, was, is);
  };
}

const compareFormat: CompareWord = ({ keyword, from, to, was, is, report }) => {
  if (from === null) report('format-set', { keyword, value: to }, was, is);
  else if (to === null) report('format-lifted', { keyword, value: from }, was, is);
  else report('format-changed', { keyword, from, to }, was, is);
};

const comparePattern: CompareWord = ({ from, to, was, is, report }) => {
  if (from === null) report('pattern-set', { value: to }, was, is);
  else if (to === null) report('pattern-lifted', { value: from }, was, is);
  else report('pattern-changed', { from, to }, was, is);
};

const compareDeprecated: CompareWord = ({ from, to, was, is, report }) => {
  if (to === true) report('schema-deprecated', {}, was, is);
  else if (from === true) report('schema-restored', {}, was, is);
};

const compareDiscriminator: CompareWord = ({ from, to, was, is, report }) => {
  const [old, fresh] = [readDiscriminator(from), readDiscriminator(to)];
  if (old === null || fresh === null) {
    if (fresh !== null) report('discriminator-set', { property: fresh.property }, was, is);
    if (old !== null) report('discriminator-lifted', { property: old.property }, was, is);
    return;
  }
  if (old.property !== fresh.property) {
    report('discriminator-changed', { from: old.property, to: fresh.property }, was, is);
    return;
  }
  for (const value of new Set([...old.cases.keys(), ...fresh.cases.keys()])) {
    const [before, after] = [old.cases.get(value), fresh.cases.get(value)];
    if (before === undefined) report('discriminator-case-added', { value }, was, is);
    else if (after === undefined) report('discriminator-case-removed', { value }, was, is);
    else if (before !== after)
      report('discriminator-case-moved', { value, from: before, to: after }, was, is);
  }
};

const compareRemark: CompareWord = ({ keyword, was, is, report }) =>
  report('documentation-changed', { part: keyword }, was, is);

/** The comparison of properties reports changes of access. */
const comparedElsewhere: CompareWord = () => undefined;

const comparers: Readonly<Record<string, CompareWord>> = {
  minimum: bound(lower),
  exclusiveMinimum: bound(lower),
  maximum: bound(upper),
  exclusiveMaximum: bound(upper),
  minLength: bound(lower, 0),
  maxLength: bound(upper),
  minItems: bound(lower, 0),
  maxItems: bound(upper),
  minContains: bound(lower, 1),
  maxContains: bound(upper),
  minProperties: bound(lower, 0),
  maxProperties: bound(upper),
  multipleOf: bound(multiple),
  uniqueItems: bound(lower, false),
  format: compareFormat,
  contentEncoding: compareFormat,
  contentMediaType: compareFormat,
  pattern: comparePattern,
  default: ({ from, to, was, is, report }) => report('default-changed', { from, to }, was, is),
  deprecated: compareDeprecated,
  discriminator: compareDiscriminator,
  readOnly: comparedElsewhere,
  writeOnly: comparedElsewhere,
};
