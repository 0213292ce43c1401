/**
 * Which side a change breaks, and how badly.
 * Readers are programs that receive responses and events from the service; writers are programs that send requests.
 */

/**
 * How a change affects a program that was correct before it.
 *
 * Shape: `breaking`: it is incorrect now; `risky`: it remains correct only if it is lenient, or does not need a
 * feature that it loses; `compatible`: it remains correct.
 */
export type Impact = 'breaking' | 'risky' | 'compatible';

/** Every impact, the worst first. */
export const impacts: readonly Impact[] = ['breaking', 'risky', 'compatible'];

/**
 * The direction of a value.
 *
 * Shape: `call` concerns both directions, an operation or a channel as a whole; `nowhere` is a declared schema that
 * nothing uses.
 */
export type Direction = 'request' | 'response' | 'event' | 'call' | 'nowhere';

/** The effect of a change on either kind of program. */
export interface ChangeEffect {
  readonly readers: Impact;
  readonly writers: Impact;
}

export type Effects = Readonly<Record<Direction, ChangeEffect>>;

const none: ChangeEffect = { readers: 'compatible', writers: 'compatible' };

/** Returns effects on writers where the changed value is sent to the service, and on readers where it is received. */
function affects(writers: Impact, readers: Impact): Effects {
  const effect: ChangeEffect = { readers, writers };
  const received: ChangeEffect = { readers, writers: 'compatible' };
  return {
    request: { readers: 'compatible', writers },
    response: received,
    event: received,
    call: effect,
    nowhere: none,
  };
}

/** Neither side notices. */
export const harmless = affects('compatible', 'compatible');
/** Fewer values are valid: writers may be rejected, readers get nothing new. */
export const breaksWriters = affects('breaking', 'compatible');
/** More values are valid: readers may get values that they do not expect. */
export const breaksReaders = affects('compatible', 'breaking');
/** Neither side can continue unchanged. */
export const breaksBoth = affects('breaking', 'breaking');
/** More values are valid, which lenient readers ignore. */
export const risksReaders = affects('compatible', 'risky');
/** What writers may send is only ignored by lenient services. */
export const risksWriters = affects('risky', 'compatible');
/** It is undecidable whether fewer or more values are valid. */
export const risksBoth = affects('risky', 'risky');
export const breaksReadersRisksWriters = affects('risky', 'breaking');
export const breaksWritersRisksReaders = affects('breaking', 'risky');

/** Returns effects on both sides of a call, in every direction. */
export function affectsAll(impact: Impact): Effects {
  const all: ChangeEffect = { readers: impact, writers: impact };
  return { request: all, response: all, event: all, call: all, nowhere: none };
}

/** Returns the worse of the two sides. */
export function worstOf({ readers, writers }: ChangeEffect): Impact {
  return impacts.find((impact) => impact === readers || impact === writers) ?? 'compatible';
}
