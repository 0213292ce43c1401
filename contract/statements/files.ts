/** What texts state about files. */
import type { ContractOperation } from '../operations.ts';
import { isNegated, sentencesAbout } from './sentences.ts';

/**
 * Returns the length of a file beyond which an upload is rejected with 413: "Files of at most 1 MiB (`413`)"; `null` for
 * none. Units: bytes; thousands count as 1024, which is beyond both.
 */
export function fileLimit(operation: ContractOperation): number | null {
  if (!operation.responses.some(({ status }) => status === 413)) return null;
  for (const each of sentencesAbout(operation)) {
    if (!/\b(?:files?|bod(?:y|ies)|uploads?|bytes)\b/i.test(each)) continue;
    const [, number = '', unit = ''] =
      /\b(?:at most|up to|more than|larger than|bigger than|exceeds?|exceeding|maximum (?:size )?(?:of |is )?|limit(?:ed)? (?:of|to|is)|byte to) (\d{1,9}) ?(bytes?|[KM]i?B)\b/i.exec(
        each,
      ) ?? [];
    const factor = /^k/i.test(unit) ? 1024 : /^m/i.test(unit) ? 1024 * 1024 : 1;
    if (number !== '') return Number(number) * factor;
  }
  return null;
}

/** Returns of which records a file has one line each: `card` of "one line for every card of the board"; `null` for none. */
export function rowsIn(operation: ContractOperation): string | null {
  const kinds = sentencesAbout(operation).flatMap(
    (each) =>
      /\b(?:one|an?) (?:line|row|record|entry|object) (?:for|per) (?:each |every |all )?(?:of the )?([a-z]{2,40})\b/i.exec(
        each,
      )?.[1] ?? [],
  );
  return kinds[0] ?? null;
}

/** Returns whether a download has the media type of its upload: "with the media type of the upload". */
export function keepsMediaType(operation: ContractOperation): boolean {
  return sentencesAbout(operation).some(
    (each) =>
      /\b(?:media|content|mime) ?-?type (?:of|with) (?:the|its) (?:upload|original)|\b(?:same|original|uploaded) (?:media|content|mime) ?-?type\b/i.test(
        each,
      ) && !isNegated(each),
  );
}
