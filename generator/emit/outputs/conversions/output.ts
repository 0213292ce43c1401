/** Emits `conversions.ts`: where the client converts values. */
import { identifier } from '../../../naming/identifier.ts';
import { joinText, TsText } from '../../../print/ts-text.ts';
import type { LeafName } from '../../../schema/conversion-leaf.ts';
import type { EmitSource } from '../../emitter.ts';
import { printHeader } from '../../../print/print-literal.ts';
import type { ConversionsView } from './view.ts';

/** The modules of the runtime with leaves. */
const modules: Readonly<Record<string, readonly LeafName[]>> = {
  dates: ['date', 'dateTime'],
  temporal: ['instant', 'plainDate'],
  'exact-integers': ['bigint', 'bigintText', 'digits'],
};

export function emit({ contract, runtime, conversions }: EmitSource): ConversionsView {
  const leaves = conversions?.leaves ?? [];
  return {
    header: printHeader(contract.documents),
    runtime,
    imports: Object.entries(modules).flatMap(([file, exported]) => {
      const used = leaves.filter((leaf) => exported.includes(leaf));
      if (used.length === 0) return [];
      return [{ names: joinText(used.map(identifier), ', '), file: TsText.trust(file) }];
    }),
    conversions: [...(conversions?.constants ?? [])],
  };
}
