/** Maps times to a line on which long idle stretches are collapsed. */

/** A stretch of time. Units: milliseconds since 1970. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** A collapsed stretch, with its place on the line. Units: `x` in pixels. */
export interface Gap extends Stretch {
  readonly x: number;
}

export interface Scale {
  readonly width: number;
  readonly gaps: readonly Gap[];
  readonly x: (at: number) => number;
}

/** Units: pixels of a collapsed stretch. */
const GAP_WIDTH = 28;
/** A stretch without events that is longer than this share of the busy time is collapsed. */
const IDLE_SHARE = 0.15;
/** Units: milliseconds. */
const MIN_IDLE = 2_000;

/**
 * Creates the scale of some instants, at least one.
 *
 * Units: `width` in pixels, without the collapsed stretches.
 */
export function createScale(instants: readonly number[], width: number): Scale {
  const sorted = [...new Set(instants)].sort((a, b) => a - b);
  const steps = sorted.slice(1).map((at, place) => at - (sorted[place] ?? at));
  const isIdle = idleTest(steps);
  const busy = steps.filter((step) => !isIdle(step)).reduce((sum, step) => sum + step, 0);
  const perMs = busy === 0 ? 0 : width / busy;
  const places: number[] = [0];
  const gaps: Gap[] = [];
  steps.forEach((step, place) => {
    const before = places[place] ?? 0;
    const start = sorted[place] ?? 0;
    if (isIdle(step)) gaps.push({ x: before, start, end: start + step });
    places.push(before + (isIdle(step) ? GAP_WIDTH : step * perMs));
  });
  return { width: places.at(-1) ?? 0, gaps, x: (at) => placeOf(sorted, places, at) };
}

function idleTest(steps: readonly number[]): (step: number) => boolean {
  const ordered = [...steps].sort((a, b) => a - b);
  const total = ordered.reduce((sum, step) => sum + step, 0);
  const usual = ordered.slice(0, Math.ceil(ordered.length * 0.95)).reduce((sum, step) => sum + step, 0);
  const limit = Math.max(MIN_IDLE, (usual === 0 ? total : usual) * IDLE_SHARE);
  return (step) => step > limit;
}

/** Returns the position of an instant, interpolated between the two known instants around it. */
function placeOf(sorted: readonly number[], places: readonly number[], at: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((sorted[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  const [from = 0, to] = [sorted[low], sorted[low + 1]];
  const place = places[low] ?? 0;
  if (to === undefined || at <= from) return place;
  return place + ((at - from) / (to - from)) * ((places[low + 1] ?? place) - place);
}
