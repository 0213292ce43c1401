/**
 * What a row of the table of steps is. Types only.
 */
import type { StepContents, StepKind } from '../../../scenarios/scenario.ts';
import type { StepBuilder } from '../step-builder.ts';

/** Composes some kinds of steps: one row a kind. Shape: the placeholders of the content are replaced. */
export type Expanders<Kinds extends StepKind> = {
  readonly [Kind in Kinds]: (builder: StepBuilder, content: StepContents[Kind]) => void;
};
