/**
 * A state machine as a graph, drawn from its table: states in columns, the current one highlighted, its transitions
 * marked.
 */
import type { JSX } from 'preact';
import type { Machine, MachineTransition } from '../../generated/control/types.ts';

/** Units: pixels. */
const NODE = { width: 108, height: 28 } as const;
const COLUMN = 170;
const ROW = 46;

interface Place {
  readonly x: number;
  readonly y: number;
}

export function MachineGraph({
  machine,
  state,
  next,
}: {
  readonly machine: Machine;
  readonly state: string;
  /** The states that are reachable from here in one step. */
  readonly next: ReadonlySet<string>;
}): JSX.Element {
  const columns = columnsOf(machine);
  const rows = Math.max(...columns.map(({ length }) => length));
  const places = new Map<string, Place>(
    columns.flatMap((names, column) =>
      names.map((name, row) => {
        const top = ((rows - names.length) * ROW) / 2;
        return [name, { x: column * COLUMN + 2, y: top + row * ROW + 20 }] as const;
      }),
    ),
  );
  const width = (columns.length - 1) * COLUMN + NODE.width + 4;
  const height = rows * ROW + 24;
  const edges = [...new Map(machine.transitions.map((edge) => [`${edge.from} ${edge.to}`, edge])).values()];
  const isNext = ({ from, to }: MachineTransition): boolean => from === state && next.has(to);
  return (
    <div class="scroll" tabIndex={0}>
      <svg
        class="graph"
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        role="img"
        aria-label={`The states of ${machine.id}; now ${state}, next ${[...next].join(', ') || 'none'}`}
      >
        {[...edges.filter((edge) => !isNext(edge)), ...edges.filter(isNext)].map((edge) => (
          <path
            key={`${edge.from} ${edge.to}`}
            class={isNext(edge) ? 'next' : ''}
            d={pathOf(places.get(edge.from), places.get(edge.to))}
          />
        ))}
        {machine.states.map(({ name, isFinal }) => {
          const { x = 0, y = 0 } = places.get(name) ?? {};
          const kind = name === state ? 'current' : next.has(name) ? 'next' : '';
          return (
            <g key={name} class={kind}>
              <rect x={x} y={y} width={NODE.width} height={NODE.height} rx={isFinal ? 2 : 14} />
              <text x={x + NODE.width / 2} y={y + 19} text-anchor="middle">
                {name}
              </text>
            </g>
          );
        })}
      </svg>
    </div>
  );
}

/**
 * Returns the states by column: the initial one, its successors step by step, and finally those that most states lead
 * to, which end a life cycle.
 */
function columnsOf({ initial, states, transitions }: Machine): readonly (readonly string[])[] {
  const sources = (name: string): number =>
    new Set(transitions.filter(({ from, to }) => to === name && from !== name).map(({ from }) => from)).size;
  const isEnd = (name: string): boolean => name !== initial && sources(name) > states.length / 2;
  const depths = depthsFrom([initial], transitions, isEnd);
  const last = Math.max(...depths.values());
  const ends = states.map(({ name }) => name).filter(isEnd);
  for (const [name, depth] of depthsFrom(ends, transitions, (each) => depths.has(each)))
    depths.set(name, last + 1 + depth);
  const columns: string[][] = [];
  for (const { name } of states) (columns[depths.get(name) ?? 0] ??= []).push(name);
  return columns;
}

/** Returns the minimum number of transitions from one of the first states to each other one, avoiding some. */
function depthsFrom(
  first: readonly string[],
  transitions: Machine['transitions'],
  isPassed: (name: string) => boolean,
): Map<string, number> {
  const depths = new Map(first.map((name) => [name, 0]));
  for (const [name, depth] of depths)
    for (const { from, to } of transitions)
      if (from === name && !depths.has(to) && !isPassed(to)) depths.set(to, depth + 1);
  return depths;
}

/** Returns a curve between two states: to the right, around to an earlier column, or next to its own column. */
function pathOf(from: Place | undefined, to: Place | undefined): string {
  if (from === undefined || to === undefined) return '';
  const [y1, y2] = [from.y + NODE.height / 2, to.y + NODE.height / 2];
  if (from === to)
    return `M${from.x + 30} ${from.y} C${from.x + 30} ${from.y - 16} ${from.x + 78} ${from.y - 16} ${from.x + 78} ${from.y}`;
  if (to.x > from.x) {
    const [x1, x2] = [from.x + NODE.width, to.x];
    const bend = (x2 - x1) / 2;
    return `M${x1} ${y1} C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
  }
  if (to.x === from.x) {
    const x = from.x + NODE.width;
    return `M${x} ${y1} C${x + 40} ${y1} ${x + 40} ${y2} ${x} ${y2}`;
  }
  const [x1, x2] = [from.x, to.x + NODE.width];
  return `M${x1} ${y1 + 6} C${x1 - 40} ${y1 + 6} ${x2 + 40} ${y2 + 6} ${x2} ${y2 + 6}`;
}
