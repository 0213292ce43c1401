/** Compares how the fields of a form are encoded: the media types, styles and headers of its parts. */
import type { ReadBodyContent } from '../model/reading.ts';
import { type Anchor, keywordAnchor } from '../schema/view/schema-node.ts';
import type { ChangeKind, FactsOf } from './catalogue/change.ts';
import type { ChangeLog } from './change-log.ts';
import { compareHeaders, type HeaderSet } from './compare-headers.ts';
import { matchByName } from './schema/match-by-name.ts';
import type { OperationPair, OperationSide } from './operation-pair.ts';

export interface Form {
  readonly owner: OperationSide;
  readonly label: string;
  readonly content: ReadBodyContent;
}

/** Compares the parts of two forms; fields that only one of them has are changes of its schema. */
export function compareParts(before: Form, after: Form, pair: OperationPair, log: ChangeLog): void {
  for (const [field, fresh] of fieldsOf(after)) {
    const old = fieldsOf(before).get(field);
    if (old !== undefined) comparePart(old, fresh, pair, log);
  }
}

interface FormPart {
  readonly form: Form;
  readonly field: string;
  /** Whether its value is a single text or number, which all styles write alike. */
  readonly isPlain: boolean;
}

function fieldsOf(form: Form): ReadonlyMap<string, FormPart> {
  const { content, label, owner } = form;
  const node = content.check === null ? null : owner.description.checked(content.check, label);
  const views = owner.description.views;
  const properties = node === null ? [] : [...views.viewOf([node]).properties];
  return new Map(
    properties.map(([field, schema]) => {
      const { types } = views.viewOf(schema);
      return [field, { form, field, isPlain: types !== null && !types.has('array') && !types.has('object') }];
    }),
  );
}

function comparePart(before: FormPart, after: FormPart, pair: OperationPair, log: ChangeLog): void {
  const { requestDirection: direction, affected } = pair;
  const report = <Kind extends ChangeKind>(kind: Kind, facts: FactsOf<Kind>): void =>
    log.report(kind, facts, direction, anchorOf(before), anchorOf(after), affected);
  const [old, fresh] = [typesOf(before), typesOf(after)];
  if (old.length > 0 && fresh.length > 0) {
    const pairing = matchByName(old, fresh, (type) => type.toLowerCase());
    for (const mediaType of pairing.removed) report('part-media-type-removed', { mediaType });
    for (const mediaType of pairing.added) report('part-media-type-added', { mediaType });
  } else if (old.length + fresh.length > 0) {
    report('part-media-types-changed', { from: namesOf(old), to: namesOf(fresh) });
  }
  const [from, to] = [styleOf(before), styleOf(after)];
  if (from !== to) report('part-style-changed', { from, to });
  compareHeaders(headersOf(before), headersOf(after), { direction, affected, log });
}

function typesOf({ form, field }: FormPart): readonly string[] {
  return form.content.partTypes[field] ?? [];
}

function namesOf(types: readonly string[]): string {
  return types.join(', ') || 'default';
}

function styleOf({ form: { content }, field, isPlain }: FormPart): string {
  if (isPlain) return '';
  const isUrlencoded = content.mediaType.toLowerCase().startsWith('application/x-www-form-urlencoded');
  return content.styles.get(field) ?? (isUrlencoded ? 'form, exploded' : 'default');
}

function headersOf(part: FormPart): HeaderSet {
  const headers = part.form.content.partHeaders[part.field] ?? [];
  return { owner: part.form.owner, anchor: anchorOf(part), headers };
}

function anchorOf({ form, field }: FormPart): Anchor {
  return keywordAnchor({ label: `${form.label}.${field}`, place: form.content.place }, 'encoding', field);
}
