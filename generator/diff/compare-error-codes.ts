/** Compares the error codes of an operation, if the document lists them (`x-error-codes`). */
import { toText } from '../../templates/runtime/json/value.ts';
import { objectAt } from '../json/json.ts';
import type { ChangeLog } from './change-log.ts';
import { anchorOf, type OperationPair, type OperationSide } from './operation-pair.ts';
import { keywordAnchor } from '../schema/view/schema-node.ts';

export function compareErrorCodes(pair: OperationPair, log: ChangeLog): void {
  const [old, fresh] = [codesOf(pair.before), codesOf(pair.after)];
  const anchors = [
    keywordAnchor(anchorOf(pair.before), LIST),
    keywordAnchor(anchorOf(pair.after), LIST),
  ] as const;
  for (const code of new Set([...old.keys(), ...fresh.keys()])) {
    const [from, to] = [old.get(code), fresh.get(code)];
    if (from === to) continue;
    if (from === undefined)
      log.report(
        'error-code-added',
        { code, status: to ?? '' },
        pair.responseDirection,
        ...anchors,
        pair.affected,
      );
    else if (to === undefined)
      log.report(
        'error-code-removed',
        { code, status: from },
        pair.responseDirection,
        ...anchors,
        pair.affected,
      );
    else
      log.report('error-code-moved', { code, from, to }, pair.responseDirection, ...anchors, pair.affected);
  }
}

const LIST = 'x-error-codes';

function codesOf({ operation }: OperationSide): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(objectAt(operation.extensions, LIST)).map(([code, status]) => [code, toText(status)]),
  );
}
