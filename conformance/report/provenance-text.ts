/**
 * Puts what a finding rests on into words: the facts with their text, the assumption with its text, the place in the contract.
 */
import { assumptions, places } from '../../generated/service/provenance.ts';
import { factById } from '../schema-location/facts.ts';
import type { Finding } from '../engine/finding.ts';
import { showInline } from './plain-text.ts';
import type { ReportOptions } from './report.ts';
import type { SpecPosition } from './locate.ts';

/** One thing that is rested on. */
export interface CitedText {
  readonly id: string;
  /** Empty where nothing is known of the id. */
  readonly text: string;
}

/** The facts that a finding rests on, with their texts. */
export function factsOf({ facts }: Pick<Finding, 'facts'>): readonly CitedText[] {
  return facts.map((id) => {
    const fact = factById(id);
    // Why: the text of many facts is a word such as `documented`, which says something only beside what it is about.
    return {
      id: showInline(id),
      text: fact === undefined ? '' : showInline(`${fact.subject}: ${fact.text}`),
    };
  });
}

/** The assumption that a finding rests on, with its text; `null` for none. */
export function assumptionOf({ assumption: id }: Pick<Finding, 'assumption'>): CitedText | null {
  return id === null ? null : { id: showInline(id), text: showInline(textOfAssumption(id).text) };
}

/** What an assumption says, and why it was made; empty texts where the contract has none. */
export function textOfAssumption(id: string): { readonly text: string; readonly reason: string } {
  const row = Object.hasOwn(assumptions, id) ? assumptions[id] : undefined;
  return { text: onOneLine(row?.text), reason: onOneLine(row?.reason) };
}

function onOneLine(text: string | null | undefined): string {
  return (text ?? '').replaceAll(/\s+/g, ' ').trim();
}

/**
 * Where in the contract a finding belongs: the place that is violated, else where its operation is written, else the root.
 *
 * Shape: never `null`, since some readers show nothing that has no line.
 */
export function positionOf(
  { place, subject }: Pick<Finding, 'place' | 'subject'>,
  { locate }: Pick<ReportOptions, 'locate'>,
): SpecPosition {
  const operation = Object.hasOwn(places, subject) ? places[subject]?.place : undefined;
  for (const each of [place, operation]) {
    const position = each == null ? null : locate(each);
    if (position !== null) return position;
  }
  return { file: 'spec/openapi.yaml', line: 1, column: 1 };
}
