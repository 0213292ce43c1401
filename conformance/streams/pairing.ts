/**
 * S12, S13: the start of a block comes before its parts and its completion, a run that succeeds has completed every
 * block, and the text of a completed block equals its deltas.
 */
import type { Problem } from '../model/finding.ts';
import type { BlockPlace } from './stream-event.ts';
import type { FrameContext, OpenBlock, StreamContext, StreamRule } from './stream-rule.ts';

/** The maximum number of blocks tracked at a time. */
const MAX_BLOCKS = 10_000;

/** S12. */
export const pairingRule: StreamRule = {
  check: 'S12',
  open(context) {
    const { traits, types } = context;
    /** Families with an event that cannot be assigned to a block. */
    const unassignedFamilies = new Set<string>();
    /** Blocks that events which look like repeated ones have opened; a segment may restart its numbers. */
    const reopened = new Set<string>();
    let isSuccessful = false;
    return {
      take(frameContext) {
        const { event, isRepeat, isForeign } = frameContext;
        if (event === null) return null;
        if (isRepeat) {
          const { kind, key } = traits.placeOf(event, types) ?? { kind: null, key: null };
          if (kind === 'start' && key !== null && reopened.size < MAX_BLOCKS) reopened.add(key);
          return null;
        }
        if (!isForeign && traits.isSuccess(event)) isSuccessful = true;
        if (event.isPausing) makeAllOptional(context.run.open);
        const announced = traits.announcedBlock(event);
        if (announced !== null && !context.run.open.has(announced))
          openSilently(context, announced, frameContext);
        const place = traits.placeOf(event, types);
        if (place === null) return null;
        if (place.key === null) {
          unassignedFamilies.add(place.family);
          return null;
        }
        const isKnown = unassignedFamilies.has(place.family) || reopened.has(place.key);
        return meet(context, { ...place, key: place.key }, frameContext, isKnown);
      },
      end() {
        if (!isSuccessful || context.hasUnreadableFrames) return null;
        return [...context.run.open]
          .filter(([key, { isOptional }]) => !isOptional && !unassignedFamilies.has(key.split(' ')[0] ?? ''))
          .map(([, { type, number }]) => ({
            message: `The run ends successfully, but its ${type} was never completed.`,
            at: `event ${number}`,
          }));
      },
    };
  },
};

function meet(
  { run, hasUnreadableFrames }: StreamContext,
  { family, kind, key }: BlockPlace & { readonly key: string },
  { event, frame, at }: FrameContext,
  isKnown: boolean,
): readonly Problem[] {
  const type = event?.type ?? '';
  const block = run.open.get(key);
  if (kind === 'start') {
    if (run.open.size < MAX_BLOCKS) run.open.set(key, { type, number: frame.number, isOptional: false });
    else run.isWhole = false;
    return block === undefined || block.isOptional
      ? []
      : [{ message: `${type} opens a block that is already open.`, at: at() }];
  }
  if (kind === 'complete') run.open.delete(key);
  if (block !== undefined || !run.isWhole || hasUnreadableFrames || isKnown) return [];
  // Why: a block without a start is one problem, not one for each of its parts.
  if (kind === 'part') run.open.set(key, { type, number: frame.number, isOptional: true });
  return [{ message: `${type} belongs to no open block: its ${family} was not started.`, at: at() }];
}

/** Opens a block that only another event announces; it need not be completed. */
function openSilently({ run }: StreamContext, key: string, { event, frame }: FrameContext): void {
  if (run.open.size >= MAX_BLOCKS) return;
  run.open.set(key, { type: event?.type ?? '', number: frame.number, isOptional: true });
}

/** Makes the completion of every open block optional. Why: after a pause a block may start again or stay unfinished. */
export function makeAllOptional(open: Map<string, OpenBlock>): void {
  for (const [key, block] of open) if (!block.isOptional) open.set(key, { ...block, isOptional: true });
}

/** The maximum number of texts tracked at a time, and the maximum of their total length. Units: characters. */
const MAX_TEXTS = 1_000;
const MAX_CHARACTERS = 1024 * 1024;

/** S13. */
export const textRule: StreamRule = {
  check: 'S13',
  open: (context) => ({
    take({ event, isRepeat, at }) {
      const { run } = context;
      if (event === null || isRepeat) return null;
      const place = context.traits.placeOf(event, context.types);
      if (place === null) return null;
      const { key, kind } = place;
      if (key === null) {
        run.texts.clear();
        return null;
      }
      if (kind === 'start') {
        if (run.texts.size < MAX_TEXTS) run.texts.set(key, '');
        return null;
      }
      const joined = run.texts.get(key);
      if (joined === undefined) return null;
      if (kind === 'part') {
        const { delta } = event.fields;
        if (typeof delta === 'string' && totalLength(run.texts) + delta.length <= MAX_CHARACTERS)
          run.texts.set(key, joined + delta);
        else run.texts.delete(key);
        return null;
      }
      run.texts.delete(key);
      const { text } = event.fields;
      if (typeof text !== 'string' || joined === '') return null;
      if (text === joined) return [];
      return [
        {
          message: `The text of ${event.type} differs from its joined deltas at character ${firstDifference(text, joined)}.`,
          at: at('text'),
        },
      ];
    },
  }),
};

function totalLength(texts: ReadonlyMap<string, string>): number {
  return texts.values().reduce((sum, text) => sum + text.length, 0);
}

/** Returns the position of the first difference, from 1. */
function firstDifference(one: string, other: string): number {
  let index = 0;
  while (index < one.length && one[index] === other[index]) index += 1;
  return index + 1;
}
