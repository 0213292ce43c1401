/** Describes the provenance of a finding: facts and assumption with their texts, and the place in the contract. */
import { operationsOf } from '../../contract/operations.ts';
import type { Contract } from '../../contract/contract.ts';
import { factsOf } from '../../contract/facts/facts.ts';
import { placeOfOperation } from '../provenance/provenance.ts';
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

export function citeFacts(contract: Contract, { facts }: Pick<Finding, 'facts'>): readonly CitedText[] {
  const { byId } = factsOf(contract);
  return facts.map((id) => {
    const fact = byId(id);
    // Why: the text of many facts is a word such as `documented`, which is only meaningful with its subject.
    return {
      id: showInline(id),
      text: fact === null ? '' : showInline(`${fact.subject}: ${fact.text}`),
    };
  });
}

/** Returns the assumption of a finding with its text; `null` for none. */
export function citeAssumption(
  contract: Contract,
  { assumption: id }: Pick<Finding, 'assumption'>,
): CitedText | null {
  return id === null ? null : { id: showInline(id), text: showInline(textOfAssumption(contract, id).text) };
}

/** Returns the text and the reason of an assumption; empty strings for an unknown id. */
export function textOfAssumption(
  { provenance }: Contract,
  id: string,
): { readonly text: string; readonly reason: string } {
  const assumptions = provenance?.assumptions ?? {};
  const row = Object.hasOwn(assumptions, id) ? assumptions[id] : undefined;
  return { text: onOneLine(row?.text), reason: onOneLine(row?.reason) };
}

function onOneLine(text: string | null | undefined): string {
  return (text ?? '').replaceAll(/\s+/g, ' ').trim();
}

/**
 * Returns the position of a finding in the contract: the violated place, else its operation, else the first one at the
 * path of its resource, else the root.
 *
 * Shape: never `null`, because some consumers hide results without a line.
 */
export function positionOf(
  { place, subject }: Pick<Finding, 'place' | 'subject'>,
  { contract, locate }: Pick<ReportOptions, 'contract' | 'locate'>,
): SpecPosition {
  const ofResource = operationsOf(contract).all.find(({ path }) => path === subject);
  const operations = [subject, ...(ofResource === undefined ? [] : [ofResource.id])];
  for (const each of [place, ...operations.map((id) => placeOfOperation(contract, id))]) {
    const position = each === null ? null : locate(each);
    if (position !== null) return position;
  }
  return { file: contract.documents[0] ?? '', line: 1, column: 1 };
}
