/** Looks up which side a change breaks. The catalogue has a row for every kind of change, with every direction. */
import { changeCatalogue, type ContractChange } from './change.ts';
import { quote, type ChangeRow } from './row.ts';
import { worstOf, type ChangeEffect, type Impact } from './effect.ts';

export interface ClassifiedChange {
  readonly change: ContractChange;
  readonly effect: ChangeEffect;
  /** The worse of the two sides. */
  readonly impact: Impact;
  readonly message: string;
  /** Whether the change is reported only when all changes are requested. */
  readonly isQuiet: boolean;
}

/** Describes in a sentence what a change means for readers and writers. */
export function classifyChange(change: ContractChange): ClassifiedChange {
  const row = changeCatalogue[change.kind] as ChangeRow<unknown>;
  const effect = row.effects[change.direction];
  return {
    change,
    effect,
    impact: worstOf(effect),
    message: row.message(quote(change.subject), change.facts),
    isQuiet: row.isQuiet === true,
  };
}
