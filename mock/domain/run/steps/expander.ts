/**
 * What a row of the table of steps is. Types only.
 */
import type { Step, StepContents, StepKind } from '../../scenario.ts';
import type { Composition } from '../compose.ts';

/** Composes a step of any kind; a row gets it for the steps that stand inside its own. */
export type PlayStep = (composition: Composition, step: Step) => void;

/** What some kinds of steps make of a run: one row a kind. */
export type Expanders<Kinds extends StepKind> = {
  readonly [Kind in Kinds]: (
    composition: Composition,
    content: StepContents[Kind],
    playStep: PlayStep,
  ) => void;
};
