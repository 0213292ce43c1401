/** Describes the provenance of a finding: facts and assumption with their texts, and the place in the contract. */
import { assumptions, places } from '../../generated/service/provenance.ts';
import { factById } from '../schema-location/facts.ts';
import type { Finding } from '../model/finding.ts';
import { showInline } from './plain-text.ts';
import type { ReportOptions } from './report.ts';
import type { SpecPosition } from './locate.ts';

/** A fact or an assumption with its text. */
export interface CitedText {
  readonly id: string;
  /** Empty for an unknown id. */
  readonly text: string;
}

/** Returns the facts of a finding with their texts. */
export function factsOf({ facts }: Pick<Finding, 'facts'>): readonly CitedText[] {
  return facts.map((id) => {
    const fact = factById(id);
    // Why: the text of many facts is a word such as `documented`, which is only meaningful with its subject.
    return {
      id: showInline(id),
      text: fact === undefined ? '' : showInline(`${fact.subject}: ${fact.text}`),
    };
  });
}

/** Returns the assumption of a finding with its text; `null` for none. */
export function assumptionOf({ assumption: id }: Pick<Finding, 'assumption'>): CitedText | null {
  return id === null ? null : { id: showInline(id), text: showInline(textOfAssumption(id).text) };
}

/** Returns the text and the reason of an assumption; empty strings for an unknown id. */
export function textOfAssumption(id: string): { readonly text: string; readonly reason: string } {
  const row = Object.hasOwn(assumptions, id) ? assumptions[id] : undefined;
  return { text: onOneLine(row?.text), reason: onOneLine(row?.reason) };
}

function onOneLine(text: string | null | undefined): string {
  return (text ?? '').replaceAll(/\s+/g, ' ').trim();
}

/**
 * Returns the position of a finding in the contract: the violated place, else its operation, else the root.
 *
 * Shape: never `null`, because some consumers hide results without a line.
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
