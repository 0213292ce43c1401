/**
 * Which side a change breaks, and how badly.
 * Readers are programs that take what the service sends, responses and events; writers are programs that send requests.
 */

/**
 * How bad a change is for a program that was right before it.
 *
 * Shape: `breaking`: it is wrong now; `risky`: it stays right only if it is lenient, or if a feature it loses does not
 * matter to it; `compatible`: it stays right.
 */
export type Impact = 'breaking' | 'risky' | 'compatible';

/** Every impact, the worst first. */
export const impacts: readonly Impact[] = ['breaking', 'risky', 'compatible'];

/**
 * Which way a value travels.
 *
 * Shape: `call` is what concerns both ways, an operation or a channel as a whole; `nowhere` is a declared schema that
 * nothing uses.
 */
export type Direction = 'request' | 'response' | 'event' | 'call' | 'nowhere';

/** What a change does to either kind of program. */
export interface Effect {
  readonly readers: Impact;
  readonly writers: Impact;
}

/** What a change does, by the direction it happens in. */
export type Effects = Readonly<Record<Direction, Effect>>;

const none: Effect = { readers: 'compatible', writers: 'compatible' };

/** Hurts writers where the changed value is sent to the service, and readers where it is received from it. */
export function hurts(effect: Effect): Effects {
  const { writers, readers } = effect;
  const received: Effect = { readers, writers: 'compatible' };
  return {
    request: { readers: 'compatible', writers },
    response: received,
    event: received,
    call: effect,
    nowhere: none,
  };
}

/** Returns effects on both sides of a call, in every direction. */
export function hurtsAll(impact: Impact): Effects {
  const all: Effect = { readers: impact, writers: impact };
  return { request: all, response: all, event: all, call: all, nowhere: none };
}

/** Returns the worse of the two sides. */
export function worstOf({ readers, writers }: Effect): Impact {
  return impacts.find((impact) => impact === readers || impact === writers) ?? 'compatible';
}
