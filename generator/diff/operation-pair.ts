/** An operation before and after: the input of everything that compares a part of it. */
import type { ReadOperation } from '../model/reading.ts';
import type { Affected } from './catalogue/change.ts';
import type { Anchor } from '../schema/view/schema-node.ts';
import type { Description } from './description.ts';
import type { Direction } from './catalogue/effect.ts';

export interface OperationSide {
  readonly description: Description;
  readonly operation: ReadOperation;
}

/** An operation before and after, with the directions of its parts. */
export interface OperationPair {
  readonly before: OperationSide;
  readonly after: OperationSide;
  /** Direction of parameters and bodies. */
  readonly requestDirection: Direction;
  readonly responseDirection: Direction;
  readonly affected: Affected;
}

/** Returns the label and position of an operation. */
export function anchorOf({ operation }: OperationSide): Anchor {
  return { label: operation.id, place: operation.place };
}
